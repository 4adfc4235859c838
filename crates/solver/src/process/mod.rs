//! External programs: each runs in a process group of its own, within limits, and ends with all its
//! descendants.
//!
//! ```
//! use knightsat_solver::process::run_with_grace;
//! use knightsat_solver::base::stop::Stop;
//! use std::io::read_to_string;
//! use std::process::Command;
//! use std::time::Duration;
//!
//! let mut command = Command::new("sh");
//! command.args(["-c", "echo SAT; exit 10"]);
//! let limits = Stop::after(Duration::from_secs(60)).into();
//! let ended = run_with_grace(command, &limits, Duration::from_secs(1), read_to_string, |_| false)?;
//! assert_eq!(ended.status.and_then(|status| status.code()), Some(10));
//! assert_eq!(ended.output.unwrap()?, "SAT\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The output is read while the program runs, and only the reader stores parts of it.
//!
//! The program is killed when this process ends, by whatever signal. Then processes that it has
//! started may remain, unless this process ends by itself: see [`adopt_orphans`].

mod group;
mod orphans;

pub use group::{end_descendants, follow};
pub use orphans::adopt_orphans;

use super::Limits;
use group::ProcessGroup;
use std::io::{self, Read};
use std::process::{ChildStdout, Command, ExitStatus};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The time to end by itself after SIGTERM.
const GRACE: Duration = Duration::from_millis(300);
/// The time to read the remaining output after the program has ended: at most a full pipe. A
/// process that has escaped may hold the pipe open.
const LAST_READ: Duration = Duration::from_secs(2);
/// The longest pause between two polls of the program.
const PAUSE: Duration = Duration::from_millis(20);
/// The number of last bytes kept of its error output.
const ERRORS_KEPT: usize = 1 << 12;

/// A program that has ended.
#[derive(Debug)]
pub struct Ended<T> {
    /// Its exit status; `None` if it was stopped, at a limit or for unusable output.
    pub status: Option<ExitStatus>,
    /// The result of the reader. It is `None` if the output was not read to its end in time: it was
    /// unusable, or an escaped process still holds the pipe.
    pub output: Option<T>,
    /// The end of its error output.
    pub errors: String,
}

/// Runs `command` with an empty input, and `read` on its output in a thread. If the result of
/// `read` satisfies `is_enough`, stops the program, unless it ends by itself at that moment.
///
/// Fails only if the program cannot be started.
pub fn run<T: Send + 'static>(
    command: Command,
    limits: &Limits,
    read: impl FnOnce(ChildStdout) -> T + Send + 'static,
    is_enough: impl Fn(&T) -> bool,
) -> io::Result<Ended<T>> {
    run_with_grace(command, limits, GRACE, read, is_enough)
}

/// Runs `command` as [`run`] does, with this grace period after SIGTERM. Use it for a program that
/// first ends its own descendants.
pub fn run_with_grace<T: Send + 'static>(
    command: Command,
    limits: &Limits,
    grace: Duration,
    read: impl FnOnce(ChildStdout) -> T + Send + 'static,
    is_enough: impl Fn(&T) -> bool,
) -> io::Result<Ended<T>> {
    let mut group = ProcessGroup::start(command)?;
    let output = group.child.stdout.take().map(|pipe| spawn(pipe, read));
    let errors = group.child.stderr.take().map(|pipe| spawn(pipe, tail));
    let mut read = None;
    let mut pause = Duration::from_micros(500);
    let mut stopped = false;
    let mut enough: Option<Instant> = None;
    while !group.has_exited()? {
        if read.as_ref().is_some_and(&is_enough) {
            enough.get_or_insert_with(Instant::now);
        }
        stopped = limits.is_over() || enough.is_some_and(|since| since.elapsed() > GRACE);
        if stopped {
            break;
        }
        match &output {
            Some(output) if read.is_none() => match output.recv_timeout(pause) {
                Ok(value) => read = Some(value),
                Err(RecvTimeoutError::Timeout) => {}
                // The reader has panicked.
                Err(RecvTimeoutError::Disconnected) => thread::sleep(pause),
            },
            _ => thread::sleep(pause),
        }
        pause = (2 * pause).min(PAUSE);
    }
    let status = group.end(grace)?;
    // The remaining output of a stopped program is not needed.
    let patience = if stopped { GRACE } else { LAST_READ };
    let last = |receiver: Receiver<T>| receiver.recv_timeout(patience).ok();
    Ok(Ended {
        status: (!stopped).then_some(status),
        output: read.or_else(|| output.and_then(last)),
        errors: errors
            .and_then(|errors| errors.recv_timeout(GRACE).ok())
            .unwrap_or_default(),
    })
}

/// Runs `command` as [`run`] does, and returns the first bytes of its output, at most `most`.
pub fn run_for_text(command: Command, limits: &Limits, most: u64) -> io::Result<Ended<String>> {
    let read = move |output: ChildStdout| {
        let mut text = Vec::new();
        // An error ends the text.
        let _ = output.take(most).read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    };
    run(command, limits, read, |_| false)
}

/// Reads a pipe in a thread; the result comes through the channel.
fn spawn<P: Send + 'static, T: Send + 'static>(
    pipe: P,
    read: impl FnOnce(P) -> T + Send + 'static,
) -> Receiver<T> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        // The receiver may have given up.
        let _ = sender.send(read(pipe));
    });
    receiver
}

/// Reads to the end, and returns the last bytes.
fn tail(mut pipe: impl Read) -> String {
    let mut kept = Vec::new();
    let mut block = [0; ERRORS_KEPT];
    while let Ok(count @ 1..) = pipe.read(&mut block) {
        kept.extend_from_slice(&block[..count]);
        kept.drain(..kept.len().saturating_sub(ERRORS_KEPT));
    }
    String::from_utf8_lossy(&kept).into_owned()
}

#[cfg(test)]
mod tests;
