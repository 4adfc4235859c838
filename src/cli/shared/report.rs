//! Results in the selected format: tours, rows and JSON documents, with exit codes, notes and lines
//! that show the progress.
//!
//! docs/json.schema.json lists all fields of documents; tests/program/json.rs compares them.

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use knightsat::prelude::{Kind, Tour};
use knightsat::search::lazy::Progress;
use knightsat::tour::Request;
use knightsat_base::system;
use knightsat_base::text::{counted, harmless, is_digits};
use knightsat_render::scene::Stroke;
use knightsat_render::{self as render, Document};
use knightsat_search::{Evidence, Verdict, explain};
use rustix::termios::tcgetwinsize;
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Format of a result without a table or a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, and for tools that read lines
    #[default]
    Text,
    /// A JSON document on one line: docs/json.md
    Json,
}

/// Format of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// Aligned columns
    #[default]
    Table,
    /// A JSON document: docs/json.md
    Json,
    /// Comma-separated values
    Csv,
}

/// Format of a tour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TourFormat {
    /// The board with the step number on every square; for graphs as moves
    #[default]
    Board,
    /// The squares or vertices in order, on one line
    Moves,
    /// A JSON document: docs/json.md
    Json,
}

/// Returns the name of a value of an option.
pub fn value_name(value: impl ValueEnum) -> String {
    let value = value.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_string())
}

/// Refuses an option without effect. Each row has true for such an option, its name, and what it is
/// for.
pub fn unused(rows: &[(bool, &str, &str)]) -> Result<()> {
    match rows.iter().find(|row| row.0) {
        Some((_, option, purpose)) => bail!("{option} is for {purpose}"),
        None => Ok(()),
    }
}

/// The head of a JSON document: `kind` determines the fields of its body.
#[derive(Serialize)]
struct Headed<'a, T> {
    version: u32,
    kind: &'a str,
    #[serde(flatten)]
    body: T,
}

/// The version of the documents.
const VERSION: u32 = 1;

/// Returns a document on one line.
pub fn json_line(kind: &str, body: impl Serialize) -> Result<String> {
    let document = Headed {
        version: VERSION,
        kind,
        body,
    };
    Ok(serde_json::to_string(&document)? + "\n")
}

/// A list as a document.
#[derive(Serialize)]
pub struct Rows<'a, T> {
    pub rows: &'a [T],
}

impl TourFormat {
    /// Writes the verdict to `out`, with a board in the width of the terminal, and returns its exit
    /// code. A refutation of a known tour is an error, which names the source of the refutation.
    pub fn verdict(self, request: &Request, found: &Verdict, out: &mut dyn Write) -> Result<Exit> {
        self.verdict_with(request, found, |_| {}, out)
    }

    /// Writes the verdict with more fields in its document.
    pub fn verdict_with(
        self,
        request: &Request,
        found: &Verdict,
        add: impl FnOnce(&mut Document),
        out: &mut dyn Write,
    ) -> Result<Exit> {
        let sentence = match found {
            Verdict::Tour(_) => None,
            _ => explain::sentence(request, found).map_err(anyhow::Error::msg)?,
        };
        let write = || {
            match found {
                _ if self == TourFormat::Json => {
                    let mut document = document(request, found);
                    add(&mut document);
                    let line = json_line("tour", &document).map_err(io::Error::other)?;
                    out.write_all(line.as_bytes())?;
                }
                Verdict::Tour(tour) => self.tour(request, tour, out)?,
                _ => writeln!(out, "{}", sentence.unwrap_or_default())?,
            }
            out.flush()
        };
        delivered(write())?;
        Ok(found.into())
    }

    /// Draws the sets of squares of a short reason, if boards are drawn.
    pub fn reason(self, request: &Request, found: &Verdict, out: &mut dyn Write) -> Result<()> {
        let board = request.place.board();
        let board = board.filter(|_| self == TourFormat::Board);
        if let Some(board) = board
            && let Verdict::None(Evidence::Obstruction(reason)) = found
            && reason.is_about_sets()
            && let Some(witness) = explain::witness(request, found)
        {
            let cells: Vec<String> = (0..board.squares())
                .map(|v| witness.sign(&request.place.name(v)))
                .collect();
            let drawn = render::grid(board, &cells);
            delivered(writeln!(out, "{drawn}{}", witness.legend))?;
        }
        Ok(())
    }

    /// Writes a tour as a board, or as moves.
    pub fn tour(self, request: &Request, tour: &Tour, out: &mut dyn Write) -> io::Result<()> {
        let (place, steps) = (&request.place, tour.steps());
        if self == TourFormat::Board
            && let Some(board) = place.any_board()
        {
            let closed = tour.kind() == Kind::Closed;
            let given = request.tour.given(place).unwrap_or_default();
            return render::write_board(board, Stroke { steps, closed }, &given, columns(), out);
        }
        writeln!(out, "{}", place.path(steps))
    }
}

/// Returns the document of a verdict.
fn document(request: &Request, verdict: &Verdict) -> Document {
    let mut document = render::document(request, verdict);
    document.witness = explain::witness(request, verdict);
    document.reason = match verdict {
        Verdict::Tour(_) => None,
        Verdict::None(evidence) => Some(explain::reason(request, evidence)),
        Verdict::Unknown(why) => Some(explain::unknown(request, why)),
    };
    document
}

/// A text for standard output, and the exit code that belongs to it.
pub type Printed = (String, Exit);

/// The exit code of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Success: a tour was found or accepted, or proved not to exist by `prove`.
    Good = 0,
    /// The opposite: no tour, not a tour, or a tour for `prove`.
    No = 1,
    /// A fault of the command line, a file or the system.
    Error = 2,
    /// Not decided before the deadline.
    Unknown = 3,
    /// More than one tour, for `solve --unique`.
    Several = 4,
    /// `sat`: the formula has a model.
    Satisfiable = 10,
    /// `sat`: the formula has no model.
    Unsatisfiable = 20,
}

impl From<&Verdict> for Exit {
    fn from(verdict: &Verdict) -> Exit {
        match verdict {
            Verdict::Tour(_) => Exit::Good,
            Verdict::None(_) => Exit::No,
            Verdict::Unknown(_) => Exit::Unknown,
        }
    }
}

/// Writes a line of these words.
#[doc(hidden)]
#[macro_export]
macro_rules! note {
    ($($words:tt)*) => {
        $crate::cli::shared::report::write_note(format_args!($($words)*))
    };
}

pub use note;

/// Writes a line for [`note!`].
pub fn write_note(message: impl Display) {
    let _ = writeln!(
        io::stderr(),
        "knightsat: {}",
        harmless(&message.to_string())
    );
}

/// Returns an error with its causes, without texts of the operating system.
pub fn reason(error: &anyhow::Error) -> String {
    let of_cause = |cause: &(dyn std::error::Error + 'static)| match cause.downcast_ref() {
        Some(error) => system::message(error),
        None => cause.to_string(),
    };
    let causes = error.chain().map(of_cause);
    // A place follows the name of its file without a blank.
    let joined = causes.reduce(|text, cause| {
        if begins_with_place(&cause) {
            format!("{text}:{cause}")
        } else {
            format!("{text}: {cause}")
        }
    });
    joined.unwrap_or_default()
}

/// Returns true for a text such as `3:1: a fault`.
fn begins_with_place(text: &str) -> bool {
    let parts: Vec<&str> = text.splitn(3, ':').collect();
    let is_number = |part: &&str| !part.is_empty() && is_digits(part);
    parts.len() == 3 && parts[..2].iter().all(is_number)
}

/// The name of standard output in error messages.
pub const STDOUT: &str = "standard output";

/// Returns the result of writing a verdict. A verdict that has no reader still determines the exit
/// code. In all other cases a closed pipe is an error, which ends the program like SIGPIPE.
pub fn delivered(written: io::Result<()>) -> Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context(STDOUT),
    }
}

/// Returns the columns of the terminal that shows standard output; `None` for a file.
pub fn columns() -> Option<usize> {
    let size = tcgetwinsize(io::stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|&columns| columns > 0)
}

/// Writes the text of a verdict to standard output.
pub fn print(text: &str) -> Result<()> {
    print_or_eprint(text, false)
}

/// Returns standard output, or standard error if standard output is taken.
pub fn text_output(is_taken: bool) -> Box<dyn Write> {
    if is_taken {
        Box::new(io::stderr())
    } else {
        Box::new(io::stdout())
    }
}

/// Writes the text of a verdict to standard output, or to standard error if standard output is
/// taken.
pub fn print_or_eprint(text: &str, is_taken: bool) -> Result<()> {
    let mut out = text_output(is_taken);
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if is_taken { Ok(()) } else { delivered(written) }
}

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

/// Acts once after some time, unless it is dropped before.
pub struct Timer(#[expect(dead_code, reason = "its end stops the timer")] Sender<()>);

impl Timer {
    /// Calls `act` after this time.
    pub fn new(time: Duration, act: impl FnOnce() + Send + 'static) -> Timer {
        let (sender, dropped) = mpsc::channel();
        thread::spawn(move || {
            if dropped.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                act();
            }
        });
        Timer(sender)
    }
}

/// Locks, even after a panic of another thread.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

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

    #[test]
    fn a_timer_acts_once_and_never_after_it_is_dropped() {
        let (sender, acts) = channel();
        let sender_of_dropped = sender.clone();
        let hour = Duration::from_secs(3600);
        let dropped = Timer::new(hour, move || sender_of_dropped.send("dropped").unwrap());
        drop(dropped);
        let lasting = Timer::new(Duration::ZERO, move || sender.send("lasting").unwrap());
        let all: Vec<&str> = acts.iter().collect();
        drop(lasting);
        assert_eq!(all, ["lasting"]);
    }
}
