//! Ctrl-C and its like: commands that have something to say are told to stop, work that must not
//! be cut off comes to its end, temporary files are removed.
//!
//! Behind all loops that hear a [`Stop`] there is a backstop, for where one does not: a while after
//! the first signal the program ends as it does at the second, and a while after a deadline
//! ([`Backstop`]) as if nothing had been found.

mod backstop;
mod files;
mod hold;

use anyhow::{Context, Result};
use files::remove;
use rustix::process::Signal;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

pub use backstop::Backstop;
pub use files::{remove_temporary, temporary};
pub use hold::hold;

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
    /// Temporary files and folders; those that have got their final names are there no more.
    files: Mutex<Vec<PathBuf>>,
    /// How many pieces of work must not be cut off.
    holds: Mutex<usize>,
    released: Condvar,
}

static STATE: OnceLock<State> = OnceLock::new();

/// A flag that the first signal sets. The next one ends the program as ever, and so does the first a
/// while later, for where nobody looks at the flag.
pub fn flag() -> Result<Arc<AtomicBool>> {
    let state = state().context("signals cannot be caught")?;
    state.is_watched.store(true, Ordering::Relaxed);
    Ok(state.stop.clone())
}

/// A file that may not grow any further (`ulimit -f`) is an error like a full disk, not the end.
pub fn survive_file_limit() {
    // Handled, not ignored: what is ignored stays so in the programs that are started.
    let _ = signal_hook::flag::register(Signal::XFSZ.as_raw(), Arc::default());
}

/// The state; a thread waits for signals from when it is first asked for.
fn state() -> io::Result<&'static State> {
    if let Some(state) = STATE.get() {
        return Ok(state);
    }
    let asked = [SIGINT, SIGTERM, SIGHUP].into_iter();
    let mut signals = Signals::new(asked.filter(|&signal| !is_ignored(signal)))?;
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
    let _files = clean_up(state);
    let _ = emulate_default_handler(signal);
}

/// Waits for what must not be cut off, and removes what must not stay behind. While the guard lives no
/// temporary file is made.
fn clean_up(state: &State) -> MutexGuard<'_, Vec<PathBuf>> {
    let holds = lock(&state.holds);
    let _released = state
        .released
        .wait_timeout_while(holds, PATIENCE, |holds| *holds > 0);
    let files = lock(&state.files);
    remove(&files);
    files
}

/// Whether whoever started us wants this signal ignored, as nohup does.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & (1 << (signal - 1)) != 0)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
