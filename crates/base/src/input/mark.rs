//! UTF-8's byte order mark, which editors put before a text, and which says nothing about it.

use std::io::{self, Read};

/// The byte order mark.
pub const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

/// Returns the text without a byte order mark at its beginning.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A reader that skips a byte order mark at the beginning.
#[derive(Debug)]
pub struct Unmarked<R> {
    input: R,
    /// Bytes that were read in search of the mark, from `given` on.
    first: Vec<u8>,
    given: usize,
    has_begun: bool,
}

impl<R: Read> Unmarked<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Unmarked<R> {
        Unmarked {
            input,
            first: Vec::new(),
            given: 0,
            has_begun: false,
        }
    }

    /// Reads until the bytes are no mark, or a whole one: a pipe may deliver them one by one.
    fn begin(&mut self) -> io::Result<()> {
        while MARK.starts_with(&self.first) && self.first.len() < MARK.len() {
            let mut byte = [0];
            match self.input.read(&mut byte) {
                Ok(0) => break,
                Ok(_) => self.first.push(byte[0]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if self.first == MARK {
            self.first.clear();
        }
        self.has_begun = true;
        Ok(())
    }
}

impl<R: Read> Read for Unmarked<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if !self.has_begun {
            self.begin()?;
        }
        let mut rest = &self.first[self.given..];
        if rest.is_empty() {
            return self.input.read(out);
        }
        let count = rest.read(out)?;
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_mark_at_the_beginning_is_skipped() {
        for (bytes, expected) in [
            (&b"\xef\xbb\xbfabc"[..], &b"abc"[..]),
            (b"\xef\xbb\xbf", b""),
            (b"\xef\xbb\xbf\xef\xbb\xbfa", b"\xef\xbb\xbfa"),
            (b"\xef\xbbabc", b"\xef\xbbabc"),
            (b"a\xef\xbb\xbf", b"a\xef\xbb\xbf"),
            (b"\xef", b"\xef"),
            (b"", b""),
        ] {
            let mut read = Vec::new();
            Unmarked::new(bytes).read_to_end(&mut read).unwrap();
            assert_eq!(read, expected);
            // One byte at a time.
            let halves = bytes
                .iter()
                .fold(Box::new(io::empty()) as Box<dyn Read>, |before, byte| {
                    Box::new(before.chain(std::slice::from_ref(byte)))
                });
            read.clear();
            Unmarked::new(halves).read_to_end(&mut read).unwrap();
            assert_eq!(read, expected);
        }
        assert_eq!(without_mark("\u{feff}a1"), "a1");
    }
}
