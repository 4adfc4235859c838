//! Files only: whether anybody writes to a pipe cannot be seen without calls of the system.

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
        let data = path.metadata()?;
        if data.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !data.is_file() {
            return Err(io::Error::other(
                "no regular file: this knightsat was built without --features processes, which read others",
            ));
        }
        File::open(path).map(Input)
    }
}

impl Read for Input {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.read(out)
    }
}

#[cfg(test)]
mod tests {
    use super::super::text;
    use super::*;

    #[test]
    fn regular_files_are_read_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        std::fs::write(&path, "abc").unwrap();
        let input = Input::open(&path, &Stop::default()).unwrap();
        assert_eq!(text(input, 100, "this").unwrap(), "abc");
        let fault = |path: &Path| {
            let error = Input::open(path, &Stop::default());
            error.unwrap_err().to_string()
        };
        assert_eq!(fault(dir.path()), "is a directory");
        assert!(fault(Path::new("/dev/zero")).contains("--features processes"));
    }
}
