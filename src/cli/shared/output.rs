//! Outputs and inputs: standard output without a second buffer, or an atomic file.

mod input;
mod several;

pub use input::{MOST_COMMENTS, decompressed, document_name, first_comments, input, name};
pub use input::{path_error, text};
pub use several::{distinct, open_all};

use crate::cli::shared::report::{STDOUT, note};
use anyhow::{Context, Result, bail};
use knightsat::cnf::dimacs::compress::{self, Compressor};
use knightsat::prelude::{Stop, Stopped};
use knightsat_base::atomic::{AtomicFile, AtomicFolder};
use knightsat_base::input::open_to_write;
use rustix::process::{getegid, geteuid};
use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

/// An opened destination.
pub enum Output {
    /// Standard output, or something that is no regular file.
    Stream(File),
    /// A file that appears when it is finished.
    File(AtomicFile),
}

impl Output {
    /// Opens `path`; `-` is standard output. Waits some seconds for the reader of a named pipe.
    pub fn open(path: &Path, stop: &Stop) -> Result<Output> {
        if compress::is_misleading(path) {
            note!(
                "{}: written uncompressed: to compress it, end the name in .gz, .zst or .xz",
                path.display()
            );
        }
        Output::at(path, stop).map_err(|error| match Stopped::of(&error) {
            Some(stopped) => stopped.into(),
            None if is_stream(path) => anyhow::Error::new(error).context(STDOUT),
            None => path_error("file", path, error),
        })
    }

    fn at(path: &Path, stop: &Stop) -> io::Result<Output> {
        if takes_stdout(path) {
            return Ok(Output::Stream(stdout()?));
        }
        let file = destination(path)?;
        let data = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Output::File(AtomicFile::new(&file, 0o666)?));
            }
            data => data?,
        };
        if data.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !data.is_file() {
            // A device or a named pipe is written to, not replaced.
            return Ok(Output::Stream(open_to_write(path, stop)?));
        }
        may_write(path, &data)?;
        // Never more permissions than in the end.
        let output = AtomicFile::new(&file, data.mode() & 0o777)?;
        inherit(output.as_file(), &data)?;
        Ok(Output::File(output))
    }

    /// Writes all bytes to the output named `path`, and finishes it.
    pub fn finish_with(self, bytes: &[u8], path: &Path) -> Result<()> {
        let mut outputs = Outputs::default();
        outputs.write(self, bytes, path)?;
        outputs.finish()
    }

    /// Gives a finished file its name.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Output::Stream(mut file) => file.flush(),
            Output::File(file) => file.finish(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Stream(file) => file.write(bytes),
            Output::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stream(file) => file.flush(),
            Output::File(file) => file.flush(),
        }
    }
}

/// Outputs of one command. Files get their names together, so that all appear or none.
#[derive(Default)]
pub struct Outputs(Vec<(Output, PathBuf)>);

impl Outputs {
    /// Writes all bytes to the output named `path`.
    pub fn write(&mut self, mut output: Output, bytes: &[u8], path: &Path) -> Result<()> {
        let written = output.write_all(bytes);
        written.with_context(|| output_name(path))?;
        self.0.push((output, path.to_path_buf()));
        Ok(())
    }

    /// Finishes all outputs.
    pub fn finish(self) -> Result<()> {
        for (output, path) in self.0 {
            output.finish().with_context(|| output_name(&path))?;
        }
        Ok(())
    }
}

/// Writes a file, compressed if its name requires it. A stop is a separate error.
pub fn write_file(
    path: &Path,
    stop: &Stop,
    write: impl FnOnce(&mut Compressor<Output>) -> io::Result<()>,
) -> Result<()> {
    let output = Output::open(path, stop)?;
    let write = || {
        let mut output = Compressor::for_name(path, output)?;
        write(&mut output)?;
        output.finish()?.finish()
    };
    write().map_err(|error| match Stopped::of(&error) {
        Some(stopped) => stopped.into(),
        None => anyhow::Error::new(error).context(output_name(path)),
    })
}

/// Opens a folder for `path`, where at most an empty folder may exist.
pub fn folder(path: &Path) -> Result<AtomicFolder> {
    let name = path.display();
    if is_stream(path) {
        bail!("-: a folder is written, and standard output is none: name a folder, or write ./-");
    }
    let failed = |error| path_error("file", path, error);
    let target = target(path).map_err(failed)?;
    if target.exists() {
        let mut entries = fs::read_dir(&target).map_err(failed)?;
        if entries.next().is_some() {
            bail!("{name}: the folder is not empty: name a new one");
        }
    }
    AtomicFolder::new(&target).map_err(failed)
}

/// The raw descriptor: `io::stdout` would search for line ends in every block.
fn stdout() -> io::Result<File> {
    let file = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    // A pipe four times the default size avoids most waiting between writer and reader; a larger
    // one would not fit into the cache. Other files, and pipes that cannot grow, are unchanged.
    #[cfg(target_os = "linux")]
    let _ = rustix::pipe::fcntl_setpipe_size(&file, 1 << 18);
    Ok(file)
}

/// Returns the name of an output in error messages.
pub fn output_name(path: &Path) -> String {
    if takes_stdout(path) {
        STDOUT.into()
    } else {
        name(path)
    }
}

/// Returns true for a name of standard output.
pub fn takes_stdout(path: &Path) -> bool {
    let names = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    names.iter().any(|name| path == Path::new(name))
}

/// Returns true for standard input or output.
pub fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns the file of an output: that at the end of symbolic links, which may not exist yet.
fn destination(path: &Path) -> io::Result<PathBuf> {
    let text = path.as_os_str().as_encoded_bytes();
    if text.ends_with(b"/") || text.ends_with(b"/.") {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    target(path)
}

/// Gives a new file the permissions of the replaced one, and its owner if permitted.
fn inherit(file: &File, data: &Metadata) -> io::Result<()> {
    let is_ours = data.uid() == geteuid().as_raw() && data.gid() == getegid().as_raw();
    if !is_ours {
        // Only root may change owners.
        let _ = fchown(file, Some(data.uid()), Some(data.gid()));
    }
    file.set_permissions(Permissions::from_mode(data.mode() & 0o777))
}

/// Checks write permission, which replacing a file does not need. Root always has it, so a file
/// that is read-only for all is left alone.
fn may_write(path: &Path, data: &Metadata) -> io::Result<()> {
    if data.mode() & 0o222 == 0 {
        let message = "the file is read-only: name another one, or allow writing to it";
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
    }
    File::options().write(true).open(path).map(drop)
}

/// Returns the path of a file or folder at the end of its links, which may not exist.
fn target(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        found => return found,
    }
    let parent = path.parent().unwrap_or(Path::new(""));
    if let Ok(link) = fs::read_link(path) {
        return target(&parent.join(link));
    }
    let parent = fs::canonicalize(Path::new(".").join(parent))?;
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    Ok(parent.join(name))
}
