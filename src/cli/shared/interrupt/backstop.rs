//! The end of a program whose deadline nobody hears.

use super::{GRACE, clean_up, lock, state};
use crate::cli::shared::exit::Exit;
use anyhow::{Context, Result};
use knightsat::stop::Stop;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Instant;

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
            let state = state().context("signals cannot be caught")?;
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
                    let _files = clean_up(state);
                    std::process::exit(code);
                }
            });
        }
        Ok(Backstop(answer))
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
