//! Where bytes go: standard output without a second buffer, or a file that appears whole or not
//! at all.

use super::interrupt;
use super::say::say;
use anyhow::{Context, Result, ensure};
use knightsat::dimacs::compress;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempDir};

/// An opened destination.
pub enum Output {
    /// Standard output, or something that is no regular file.
    Stream(File),
    /// A temporary file beside the target that is to take its name in the end.
    Atomic(NamedTempFile, PathBuf),
}

impl Output {
    /// Opens `path`; `None` and `-` are standard output.
    pub fn open(path: Option<&Path>) -> Result<Output> {
        match path {
            None => Ok(Output::Stream(stdout()?)),
            Some(path) if path == Path::new("-") => Ok(Output::Stream(stdout()?)),
            Some(path) => {
                if compress::is_misleading(path) {
                    say(format_args!(
                        "{}: written uncompressed; for compression let the name end in .gz, .zst or .xz",
                        path.display()
                    ));
                }
                Output::file(path).with_context(|| path.display().to_string())
            }
        }
    }

    fn file(path: &Path) -> io::Result<Output> {
        let target = match fs::canonicalize(path) {
            Ok(target) => target,
            Err(_) => path.to_path_buf(),
        };
        // A device or a named pipe cannot be replaced, only written to.
        if fs::metadata(&target).is_ok_and(|data| !data.is_file()) {
            return Ok(Output::Stream(File::options().write(true).open(&target)?));
        }
        let file = temporary(&target, |builder, folder| {
            builder
                .permissions(Permissions::from_mode(0o666))
                .tempfile_in(folder)
        })?;
        Ok(Output::Atomic(file, target))
    }

    /// Gives a finished file its name.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Output::Stream(mut file) => file.flush(),
            Output::Atomic(file, target) => {
                file.persist(target)?;
                Ok(())
            }
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Stream(file) => file.write(bytes),
            // Not by way of its name, which would come up in errors.
            Output::Atomic(file, _) => file.as_file_mut().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stream(file) => file.flush(),
            Output::Atomic(file, _) => file.as_file_mut().flush(),
        }
    }
}

/// A folder that appears whole or not at all: a temporary one beside the target until it is finished.
pub struct Folder {
    folder: TempDir,
    target: PathBuf,
}

impl Folder {
    /// Opens a folder that is to be at `path`, where nothing may be but an empty folder.
    pub fn open(path: &Path) -> Result<Folder> {
        let target = match fs::canonicalize(path) {
            Ok(target) => target,
            Err(_) => path.to_path_buf(),
        };
        let context = || path.display().to_string();
        if target.exists() {
            let mut entries = fs::read_dir(&target).with_context(context)?;
            let is_empty = entries.next().is_none();
            ensure!(
                is_empty,
                "{}: the folder is not empty: name one that is not there yet",
                context()
            );
        }
        let folder = temporary(&target, |builder, parent| {
            builder
                .permissions(Permissions::from_mode(0o777))
                .tempdir_in(parent)
        });
        let folder = folder.with_context(context)?;
        Ok(Folder { folder, target })
    }

    /// Where to write for now.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Gives the finished folder its name.
    pub fn finish(self) -> Result<()> {
        let context = || self.target.display().to_string();
        fs::rename(self.folder.path(), &self.target).with_context(context)?;
        // What has been renamed is not to be removed.
        let _ = self.folder.keep();
        Ok(())
    }
}

/// Makes something temporary beside `target`, which a signal removes.
fn temporary<T: AsRef<Path>>(
    target: &Path,
    make: impl FnOnce(&mut tempfile::Builder, &Path) -> io::Result<T>,
) -> io::Result<T> {
    let parent = target
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    interrupt::temporary(|| make(builder.prefix(".knightsat-"), parent))
        // The name of what is temporary is of no interest to anybody.
        .map_err(|error| io::Error::from(error.kind()))
}

/// The raw descriptor: `io::stdout` would look for line ends in every block.
fn stdout() -> Result<File> {
    let descriptor = io::stdout().as_fd().try_clone_to_owned();
    let file = File::from(descriptor.context("standard output")?);
    // The four times larger pipe spares most of the waiting of writer and reader for each other;
    // one larger still would leave the cache. What is no pipe, or may not grow, stays as it is.
    #[cfg(target_os = "linux")]
    let _ = rustix::pipe::fcntl_setpipe_size(&file, 1 << 18);
    Ok(file)
}

/// Writes a text to standard output.
pub fn print(text: &str) -> Result<()> {
    let print = || io::stdout().write_all(text.as_bytes());
    print().context("standard output")
}

/// The name of an input as error messages write it.
pub fn name(path: &Path) -> String {
    if path == Path::new("-") {
        return "standard input".into();
    }
    path.display().to_string()
}

/// Opens an input; `-` is standard input.
pub fn input(path: &Path) -> Result<Box<dyn io::Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let open = || -> io::Result<File> {
        if fs::metadata(path)?.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        File::open(path)
    };
    Ok(Box::new(open().with_context(|| name(path))?))
}
