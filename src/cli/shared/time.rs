//! How long a command may take, and what is told where it was stopped.

use crate::cli::shared::interrupt;
use crate::cli::shared::note::note;
use crate::cli::shared::progress::Line;
use anyhow::{Context, Result};
use knightsat::stop::{Stop, Stopped};
use std::io;
use std::time::{Duration, Instant};

/// When to give up: `seconds` from now, and at the first signal.
pub fn stop(seconds: Option<f64>) -> Result<Stop> {
    let after = |seconds| {
        let duration = Duration::try_from_secs_f64(seconds).ok()?;
        Instant::now().checked_add(duration)
    };
    let deadline = match seconds {
        None => None,
        Some(seconds) => Some(after(seconds).with_context(|| {
            let option = option(seconds);
            format!("{option}: write a number of seconds from 0 to 1e9")
        })?),
    };
    Ok(Stop::from(deadline).with_flag(interrupt::flag()?))
}

/// Returns --timeout with its value, without hundreds of digits.
pub fn option(seconds: f64) -> String {
    match seconds.to_string() {
        short if short.len() < 20 => format!("--timeout {short}"),
        _ => format!("--timeout {seconds:e}"),
    }
}

/// Returns what a search has found, which `line` followed: `unknown` where it was stopped, and how far it was is
/// told.
pub fn found<T>(
    found: Result<T>,
    unknown: impl FnOnce(Stopped) -> T,
    line: Line,
    stop: &Stop,
) -> Result<T> {
    let words = line.words();
    drop(line);
    let found = found.or_else(|error| {
        let stopped = stopped(&error).ok_or(error)?;
        note(words);
        Ok::<_, anyhow::Error>(unknown(stopped))
    })?;
    tell_of_signal(stop);
    Ok(found)
}

/// Returns the reason if a deadline or a signal, and no fault, ended the work.
pub fn stopped(error: &anyhow::Error) -> Option<Stopped> {
    error.chain().find_map(|cause| {
        let stopped = cause.downcast_ref().copied();
        stopped.or_else(|| {
            cause
                .downcast_ref()
                .and_then(|cause: &io::Error| Stopped::of(cause))
        })
    })
}

/// Says so if a signal has ended it.
pub fn tell_of_signal(stop: &Stop) {
    if stop.is_flagged() {
        note("stopped by a signal");
    }
}
