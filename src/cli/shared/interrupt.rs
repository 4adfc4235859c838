//! Ctrl-C and its like: commands that have something to say are told to stop, work that must not
//! be cut off comes to its end, temporary files are removed.
//!
//! Behind all loops that hear a [`Stop`] there is a backstop, for where one does not: a while after
//! the first signal the program ends as it does at the second, and a while after a deadline
//! ([`Backstop`]) as if nothing had been found.

use crate::cli::shared::{Exit, print_beside};
use anyhow::{Context, Result};
use knightsat::base::whole::remove_unfinished;
use knightsat::stop::Stop;
use rustix::process::Signal;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// A signal that comes this soon after another is the same one, sent to the process and to its
/// group, as `timeout` does.
const ECHO: Duration = Duration::from_millis(200);
/// Time after the first signal, or after a deadline and a tenth of it, to end with what is known: of
/// the second that is promised, the system needs some to take gigabytes back.
const GRACE: Duration = Duration::from_millis(800);
/// Longest wait for what must not be cut off.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Default)]
struct State {
    /// Says stop.
    stop: Arc<AtomicBool>,
    /// Whether somebody looks at it.
    is_watched: AtomicBool,
    /// How many pieces of work must not be cut off.
    holds: Mutex<usize>,
    released: Condvar,
}

/// A flag that the first signal sets. The next one ends the program as ever, and so does the first a
/// while later, for where nobody looks at the flag.
pub fn flag() -> Result<Arc<AtomicBool>> {
    let state = state()?;
    state.is_watched.store(true, Ordering::Relaxed);
    Ok(state.stop.clone())
}

/// A file that may not grow any further (`ulimit -f`) is an error like a full disk, not the end.
pub fn survive_file_limit() {
    // Handled, not ignored: what is ignored stays so in the programs that are started.
    let _ = signal_hook::flag::register(Signal::XFSZ.as_raw(), Arc::default());
}

/// The state; a thread waits for signals from when it is first asked for.
pub fn watch() -> Result<()> {
    state().map(drop)
}

fn state() -> Result<&'static State> {
    static STATE: OnceLock<State> = OnceLock::new();
    if let Some(state) = STATE.get() {
        return Ok(state);
    }
    let asked = [SIGINT, SIGTERM, SIGHUP].into_iter();
    let signals = Signals::new(asked.filter(|&signal| !is_ignored(signal)));
    let mut signals = signals.context("signals cannot be caught")?;
    let state = STATE.get_or_init(State::default);
    thread::spawn(move || {
        let mut first: Option<Instant> = None;
        for signal in signals.forever() {
            state.stop.store(true, Ordering::Relaxed);
            let is_first = first.get_or_insert_with(Instant::now).elapsed() <= ECHO;
            if !(is_first && state.is_watched.load(Ordering::Relaxed)) {
                end(state, signal);
            }
            // An echo starts another one, which comes too late to matter.
            thread::spawn(move || {
                thread::sleep(GRACE);
                end(state, signal);
            });
        }
    });
    Ok(state)
}

/// Ends the program by the signal.
fn end(state: &State, signal: i32) {
    wait_for_holds(state);
    let _files = remove_unfinished();
    let _ = emulate_default_handler(signal);
}

/// Waits for what must not be cut off.
fn wait_for_holds(state: &State) {
    let is_held = |holds: &mut usize| *holds > 0;
    let holds = lock(&state.holds);
    drop(state.released.wait_timeout_while(holds, PATIENCE, is_held));
}

/// Whether whoever started us wants this signal ignored, as nohup does.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & (1 << (signal - 1)) != 0)
}

/// Locks, whatever another thread has panicked over.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Work that a signal must not cut off: it looks at the flag, and leaves something behind if it is
/// not left to clean up.
pub struct Hold(&'static State);

/// Begins such work; it ends where the value is dropped.
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

/// While this lives, a deadline that nobody hears ends the program all the same.
pub struct Backstop(Arc<Answer>);

#[derive(Default)]
struct Answer {
    is_there: Mutex<bool>,
    came: Condvar,
}

impl Backstop {
    /// From now on until it is dropped: once the deadline is past by a tenth of the time up to it
    /// and [`GRACE`], `give_up` says what is to be said, and the program ends with that exit code.
    pub fn new(stop: &Stop, give_up: impl FnOnce() -> Exit + Send + 'static) -> Result<Backstop> {
        let answer = Arc::new(Answer::default());
        if let Some(deadline) = stop.deadline {
            let state = state()?;
            let time = deadline.saturating_duration_since(Instant::now());
            let patience = time.saturating_add(time / 10).saturating_add(GRACE);
            let awaited = answer.clone();
            thread::spawn(move || {
                let is_there = lock(&awaited.is_there);
                let waited = awaited
                    .came
                    .wait_timeout_while(is_there, patience, |is_there| !*is_there);
                let is_there = waited.map_or_else(|error| error.into_inner().0, |waited| waited.0);
                if !*is_there {
                    // Both stay locked: no answer comes any more, and no file is made.
                    let code = give_up() as i32;
                    wait_for_holds(state);
                    let _files = remove_unfinished();
                    std::process::exit(code);
                }
            });
        }
        Ok(Backstop(answer))
    }

    /// The same with a text to print: on standard error if standard output is taken.
    pub fn telling(stop: &Stop, text: String, is_taken: bool, exit: Exit) -> Result<Backstop> {
        Backstop::new(stop, move || {
            let _ = print_beside(&text, is_taken);
            exit
        })
    }
}

impl Drop for Backstop {
    fn drop(&mut self) {
        *lock(&self.0.is_there) = true;
        self.0.came.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_deadline_that_is_heard_in_time_stops_nobody() {
        let stop = Stop::after(Duration::from_millis(10));
        let (told, hears) = std::sync::mpsc::channel();
        let backstop = Backstop::new(&stop, move || {
            let _ = told.send(());
            // Not the end of the tests: the thread waits for ever.
            loop {
                thread::park();
            }
        });
        thread::sleep(Duration::from_millis(100));
        drop(backstop.unwrap());
        assert!(hears.recv_timeout(2 * GRACE).is_err());
    }

    #[test]
    fn a_deadline_that_nobody_hears_is_told_after_the_grace() {
        let stop = Stop::after(Duration::from_millis(100));
        let begun = Instant::now();
        let (told, hears) = std::sync::mpsc::channel();
        let backstop = Backstop::new(&stop, move || {
            let _ = told.send(());
            loop {
                thread::park();
            }
        });
        assert!(hears.recv_timeout(Duration::from_secs(10)).is_ok());
        assert!(begun.elapsed() >= Duration::from_millis(109) + GRACE);
        // Its thread holds the lock: dropping it would wait for ever.
        std::mem::forget(backstop);
    }
}
