//! In place of the formats where the libraries that they need are left out: the feature is named.

use super::Format;
use std::io::{self, Read, Write};
use std::path::Path;

/// There is no reader.
pub(super) fn decoder<'r>(format: Format, _: impl Read + 'r) -> io::Result<Box<dyn Read + 'r>> {
    Err(missing(format))
}

fn missing(format: Format) -> io::Error {
    let ending = format.ending();
    io::Error::other(format!(
        "compressed (.{ending}), and this knightsat was built without compression: unpack it, or build \
         with --features compression"
    ))
}

/// Passes on what is written to it.
#[derive(Debug)]
pub enum Compressor<W: Write> {
    /// Not compressed.
    Plain(W),
}

impl<W: Write> Compressor<W> {
    /// An error where the ending of `name` asks for a compression: `.gz`, `.zst` or `.xz`.
    pub fn for_name(name: &Path, output: W) -> io::Result<Self> {
        match Format::of_name(name) {
            Some(format) => Err(missing(format)),
            None => Ok(Compressor::Plain(output)),
        }
    }

    /// Gives the output back.
    pub fn finish(self) -> io::Result<W> {
        let Compressor::Plain(output) = self;
        Ok(output)
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Compressor::Plain(output) = self;
        output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        let Compressor::Plain(output) = self;
        output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Compressor, decompress};
    use super::*;

    #[test]
    fn what_is_compressed_is_refused_by_the_name_of_the_feature() {
        for (name, begin) in [("t.gz", &b"\x1f\x8b\x08"[..]), ("t.xz", b"\xfd7zXZ\0\0")] {
            let write = Compressor::for_name(Path::new(name), Vec::new()).map(drop);
            let read = decompress(begin).map(drop);
            for error in [write.unwrap_err(), read.unwrap_err()] {
                let error = error.to_string();
                assert!(
                    error.ends_with("build with --features compression"),
                    "{error}"
                );
            }
        }
    }

    #[test]
    fn what_is_plain_passes() {
        let mut plain = Compressor::for_name(Path::new("t.cnf"), Vec::new()).unwrap();
        plain.write_all(b"p cnf 0 0\n").unwrap();
        let text = plain.finish().unwrap();
        let mut read = Vec::new();
        decompress(&text[..])
            .unwrap()
            .read_to_end(&mut read)
            .unwrap();
        assert_eq!(read, b"p cnf 0 0\n");
    }
}
