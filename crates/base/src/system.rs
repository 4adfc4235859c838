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
        None => match known(error.kind()).or_else(|| numbered(error.raw_os_error()?)) {
            Some(known) => known.to_string(),
            None => error.to_string(),
        },
    }
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
        ErrorKind::ExecutableFileBusy => "the program is being written",
        ErrorKind::ArgumentListTooLong => "the command is too long",
        ErrorKind::ResourceBusy => "the file or device is in use",
        ErrorKind::NotSeekable => "a pipe or device, not a file",
        ErrorKind::StaleNetworkFileHandle => "the network no longer has this file",
        ErrorKind::CrossesDevices => "on another file system",
        _ => return None,
    })
}

/// Returns the reason of an error that has a number but no kind: the same numbers on Linux, macOS
/// and the BSDs.
fn numbered(number: i32) -> Option<&'static str> {
    Some(match number {
        _ if !cfg!(unix) => return None,
        5 => "the device failed",
        6 | 19 => "no such device",
        22 => "invalid argument",
        23 | 24 => "too many open files",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;

    #[test]
    fn no_text_of_the_system_is_left() {
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
