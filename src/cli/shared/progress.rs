//! What is being done and how far it is, on a terminal that is standard error.

use super::note::note;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use knightsat::base::plural::counted;
use knightsat::search::lazy::Progress;
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The first line appears after this time, so that a quick answer comes without one.
const TICK: Duration = Duration::from_millis(300);

/// A line that follows the work; nothing where standard error is no terminal. It is gone when this
/// is dropped.
pub struct Line {
    bar: ProgressBar,
    words: Arc<Mutex<String>>,
}

impl Line {
    /// A line that says what is being done.
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

    /// What is being done from now on.
    pub fn say(&self, words: impl Into<String>) {
        *lock(&self.words) = words.into();
    }

    /// How far the search is.
    pub fn tell(&self, progress: Progress) {
        self.say(describe(&progress));
    }

    /// What it says.
    pub fn words(&self) -> String {
        lock(&self.words).clone()
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Work that lasts longer than this is worth a line where nothing else shows it.
const LONG: Duration = Duration::from_secs(10);

/// A line on standard error if the work lasts: once, unless this is dropped before.
pub struct Notice {
    _is_over: Sender<()>,
}

impl Notice {
    /// A line with these words after ten seconds.
    pub fn new(words: impl FnOnce() -> String + Send + 'static) -> Notice {
        Notice::after(LONG, move || note(words()))
    }

    /// The same where standard error is no terminal: there a bar shows the progress.
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

fn lock(words: &Mutex<String>) -> MutexGuard<'_, String> {
    words.lock().unwrap_or_else(PoisonError::into_inner)
}

fn describe(progress: &Progress) -> String {
    let Progress {
        attempt,
        round,
        cycles,
        joined,
        cuts,
        piece,
        ..
    } = progress;
    if *round == 0 {
        return format!("attempt {attempt}, no two-factor yet");
    }
    let mut words = format!(
        "attempt {attempt}, round {round}: {}, {joined} when joined, {}",
        counted(*cycles, "cycle"),
        counted(*cuts, "cut")
    );
    if let Some(vertices) = piece {
        words += &format!(", in a piece of {}", counted(*vertices, "vertex"));
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
