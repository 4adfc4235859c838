//! Work that Ctrl-C and a deadline end.

use crate::wrong;
use knightsat_tour::base::stop::Stop;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How long a signal may wait.
const PATIENCE: Duration = Duration::from_millis(50);

/// Works in a thread of its own, while this one lets go of the interpreter and listens to signals. `timeout` is in seconds.
pub fn work<T: Send>(
    py: Python<'_>,
    timeout: Option<f64>,
    work: impl FnOnce(&Stop) -> T + Send,
) -> PyResult<T> {
    let flag = Arc::new(AtomicBool::new(false));
    let stop = match timeout {
        Some(seconds) => Stop::after(Duration::try_from_secs_f64(seconds).map_err(wrong)?),
        None => Stop::default(),
    };
    let stop = stop.with_flag(flag.clone());
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            scope.spawn(move || sender.send(work(&stop)));
            loop {
                match receiver.recv_timeout(PATIENCE) {
                    Ok(done) => return Ok(done),
                    Err(RecvTimeoutError::Timeout) => {
                        // The scope waits until the thread has heard.
                        Python::attach(|py| py.check_signals())
                            .inspect_err(|_| flag.store(true, Ordering::Relaxed))?;
                    }
                    // It has panicked.
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(wrong("knightsat failed: please report this"));
                    }
                }
            }
        })
    })
}
