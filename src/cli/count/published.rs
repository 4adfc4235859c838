//! What is counted, and the number that others have published.

use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::tour::Kind;
use knightsat::tour::board::Board;
use knightsat::tour::known;

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
pub fn published(spec: &FormulaSpec) -> Option<known::Record> {
    let board = spec.place.board()?;
    let tour = &spec.tour;
    let is_plain = tour.symmetric.is_none() && tour.clues().is_none();
    let is_plain = is_plain && board.leaper() == Board::KNIGHT;
    match tour.kind {
        _ if !is_plain => None,
        Kind::Open if tour.end.is_some() => None,
        // A cycle through both ends is another matter; one of them is on every cycle.
        Kind::Closed if tour.start.is_some() && tour.end.is_some() => None,
        Kind::Open => {
            let start = tour.start.as_ref().and_then(|start| start.parse().ok());
            known::find(board, Kind::Open, start)
        }
        Kind::Closed => known::find(board, Kind::Closed, None),
    }
}
