//! Foreign input files, read to their end within a limit.
//!
//! ```
//! use knightsat_base::input;
//!
//! let text = input::text("8x8\n".as_bytes(), 100, "any board")?;
//! assert_eq!(text, "8x8\n");
//! // A limit in bytes, and what for.
//! assert!(input::text(std::io::repeat(b'.'), 100, "any board").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Regular files, pipes and terminals are read. A folder, an endless device and a named pipe
//! without a writer are errors, so that no reader waits or collects for ever. A caller that keeps
//! the content passes a limit, see [`text`]. Without the feature `processes` only regular files are
//! read.

#[cfg(feature = "processes")]
mod file;
/// Regular files only: the check for a writer of a pipe needs system calls.
#[cfg(not(feature = "processes"))]
mod file {
    use crate::stop::Stop;
    use std::fs::File;
    use std::io::{self, Read};
    use std::path::Path;

    /// A file that is open for reading.
    #[derive(Debug)]
    pub struct Input(File);

    impl Input {
        /// Opens a regular file, which takes no time.
        pub fn open(path: &Path, _stop: &Stop) -> io::Result<Input> {
            match path.metadata()? {
                data if data.is_file() => File::open(path).map(Input),
                data if data.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
                _ => Err(io::Error::other(
                    "not a regular file: to read other files, build knightsat with --features processes",
                )),
            }
        }
    }

    impl Read for Input {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            self.0.read(out)
        }
    }
}

pub use file::Input;
#[cfg(feature = "processes")]
pub use file::open_to_write;

use std::io::{self, Cursor, Read};

/// UTF-8's byte order mark, which editors put before a text, and which carries no meaning.
pub const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

/// Returns the text without a byte order mark at its beginning.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Refuses UTF-16, as in the output of a Windows shell, by the mark at its beginning.
pub fn refuse_utf_16(begin: &[u8]) -> io::Result<()> {
    let is_utf_16 = [[0xff, 0xfe], [0xfe, 0xff]]
        .iter()
        .any(|mark| begin.starts_with(mark));
    if is_utf_16 {
        return Err(io::Error::other("this is UTF-16: save it as UTF-8"));
    }
    Ok(())
}

/// A reader of UTF-8 that skips a byte order mark at the beginning.
#[derive(Debug)]
pub struct Unmarked<R> {
    input: R,
    /// The bytes that come before the rest of the input, once it is open.
    begin: Option<Cursor<Vec<u8>>>,
}

impl<R: Read> Unmarked<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Unmarked<R> {
        let begin = None;
        Unmarked { input, begin }
    }

    /// Reads the mark, if there is one, and returns the bytes after it that are read already.
    fn open(&mut self) -> io::Result<Vec<u8>> {
        // A pipe may deliver them one by one.
        let (mut bytes, longest) = (Vec::new(), MARK.len() as u64);
        (&mut self.input).take(longest).read_to_end(&mut bytes)?;
        refuse_utf_16(&bytes)?;
        bytes.drain(..if bytes == MARK { bytes.len() } else { 0 });
        Ok(bytes)
    }
}

impl<R: Read> Read for Unmarked<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.begin.is_none() {
            self.begin = Some(Cursor::new(self.open()?));
        }
        match self.begin.as_mut().expect("it is open").read(out)? {
            0 => self.input.read(out),
            count => Ok(count),
        }
    }
}

/// Reads everything as UTF-8 without its byte order mark, see [`Unmarked`], up to `limit` bytes.
/// `what` names the kind of input in the error.
pub fn bytes(input: impl Read, limit: u64, what: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    Unmarked::new(input)
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        Err(too_long(limit, what))
    } else {
        Ok(bytes)
    }
}

/// Reads a text like [`bytes`]. Invalid UTF-8 becomes U+FFFD, which the parser of the text reports
/// with its place.
pub fn text(input: impl Read, limit: u64, what: &str) -> io::Result<String> {
    let bytes = bytes(input, limit, what)?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Returns the error for an input beyond its limit.
pub fn too_long(limit: u64, what: &str) -> io::Error {
    io::Error::other(format!("longer than {what} can be: {limit} bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_read_than_allowed() {
        let error = bytes(io::repeat(b'x'), 9, "a number").unwrap_err();
        assert_eq!(error.to_string(), "longer than a number can be: 9 bytes");
        assert_eq!(
            bytes(&b"123456789"[..], 9, "a number").unwrap(),
            b"123456789"
        );
        assert_eq!(text(&b"\xff"[..], 9, "a number").unwrap(), "\u{fffd}");
    }

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
            read.clear();
            Unmarked::new(Slow(bytes)).read_to_end(&mut read).unwrap();
            assert_eq!(read, expected);
        }
        assert_eq!(without_mark("\u{feff}a1"), "a1");
    }

    #[test]
    fn utf_16_is_refused() {
        for bytes in [&b"\xff\xfea\0"[..], b"\xfe\xff\0a"] {
            let error = text(Slow(bytes), 9, "a text").unwrap_err();
            assert_eq!(error.to_string(), "this is UTF-16: save it as UTF-8");
        }
    }

    /// A pipe that delivers one byte at a time.
    struct Slow<'b>(&'b [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let count = out.len().min(1);
            self.0.read(&mut out[..count])
        }
    }

    #[test]
    #[cfg(not(feature = "processes"))]
    fn regular_files_are_read_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        std::fs::write(&path, "abc").unwrap();
        let input = Input::open(&path, &Default::default()).unwrap();
        assert_eq!(text(input, 100, "this").unwrap(), "abc");
        let fault = |path: &std::path::Path| {
            let error = Input::open(path, &Default::default());
            error.unwrap_err().to_string()
        };
        assert_eq!(fault(dir.path()), "is a directory");
        assert!(fault(std::path::Path::new("/dev/zero")).contains("--features processes"));
    }
}
