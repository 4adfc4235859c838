//! Temporary files.

use super::{STATE, lock, state};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Makes a temporary file or folder that is removed where a signal ends the program.
pub fn temporary<T: AsRef<Path>>(make: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    // Locked meanwhile, so that there is no moment at which a signal would miss it.
    let mut files = lock(&state()?.files);
    let file = make()?;
    files.push(file.as_ref().to_path_buf());
    Ok(file)
}

/// Removes temporary files where there is no memory left: unless somebody is about to make one, who can
/// never finish.
pub fn remove_temporary() {
    if let Some(Ok(files)) = STATE.get().map(|state| state.files.try_lock()) {
        remove(&files);
    }
}

pub fn remove(files: &[PathBuf]) {
    for file in files {
        // Nothing can be done about a failure, and nobody is left to be told.
        let _ = if file.is_dir() {
            fs::remove_dir_all(file)
        } else {
            fs::remove_file(file)
        };
    }
}
