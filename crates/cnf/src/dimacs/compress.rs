//! Compressed files: detected by content when reading, chosen by name when writing.
//!
//! ```
//! # mod knightsat {
//! #     pub use knightsat_cnf as cnf;
//! #     pub use knightsat_cnf::base::stop;
//! # }
//! use knightsat::cnf::dimacs::compress::{Compressor, decompress};
//! use knightsat::stop::Stop;
//! use std::io::{Read, Write};
//! use std::path::Path;
//!
//! let mut file = Compressor::for_name(Path::new("tour.cnf.gz"), Vec::new())?;
//! file.write_all(b"p cnf 0 0\n")?;
//! let bytes = file.finish()?;
//! let mut text = String::new();
//! decompress(&bytes[..], &Stop::default())?.read_to_string(&mut text)?;
//! assert_eq!(text, "p cnf 0 0\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All formats are read and written by crates in Rust.

mod read;
#[cfg(test)]
mod tests;

pub use read::decompress;

use flate2::write::GzEncoder;
use lzma_rust2::{XzOptions, XzWriter};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A format that is read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compression {
    Gzip,
    Zstd,
    Xz,
}

/// The formats, with their magic numbers, the endings of file names, and the names of their
/// programs.
const FORMATS: [(Compression, &[u8], &str, &str); 3] = [
    (Compression::Gzip, &[0x1f, 0x8b], "gz", "gzip"),
    (Compression::Zstd, &[0x28, 0xb5, 0x2f, 0xfd], "zst", "zstd"),
    (Compression::Xz, b"\xfd7zXZ\0", "xz", "xz"),
];

impl Compression {
    /// Returns the format of a name with this ending.
    fn of_ending(ending: &str) -> Option<Compression> {
        let found = FORMATS.iter().find(|format| format.2 == ending);
        found.map(|&(format, ..)| format)
    }

    fn of_name(name: &Path) -> Option<Compression> {
        Compression::of_ending(name.extension()?.to_str()?)
    }
}

/// Returns the name without the ending of its compression, if it has one, in any case.
#[doc(hidden)]
pub fn name_unpacked(name: &Path) -> PathBuf {
    let ending = name.extension().and_then(|ending| ending.to_str());
    match ending.and_then(|ending| Compression::of_ending(&ending.to_ascii_lowercase())) {
        Some(_) => name.with_extension(""),
        None => name.to_path_buf(),
    }
}

/// Returns true if the name has the ending of a format that [`Compressor::for_name`] does not
/// write.
#[doc(hidden)]
pub fn is_misleading(name: &Path) -> bool {
    let Some(ending) = name.extension().and_then(|ending| ending.to_str()) else {
        return false;
    };
    let lower = ending.to_ascii_lowercase();
    let is_other = ["bz2", "z", "zip", "7z", "lz4"].contains(&lower.as_str());
    is_other || (ending != lower && Compression::of_ending(&lower).is_some())
}

/// Bytes in a frame of zstd, which this module writes one by one.
const FRAME: usize = 1 << 20;

/// Compresses its input, or passes it on unchanged.
pub struct Compressor<W> {
    output: W,
    encoder: Encoder,
}

/// The encoders, which write to a buffer: they are compiled once for all outputs.
enum Encoder {
    Plain,
    Gzip(Box<GzEncoder<Vec<u8>>>),
    /// The beginning of a frame.
    Zstd(Vec<u8>),
    Xz(Box<XzWriter<Vec<u8>>>),
}

impl<W: Write> Compressor<W> {
    /// Compresses in the format of the ending of `name`: `.gz`, `.zst` or `.xz`. With any other
    /// ending the output stays plain.
    ///
    /// Formulas are so regular that the fastest level compresses well. Slower levels would delay
    /// the encoder.
    pub fn for_name(name: &Path, output: W) -> io::Result<Self> {
        let buffer = Vec::new();
        let encoder = match Compression::of_name(name) {
            None => Encoder::Plain,
            Some(Compression::Gzip) => Encoder::Gzip(Box::new(GzEncoder::new(
                buffer,
                flate2::Compression::fast(),
            ))),
            Some(Compression::Zstd) => Encoder::Zstd(buffer),
            Some(Compression::Xz) => {
                Encoder::Xz(Box::new(XzWriter::new(buffer, XzOptions::with_preset(0))?))
            }
        };
        Ok(Compressor { output, encoder })
    }

    /// Writes the end of the compressed data and returns the output.
    pub fn finish(mut self) -> io::Result<W> {
        let last = match self.encoder {
            Encoder::Plain => Vec::new(),
            Encoder::Gzip(encoder) => encoder.finish()?,
            Encoder::Zstd(frame) => compress_to_vec(&*frame, CompressionLevel::Fastest),
            Encoder::Xz(encoder) => encoder.finish()?,
        };
        self.output.write_all(&last)?;
        Ok(self.output)
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let buffer = match &mut self.encoder {
            Encoder::Plain => return self.output.write(bytes),
            Encoder::Gzip(encoder) => {
                encoder.write_all(bytes)?;
                encoder.get_mut()
            }
            Encoder::Zstd(frame) => {
                frame.extend_from_slice(bytes);
                if frame.len() < FRAME {
                    return Ok(bytes.len());
                }
                *frame = compress_to_vec(&**frame, CompressionLevel::Fastest);
                frame
            }
            Encoder::Xz(encoder) => {
                encoder.write_all(bytes)?;
                encoder.inner_mut()
            }
        };
        self.output.write_all(buffer)?;
        buffer.clear();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
