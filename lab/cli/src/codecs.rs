//! Libraries for zstd and xz, in C. The program of the core runs the programs `zstd` and `xz`.

use knightsat::cnf::dimacs::compress::{self, Codec};
use liblzma::bufread::XzDecoder;
use liblzma::write::XzEncoder;

/// Reads and writes both formats by these libraries from here on.
pub fn install() {
    let zstd = Codec {
        ending: "zst",
        unpack: |input| Ok(Box::new(zstd::Decoder::with_buffer(input)?)),
        pack: || {
            let mut encoder = zstd::Encoder::new(Vec::new(), 1)?;
            encoder.include_checksum(true)?;
            Ok(Codec::buffered(
                encoder,
                zstd::Encoder::get_mut,
                zstd::Encoder::do_finish,
            ))
        },
    };
    let xz = Codec {
        ending: "xz",
        unpack: |input| Ok(Box::new(XzDecoder::new_multi_decoder(input))),
        pack: || {
            let encoder = XzEncoder::new(Vec::new(), 0);
            Ok(Codec::buffered(
                encoder,
                XzEncoder::get_mut,
                XzEncoder::try_finish,
            ))
        },
    };
    compress::install(vec![zstd, xz]);
}
