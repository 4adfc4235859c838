//! Atomic files and folders: they have a temporary name next to the target until they are finished.
//!
//! ```
//! use knightsat_base::atomic::AtomicFile;
//! use std::io::Write;
//!
//! let home = tempfile::tempdir()?;
//! let path = home.path().join("file");
//! let mut file = AtomicFile::new(&path, 0o666)?;
//! file.write_all(b"all of it")?;
//! file.finish()?;
//! let mut file = AtomicFile::new(&path, 0o666)?;
//! file.write_all(b"half of ")?;
//! assert_eq!(std::fs::read(&path)?, b"all of it");
//! drop(file);
//! assert_eq!(std::fs::read_dir(home.path())?.count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{Builder, NamedTempFile, TempDir};

/// A lock on the temporary names.
type Names = MutexGuard<'static, Vec<PathBuf>>;

/// All temporary names so far; most are no longer in use.
static NAMES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that gets its name when it is finished, and disappears otherwise.
#[derive(Debug)]
pub struct AtomicFile {
    file: NamedTempFile,
    target: PathBuf,
}

impl AtomicFile {
    /// Opens a temporary file for `target`, with these permissions, restricted by the umask.
    pub fn new(target: &Path, mode: u32) -> io::Result<AtomicFile> {
        let file = temporary(target, mode, |builder, folder| builder.tempfile_in(folder))?;
        let target = target.to_path_buf();
        Ok(AtomicFile { file, target })
    }

    /// The open file.
    pub fn as_file(&self) -> &File {
        self.file.as_file()
    }

    /// Gives the file its name. An existing file of that name is replaced.
    pub fn finish(self) -> io::Result<()> {
        self.file.persist(self.target)?;
        Ok(())
    }
}

impl Write for AtomicFile {
    // Errors must not contain the temporary name.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}

/// A folder that gets its name when it is finished, and disappears otherwise.
#[derive(Debug)]
pub struct AtomicFolder {
    folder: TempDir,
    target: PathBuf,
}

impl AtomicFolder {
    /// Makes a temporary folder for `target`.
    pub fn new(target: &Path) -> io::Result<AtomicFolder> {
        let folder = temporary(target, 0o777, |builder, folder| builder.tempdir_in(folder))?;
        let target = target.to_path_buf();
        Ok(AtomicFolder { folder, target })
    }

    /// Returns the temporary path, to write to.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Gives the folder its name; an existing folder of that name must be empty.
    pub fn finish(self) -> io::Result<()> {
        fs::rename(self.folder.path(), self.target)?;
        // A renamed folder must not be removed.
        let _ = self.folder.keep();
        Ok(())
    }
}

/// Makes something temporary beside `target`.
fn temporary<T: AsRef<Path>>(
    target: &Path,
    mode: u32,
    make: impl FnOnce(&Builder, &Path) -> io::Result<T>,
) -> io::Result<T> {
    let folder = target.parent().filter(|path| !path.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut builder = Builder::new();
    builder.prefix(".knightsat-");
    builder.permissions(Permissions::from_mode(mode));
    // The lock lasts until the name is recorded, so that a signal misses no file.
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    // Errors must not contain the temporary name.
    let made = make(&builder, folder).map_err(|error| io::Error::from(error.kind()))?;
    names.push(made.as_ref().to_path_buf());
    Ok(made)
}

/// Removes all unfinished files and folders at the end of a program. While the guard lives, no new
/// ones are made.
pub fn remove_unfinished() -> Names {
    let names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    for path in names.iter() {
        // The program ends: a failure has no remedy.
        let _ = if path.is_dir() {
            fs::remove_dir_all(path)
        } else {
            fs::remove_file(path)
        };
    }
    names
}
