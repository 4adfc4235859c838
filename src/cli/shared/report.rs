//! Results in the selected format: tours, rows and JSON documents, with exit codes and notes.
//! docs/json.md lists all fields of documents, and tests/program/json.rs compares them with it.

use crate::cli::shared::*;
use knightsat::search::explain;
use knightsat_base::system;
use knightsat_base::text::{harmless, is_digits};
use knightsat_render::{self as render, Document, Terminal};
use std::fmt::Display;
use std::io::{self, BufWriter, Write};

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

fn headed<T>(kind: &str, body: T) -> Headed<'_, T> {
    Headed {
        version: VERSION,
        kind,
        body,
    }
}

/// Returns a document on one line.
pub fn json_line(kind: &str, body: impl Serialize) -> Result<String> {
    Ok(serde_json::to_string(&headed(kind, body))? + "\n")
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
        let sentence = explain::sentence(request, found).map_err(anyhow::Error::msg)?;
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

    /// Writes a tour as a board, or as moves.
    pub fn tour(self, request: &Request, tour: &Tour, out: &mut dyn Write) -> io::Result<()> {
        let place = &request.place;
        if let (Place::Board(board), TourFormat::Board) = (place, self.format) {
            let closed = tour.kind() == Kind::Closed;
            let given = request.tour.given(place).unwrap_or_default();
            return render::write_terminal(board, tour.steps(), closed, &given, self.terminal, out);
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

impl From<Exit> for u8 {
    fn from(exit: Exit) -> u8 {
        exit as u8
    }
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
