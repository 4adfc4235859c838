//! Time limits of commands, and the reports of interrupted ones.

use crate::cli::shared::interrupt::{self, lock};
use crate::cli::shared::note;
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use knightsat::prelude::{Stop, Stopped};
use knightsat::search::lazy::Progress;
use knightsat_base::text::counted;
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Returns the stop condition: `seconds` from now, and the first signal.
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

/// Returns the result of a search that `line` followed. An interrupted one gives `unknown`, and its
/// progress is reported.
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
        note!("{words}");
        Ok::<_, anyhow::Error>(unknown(stopped))
    })?;
    tell_of_signal(stop);
    Ok(found)
}

/// Returns the reason if a deadline or a signal, rather than a fault, ended the work.
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

/// Reports that a signal has ended it.
pub fn tell_of_signal(stop: &Stop) {
    if stop.is_flagged() {
        note!("stopped by a signal");
    }
}

/// The delay of the first line; a quick answer prints no line.
const TICK: Duration = Duration::from_millis(300);

/// A line that shows the progress; empty if standard error is no terminal. Dropping it erases it.
pub struct Line {
    bar: ProgressBar,
    words: Arc<Mutex<String>>,
}

impl Line {
    /// Makes a line about the current work.
    pub fn new(words: &str) -> Line {
        let line = Arc::new(Mutex::new(words.to_string()));
        let shown = line.clone();
        let words = move |_: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&lock(&shown));
        };
        let style = ProgressStyle::with_template("{elapsed_precise} {words}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
        let bar = ProgressBar::new_spinner().with_style(style.with_key("words", words));
        bar.enable_steady_tick(TICK);
        Line { bar, words: line }
    }

    /// Sets the description of the current work.
    pub fn say(&self, words: impl Into<String>) {
        *lock(&self.words) = words.into();
    }

    /// Shows the progress of the search.
    pub fn tell(&self, progress: Progress) {
        self.say(describe(&progress));
    }

    /// Prints a note above the line.
    pub fn note(&self, message: String) {
        self.bar.suspend(|| note!("{message}"));
    }

    /// Returns its text.
    pub fn words(&self) -> String {
        lock(&self.words).clone()
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Longer work prints a line if there is no other progress.
const LONG: Duration = Duration::from_secs(10);

/// A line on standard error for long work: printed once, unless this is dropped before.
pub struct Notice {
    _is_over: Sender<()>,
}

impl Notice {
    /// Prints these words after ten seconds.
    pub fn new(words: impl FnOnce() -> String + Send + 'static) -> Notice {
        Notice::after(LONG, move || note!("{}", words()))
    }

    /// Makes a notice if standard error is no terminal; on a terminal a bar shows the progress.
    pub fn beside_a_bar(words: impl FnOnce() -> String + Send + 'static) -> Option<Notice> {
        (!io::stderr().is_terminal()).then(|| Notice::new(words))
    }

    fn after(time: Duration, tell: impl FnOnce() + Send + 'static) -> Notice {
        let (is_over, over) = mpsc::channel();
        thread::spawn(move || {
            if over.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                tell();
            }
        });
        Notice { _is_over: is_over }
    }
}

fn describe(progress: &Progress) -> String {
    let (attempt, round, joined) = (progress.attempt, progress.round, progress.joined);
    if round == 0 {
        return format!("attempt {attempt}, no two-factor yet");
    }
    let mut words = format!(
        "attempt {attempt}, round {round}: {}, {joined} when joined, {}",
        counted(progress.cycles, "cycle"),
        counted(progress.cuts, "cut")
    );
    if let Some(vertices) = progress.piece {
        words += &format!(", in a piece of {}", counted(vertices, "vertex"));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_said_in_words() {
        let mut progress = Progress {
            attempt: 3,
            ..Progress::default()
        };
        assert_eq!(describe(&progress), "attempt 3, no two-factor yet");
        (
            progress.round,
            progress.cycles,
            progress.joined,
            progress.cuts,
        ) = (5, 4, 2, 9);
        let whole = "attempt 3, round 5: 4 cycles, 2 when joined, 9 cuts";
        assert_eq!(describe(&progress), whole);
        progress.piece = Some(33);
        let piece = format!("{whole}, in a piece of 33 vertices");
        assert_eq!(describe(&progress), piece);
    }

    #[test]
    fn work_that_lasts_is_noticed_once_and_short_work_never() {
        let (sender, told) = mpsc::channel();
        let sender_of_short = sender.clone();
        let hour = Duration::from_secs(3600);
        let short = Notice::after(hour, move || sender_of_short.send("short").unwrap());
        drop(short);
        let lasting = Notice::after(Duration::ZERO, move || sender.send("lasting").unwrap());
        let all: Vec<&str> = told.iter().collect();
        drop(lasting);
        assert_eq!(all, ["lasting"]);
    }
}
