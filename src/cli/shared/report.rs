//! Prints a verdict in the format asked for.

use crate::cli::shared::exit::Exit;
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::problem::{Kind, Obstruction};
use knightsat::render::{self, Document, Terminal};
use knightsat::solve::{Evidence, Unknown, Verdict};
use knightsat::spec::known;
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
    if let Verdict::None(Evidence::Refutation(word)) = verdict {
        contradict(spec, word)?;
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

/// Fails where a tour is known, so that somebody is wrong: whose word it is.
fn contradict(spec: &FormulaSpec, word: &str) -> Result<()> {
    let is_any = spec.tour.symmetric.is_none() && spec.tour.clues().is_none();
    let Some(board) = spec.place.board().filter(|_| is_any) else {
        return Ok(());
    };
    let square = |name: &Option<String>| name.as_ref().and_then(|name| name.parse().ok());
    let (start, end) = (square(&spec.tour.start), square(&spec.tour.end));
    if let Some(evidence) = known::evidence(board, spec.tour.kind, start, end) {
        let tour = spec.place.tour(spec.tour.kind);
        bail!("no {tour} ({word}): this is wrong, {evidence}");
    }
    Ok(())
}

fn plain(
    spec: &FormulaSpec,
    verdict: &Verdict,
    format: Format,
    terminal: Terminal,
) -> (String, Exit) {
    let place = &spec.place;
    let subject = spec.tour.tour(place);
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
        Verdict::Unknown(why) => {
            let words = unknown(spec, why).unwrap_or(format!("no {subject} found in time"));
            (format!("unknown: {words}\n"), Exit::Unknown)
        }
        Verdict::None(evidence) => {
            let reason = reason(spec, evidence);
            (format!("no {subject}: {reason}\n"), Exit::No)
        }
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
        Verdict::None(evidence) => (Some(reason(spec, evidence)), Exit::No),
        Verdict::Unknown(why) => (unknown(spec, why), Exit::Unknown),
    };
    let tour = verdict.tour();
    let mut document = render::document(&spec.place, &spec.tour, verdict.into(), tour);
    document.reason = reason;
    (document, exit)
}

/// Says of two fixed ends of a board by name that they have the same colour.
fn same_colour(spec: &FormulaSpec, why: &Obstruction) -> Option<String> {
    let Obstruction::EndColours { even, odd } = why else {
        return None;
    };
    let (board, kind) = (spec.place.board()?, spec.tour.kind);
    let (start, end) = (spec.tour.start.as_ref()?, spec.tour.end.as_ref()?);
    (even == odd).then(|| {
        let (article, squares) = (if kind == Kind::Open { "an" } else { "a" }, board.squares());
        format!(
            "{start} and {end} have the same colour; {article} {kind} tour of {squares} squares joins \
             opposite colours"
        )
    })
}

/// Why no tour was found, if there is more to say than that time ran out.
fn unknown(spec: &FormulaSpec, why: &Unknown) -> Option<String> {
    let Unknown::Stuck(stuck) = why else {
        return None;
    };
    let vertices = match spec.place {
        Place::Board(_) => "squares",
        Place::Graph(_) => "vertices",
    };
    Some(stuck.explain(vertices, |v| spec.place.name(v)))
}

/// Why there is no tour.
pub fn reason(spec: &FormulaSpec, evidence: &Evidence) -> String {
    let mut reason = match evidence {
        Evidence::Obstruction(why) => {
            if let Some(words) = same_colour(spec, why) {
                return words;
            }
            why.explain(|v| spec.place.name(v))
        }
        Evidence::Exhaustion(nodes) => format!("the search has tried everything, {nodes} nodes"),
        Evidence::Refutation(by) => format!("the formula is unsatisfiable ({by})"),
    };
    if let Some(ends) = spec.tour.ends() {
        reason += &format!(" ({ends})");
    }
    reason
}
