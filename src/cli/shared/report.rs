//! Results in the selected format: tours, rows and JSON documents, with exit codes, notes and lines
//! that show the progress.
//!
//! docs/json.schema.json lists all fields of documents; tests/program/json.rs compares them.

use anyhow::{Context, Result};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use knightsat::prelude::{Board, Kind, Tour};
use knightsat::search::lazy::Progress;
use knightsat::search::{Evidence, Verdict, explain};
use knightsat::tour::spec::Request;
use knightsat_base::system;
use knightsat_base::text::{counted, harmless, is_digits};
use knightsat_render::{self as render, Document, Terminal};
use rustix::io::Errno;
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
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

/// The look of a printed tour: its format, and the properties of standard output.
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    pub format: TourFormat,
    pub terminal: Terminal,
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
    Ok(serde_json::to_string(&headed(kind, body))? + "\n")
}

fn headed<T>(kind: &str, body: T) -> Headed<'_, T> {
    Headed {
        version: VERSION,
        kind,
        body,
    }
}

/// Returns a document over several lines, for people too.
pub fn json_lines(kind: &str, body: impl Serialize) -> Result<String> {
    Ok(serde_json::to_string_pretty(&headed(kind, body))? + "\n")
}

/// A list as a document.
#[derive(Serialize)]
pub struct Rows<'a, T> {
    pub rows: &'a [T],
}

impl View {
    /// Writes the verdict to `out`, with a board in its width, and returns its exit code. A
    /// refutation of a known tour is an error, which names the source of the refutation.
    pub fn verdict(self, request: &Request, found: &Verdict, out: &mut dyn Write) -> Result<Exit> {
        let sentence = match found {
            Verdict::Tour(_) => None,
            _ => explain::sentence(request, found).map_err(anyhow::Error::msg)?,
        };
        let write = || {
            match found {
                _ if self.format == TourFormat::Json => {
                    let mut out = BufWriter::with_capacity(1 << 16, &mut *out);
                    serde_json::to_writer(&mut out, &document(request, found))?;
                    writeln!(out)?;
                    out.flush()?;
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
        let board = board.filter(|_| self.format == TourFormat::Board);
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
        let place = &request.place;
        if self.format == TourFormat::Board {
            let closed = tour.kind() == Kind::Closed;
            let given = request.tour.given(place).unwrap_or_default();
            if let Some(outline) = place.outline() {
                let board = Board::from(outline.clone());
                let steps = tour.steps();
                return render::write_terminal(&board, steps, closed, &given, self.terminal, out);
            }
            if let Some(geometry) = place.geometry() {
                return out.write_all(render::layers(geometry, tour.steps()).as_bytes());
            }
        }
        render::write_path(place, tour.steps(), out)?;
        writeln!(out)
    }
}

/// Returns the document of a verdict.
pub fn document(request: &Request, verdict: &Verdict) -> Document {
    let mut document = render::document(
        &request.place,
        &request.tour,
        verdict.into(),
        verdict.tour(),
    );
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
    let mut parts = text.splitn(3, ':');
    let mut is_number = || {
        parts
            .next()
            .is_some_and(|part| !part.is_empty() && is_digits(part))
    };
    is_number() && is_number()
}

/// The name of standard output in error messages.
pub const STDOUT: &str = "standard output";

/// True if standard output was closed when this program started.
static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Runs before `main`: the runtime replaces a closed standard output by the null device, which
/// would swallow every result.
#[used]
#[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
#[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
static FIND_CLOSED: extern "C" fn() = find_closed;

extern "C" fn find_closed() {
    // SAFETY: the number is only looked up, whether or not it is open.
    let stdout = unsafe { BorrowedFd::borrow_raw(1) };
    let is_missing = rustix::io::fcntl_getfd(stdout) == Err(Errno::BADF);
    WAS_CLOSED.store(is_missing, Ordering::Relaxed);
}

/// Fails if standard output was closed when this program started.
pub fn stdout_is_open() -> io::Result<()> {
    if WAS_CLOSED.load(Ordering::Relaxed) {
        Err(io::Error::other("closed: redirect it to a file"))
    } else {
        Ok(())
    }
}

/// Standard output for texts, which end in a line end.
#[derive(Debug)]
pub struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        stdout_is_open()?;
        io::stdout().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        stdout_is_open()?;
        io::stdout().flush()
    }
}

/// Returns the result of writing a verdict. A verdict that has no reader still determines the exit
/// code. In all other cases a closed pipe is an error, which ends the program like SIGPIPE.
pub fn delivered(written: io::Result<()>) -> Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context(STDOUT),
    }
}

/// Writes the text of a verdict to standard output.
pub fn print(text: &str) -> Result<()> {
    let write = || {
        Stdout.write_all(text.as_bytes())?;
        Stdout.flush()
    };
    delivered(write())
}

/// Returns standard output, or standard error if standard output is taken.
pub fn text_output(is_taken: bool) -> Box<dyn Write> {
    if is_taken {
        Box::new(io::stderr())
    } else {
        Box::new(Stdout)
    }
}

/// Writes the text of a verdict to standard output, or to standard error if standard output is
/// taken.
pub fn print_or_eprint(text: &str, is_taken: bool) -> Result<()> {
    if !is_taken {
        return print(text);
    }
    let _ = io::stderr().write_all(text.as_bytes());
    Ok(())
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

/// Acts once after some time, unless it is dropped before. Dropping it waits for the end of the
/// action.
pub struct Timer(Arc<(Mutex<bool>, Condvar)>);

impl Timer {
    /// Calls `act` after this time.
    pub fn new(time: Duration, act: impl FnOnce() + Send + 'static) -> Timer {
        let timer = Timer(Arc::default());
        let shared = timer.0.clone();
        thread::spawn(move || {
            let (is_over, changed) = &*shared;
            let waited = changed.wait_timeout_while(lock(is_over), time, |is_over| !*is_over);
            let is_over = waited.map_or_else(|error| error.into_inner().0, |waited| waited.0);
            if !*is_over {
                act();
            }
        });
        timer
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        *lock(&self.0.0) = true;
        self.0.1.notify_all();
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
