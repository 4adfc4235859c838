//! The three formats, read and written by their own libraries.

use super::Format;
use flate2::write::GzEncoder;
use liblzma::write::XzEncoder;
use std::fmt;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

/// Bytes that are read at a time.
const BLOCK: usize = 1 << 16;

/// The plain content of what is in this format.
pub(super) fn decoder<'r>(format: Format, input: impl Read + 'r) -> io::Result<Box<dyn Read + 'r>> {
    let input = BufReader::with_capacity(BLOCK, input);
    Ok(match format {
        Format::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(input)),
        Format::Zstd => Box::new(zstd::Decoder::with_buffer(input)?),
        Format::Xz => Box::new(liblzma::bufread::XzDecoder::new_multi_decoder(input)),
    })
}

/// Compresses what is written to it, or passes it on as it is.
pub enum Compressor<W: Write> {
    /// Not compressed.
    Plain(W),
    /// Gzip.
    Gzip(GzEncoder<W>),
    /// Zstandard, with a checksum.
    Zstd(zstd::Encoder<'static, W>),
    /// xz, with a checksum.
    Xz(XzEncoder<W>),
}

impl<W: Write> Compressor<W> {
    /// Compresses as the ending of `name` asks for: `.gz`, `.zst` or `.xz`; anything else is left
    /// plain.
    ///
    /// Formulas are so regular that the fastest level of each makes them small enough, and slower
    /// ones would hold the encoder up.
    pub fn for_name(name: &Path, output: W) -> io::Result<Self> {
        Ok(match Format::of_name(name) {
            Some(Format::Gzip) => {
                Compressor::Gzip(GzEncoder::new(output, flate2::Compression::fast()))
            }
            Some(Format::Zstd) => {
                let mut encoder = zstd::Encoder::new(output, 1)?;
                encoder.include_checksum(true)?;
                Compressor::Zstd(encoder)
            }
            Some(Format::Xz) => Compressor::Xz(XzEncoder::new(output, 0)),
            None => Compressor::Plain(output),
        })
    }

    /// Writes the end of the compressed data and gives the output back.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Compressor::Plain(output) => Ok(output),
            Compressor::Gzip(encoder) => encoder.finish(),
            Compressor::Zstd(encoder) => encoder.finish(),
            Compressor::Xz(encoder) => encoder.finish(),
        }
    }

    fn as_write(&mut self) -> &mut dyn Write {
        match self {
            Compressor::Plain(output) => output,
            Compressor::Gzip(encoder) => encoder,
            Compressor::Zstd(encoder) => encoder,
            Compressor::Xz(encoder) => encoder,
        }
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.as_write().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.as_write().flush()
    }
}

impl<W: Write> fmt::Debug for Compressor<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Compressor::Plain(_) => "Plain",
            Compressor::Gzip(_) => "Gzip",
            Compressor::Zstd(_) => "Zstd",
            Compressor::Xz(_) => "Xz",
        })
    }
}
