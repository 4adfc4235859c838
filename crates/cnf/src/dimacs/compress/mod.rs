//! Compressed files: recognised by content when reading, chosen by name when writing.
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

#[cfg(feature = "compression")]
mod formats;
#[cfg(not(feature = "compression"))]
#[path = "without.rs"]
mod formats;

pub use formats::Compressor;

use std::io::{self, Read};
use std::path::Path;

/// A format that is read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Gzip,
    Zstd,
    Xz,
}

impl Format {
    const ALL: [Format; 3] = [Format::Gzip, Format::Zstd, Format::Xz];
    /// No file begins with more bytes that tell its format.
    const LONGEST: u64 = 6;

    /// How files in it begin.
    fn magic(self) -> &'static [u8] {
        match self {
            Format::Gzip => &[0x1f, 0x8b],
            Format::Zstd => &[0x28, 0xb5, 0x2f, 0xfd],
            Format::Xz => b"\xfd7zXZ\0",
        }
    }

    /// How names of files in it end.
    fn ending(self) -> &'static str {
        match self {
            Format::Gzip => "gz",
            Format::Zstd => "zst",
            Format::Xz => "xz",
        }
    }

    /// The one that a name with this ending asks for.
    fn of_ending(ending: &str) -> Option<Format> {
        let mut all = Format::ALL.into_iter();
        all.find(|format| format.ending() == ending)
    }

    fn of_name(name: &Path) -> Option<Format> {
        Format::of_ending(name.extension()?.to_str()?)
    }
}

/// How files begin that are compressed in another way, and what unpacks them.
const OTHERS: [(&[u8], &str, &str); 5] = [
    (b"BZh", "bzip2", "bunzip2 -c"),
    (b"PK\x03\x04", "zip", "unzip -p"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip", "7z x -so"),
    (b"\x04\x22\x4d\x18", "lz4", "lz4 -dc"),
    (b"\x1f\x9d", "compress", "uncompress -c"),
];

/// Whether a name promises a compression that [`Compressor::for_name`] does not make of it.
pub fn is_misleading(name: &Path) -> bool {
    let Some(ending) = name.extension().and_then(|ending| ending.to_str()) else {
        return false;
    };
    let lower = ending.to_ascii_lowercase();
    let is_other = ["bz2", "z", "zip", "7z", "lz4"].contains(&lower.as_str());
    is_other || (ending != lower && Format::of_ending(&lower).is_some())
}

/// The plain content of `input`, which may be compressed with gzip, zstd or xz; files of several
/// concatenated members are read to their end.
pub fn decompress<'r>(mut input: impl Read + 'r) -> io::Result<Box<dyn Read + 'r>> {
    // Read, not peeked at: a pipe may deliver the first bytes one by one.
    let mut magic = Vec::new();
    input
        .by_ref()
        .take(Format::LONGEST)
        .read_to_end(&mut magic)?;
    let mut all = Format::ALL.into_iter();
    let format = all.find(|format| magic.starts_with(format.magic()));
    if let Some((_, format, unpack)) = OTHERS.iter().find(|(begin, ..)| magic.starts_with(begin)) {
        return Err(io::Error::other(format!(
            "compressed with {format}, which cannot be read here: unpack it first, for example with {unpack}"
        )));
    }
    let input = io::Cursor::new(magic).chain(input);
    match format {
        Some(format) => formats::decoder(format, input),
        None => Ok(Box::new(input)),
    }
}

#[cfg(all(test, feature = "compression"))]
mod tests;
