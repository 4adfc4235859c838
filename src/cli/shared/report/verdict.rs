//! The verdict on a tour in the selected format: a board, its moves, a sentence, or a document.

use super::{Exit, delivered, json_line};
use anyhow::Result;
use clap::ValueEnum;
use knightsat::prelude::{Kind, Tour};
use knightsat::tour::Request;
use knightsat::tour::given::Given;
use knightsat_render::scene::Stroke;
use knightsat_render::{self as render, Document};
use knightsat_search::{Evidence, Verdict, explain};
use rustix::termios::tcgetwinsize;
use std::io::{self, Write};

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
            // Only squares at steps are marked.
            let at = request.tour.at.first();
            let given = at.and_then(|_| request.tour.given(place).ok());
            let clues = given.as_ref().map_or(&[][..], Given::clues);
            return render::write_board(board, Stroke { steps, closed }, clues, columns(), out);
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

/// Returns the columns of the terminal that shows standard output; `None` for a file.
pub fn columns() -> Option<usize> {
    let size = tcgetwinsize(io::stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|&columns| columns > 0)
}
