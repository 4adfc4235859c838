//! Prints a verdict in the format asked for.

use crate::cli::shared::exit::Exit;
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::problem::Kind;
use knightsat::render::{self, Document, Terminal};
use knightsat::solve::{Verdict, explain};
use knightsat::spec::place::Place;
use std::io::Write;

/// How a tour is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// The board with the step number on every square; for graphs the same as moves
    #[default]
    Board,
    /// The squares or vertices in order, on one line
    Moves,
    /// A JSON document: docs/json.md
    Json,
}

/// Writes the verdict to `out`, a board as it fits there, and gives the exit code that goes with it. A
/// refutation of what is known to exist is an error, and says on whose word it was.
pub fn verdict(
    spec: &FormulaSpec,
    verdict: &Verdict,
    format: Format,
    terminal: Terminal,
    out: &mut dyn Write,
) -> Result<Exit> {
    if let Some(why) = explain::contradiction(spec, verdict) {
        bail!(why);
    }
    let (text, exit) = match format {
        Format::Json => json(spec, verdict)?,
        _ => plain(spec, verdict, format, terminal),
    };
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .context("cannot write the result")?;
    Ok(exit)
}

fn plain(
    spec: &FormulaSpec,
    verdict: &Verdict,
    format: Format,
    terminal: Terminal,
) -> (String, Exit) {
    let place = &spec.place;
    let sentence = explain::sentence(spec, verdict).unwrap_or_default() + "\n";
    match verdict {
        Verdict::Tour(tour) => {
            let text = match (place, format) {
                (Place::Board(board), Format::Board) => {
                    let closed = tour.kind() == Kind::Closed;
                    let given = spec.tour.given(place).unwrap_or_default();
                    render::terminal(board, tour.steps(), closed, &given, terminal)
                }
                _ => render::moves(place, tour) + "\n",
            };
            (text, Exit::Good)
        }
        Verdict::Unknown(_) => (sentence, Exit::Unknown),
        Verdict::None(_) => (sentence, Exit::No),
    }
}

fn json(spec: &FormulaSpec, verdict: &Verdict) -> Result<(String, Exit)> {
    let (document, exit) = document(spec, verdict);
    Ok((serde_json::to_string(&document)? + "\n", exit))
}

/// The document of a verdict, and the exit code that goes with it.
pub fn document(spec: &FormulaSpec, verdict: &Verdict) -> (Document, Exit) {
    let (reason, exit) = match verdict {
        Verdict::Tour(_) => (None, Exit::Good),
        Verdict::None(evidence) => (Some(explain::reason(spec, evidence)), Exit::No),
        Verdict::Unknown(why) => (explain::unknown(spec, why), Exit::Unknown),
    };
    let tour = verdict.tour();
    let mut document = render::document(&spec.place, &spec.tour, verdict.into(), tour);
    document.reason = reason;
    (document, exit)
}
