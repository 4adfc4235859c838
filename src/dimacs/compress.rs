//! Compressed files: recognised by content when reading, chosen by name when writing.

use flate2::write::GzEncoder;
use liblzma::write::XzEncoder;
use std::fmt;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
const XZ: &[u8] = &[0xfd, b'7', b'z', b'X', b'Z', 0];

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
    is_other || (ending != lower && ["gz", "zst", "xz"].contains(&lower.as_str()))
}

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
    if let Some((_, format, unpack)) = OTHERS.iter().find(|(begin, ..)| magic.starts_with(begin)) {
        return Err(io::Error::other(format!(
            "compressed with {format}, which cannot be read here: unpack it first, for example with {unpack}"
        )));
    }
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
        let ending = name.extension().and_then(|ending| ending.to_str());
        Ok(match ending {
            Some("gz") => Compressor::Gzip(GzEncoder::new(output, flate2::Compression::fast())),
            Some("zst") => {
                let mut encoder = zstd::Encoder::new(output, 1)?;
                encoder.include_checksum(true)?;
                Compressor::Zstd(encoder)
            }
            Some("xz") => Compressor::Xz(XzEncoder::new(output, 0)),
            _ => Compressor::Plain(output),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(count: u32) -> Vec<u8> {
        let lines = (0..count).map(|number| format!("{number} 0\n"));
        lines.collect::<String>().into_bytes()
    }

    fn compress(name: &str, text: &[u8]) -> Vec<u8> {
        let mut compressor = Compressor::for_name(Path::new(name), Vec::new()).unwrap();
        compressor.write_all(text).unwrap();
        compressor.finish().unwrap()
    }

    fn plain(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        decompress(bytes)?.read_to_end(&mut text)?;
        Ok(text)
    }

    #[test]
    fn the_name_chooses_and_the_content_tells() {
        let text = lines(99_999);
        for (name, magic) in [("t.cnf.gz", GZIP), ("t.zst", ZSTD), ("gz/t.cnf.xz", XZ)] {
            let bytes = compress(name, &text);
            assert!(
                bytes.starts_with(magic) && bytes.len() < text.len(),
                "{name}"
            );
            assert_eq!(plain(&bytes).unwrap(), text, "{name}");
            assert_eq!(plain(&compress(name, b"")).unwrap(), b"", "{name}");
        }
        for name in ["t.cnf", "gz", "t.gz/t", "t.cnf.GZ", ".xz", "t"] {
            assert_eq!(compress(name, &text), text, "{name}");
        }
    }

    #[test]
    fn what_is_cut_off_or_changed_is_an_error() {
        let text = lines(9999);
        for name in ["t.gz", "t.zst", "t.xz"] {
            let bytes = compress(name, &text);
            for end in (7..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
                assert!(plain(&bytes[..end]).is_err(), "{name} cut at {end}");
            }
            let mut changed = bytes.clone();
            changed[bytes.len() / 2] ^= 1;
            assert!(plain(&changed).is_err(), "{name}");
        }
    }

    #[test]
    fn an_error_of_the_output_comes_through() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        for name in ["t.gz", "t.zst", "t.xz"] {
            let write = || {
                let mut compressor = Compressor::for_name(Path::new(name), Full)?;
                compressor.write_all(b"1 0\n")?;
                compressor.finish()
            };
            let error = write().map(drop).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{name}");
        }
    }
}
