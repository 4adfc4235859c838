//! What is counted, and the number that others have published.

use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::tour::Kind;
use knightsat::tour::known::{self, Record};

/// What is counted, in words.
pub fn what(spec: &FormulaSpec) -> String {
    let tour = &spec.tour;
    let mut what = format!("{} tours", tour.kind);
    for (word, name) in [("from", &tour.start), ("to", &tour.end)] {
        if let Some(name) = name {
            what += &format!(" {word} {name}");
        }
    }
    what += &tour.with_the_symmetry();
    if let Some(clues) = tour.clues() {
        what += &format!(" {clues}");
    }
    what + match tour.kind {
        Kind::Open => ", directed",
        Kind::Closed if tour.knows_steps(spec.place.len()) => ", numbered",
        Kind::Closed => ", undirected",
    }
}

/// The published number of just these tours.
pub fn published(spec: &FormulaSpec) -> Option<Record> {
    let board = spec.place.board().filter(|board| known::has_any(board))?;
    known::published(board, &spec.problem().ok()?)
}
