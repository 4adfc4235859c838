//! Prints a verdict in the format asked for.

use crate::cli::shared::exit::Exit;
use crate::cli::shared::path::STDOUT;
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::render::{self, Document, Terminal};
use knightsat::search::{Verdict, explain};
use knightsat::tour::Kind;
use knightsat::tour::place::Place;
use std::io::{self, BufWriter, Write};

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
    let written = match format {
        Format::Json => json(spec, verdict, out),
        _ => plain(spec, verdict, format, terminal, out),
    };
    written
        .and_then(|exit| out.flush().map(|()| exit))
        .context(STDOUT)
}

fn plain(
    spec: &FormulaSpec,
    verdict: &Verdict,
    format: Format,
    terminal: Terminal,
    out: &mut dyn Write,
) -> io::Result<Exit> {
    let place = &spec.place;
    let exit = match verdict {
        Verdict::Tour(tour) => {
            if let (Place::Board(board), Format::Board) = (place, format) {
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

/// The document of a verdict, and the exit code that goes with it.
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
