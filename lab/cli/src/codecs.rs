//! Libraries for zstd and xz, in C. The program of the core runs the programs `zstd` and `xz`.

use knightsat::cnf::dimacs::compress::{self, Codec, Packer};
use liblzma::bufread::XzDecoder;
use liblzma::write::XzEncoder;
use std::io::{self, Write};

/// Reads and writes both formats by these libraries from here on.
pub fn install() {
    let zstd = Codec {
        ending: "zst",
        unpack: |input| Ok(Box::new(zstd::Decoder::with_buffer(input)?)),
        pack: || {
            let mut encoder = zstd::Encoder::new(Vec::new(), 1)?;
            encoder.include_checksum(true)?;
            Ok(Box::new(Zstd(encoder)))
        },
    };
    let xz = Codec {
        ending: "xz",
        unpack: |input| Ok(Box::new(XzDecoder::new_multi_decoder(input))),
        pack: || Ok(Box::new(Xz(XzEncoder::new(Vec::new(), 0)))),
    };
    compress::install(vec![zstd, xz]);
}

/// Empties a buffer into the output.
fn pass_on(buffer: &mut Vec<u8>, output: &mut dyn Write) -> io::Result<()> {
    output.write_all(buffer)?;
    buffer.clear();
    Ok(())
}

struct Zstd(zstd::Encoder<'static, Vec<u8>>);

impl Packer for Zstd {
    fn pack(&mut self, bytes: &[u8], output: &mut dyn Write) -> io::Result<()> {
        self.0.write_all(bytes)?;
        pass_on(self.0.get_mut(), output)
    }

    fn end(&mut self, output: &mut dyn Write) -> io::Result<()> {
        self.0.do_finish()?;
        pass_on(self.0.get_mut(), output)
    }
}

struct Xz(XzEncoder<Vec<u8>>);

impl Packer for Xz {
    fn pack(&mut self, bytes: &[u8], output: &mut dyn Write) -> io::Result<()> {
        self.0.write_all(bytes)?;
        pass_on(self.0.get_mut(), output)
    }

    fn end(&mut self, output: &mut dyn Write) -> io::Result<()> {
        self.0.try_finish()?;
        pass_on(self.0.get_mut(), output)
    }
}
