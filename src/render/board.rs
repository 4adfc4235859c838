//! A tour as a board with its step numbers in box-drawing characters.

use crate::board::Board;
use crate::square::Square;
use crate::tour::Tour;
use itertools::Itertools;

/// The board with the number of the step on every square, highest rank on top, files and ranks
/// labelled. Holes are empty.
pub fn board(board: &Board, tour: &Tour) -> String {
    let mut step_of = vec![0_usize; board.squares() as usize];
    for (step, &vertex) in (1..).zip(tour.steps()) {
        step_of[vertex as usize] = step;
    }
    let digits = |number: usize| number.to_string().len();
    let file_names = (1..=board.files()).map(Square::file_name).collect_vec();
    let widest_name = file_names.iter().map(String::len).max().unwrap_or(1);
    let width = digits(tour.steps().len()).max(widest_name);
    let margin = digits(board.ranks() as usize);

    let rule = |left: &str, middle: &str, right: &str| {
        let cells = (0..board.files()).map(|_| "─".repeat(width + 2));
        let line = cells.collect_vec().join(middle);
        format!("{:margin$} {left}{line}{right}\n", "")
    };
    let mut text = rule("┌", "┬", "┐");
    for rank in (1..=board.ranks()).rev() {
        if rank < board.ranks() {
            text += &rule("├", "┼", "┤");
        }
        let cells = (1..=board.files()).map(|file| {
            let vertex = board.vertex(Square { rank, file });
            let step = vertex
                .ok()
                .map(|vertex| step_of[vertex as usize].to_string());
            format!(" {:>width$} ", step.unwrap_or_default())
        });
        let cells = cells.collect_vec().join("│");
        text += &format!("{rank:>margin$} │{cells}│\n");
    }
    text += &rule("└", "┴", "┘");
    let names = file_names.iter().map(|name| format!(" {name:>width$} "));
    let names = names.collect_vec().join(" ");
    text + format!("{:margin$}  {names}", "").trim_end() + "\n"
}
