//! Outputs and inputs: standard output without a second buffer, or an atomic file.

use crate::cli::shared::process::memory;
use crate::cli::shared::report::{Line, STDOUT, Timer, note, notice, stdout_is_open};
use anyhow::{Context, Result, anyhow, bail, ensure};
use knightsat::cnf::dimacs::compress::{self, Compressor, decompress};
use knightsat::prelude::{Stop, Stopped};
use knightsat_base::atomic::{AtomicFile, AtomicFolder};
use knightsat_base::input::{self, Input};
use knightsat_base::text::harmless;
use rustix::process::{getegid, geteuid};
use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

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
        Ok(match Destination::of(path)? {
            Destination::Stdout => Output::Stream(stdout()?),
            Destination::Stream(path) => Output::Stream(input::open_to_write(&path, stop)?),
            Destination::New(path) => Output::File(AtomicFile::new(&path, 0o666)?),
            Destination::There(path, data) => {
                // Never more permissions than in the end.
                let file = AtomicFile::new(&path, data.mode() & 0o777)?;
                inherit(file.as_file(), &data)?;
                Output::File(file)
            }
        })
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
    let target = folder_target(path).map_err(failed)?;
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
    stdout_is_open()?;
    let file = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    // A pipe four times the default size avoids most waiting between writer and reader; a larger
    // one would not fit into the cache. Other files, and pipes that cannot grow, are unchanged.
    #[cfg(target_os = "linux")]
    let _ = rustix::pipe::fcntl_setpipe_size(&file, 1 << 18);
    Ok(file)
}

/// Opens an input, to be read until `stop` fires; `-` is standard input, which has a single reader.
pub fn input(path: &Path, stop: &Stop) -> Result<Input> {
    let input = if is_stream(path) {
        static IS_TAKEN: AtomicBool = AtomicBool::new(false);
        ensure!(
            !IS_TAKEN.swap(true, Ordering::Relaxed),
            "- stands for standard input twice, and it can be read only once: name a file instead"
        );
        Input::stdin(stop)
    } else {
        Input::open(path, stop)
    };
    input.map_err(|error| path_error("file", path, error))
}

/// Opens an input that may be compressed.
pub fn decompressed(path: &Path, stop: &Stop) -> Result<Box<dyn io::Read>> {
    let input = decompress(input(path, stop)?, stop).with_context(|| name(path))?;
    Ok(Box::new(input))
}

/// Opens an input that may be compressed, and shows its progress in a line. Without a terminal, a
/// note names an input that takes long, such as a pipe without an end.
pub fn shown(path: &Path, stop: &Stop) -> Result<Box<dyn io::Read>> {
    let words = format!("reading {}", name(path));
    let line = Line::new(&words);
    // Opening reads the first bytes, for which a pipe may wait.
    let notice = (!io::stderr().is_terminal()).then(|| {
        let words = words.clone();
        notice(move || format!("{words} for 10 s, continuing"))
    });
    Ok(Box::new(Shown {
        input: decompressed(path, stop)?,
        bytes: 0,
        line,
        _notice: notice,
        words,
    }))
}

/// A reader that shows its progress.
struct Shown {
    input: Box<dyn io::Read>,
    bytes: u64,
    line: Line,
    _notice: Option<Timer>,
    words: String,
}

impl io::Read for Shown {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        /// Bytes between two updates.
        const STEP: u64 = 1 << 24;
        let count = self.input.read(out)?;
        let before = self.bytes / STEP;
        self.bytes += count as u64;
        if self.bytes / STEP > before {
            let megabytes = self.bytes / memory::MB;
            self.line.set(format!("{}: {megabytes} MB", self.words));
        }
        Ok(count)
    }
}

/// Reads the text of an input of at most `limit` bytes, which may be compressed; `what` names the
/// kind of input.
pub fn text(path: &Path, limit: u64, what: &str, stop: &Stop) -> Result<String> {
    input::text(decompressed(path, stop)?, limit, what).with_context(|| name(path))
}

/// Returns the name of a file in messages, without control characters.
pub fn name(path: &Path) -> String {
    harmless(&document_name(path)).into_owned()
}

/// Returns the name of a file in documents, unchanged.
pub fn document_name(path: &Path) -> String {
    if is_stream(path) {
        "standard input".into()
    } else {
        path.display().to_string()
    }
}

/// Returns the name of an output in error messages.
pub fn output_name(path: &Path) -> String {
    if is_stream(path) {
        STDOUT.into()
    } else {
        name(path)
    }
}

/// Returns true if what is written to `path` goes to standard output, by whatever name.
pub fn takes_stdout(path: &Path) -> bool {
    matches!(Destination::of(path), Ok(Destination::Stdout))
}

/// Returns true for standard input or output.
pub fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns an error about a file or folder: the missing part of its path, or the system's error.
pub fn path_error(what: &str, path: &Path, error: io::Error) -> anyhow::Error {
    if error.kind() == io::ErrorKind::NotADirectory && path.is_file() {
        return anyhow!("{}: a file, not a folder", name(path));
    }
    if error.kind() != io::ErrorKind::NotFound {
        return anyhow::Error::new(error).context(name(path));
    }
    anyhow::Error::msg(match missing_folder(path) {
        Some(folder) => format!("{}: no such folder", folder.display()),
        None => format!("{}: no such {what}", name(path)),
    })
}

/// Returns the first missing folder on the way to `path`.
fn missing_folder(path: &Path) -> Option<PathBuf> {
    let is_named = |folder: &&Path| !folder.as_os_str().is_empty();
    let above = path.ancestors().skip(1).filter(is_named);
    let missing = above.take_while(|folder| !folder.exists());
    missing.last().map(Path::to_path_buf)
}

/// The most symbolic links to follow, as in Linux.
const LINKS: u32 = 40;

/// The destination of an output.
#[derive(Debug)]
enum Destination {
    /// Standard output, by whatever name.
    Stdout,
    /// A device or a named pipe, which can be written to but not replaced.
    Stream(PathBuf),
    /// An existing file, and its metadata to preserve.
    There(PathBuf, Metadata),
    /// A new file.
    New(PathBuf),
}

impl Destination {
    /// Follows symbolic links to their target.
    ///
    /// Fails if it cannot be written to: a loop, a folder, a file without write permission.
    fn of(path: &Path) -> io::Result<Destination> {
        if path == Path::new("-") {
            return Ok(Destination::Stdout);
        }
        let text = path.as_os_str().as_encoded_bytes();
        if text.ends_with(b"/") || text.ends_with(b"/.") {
            return Err(io::ErrorKind::IsADirectory.into());
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

    /// Returns true if writing to both would mix them up, or replace one by the other.
    fn is_same(&self, other: &Destination) -> bool {
        match (self, other) {
            (Destination::Stdout, Destination::Stdout) => true,
            (Destination::New(one), Destination::New(other)) => one == other,
            (Destination::There(_, one), Destination::There(_, other)) => id(one) == id(other),
            // Writers to a device do not disturb each other.
            (Destination::Stream(one), Destination::Stream(other)) => {
                let is_pipe = |data: &Metadata| data.file_type().is_fifo();
                let both = fs::metadata(one).ok().zip(fs::metadata(other).ok());
                both.is_some_and(|(one, other)| is_pipe(&one) && id(&one) == id(&other))
            }
            _ => false,
        }
    }
}

/// Refuses outputs with equal destinations, before any output. Each comes with the name of its
/// option.
pub fn distinct<'a>(outputs: impl IntoIterator<Item = (&'a str, &'a Path)>) -> Result<()> {
    let mut known: Vec<(&str, Destination)> = Vec::new();
    for (option, path) in outputs {
        let place = Destination::of(path);
        let place = place.map_err(|error| path_error("file", path, error))?;
        if let Some((other, _)) = known.iter().find(|(_, known)| known.is_same(&place)) {
            let place = match place {
                Destination::Stdout => STDOUT.to_string(),
                _ => name(path),
            };
            bail!("{other} and {option} would both write to {place}: name two files");
        }
        known.push((option, place));
    }
    Ok(())
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

fn id(data: &Metadata) -> (u64, u64) {
    (data.dev(), data.ino())
}

/// Returns true if this is the file of standard output, and not a null device.
fn is_stdout(data: &Metadata) -> bool {
    let stdout = io::stdout().as_fd().try_clone_to_owned();
    let stdout = stdout.and_then(|stdout| File::from(stdout).metadata());
    let is_null = |data: &Metadata| {
        let null = fs::metadata("/dev/null");
        null.is_ok_and(|null| null.rdev() == data.rdev() && data.file_type().is_char_device())
    };
    stdout.is_ok_and(|stdout| id(&stdout) == id(data)) && !is_null(data)
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

/// Returns the path of a folder, existing or not.
fn folder_target(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => target(path),
        found => found,
    }
}

/// Returns the file of a new name: the end of its links.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        let parent = path.parent().unwrap_or(Path::new(""));
        let parent = fs::canonicalize(Path::new(".").join(parent))?;
        let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        path = parent.join(name);
        match fs::read_link(&path) {
            Ok(link) => path = parent.join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// The most bytes of comments that contain a description, such as that of a graph.
pub const MOST_COMMENTS: u64 = 1 << 28;

/// Returns the comments at the beginning of a file, at most `most` bytes of them. Only a comment
/// that crosses this limit has no end of line here.
pub fn first_comments(file: &mut impl BufRead, mark: u8, most: u64) -> io::Result<Vec<u8>> {
    let mut file = file.take(most);
    let mut text = Vec::new();
    while file.fill_buf()?.first() == Some(&mark) {
        file.read_until(b'\n', &mut text)?;
    }
    Ok(text)
}
