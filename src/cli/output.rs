//! Where bytes go: standard output without a second buffer, or a file that appears whole or not
//! at all.

use super::destination::{self, Destination};
use super::say::say;
use super::{interrupt, missing};
use anyhow::{Context, Result, ensure};
use knightsat::dimacs::compress;
use knightsat::text::input::{self, Input};
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
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
        let path = path.unwrap_or(Path::new("-"));
        if compress::is_misleading(path) {
            say(format_args!(
                "{}: written uncompressed: to compress it, end the name in .gz, .zst or .xz",
                path.display()
            ));
        }
        Output::at(path).map_err(|error| missing::told(path, error))
    }

    fn at(path: &Path) -> io::Result<Output> {
        let (target, replaced) = match Destination::of(path)? {
            Destination::Stdout => return Ok(Output::Stream(stdout()?)),
            Destination::Stream(path) => {
                return Ok(Output::Stream(File::options().write(true).open(path)?));
            }
            Destination::There(path, data) => (path, Some(data)),
            Destination::New(path) => (path, None),
        };
        // Never more permissions than in the end.
        let mode = replaced.as_ref().map_or(0o666, |data| data.mode() & 0o777);
        let file = temporary(&target, |builder, folder| {
            builder
                .permissions(Permissions::from_mode(mode))
                .tempfile_in(folder)
        })?;
        if let Some(data) = replaced {
            destination::inherit(file.as_file(), &data)?;
        }
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
        let context = || path.display().to_string();
        let target = destination::folder(path).map_err(|error| missing::told(path, error))?;
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
        let folder = folder.map_err(|error| missing::told(path, error))?;
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
fn stdout() -> io::Result<File> {
    let file = File::from(io::stdout().as_fd().try_clone_to_owned()?);
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

/// Whether it is standard input or output.
pub fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// The name of an input as error messages write it.
pub fn name(path: &Path) -> String {
    if is_stream(path) {
        return "standard input".into();
    }
    path.display().to_string()
}

/// Opens an input; `-` is standard input, which is there for one reader only.
pub fn input(path: &Path) -> Result<Box<dyn io::Read>> {
    if is_stream(path) {
        static IS_TAKEN: AtomicBool = AtomicBool::new(false);
        ensure!(
            !IS_TAKEN.swap(true, Ordering::Relaxed),
            "- stands for standard input twice, and it can be read only once: name a file instead"
        );
        return Ok(Box::new(io::stdin().lock()));
    }
    let input = Input::open(path, &interrupt::is_stopped);
    Ok(Box::new(input.map_err(|error| missing::told(path, error))?))
}

/// The text of an input, at most so many bytes of it: enough for `what`.
pub fn text(path: &Path, limit: u64, what: &str) -> Result<String> {
    input::text(input(path)?, limit, what).with_context(|| name(path))
}
