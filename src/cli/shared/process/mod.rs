//! The process around a command: its invocation, memory, signals and deadlines. A reader of the
//! commands can skip it.
//!
//! [`prepare`] sets it up before the arguments are parsed. The first signal, such as Ctrl-C, stops
//! a command with an unknown result; critical work is finished, and temporary files are removed.
//! The second signal ends the program at once.
//!
//! A watchdog enforces the end where no loop polls a [`Stop`]. Some time after the first signal, or
//! after a deadline, it reports an unknown result ([`backstop`]) and ends the program.

pub mod memory;

use crate::cli::shared::report::{Exit, Line, Printed, lock, note, print_or_eprint};
use anyhow::{Context, Result};
use knightsat::stop::{Stop, Stopped};
use knightsat::tour::{ProblemError, SpecError};
use knightsat_base::atomic::remove_unfinished;
use knightsat_base::text::write_flags;
use knightsat_solver::process::{adopt_orphans, end_descendants};
use rustix::process::Signal;
use signal_hook::consts::{SIGHUP, SIGINT, SIGPIPE, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

/// Prepares this process for a command. Errors then write options as flags. A signal ends it with
/// exit code 3, and a file that may not grow is an error, not a signal. Orphans of its solvers end
/// with it.
pub fn prepare(start: Vec<OsString>, arguments: Vec<OsString>) -> Result<&'static Invocation> {
    write_flags();
    let invocation = Invocation::set(start, arguments);
    survive_file_limit();
    adopt_orphans();
    state()?;
    Ok(invocation)
}

/// The arguments of this program, and the command that starts another process of it. In the Python
/// package that command runs the interpreter.
#[derive(Debug, Default)]
pub struct Invocation {
    start: Vec<OsString>,
    /// The name of this program, as the user called it, and the arguments of the user.
    pub arguments: Vec<OsString>,
}

static INVOCATION: OnceLock<Invocation> = OnceLock::new();

impl Invocation {
    /// Records it, once. `start` contains the program and its first arguments; it is empty if they
    /// are unknown.
    pub fn set(start: Vec<OsString>, arguments: Vec<OsString>) -> &'static Invocation {
        INVOCATION.get_or_init(|| Invocation { start, arguments })
    }

    /// Returns the recorded one.
    pub fn get() -> &'static Invocation {
        INVOCATION.get_or_init(Invocation::default)
    }

    /// Returns the program and the arguments of another process of this program; `arguments` are
    /// the last.
    pub fn again(&self, arguments: &[&str]) -> Result<(PathBuf, Vec<OsString>)> {
        let start = self.start.split_first();
        let (program, first) = start.context("this program cannot be found")?;
        let arguments = arguments.iter().map(Into::into);
        let arguments = first.iter().cloned().chain(arguments).collect();
        Ok((program.into(), arguments))
    }
}

/// The time limit of a command.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct TimeArgs {
    /// Give up after this many seconds (exit code 3)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<f64>,
}

impl TimeArgs {
    /// Returns the stop condition: this time from now, and the first signal.
    pub fn stop(&self) -> Result<Stop> {
        stop(self.timeout)
    }
}

/// Parses a time limit in seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|time| (0.0..=1e9).contains(time));
    seconds.ok_or_else(|| "write a number of seconds from 0 to 1e9".into())
}

/// Returns the stop condition: `seconds` from now, and the first signal.
pub fn stop(seconds: Option<f64>) -> Result<Stop> {
    let deadline = seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
    Ok(Stop::from(deadline).with_flag(flag()?))
}

/// Returns the reason if a deadline or a signal, rather than a fault, ended the work.
pub fn stopped(error: &anyhow::Error) -> Option<Stopped> {
    error.chain().find_map(|cause| {
        if let Some(SpecError::Problem(ProblemError::Stopped(stopped))) = cause.downcast_ref() {
            return Some(*stopped);
        }
        let of_file = || Stopped::of(cause.downcast_ref::<io::Error>()?);
        cause.downcast_ref().copied().or_else(of_file)
    })
}

/// Notes that a signal has ended the work.
pub fn note_signal(stop: &Stop) {
    if stop.is_flagged() {
        note!("stopped by a signal");
    }
}

/// Returns the result of work that shows its progress in a line, which begins with `words`.
/// Interrupted work gives `unknown`, and its progress is noted. The backstop ends with the work.
pub fn bounded<T>(
    stop: &Stop,
    backstop: Backstop,
    words: &str,
    unknown: impl FnOnce(Stopped) -> T,
    work: impl FnOnce(&Line) -> Result<T>,
) -> Result<T> {
    let line = Line::new(words);
    let found = work(&line);
    drop(backstop);
    let words = line.text();
    drop(line);
    let found = found.or_else(|error| {
        let stopped = stopped(&error).ok_or(error)?;
        note!("{words}");
        anyhow::Ok(unknown(stopped))
    })?;
    note_signal(stop);
    Ok(found)
}

/// A signal this soon after another is an echo, sent to the process and to its group, as `timeout`
/// does.
const ECHO: Duration = Duration::from_millis(200);
/// Time to end after the first signal, or after a deadline and a tenth of it. Of the promised
/// second, the system needs some to free gigabytes.
const GRACE: Duration = Duration::from_millis(800);
/// Longest wait for critical work.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Default)]
struct State {
    /// The flag.
    stop: Arc<AtomicBool>,
    /// True if a command polls the flag.
    is_watched: AtomicBool,
    /// Number of critical pieces of work.
    holds: Mutex<usize>,
    released: Condvar,
    /// Reports the unknown result, while a [`Backstop`] lives.
    give_up: Mutex<Option<GiveUp>>,
}

/// Reports the unknown result of a stopped command, and returns its exit code.
type GiveUp = Box<dyn FnOnce(Stopped) -> Exit + Send>;

/// Returns a flag that the first signal sets. If the command does not stop soon, it ends without a
/// result, as one without the flag does at once. The second signal ends the program.
pub fn flag() -> Result<Arc<AtomicBool>> {
    let state = state()?;
    state.is_watched.store(true, Ordering::Relaxed);
    Ok(state.stop.clone())
}

/// Turns an exceeded file size (`ulimit -f`) into an error like a full disk, instead of the end.
fn survive_file_limit() {
    // Handled, not ignored: child processes inherit an ignored signal.
    let _ = signal_hook::flag::register(Signal::XFSZ.as_raw(), Arc::default());
}

/// Starts the thread that waits for signals, once.
fn state() -> Result<&'static State> {
    static STATE: OnceLock<State> = OnceLock::new();
    if let Some(state) = STATE.get() {
        return Ok(state);
    }
    let signals = [SIGINT, SIGTERM, SIGHUP].into_iter();
    let signals = Signals::new(signals.filter(|&signal| !is_ignored(signal)));
    let mut signals = signals.context("signals cannot be caught")?;
    let state = STATE.get_or_init(State::default);
    thread::spawn(move || {
        let mut first: Option<Instant> = None;
        for signal in signals.forever() {
            state.stop.store(true, Ordering::Relaxed);
            let is_first = first.get_or_insert_with(Instant::now).elapsed() <= ECHO;
            if !is_first {
                end(state, signal);
            }
            let is_watched = state.is_watched.load(Ordering::Relaxed);
            // An echo would start another thread, which is too late to matter.
            thread::spawn(move || {
                thread::sleep(if is_watched { GRACE } else { Duration::ZERO });
                wait_for_holds(state);
                give_up(state, Stopped::Interrupted);
            });
        }
    });
    Ok(state)
}

/// Ends the program with an unknown result, unless the command has just finished its work.
fn give_up(state: &State, stopped: Stopped) {
    // The lock lasts until the end, so that no answer follows.
    let mut slot = lock(&state.give_up);
    let exit = match (slot.take(), stopped) {
        (None, Stopped::Late) => return,
        (report, _) => {
            if stopped == Stopped::Interrupted {
                note!("stopped by a signal");
            }
            report.map_or(Exit::Unknown, |report| report(stopped))
        }
    };
    wait_for_holds(state);
    end_descendants();
    let _files = remove_unfinished();
    std::process::exit(exit as i32);
}

/// Ends the program by the signal.
fn end(state: &State, signal: i32) {
    wait_for_holds(state);
    end_descendants();
    let _files = remove_unfinished();
    let _ = emulate_default_handler(signal);
}

/// Ends the program by SIGPIPE, as a program that does not handle a closed pipe.
pub fn end_by_pipe() -> u8 {
    let _files = remove_unfinished();
    let _ = emulate_default_handler(SIGPIPE);
    Exit::Error as u8
}

/// Waits for critical work.
fn wait_for_holds(state: &State) {
    let is_held = |holds: &mut usize| *holds > 0;
    let holds = lock(&state.holds);
    drop(state.released.wait_timeout_while(holds, PATIENCE, is_held));
}

/// Returns true if the parent process has ignored this signal, as nohup does.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & (1 << (signal - 1)) != 0)
}

/// Critical work: it polls the flag, and must clean up before the program ends.
pub struct Hold(&'static State);

/// Begins critical work, which ends when the value is dropped.
pub fn hold() -> Result<Hold> {
    let state = state()?;
    *lock(&state.holds) += 1;
    Ok(Hold(state))
}

impl Drop for Hold {
    fn drop(&mut self) {
        *lock(&self.0.holds) -= 1;
        self.0.released.notify_all();
    }
}

/// Reports an unknown result if the command does not stop in time, until it is dropped.
pub struct Backstop {
    state: &'static State,
    _timer: Option<Timer>,
}

impl Drop for Backstop {
    fn drop(&mut self) {
        *lock(&self.state.give_up) = None;
    }
}

/// Enforces a deadline and the first signal until the value is dropped, even if no loop polls them.
/// It waits until the deadline is past by a tenth of its time and `GRACE`. Then `report` reports
/// the result, and the program ends with its exit code.
pub fn backstop(
    stop: &Stop,
    report: impl FnOnce(Stopped) -> Exit + Send + 'static,
) -> Result<Backstop> {
    let state = state()?;
    *lock(&state.give_up) = Some(Box::new(report));
    let timer = stop.deadline.map(|deadline| {
        let time = deadline.saturating_duration_since(Instant::now());
        let patience = time.saturating_add(time / 10).saturating_add(GRACE);
        Timer::new(patience, move || give_up(state, Stopped::Late))
    });
    Ok(Backstop {
        state,
        _timer: timer,
    })
}

/// Acts once after some time, unless it is dropped before.
struct Timer(#[expect(dead_code, reason = "its end stops the timer")] Sender<()>);

impl Timer {
    /// Calls `act` after this time.
    fn new(time: Duration, act: impl FnOnce() + Send + 'static) -> Timer {
        let (sender, dropped) = mpsc::channel();
        thread::spawn(move || {
            if dropped.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                act();
            }
        });
        Timer(sender)
    }
}

/// Returns a [`backstop`] that prints a report, on standard error if standard output is taken. Both
/// reports of an unknown result are made now.
pub fn printing_backstop(
    stop: &Stop,
    is_taken: bool,
    report: impl Fn(Stopped) -> Result<Printed>,
) -> Result<Backstop> {
    let [late, interrupted] = [report(Stopped::Late)?, report(Stopped::Interrupted)?];
    backstop(stop, move |stopped| {
        let (text, exit) = match stopped {
            Stopped::Interrupted => interrupted,
            _ => late,
        };
        let _ = print_or_eprint(&text, is_taken);
        exit
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    // The two share the state of the program, so they run in turn.
    #[test]
    fn a_deadline_ends_the_program_after_the_grace_if_no_loop_polls() {
        a_deadline_polled_in_time_does_not_end_the_program();
        a_deadline_that_no_loop_polls_ends_the_program_after_the_grace();
    }

    fn a_deadline_polled_in_time_does_not_end_the_program() {
        let stop = Stop::after(Duration::from_millis(10));
        let (ended, end) = channel();
        let timer = backstop(&stop, move |_| {
            let _ = ended.send(());
            // The thread waits for ever, instead of ending the tests.
            loop {
                thread::park();
            }
        });
        thread::sleep(Duration::from_millis(100));
        drop(timer.unwrap());
        assert!(end.recv_timeout(2 * GRACE).is_err());
    }

    fn a_deadline_that_no_loop_polls_ends_the_program_after_the_grace() {
        let stop = Stop::after(Duration::from_millis(100));
        let begun = Instant::now();
        let (ended, end) = channel();
        let timer = backstop(&stop, move |stopped| {
            let _ = ended.send(stopped);
            loop {
                thread::park();
            }
        });
        assert_eq!(end.recv_timeout(Duration::from_secs(10)), Ok(Stopped::Late));
        assert!(begun.elapsed() >= Duration::from_millis(109) + GRACE);
        // Its thread holds the lock: dropping it would wait for ever.
        std::mem::forget(timer);
    }

    #[test]
    fn a_timer_acts_once_and_never_after_it_is_dropped() {
        let (sender, acts) = channel();
        let sender_of_dropped = sender.clone();
        let hour = Duration::from_secs(3600);
        let dropped = Timer::new(hour, move || sender_of_dropped.send("dropped").unwrap());
        drop(dropped);
        let lasting = Timer::new(Duration::ZERO, move || sender.send("lasting").unwrap());
        let all: Vec<&str> = acts.iter().collect();
        drop(lasting);
        assert_eq!(all, ["lasting"]);
    }
}
