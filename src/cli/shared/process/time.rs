//! Time limits of commands, and the reports of interrupted ones.

use crate::cli::shared::*;
use indicatif::{ProgressBar, ProgressStyle};
use knightsat::search::lazy::Progress;
use knightsat::tour::ProblemError;
use knightsat::tour::spec::SpecError;
use knightsat_base::text::harmless;
use std::time::{Duration, Instant};

/// The time limit of a command.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct TimeArgs {
    /// Give up after this many seconds (exit code 3)
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub timeout: Option<f64>,
}

impl TimeArgs {
    /// Returns the stop condition: this time from now, and the first signal.
    pub fn stop(&self) -> Result<Stop> {
        stop(self.timeout)
    }
}

/// Returns the stop condition: `seconds` from now, and the first signal.
pub fn stop(seconds: Option<f64>) -> Result<Stop> {
    const LONGEST: f64 = 1e9;
    let after = |seconds| {
        let time = Duration::try_from_secs_f64(seconds).ok();
        let time = time.filter(|_| seconds <= LONGEST);
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        deadline.with_context(|| {
            let option = option(seconds);
            format!("{option}: write a number of seconds from 0 to 1e9")
        })
    };
    let deadline = seconds.map(after).transpose()?;
    Ok(Stop::from(deadline).with_flag(interrupt::flag()?))
}

/// Returns --timeout with its value, without hundreds of digits.
pub fn option(seconds: f64) -> String {
    match seconds.to_string() {
        short if short.len() < 20 => format!("--timeout {short}"),
        _ => format!("--timeout {seconds:e}"),
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

/// The delay of the first line; a quick answer prints no line.
const TICK: Duration = Duration::from_millis(300);

/// A line that shows the progress; empty if standard error is no terminal. Dropping it erases it.
pub struct Line(ProgressBar);

impl Line {
    /// Makes a line about the current work.
    pub fn new(words: &str) -> Line {
        // Longer words are truncated: a second line would stay.
        let style = ProgressStyle::with_template("{elapsed_precise} {wide_msg}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
        let bar = ProgressBar::new_spinner().with_style(style);
        let line = Line(bar.with_message(harmless(words).into_owned()));
        line.0.enable_steady_tick(TICK);
        line
    }

    /// Sets the description of the current work.
    pub fn set(&self, words: impl Into<String>) {
        self.0.set_message(harmless(&words.into()).into_owned());
    }

    /// Shows the progress of the search.
    pub fn show(&self, progress: Progress) {
        self.set(describe(&progress));
    }

    /// Prints a note above the line.
    pub fn note(&self, message: String) {
        self.0.suspend(|| note!("{message}"));
    }

    /// Returns its text.
    pub fn text(&self) -> String {
        self.0.message()
    }
}

/// Notes about progress above a line, at most one for each second. The line shows all of them.
pub struct Notes<'l> {
    line: &'l Line,
    last: String,
    next: Option<Instant>,
}

impl<'l> Notes<'l> {
    /// Returns the notes above this line.
    pub fn new(line: &'l Line) -> Notes<'l> {
        let (last, next) = (String::new(), None);
        Notes { line, last, next }
    }

    /// Prints the note, or only shows it if the last one was less than a second ago.
    pub fn add(&mut self, message: String) {
        self.line.set(&*message);
        let now = Instant::now();
        if self.next.is_none_or(|next| next <= now) {
            self.next = Some(now + Duration::from_secs(1));
            self.line.note(message.clone());
            self.last = message;
        }
    }

    /// Returns the last note that was printed.
    pub fn last(self) -> String {
        self.last
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Returns a timer that notes long work on standard error.
pub fn notice(words: impl FnOnce() -> String + Send + 'static) -> Timer {
    const LONG: Duration = Duration::from_secs(10);
    Timer::new(LONG, move || note!("{}", words()))
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
    fn progress_is_described_in_words() {
        let mut progress = Progress::default();
        progress.attempt = 3;
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
}
