//! A row of the table.

use knightsat::check::Report;
use knightsat::check::table::Row;
use knightsat::encoding::recipe::Recipe;
use knightsat::spec::place::Place;
use std::time::Instant;

pub fn row(recipe: &Recipe, [encoding, amo]: [&str; 2], begin: Instant, report: Report) -> Row {
    let board = match &recipe.place {
        Place::Board(board) => board.describe(),
        graph => graph.to_string(),
    };
    Row {
        board,
        tour: recipe.tour.kind,
        encoding: encoding.to_string(),
        amo: amo.to_string(),
        seconds: begin.elapsed().as_secs_f64(),
        good: report.is_good(),
        report,
    }
}
