//! Compressed files: detected by content when reading, chosen by name when writing.
//!
//! ```
//! use knightsat_cnf::dimacs::compress::{Compressor, decompress};
//! use std::io::{Read, Write};
//! use std::path::Path;
//!
//! let mut file = Compressor::for_name(Path::new("tour.cnf.gz"), Vec::new())?;
//! file.write_all(b"p cnf 0 0\n")?;
//! let bytes = file.finish()?;
//! let mut text = String::new();
//! decompress(&bytes[..])?.read_to_string(&mut text)?;
//! assert_eq!(text, "p cnf 0 0\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(test)]
mod tests;

use crate::base::stop::Stopped;
use flate2::write::GzEncoder;
use liblzma::write::XzEncoder;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// A format that is read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Gzip,
    Zstd,
    Xz,
}

/// The formats, with their magic numbers and the endings of file names.
const FORMATS: [(Format, &[u8], &str); 3] = [
    (Format::Gzip, &[0x1f, 0x8b], "gz"),
    (Format::Zstd, &[0x28, 0xb5, 0x2f, 0xfd], "zst"),
    (Format::Xz, b"\xfd7zXZ\0", "xz"),
];
/// The most bytes of a magic number.
const LONGEST: u64 = 6;

impl Format {
    /// Returns the format of a name with this ending.
    fn of_ending(ending: &str) -> Option<Format> {
        let found = FORMATS.iter().find(|format| format.2 == ending);
        found.map(|&(format, ..)| format)
    }

    fn of_name(name: &Path) -> Option<Format> {
        Format::of_ending(name.extension()?.to_str()?)
    }
}

/// Magic numbers of unsupported formats, with the programs that decompress them.
const OTHERS: [(&[u8], &str, &str); 5] = [
    (b"BZh", "bzip2", "bunzip2 -c"),
    (b"PK\x03\x04", "zip", "unzip -p"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip", "7z x -so"),
    (b"\x04\x22\x4d\x18", "lz4", "lz4 -dc"),
    (b"\x1f\x9d", "compress", "uncompress -c"),
];

/// Returns the name without the ending of its compression, if it has one.
pub fn name_unpacked(name: &Path) -> PathBuf {
    match Format::of_name(name) {
        Some(_) => name.with_extension(""),
        None => name.to_path_buf(),
    }
}

/// Returns true if the name has the ending of a format that [`Compressor::for_name`] does not
/// write.
pub fn is_misleading(name: &Path) -> bool {
    let Some(ending) = name.extension().and_then(|ending| ending.to_str()) else {
        return false;
    };
    let lower = ending.to_ascii_lowercase();
    let is_other = ["bz2", "z", "zip", "7z", "lz4"].contains(&lower.as_str());
    is_other || (ending != lower && Format::of_ending(&lower).is_some())
}

/// Bytes that are read at a time.
const BLOCK: usize = 1 << 16;

/// Returns the plain content of `input`, which may be compressed with gzip, zstd or xz. Files of
/// several concatenated members are read to their end.
pub fn decompress<'r>(mut input: impl Read + 'r) -> io::Result<Box<dyn Read + 'r>> {
    // Read, not peeked at: a pipe may deliver the first bytes one by one.
    let mut magic = Vec::new();
    input.by_ref().take(LONGEST).read_to_end(&mut magic)?;
    if let Some((_, format, unpack)) = OTHERS.iter().find(|(begin, ..)| magic.starts_with(begin)) {
        return Err(io::Error::other(format!(
            "compressed with {format}, which cannot be read here: unpack it first, for example with {unpack}"
        )));
    }
    let format = FORMATS
        .iter()
        .find(|(_, begin, _)| magic.starts_with(begin));
    let input = BufReader::with_capacity(BLOCK, io::Cursor::new(magic).chain(input));
    let Some(&(format, ..)) = format else {
        return Ok(Box::new(input));
    };
    Ok(match format {
        Format::Gzip => Damage::named("gzip", flate2::bufread::MultiGzDecoder::new(input)),
        Format::Zstd => Damage::named("zstd", zstd::Decoder::with_buffer(input)?),
        Format::Xz => {
            let decoder = liblzma::bufread::XzDecoder::new_multi_decoder(input);
            Damage::named("xz", decoder)
        }
    })
}

/// A decompressor whose errors are in our words.
struct Damage<R> {
    format: &'static str,
    decoder: R,
}

impl<'r, R: Read + 'r> Damage<R> {
    fn named(format: &'static str, decoder: R) -> Box<dyn Read + 'r> {
        Box::new(Damage { format, decoder })
    }
}

impl<R: Read> Read for Damage<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(out).map_err(|error| {
            let is_of_input = error.raw_os_error().is_some() || Stopped::of(&error).is_some();
            if is_of_input || error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let text = error.to_string();
            let is_short = error.kind() == io::ErrorKind::UnexpectedEof
                || ["incomplete", "eof"].iter().any(|word| text.contains(word));
            // A changed bit may make the rest meaningless up to the end.
            let fault = if is_short {
                "ends early, or is damaged"
            } else {
                "is damaged"
            };
            let format = self.format;
            io::Error::new(
                error.kind(),
                format!("the {format} data {fault}: get the file again, or pack it again"),
            )
        })
    }
}

/// Compresses its input, or passes it on unchanged.
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
    /// Compresses in the format of the ending of `name`: `.gz`, `.zst` or `.xz`. With any other
    /// ending the output stays plain.
    ///
    /// Formulas are so regular that the fastest level compresses well. Slower levels would delay
    /// the encoder.
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

    /// Writes the end of the compressed data and returns the output.
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
