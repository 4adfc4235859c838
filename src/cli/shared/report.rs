//! Prints a verdict in the selected format.

use crate::cli::shared::STDOUT;
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use knightsat::prelude::{FormulaSpec, Kind, Place};
use knightsat::render::{self, Document, Terminal};
use knightsat::search::Verdict;
use knightsat::search::explain;
use knightsat_base::system;
use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

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

/// Writes the verdict to `out`, with a board in its width, and returns its exit code. A refutation
/// of a known tour is an error, which names the source of the refutation.
pub fn verdict(
    spec: &FormulaSpec,
    verdict: &Verdict,
    format: TourFormat,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit> {
    if let Some(why) = explain::contradiction(spec, verdict) {
        bail!(why);
    }
    let written = match format {
        TourFormat::Json => json(spec, verdict, out),
        _ => plain(spec, verdict, format, terminal, out),
    };
    written
        .and_then(|exit| out.flush().map(|()| exit))
        .context(STDOUT)
}

fn plain(
    spec: &FormulaSpec,
    verdict: &Verdict,
    format: TourFormat,
    terminal: Terminal,
    out: &mut dyn Write,
) -> io::Result<Exit> {
    let place = &spec.place;
    let exit = match verdict {
        Verdict::Tour(tour) => {
            if let (Place::Board(board), TourFormat::Board) = (place, format) {
                let closed = tour.kind() == Kind::Closed;
                let given = spec.tour.given(place).unwrap_or_default();
                render::write_terminal(board, tour.steps(), closed, &given, terminal, out)?;
            } else {
                render::write_path(place, tour.steps(), out)?;
                out.write_all(b"\n")?;
            }
            return Ok(Exit::Good);
        }
        Verdict::Unknown(_) => Exit::Unknown,
        Verdict::None(_) => Exit::No,
    };
    writeln!(
        out,
        "{}",
        explain::sentence(spec, verdict).unwrap_or_default()
    )?;
    Ok(exit)
}

fn json(spec: &FormulaSpec, verdict: &Verdict, out: &mut dyn Write) -> io::Result<Exit> {
    let (document, exit) = document(spec, verdict);
    let mut out = BufWriter::with_capacity(1 << 16, out);
    serde_json::to_writer(&mut out, &document)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(exit)
}

/// Returns the document of a verdict, and its exit code.
pub fn document(spec: &FormulaSpec, verdict: &Verdict) -> (Document, Exit) {
    let (reason, exit) = match verdict {
        Verdict::Tour(_) => (None, Exit::Good),
        Verdict::None(evidence) => (Some(explain::reason(spec, evidence)), Exit::No),
        Verdict::Unknown(why) => (Some(explain::unknown(spec, why)), Exit::Unknown),
    };
    let tour = verdict.tour();
    let mut document = render::document(&spec.place, &spec.tour, verdict.into(), tour);
    document.reason = reason;
    (document, exit)
}

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

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Writes a line of these words.
macro_rules! note {
    ($($words:tt)*) => {
        $crate::cli::shared::report::write_note(format_args!($($words)*))
    };
}

pub(crate) use note;

/// Writes a line for [`note!`].
pub fn write_note(message: impl Display) {
    raw(format_args!(
        "knightsat: {}\n",
        with_flags(&message.to_string())
    ));
}

/// Writes the options that messages of the library name, such as `not_at` in backquotes, as flags.
fn with_flags(message: &str) -> String {
    let is_option = |name: &str| {
        let is_part = |byte| matches!(byte, b'a'..=b'z' | b'_' | b'-');
        name.starts_with(|first: char| first.is_ascii_lowercase()) && name.bytes().all(is_part)
    };
    let (mut text, mut rest) = (String::new(), message);
    while let Some((before, after)) = rest.split_once('`') {
        text += before;
        rest = after;
        match after.split_once('`') {
            Some((name, after)) if is_option(name) => {
                text += &format!("--{}", name.replace('_', "-"));
                rest = after;
            }
            _ => text.push('`'),
        }
    }
    text + rest
}

/// Returns an error with its causes, without texts of the operating system.
pub fn reason(error: &anyhow::Error) -> String {
    let of_cause = |cause: &(dyn std::error::Error + 'static)| match cause.downcast_ref() {
        Some(error) => system::message(error),
        None => system::in_words(cause.to_string()),
    };
    let causes: Vec<String> = error.chain().map(of_cause).collect();
    with_flags(&causes.join(": "))
}

/// Writes text as it is.
pub fn raw(text: impl Display) {
    let _ = write!(io::stderr(), "{text}");
}

/// Writes a text to standard output.
pub fn print(text: &str) -> Result<()> {
    let print = || io::stdout().write_all(text.as_bytes());
    print().context(STDOUT)
}

/// Writes a text to standard output, or to standard error if standard output is taken.
pub fn print_beside(text: &str, is_taken: bool) -> Result<()> {
    match is_taken {
        true => raw(text),
        false => print(text)?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_in_messages_of_the_library_become_flags() {
        for (message, expected) in [
            (
                "`not_at`: z9 is not on the board",
                "--not-at: z9 is not on the board",
            ),
            ("use `method` search", "use --method search"),
            ("the file `A b` and `", "the file `A b` and `"),
            ("``", "``"),
        ] {
            assert_eq!(with_flags(message), expected);
        }
    }
}
