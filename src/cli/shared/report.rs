//! Results in the selected format: rows and JSON documents, with exit codes and notes.
//!
//! docs/json.schema.json lists all fields of documents; tests/program/json.rs compares them.

mod progress;
mod verdict;

pub use progress::Line;
pub use verdict::{TourFormat, columns};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use knightsat_base::system;
use knightsat_base::text::{harmless, is_digits};
use knightsat_search::Verdict;
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

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

/// Locks, even after a panic of another thread.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
