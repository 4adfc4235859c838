//! Where bytes go: standard output without a second buffer, or a file that appears whole or not
//! at all.

mod folder;

use crate::cli::shared::destination::{self, Destination};
use crate::cli::shared::note::note;
use crate::cli::shared::{interrupt, path};
use anyhow::{Context, Result, ensure};
use knightsat::base::input::{self, Input};
use knightsat::cnf::dimacs::compress::{self, decompress};
use knightsat::stop::{Reading, Stop};
use std::fs::{File, Permissions};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::NamedTempFile;

pub use folder::Folder;

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
            note(format_args!(
                "{}: written uncompressed: to compress it, end the name in .gz, .zst or .xz",
                path.display()
            ));
        }
        Output::at(path).map_err(|error| path::told(path, error))
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
    print().context(path::STDOUT)
}

/// Opens an input, to be read until `stop` is over; `-` is standard input, which is there for one reader only.
pub fn input(path: &Path, stop: &Stop) -> Result<Input> {
    let input = if path::is_stream(path) {
        static IS_TAKEN: AtomicBool = AtomicBool::new(false);
        ensure!(
            !IS_TAKEN.swap(true, Ordering::Relaxed),
            "- stands for standard input twice, and it can be read only once: name a file instead"
        );
        Input::stdin(stop)
    } else {
        Input::open(path, stop)
    };
    input.map_err(|error| path::told(path, error))
}

/// Opens an input that may be compressed.
pub fn decompressed(path: &Path, stop: &Stop) -> Result<Box<dyn io::Read>> {
    let input = decompress(input(path, stop)?).with_context(|| path::name(path))?;
    Ok(Box::new(Reading::new(input, stop)))
}

/// The text of an input, at most so many bytes of it: enough for `what`.
pub fn text(path: &Path, limit: u64, what: &str, stop: &Stop) -> Result<String> {
    input::text(input(path, stop)?, limit, what).with_context(|| path::name(path))
}
