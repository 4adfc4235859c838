//! A row of the table.

use knightsat::check::Report;
use knightsat::check::table::Row;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::tour::place::Place;
use std::time::Instant;

pub fn row(spec: &FormulaSpec, [encoding, amo]: [&str; 2], begin: Instant, report: Report) -> Row {
    let board = match &spec.place {
        Place::Board(board) => board.describe(),
        graph => graph.to_string(),
    };
    Row {
        board,
        tour: spec.tour.kind,
        encoding: encoding.to_string(),
        amo: amo.to_string(),
        seconds: begin.elapsed().as_secs_f64(),
        good: report.is_good(),
        report,
    }
}
