//! Running a program that is not ours: in a process group of its own, within limits, and gone
//! afterwards with everything that it has started.
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
//! What it prints is read while it runs, and nothing of it is kept but what the reader keeps.
//!
//! Some of what it has started may leave the group (`setsid`) and lose its parent, and we may be killed by
//! a signal that cannot be caught. Where that matters the program is started by a [`Keeper`], a small
//! process that orphans go to and that ends them all, also once we are gone. A process that is one
//! itself, or [follows](follow) another, starts programs without: `compare` does.

mod group;
mod keeper;

pub use keeper::{Keeper, follow, keep, start_through};

use super::incremental::Limits;
use group::Group;
use std::io::{self, Read};
use std::process::{ChildStdout, Command, ExitStatus};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Time to end by itself once it has been told to.
const GRACE: Duration = Duration::from_millis(300);
/// Time for a keeper beyond that, to see everybody off.
const KEEPER_GRACE: Duration = Duration::from_millis(500);
/// Time for what has been printed to be read once the program is gone: a pipe's worth, unless the
/// pipe is held open by a process that has got away.
const LAST_READ: Duration = Duration::from_secs(2);
/// Longest pause between two looks at the program.
const PAUSE: Duration = Duration::from_millis(20);
/// Bytes kept of what it prints as errors: the last ones.
const ERRORS_KEPT: usize = 1 << 12;

/// How a program ended.
#[derive(Debug)]
pub struct Ended<T> {
    /// Its exit status; `None` if we stopped it, at a limit or because its output was of no use.
    pub status: Option<ExitStatus>,
    /// What the reader made of its output; `None` if it was not read to its end in time: it was of no use
    /// any more, or a process that got away still holds it.
    pub output: Option<T>,
    /// The end of what it printed as errors.
    pub errors: String,
}

/// Runs `command` with nothing as its input and `read` on its output, in a thread. Where `read`
/// comes to an end that `is_enough`, the program is stopped, unless it ends by itself right then.
///
/// Fails only if it cannot be started.
pub fn run<T: Send + 'static>(
    command: Command,
    limits: &Limits,
    read: impl FnOnce(ChildStdout) -> T + Send + 'static,
    is_enough: impl Fn(&T) -> bool,
) -> io::Result<Ended<T>> {
    if !keeper::is_wanted() {
        return run_with_grace(command, limits, GRACE, read, is_enough);
    }
    let (command, grace) = (keeper::kept(&command), GRACE + KEEPER_GRACE);
    let ended = run_with_grace(command, limits, grace, read, is_enough)?;
    keeper::started(ended)
}

/// The same without a keeper, with this much time for it to end by itself once it has been told to: for
/// a program that [follows](follow) us and has to see off others first.
pub fn run_with_grace<T: Send + 'static>(
    command: Command,
    limits: &Limits,
    grace: Duration,
    read: impl FnOnce(ChildStdout) -> T + Send + 'static,
    is_enough: impl Fn(&T) -> bool,
) -> io::Result<Ended<T>> {
    let mut group = Group::start(command)?;
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
    // Nobody needs the rest of what has been stopped.
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

/// Runs `command` as [`run`] does, and gives the beginning of what it prints, so many bytes.
pub fn run_for_text(command: Command, limits: &Limits, most: u64) -> io::Result<Ended<String>> {
    let read = move |output: ChildStdout| {
        let mut text = Vec::new();
        // What is not read counts as not said.
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
        // Nobody waits any longer for what comes too late.
        let _ = sender.send(read(pipe));
    });
    receiver
}

/// Reads to the end, and keeps the end.
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
