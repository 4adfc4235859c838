//! How long a command may take, and what is told where it was stopped.

use crate::cli::shared::interrupt;
use crate::cli::shared::note::note;
use crate::cli::shared::progress::Line;
use anyhow::{Context, Result};
use knightsat::stop::{Stop, Stopped};
use std::time::{Duration, Instant};

/// When to give up: `seconds` from now, and at the first signal.
pub fn stop(seconds: Option<f64>) -> Result<Stop> {
    let after = |seconds| {
        let duration = Duration::try_from_secs_f64(seconds).ok()?;
        Instant::now().checked_add(duration)
    };
    let deadline = match seconds {
        None => None,
        Some(seconds) => Some(
            after(seconds)
                .with_context(|| format!("--timeout {seconds}: write a number of seconds"))?,
        ),
    };
    Ok(Stop::from(deadline).with_flag(interrupt::flag()?))
}

/// What a search has found, which `line` followed: where it was stopped, how far it was is told, and
/// nothing is known.
pub fn found<T>(found: Result<T>, unknown: T, line: Line, stop: &Stop) -> Result<T> {
    let words = line.words();
    drop(line);
    let found = match found {
        Err(error) if error.is::<Stopped>() => {
            note(words);
            unknown
        }
        found => found?,
    };
    tell_of_signal(stop);
    Ok(found)
}

/// Says so if a signal has ended it.
pub fn tell_of_signal(stop: &Stop) {
    if stop.is_flagged() {
        note("stopped by a signal");
    }
}
