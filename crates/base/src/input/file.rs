//! Files, pipes and terminals, opened without waiting, and read until a [`Stop`] is over.

use crate::stop::Stop;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{FileType, OFlags, fcntl_setfl};
use rustix::io::Errno;
use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Read};
use std::os::fd::AsFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// Time to wait for a writer to open a named pipe.
const PATIENCE: Duration = Duration::from_secs(5);
/// Pause between two checks for a writer.
const PAUSE: Duration = Duration::from_millis(20);

/// A file that is open for reading.
#[derive(Debug)]
pub struct Input {
    file: File,
    /// The byte that was read to find out whether a writer exists.
    first: Option<u8>,
    /// The condition under which reads fail with [`Stopped`](crate::stop::Stopped).
    stop: Stop,
}

impl Input {
    /// Opens a file. Waits up to five seconds for a writer of a named pipe.
    pub fn open(path: &Path, stop: &Stop) -> io::Result<Input> {
        // A blocking open of a named pipe would wait for a writer without limit.
        let flags = OFlags::NONBLOCK.bits() as i32;
        let file = File::options().read(true).custom_flags(flags).open(path)?;
        let data = file.metadata()?;
        let mut input = Input {
            file,
            first: None,
            stop: stop.clone(),
        };
        has_end(&input.file, &data)?;
        // A pipe without a name, such as a shell's, has had its writer.
        if is_pipe(&data) && path.canonicalize().is_ok() {
            input.wait_for_writer()?;
        }
        fcntl_setfl(&input.file, OFlags::empty())?;
        Ok(input)
    }

    /// Returns standard input.
    pub fn stdin(stop: &Stop) -> io::Result<Input> {
        let file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        has_end(&file, &file.metadata()?)?;
        Ok(Input {
            file,
            first: None,
            stop: stop.clone(),
        })
    }

    /// Waits until a writer has opened the other end of a pipe.
    fn wait_for_writer(&mut self) -> io::Result<()> {
        let until = Instant::now() + PATIENCE;
        let mut byte = [0];
        loop {
            self.stop.check().map_err(io::Error::other)?;
            match self.file.read(&mut byte) {
                Ok(0) if Instant::now() < until => thread::sleep(PAUSE),
                Ok(0) => return Err(io::Error::other("a named pipe without a writer")),
                Ok(_) => {
                    self.first = Some(byte[0]);
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Waits for bytes or the end of the file.
    fn wait_for_bytes(&self) -> io::Result<()> {
        let pause = Timespec::try_from(PAUSE).map_err(io::Error::other)?;
        while self.stop.is_set() {
            self.stop.check().map_err(io::Error::other)?;
            match poll(&mut [PollFd::new(&self.file, PollFlags::IN)], Some(&pause)) {
                Ok(0) | Err(Errno::INTR) => {}
                Ok(_) => break,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

/// Refuses folders, and devices without an end.
fn has_end(file: &File, data: &Metadata) -> io::Result<()> {
    match FileType::from_raw_mode(data.mode()) {
        FileType::Directory => Err(io::ErrorKind::IsADirectory.into()),
        FileType::CharacterDevice | FileType::BlockDevice
            if !(file.is_terminal() || is_null(data)) =>
        {
            Err(io::Error::other("a device, which has no end: name a file"))
        }
        _ => Ok(()),
    }
}

fn is_pipe(data: &Metadata) -> bool {
    FileType::from_raw_mode(data.mode()) == FileType::Fifo
}

/// Opens a device or a named pipe to write to it. Waits up to five seconds for the reader of a
/// pipe.
pub fn open_to_write(path: &Path, stop: &Stop) -> io::Result<File> {
    // A blocking open would wait for a reader without limit.
    let flags = OFlags::NONBLOCK.bits() as i32;
    let until = Instant::now() + PATIENCE;
    let opened = loop {
        match File::options().write(true).custom_flags(flags).open(path) {
            Err(error) if error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) => {
                stop.check().map_err(io::Error::other)?;
                if Instant::now() > until {
                    return Err(io::Error::other("a named pipe without a reader"));
                }
                thread::sleep(PAUSE);
            }
            opened => break opened?,
        }
    };
    fcntl_setfl(&opened, OFlags::empty())?;
    Ok(opened)
}

fn is_null(data: &Metadata) -> bool {
    let null = Path::new("/dev/null").metadata();
    null.is_ok_and(|null| null.rdev() == data.rdev())
}

impl Read for Input {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match (self.first, out.first_mut()) {
            (Some(first), Some(slot)) => {
                *slot = first;
                self.first = None;
                Ok(1)
            }
            _ => {
                self.wait_for_bytes()?;
                self.file.read(out)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::text;
    use super::*;
    use crate::stop::Stopped;
    use std::io::Write;
    use std::os::unix::net::UnixListener;
    use std::path::PathBuf;

    fn read(path: &Path) -> io::Result<String> {
        text(Input::open(path, &Stop::default())?, 100, "this")
    }

    fn pipe(folder: &Path) -> PathBuf {
        let path = folder.join("pipe");
        rustix::fs::mkfifoat(rustix::fs::CWD, &path, 0o600.into()).unwrap();
        path
    }

    #[test]
    fn a_pipe_is_read_as_soon_as_somebody_writes() {
        let dir = tempfile::tempdir().unwrap();
        let path = pipe(dir.path());
        let other = path.clone();
        let writer = thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            let mut pipe = File::options().write(true).open(other).unwrap();
            for part in [b"abc", b"def"] {
                thread::sleep(Duration::from_millis(100));
                pipe.write_all(part).unwrap();
            }
        });
        assert_eq!(read(&path).unwrap(), "abcdef");
        writer.join().unwrap();
        assert_eq!(read(Path::new("/dev/null")).unwrap(), "");
    }

    #[test]
    fn what_has_no_end_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let fault = |path: &Path| read(path).unwrap_err().to_string();
        assert_eq!(fault(&pipe(dir.path())), "a named pipe without a writer");
        for device in ["/dev/zero", "/dev/urandom"] {
            assert!(fault(Path::new(device)).starts_with("a device"), "{device}");
        }
        assert_eq!(fault(dir.path()), "is a directory");
        let socket = dir.path().join("socket");
        let _listener = UnixListener::bind(&socket).unwrap();
        assert!(Input::open(&socket, &Stop::default()).is_err());
    }

    #[test]
    fn a_silent_pipe_is_left_at_the_deadline() {
        let dir = tempfile::tempdir().unwrap();
        let path = pipe(dir.path());
        let late = |error: io::Error| assert_eq!(Stopped::of(&error), Some(Stopped::Late));
        let stop = || Stop::after(Duration::from_millis(100));
        late(Input::open(&path, &stop()).unwrap_err());
        // Both ends are open, and no writer writes.
        let _both = File::options().read(true).write(true).open(&path).unwrap();
        // Opening takes no time, but a busy machine may.
        let silent = Input::open(&path, &stop());
        let read = silent.and_then(|silent| text(silent, 100, "this"));
        late(read.unwrap_err());
    }
}
