//! Compressed files: recognised by content when reading.

use std::io::{self, BufReader, Read};

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
const XZ: &[u8] = &[0xfd, b'7', b'z', b'X', b'Z', 0];

/// The plain content of `input`, which may be compressed with gzip, zstd or xz; files of several
/// concatenated members are read to their end.
pub fn decompress<'r>(mut input: impl Read + 'r) -> io::Result<Box<dyn Read + 'r>> {
    // Read, not peeked at: a pipe may deliver the first bytes one by one.
    let mut magic = Vec::new();
    input
        .by_ref()
        .take(XZ.len() as u64)
        .read_to_end(&mut magic)?;
    let [gzip, zstd, xz] = [GZIP, ZSTD, XZ].map(|known| magic.starts_with(known));
    let input = io::Cursor::new(magic).chain(input);
    Ok(if gzip {
        let input = BufReader::with_capacity(1 << 16, input);
        Box::new(flate2::bufread::MultiGzDecoder::new(input))
    } else if zstd {
        Box::new(zstd::Decoder::new(input)?)
    } else if xz {
        let input = BufReader::with_capacity(1 << 16, input);
        Box::new(liblzma::bufread::XzDecoder::new_multi_decoder(input))
    } else {
        Box::new(input)
    })
}
