//! Files of others: what can be read to its end, and no more of it than makes sense.
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
//! Regular files, pipes and terminals are read. A folder, a device that never ends and a named pipe
//! that nobody writes to are errors, so that no reader waits or collects for ever. Whoever keeps what
//! it reads says how much that may be, see [`text`]. Without the feature `processes` only regular files are
//! read.

#[cfg(feature = "processes")]
mod file;
#[cfg(not(feature = "processes"))]
#[path = "regular.rs"]
mod file;
mod mark;

pub use file::Input;
pub use mark::{MARK, Unmarked, without_mark};

use std::io::{self, Read};

/// Reads everything behind a byte order mark, up to `limit` bytes; `what` names an input for which so many
/// bytes are enough.
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

/// The same as text. What is no UTF-8 becomes U+FFFD, which those who read the text name with its place.
pub fn text(input: impl Read, limit: u64, what: &str) -> io::Result<String> {
    let bytes = bytes(input, limit, what)?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// More than a reader takes.
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
}
