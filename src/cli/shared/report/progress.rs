//! A line on the terminal that shows the progress of a command.

use super::{lock, note};
use indicatif::{ProgressBar, ProgressStyle};
use knightsat::search::lazy::Progress;
use knightsat_base::text::{counted, harmless};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The delay of the first line; a quick answer prints no line.
const TICK: Duration = Duration::from_millis(300);

/// A line that shows the progress; empty if standard error is no terminal. Dropping it erases it.
pub struct Line {
    bar: ProgressBar,
    /// The last note about progress, and its time.
    last: Mutex<Option<(String, Instant)>>,
}

impl Line {
    /// Makes a line about the current work.
    pub fn new(words: &str) -> Line {
        // Longer words are truncated: a second line would stay.
        let bar = ProgressBar::new_spinner().with_style(style("{elapsed_precise} {wide_msg}"));
        bar.enable_steady_tick(TICK);
        let bar = bar.with_message(harmless(words).into_owned());
        let last = Mutex::default();
        Line { bar, last }
    }

    /// Sets the description of the current work.
    pub fn set(&self, words: impl Into<String>) {
        self.bar.set_message(harmless(&words.into()).into_owned());
    }

    /// Shows the progress of the search.
    pub fn show(&self, progress: Progress) {
        self.set(describe(&progress));
    }

    /// Prints a note above the line.
    pub fn note(&self, message: String) {
        self.bar.suspend(|| note!("{message}"));
    }

    /// Shows progress, and prints it as a note, at most one for each second.
    pub fn note_progress(&self, message: String) {
        self.set(&*message);
        let (mut last, now) = (lock(&self.last), Instant::now());
        let is_early = |(_, time): &(_, Instant)| now < *time + Duration::from_secs(1);
        if !last.as_ref().is_some_and(is_early) {
            self.note(message.clone());
            *last = Some((message, now));
        }
    }

    /// Returns the last note about progress that was printed.
    pub fn last_note(&self) -> Option<String> {
        lock(&self.last).take().map(|(message, _)| message)
    }

    /// Returns its text.
    pub fn text(&self) -> String {
        self.bar.message()
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    style.unwrap_or_else(|_| ProgressStyle::default_spinner())
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
