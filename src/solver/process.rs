//! Running a program that is not ours: in a process group of its own, within limits, and gone
//! afterwards with everything that it has started.
//!
//! What it prints is read while it runs, and nothing of it is kept but what the reader keeps. A
//! process that leaves the group (`setsid`) is out of reach; and if we are killed by a signal that
//! cannot be caught, nobody is left to stop anything.

use super::varisat::Limits;
use rustix::process::{self, Pid, Signal, WaitId, WaitIdOptions};
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Time to end by itself once it has been told to.
const GRACE: Duration = Duration::from_millis(300);
/// Time for what has been printed to be read once the program is gone: a pipe's worth, unless the
/// pipe is held open by a process that has left the group.
const LAST_READ: Duration = Duration::from_secs(5);
/// Longest pause between two looks at the program.
const PAUSE: Duration = Duration::from_millis(20);
/// Bytes kept of what it prints as errors: the last ones.
const ERRORS_KEPT: usize = 1 << 12;

/// How a program ended.
#[derive(Debug)]
pub struct Ended<T> {
    /// Its exit status; `None` if we stopped it, at a limit or because its output was of no use.
    pub status: Option<ExitStatus>,
    /// What the reader made of its output; `None` if a process that left the group still holds it.
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
    run_with_grace(command, limits, GRACE, read, is_enough)
}

/// The same, with this much time for it to end by itself once it has been told to: for a program
/// that has to see off others first.
pub fn run_with_grace<T: Send + 'static>(
    mut command: Command,
    limits: &Limits,
    grace: Duration,
    read: impl FnOnce(ChildStdout) -> T + Send + 'static,
    is_enough: impl Fn(&T) -> bool,
) -> io::Result<Ended<T>> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
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
    let last = |receiver: Receiver<T>| receiver.recv_timeout(LAST_READ).ok();
    Ok(Ended {
        status: (!stopped).then_some(status),
        output: read.or_else(|| output.and_then(last)),
        errors: errors
            .and_then(|errors| errors.recv_timeout(LAST_READ).ok())
            .unwrap_or_default(),
    })
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

/// A child that leads a process group, which does not outlive this value.
struct Group {
    child: Child,
    is_reaped: bool,
}

impl Group {
    fn start(mut command: Command) -> io::Result<Group> {
        let child = command.process_group(0).spawn()?;
        Ok(Group {
            child,
            is_reaped: false,
        })
    }

    fn leader(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Whether the leader has ended. It is left unreaped, so that its number, which is the group's,
    /// cannot become another's before the group is killed.
    fn has_exited(&self) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match process::waitid(WaitId::Pid(self.leader()), options) {
            Ok(status) => Ok(status.is_some()),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Sees the whole group off: first the polite way if the leader is still there, then the other.
    fn end(mut self, grace: Duration) -> io::Result<ExitStatus> {
        let until = Instant::now() + grace;
        if !self.has_exited()? {
            self.signal(Signal::TERM);
        }
        while !self.has_exited()? && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
        self.kill()
    }

    fn signal(&self, signal: Signal) {
        // It fails where nobody is left to receive it.
        let _ = process::kill_process_group(self.leader(), signal);
    }

    fn kill(&mut self) -> io::Result<ExitStatus> {
        self.signal(Signal::KILL);
        let status = self.child.wait();
        self.is_reaped = true;
        status
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.is_reaped {
            let _ = self.kill();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    fn text(mut pipe: impl Read) -> String {
        let mut text = String::new();
        pipe.read_to_string(&mut text).unwrap();
        text
    }

    fn within(seconds: f64) -> Limits {
        Limits {
            stop: crate::stop::Stop::after(Duration::from_secs_f64(seconds)),
            ..Limits::default()
        }
    }

    /// Whether the process of this number ends soon; whose parent has died may stay a zombie for as
    /// long as init pleases.
    fn ends(number: &str) -> bool {
        let stat = format!("/proc/{}/stat", number.trim());
        let is_gone = || match std::fs::read_to_string(&stat) {
            Ok(stat) => stat.contains(") Z") || stat.contains(") X"),
            Err(_) => true,
        };
        let until = Instant::now() + Duration::from_secs(5);
        while !is_gone() && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
        is_gone()
    }

    #[test]
    fn output_errors_and_exit_code_come_back() {
        let script = "echo out; echo err >&2; cat; exit 20";
        let ended = run(sh(script), &Limits::default(), text, |_| false).unwrap();
        assert_eq!(ended.status.unwrap().code(), Some(20));
        assert_eq!(ended.output.unwrap(), "out\n");
        assert_eq!(ended.errors, "err\n");
    }

    #[test]
    fn a_program_that_ignores_being_terminated_is_killed_with_its_children() {
        let script = "trap '' TERM; sleep 100 & echo $!; while :; do sleep 1; done";
        let ended = run(sh(script), &within(0.3), text, |_| false).unwrap();
        assert!(ended.status.is_none());
        assert!(ends(&ended.output.unwrap()));
    }

    #[test]
    fn children_that_outlive_the_program_are_killed() {
        let script = "sleep 100 & echo $!; exit 10";
        let ended = run(sh(script), &Limits::default(), text, |_| false).unwrap();
        assert_eq!(ended.status.unwrap().code(), Some(10));
        assert!(ends(&ended.output.unwrap()));
    }

    #[test]
    fn nothing_that_has_been_run_stays_a_zombie() {
        for script in [
            "echo $$",
            "echo $$; kill -KILL $$",
            "echo $$; exec sleep 100",
        ] {
            let ended = run(sh(script), &within(0.3), text, |_| false).unwrap();
            let process = format!("/proc/{}", ended.output.unwrap().trim());
            assert!(!std::path::Path::new(&process).exists(), "{script}");
        }
    }

    #[test]
    fn a_program_is_stopped_once_its_output_is_enough() {
        let first = |mut pipe: ChildStdout| {
            let mut byte = [0];
            pipe.read_exact(&mut byte).unwrap();
            byte[0]
        };
        let begun = Instant::now();
        let script = "echo x; exec sleep 100";
        let ended = run(sh(script), &Limits::default(), first, |&byte| byte == b'x').unwrap();
        assert!(ended.status.is_none() && ended.output == Some(b'x'));
        assert!(begun.elapsed() < Duration::from_secs(50));
    }

    #[test]
    fn only_the_end_of_many_errors_is_kept() {
        let script = "yes no | head -c 10000000 >&2; echo yes >&2";
        let ended = run(sh(script), &Limits::default(), text, |_| false).unwrap();
        assert!(ended.errors.ends_with("yes\n") && ended.errors.len() == ERRORS_KEPT);
    }

    #[test]
    fn what_cannot_be_started_is_an_error() {
        let command = Command::new("/nowhere/solver");
        let error = run(command, &Limits::default(), text, |_| false).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
