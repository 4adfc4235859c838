//! Work that Ctrl-C and a deadline end, and that reports its progress.

use crate::errors::wrong;
use knightsat::stop::Stop;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest delay of a signal, and the time between two calls of `progress`.
pub const PATIENCE: Duration = Duration::from_millis(50);

/// The timeout and the callback of a call.
#[derive(Clone, Copy, Default)]
pub struct Pace<'a, 'py> {
    /// The timeout in seconds.
    pub timeout: Option<f64>,
    /// The callback, called with a dict.
    pub progress: Option<&'a Bound<'py, PyAny>>,
}

/// The progress of the work: numbers with their names.
pub type Fields = Vec<(&'static str, i128)>;

/// The stop of the work, and its latest progress.
pub struct Watch {
    pub stop: Stop,
    latest: Mutex<Fields>,
}

impl Watch {
    /// Reports the progress of the work, which the caller receives at intervals.
    pub fn report(&self, fields: Fields) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = fields;
    }
}

/// Returns a stop after so many seconds, or once the flag is set.
pub fn stop(timeout: Option<f64>, flag: &Arc<AtomicBool>) -> PyResult<Stop> {
    let stop = match timeout.map(Duration::try_from_secs_f64) {
        Some(Ok(time)) => Stop::after(time),
        Some(Err(_)) => return Err(wrong("timeout: expected seconds from 0 on")),
        None => Stop::default(),
    };
    Ok(stop.with_flag(flag.clone()))
}

/// Runs work in a thread of its own. Meanwhile this thread releases the interpreter, handles
/// signals and calls `progress`.
pub fn work<T: Send>(
    py: Python<'_>,
    pace: Pace<'_, '_>,
    work: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<T> {
    let flag = Arc::new(AtomicBool::new(false));
    let watch = Watch {
        stop: stop(pace.timeout, &flag)?,
        latest: Mutex::default(),
    };
    let (watch, begin) = (&watch, Instant::now());
    let progress = pace.progress.map(|progress| progress.clone().unbind());
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            scope.spawn(move || sender.send(work(watch)));
            loop {
                match receiver.recv_timeout(PATIENCE) {
                    Ok(done) => return Ok(done),
                    Err(RecvTimeoutError::Timeout) => Python::attach(|py| {
                        py.check_signals()?;
                        let progress = progress.as_ref();
                        progress.map_or(Ok(()), |progress| tell(progress.bind(py), watch, begin))
                    })
                    // The scope waits until the thread has stopped.
                    .inspect_err(|_| flag.store(true, Ordering::Relaxed))?,
                    // The thread has panicked.
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(wrong("knightsat failed: please report this"));
                    }
                }
            }
        })
    })
}

/// Calls `progress` with the latest progress of the work.
fn tell(progress: &Bound<'_, PyAny>, watch: &Watch, begin: Instant) -> PyResult<()> {
    let fields = PyDict::new(progress.py());
    fields.set_item("seconds", begin.elapsed().as_secs_f64())?;
    let latest = watch
        .latest
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    for (name, number) in latest {
        fields.set_item(name, number)?;
    }
    progress.call1((fields,)).map(drop)
}
