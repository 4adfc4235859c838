//! Errors of the operating system in this program's own words.
//!
//! ```
//! use knightsat_base::system;
//! use std::io;
//!
//! let full = io::Error::from(io::ErrorKind::StorageFull);
//! assert_eq!(system::message(&full), "the disk is full");
//! // Errors with a text of their own keep it.
//! assert_eq!(system::message(&io::Error::other("no graph")), "no graph");
//! ```

use std::io::{self, ErrorKind};

/// Returns the reason, without the object and without the system's error number.
pub fn message(error: &io::Error) -> String {
    match error.get_ref().map(|inner| (inner, inner.downcast_ref())) {
        Some((_, Some(inner))) => message(inner),
        Some((inner, None)) => inner.to_string(),
        None => match known(error.kind()) {
            Some(known) => known.to_string(),
            None => without_number(&error.to_string()),
        },
    }
}

/// Returns a text of the system without its number, as in "Too many open files (os error 24)".
fn without_number(text: &str) -> String {
    let words = text.split(" (os error").next().unwrap_or(text);
    let (first, rest) = words.split_at_checked(1).unwrap_or((words, ""));
    first.to_lowercase() + rest
}

/// Returns the error without the text of a library, which names a temporary file.
pub fn without_text(error: io::Error) -> io::Error {
    match known(error.kind()) {
        Some(_) => error.kind().into(),
        None => error,
    }
}

fn known(kind: ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::NotFound => "no such file or folder",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::AlreadyExists => "exists already",
        ErrorKind::IsADirectory => "a folder, not a file",
        ErrorKind::NotADirectory => "a part of its path is a file, not a folder",
        ErrorKind::DirectoryNotEmpty => "the folder is not empty",
        ErrorKind::InvalidFilename => "the name is too long",
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "the disk quota is used up",
        ErrorKind::FileTooLarge => "the largest size of a file is reached (see ulimit -f)",
        ErrorKind::BrokenPipe => "the reader has closed the pipe",
        ErrorKind::UnexpectedEof => "the data ends early",
        ErrorKind::InvalidData => "no UTF-8 text",
        ErrorKind::OutOfMemory => "out of memory",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;

    #[test]
    fn no_number_of_the_system_is_left() {
        // ENOENT, EACCES, EMFILE, EFBIG, ENOSPC.
        for (number, expected) in cases(
            "
            2 => no such file or folder
            13 => permission denied
            24 => too many open files
            27 => the largest size of a file is reached (see ulimit -f)
            28 => the disk is full
            ",
        ) {
            let error = io::Error::from_raw_os_error(number.parse().unwrap());
            assert_eq!(message(&error), expected);
            assert_eq!(message(&io::Error::other(error)), expected);
        }
        let error = tempfile::NamedTempFile::new_in("/no/such/folder").unwrap_err();
        assert_eq!(message(&without_text(error)), "no such file or folder");
        let error = io::read_to_string(&b"\xff"[..]).unwrap_err();
        assert_eq!(message(&error), "no UTF-8 text");
    }
}
