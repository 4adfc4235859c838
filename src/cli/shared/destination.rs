//! What the name of an output stands for: which file is replaced, which stream is written to, and
//! whether two names stand for the same.

use crate::cli::shared::path::{self, name};
use anyhow::{Result, bail};
use rustix::process::{getegid, geteuid};
use std::fs::{self, File, Metadata, Permissions};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

/// Symbolic links that are followed, as Linux does.
const LINKS: u32 = 40;

/// Where an output goes.
#[derive(Debug)]
pub enum Destination {
    /// Standard output, by whatever name.
    Stdout,
    /// What cannot be replaced, only written to: a device or a named pipe.
    Stream(PathBuf),
    /// A file that is there, and what is to be kept of it.
    There(PathBuf, Metadata),
    /// A file that is not there yet.
    New(PathBuf),
}

impl Destination {
    /// Follows symbolic links to what they stand for.
    ///
    /// An error where that cannot be written to: a loop, a folder, a file without write permission.
    pub fn of(path: &Path) -> io::Result<Destination> {
        if path == Path::new("-") {
            return Ok(Destination::Stdout);
        }
        match fs::metadata(path) {
            Ok(data) if is_stdout(&data) => Ok(Destination::Stdout),
            Ok(data) if data.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(data) if !data.is_file() => Ok(Destination::Stream(path.to_path_buf())),
            Ok(data) => {
                may_write(path, &data)?;
                Ok(Destination::There(fs::canonicalize(path)?, data))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Destination::New(target(path)?))
            }
            Err(error) => Err(error),
        }
    }

    /// Whether writing to both would mix them up, or replace one by the other.
    fn is_same(&self, other: &Destination) -> bool {
        match (self, other) {
            (Destination::Stdout, Destination::Stdout) => true,
            (Destination::New(one), Destination::New(other)) => one == other,
            (Destination::There(_, one), Destination::There(_, other)) => id(one) == id(other),
            // Nothing that goes to a device disturbs anything else there.
            (Destination::Stream(one), Destination::Stream(other)) => {
                let is_pipe = |data: &Metadata| data.file_type().is_fifo();
                let both = fs::metadata(one).ok().zip(fs::metadata(other).ok());
                both.is_some_and(|(one, other)| is_pipe(&one) && id(&one) == id(&other))
            }
            _ => false,
        }
    }
}

/// Refuses outputs that would go to the same place, before anything is written. Each comes with the
/// name of its option; no path is standard output.
pub fn distinct(outputs: &[(&str, Option<&Path>)]) -> Result<()> {
    let mut known: Vec<(&str, Destination)> = Vec::new();
    for &(option, path) in outputs {
        let path = path.unwrap_or(Path::new("-"));
        let place = Destination::of(path).map_err(|error| path::told(path, error))?;
        if let Some((other, _)) = known.iter().find(|(_, known)| known.is_same(&place)) {
            let place = match place {
                Destination::Stdout => path::STDOUT.to_string(),
                _ => name(path),
            };
            bail!("{other} and {option} would both write to {place}: name two files");
        }
        known.push((option, place));
    }
    Ok(())
}

/// Gives a file that is to replace another one the other's permissions, and its owner as far as we may.
pub fn inherit(file: &File, data: &Metadata) -> io::Result<()> {
    let is_ours = data.uid() == geteuid().as_raw() && data.gid() == getegid().as_raw();
    if !is_ours {
        // Only root may give files away.
        let _ = fchown(file, Some(data.uid()), Some(data.gid()));
    }
    file.set_permissions(Permissions::from_mode(data.mode() & 0o777))
}

fn id(data: &Metadata) -> (u64, u64) {
    (data.dev(), data.ino())
}

/// Whether this is what standard output is, and not a device that takes everything.
fn is_stdout(data: &Metadata) -> bool {
    let stdout = io::stdout().as_fd().try_clone_to_owned();
    let stdout = stdout.and_then(|stdout| File::from(stdout).metadata());
    let is_null = |data: &Metadata| {
        let null = fs::metadata("/dev/null");
        null.is_ok_and(|null| null.rdev() == data.rdev() && data.file_type().is_char_device())
    };
    stdout.is_ok_and(|stdout| id(&stdout) == id(data)) && !is_null(data)
}

/// Replacing a file takes no permission to write to it, so that is asked for here. Root has it always:
/// a file that nobody may write to is left alone all the same.
fn may_write(path: &Path, data: &Metadata) -> io::Result<()> {
    if data.mode() & 0o222 == 0 {
        let message = "the file is read-only: name another one, or allow writing to it";
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
    }
    File::options().write(true).open(path).map(drop)
}

/// Where a folder is or is to be.
pub fn folder(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => target(path),
        found => found,
    }
}

/// The file that a name stands for which does not exist: where links lead to.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        let parent = path
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty());
        let parent = fs::canonicalize(parent.unwrap_or(Path::new(".")))?;
        let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        path = parent.join(name);
        match fs::read_link(&path) {
            Ok(link) => path = parent.join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}
