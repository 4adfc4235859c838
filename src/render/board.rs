//! A tour as a board with its step numbers in box-drawing characters.

use crate::board::Board;
use crate::square::Square;
use crate::tour::Tour;
use itertools::Itertools;

/// The board with the number of the step on every square, highest rank on top, files and ranks
/// labelled. Holes are empty.
pub fn board(board: &Board, tour: &Tour) -> String {
    board_of(board, tour.steps())
}

/// The same of a path that may be no tour.
pub fn board_of(board: &Board, steps: &[u32]) -> String {
    let mut step_of = vec![String::new(); board.squares() as usize];
    for (step, &vertex) in (1..).zip(steps) {
        step_of[vertex as usize] = step.to_string();
    }
    grid(board, &step_of)
}

/// The board with a text for each of its squares, drawn likewise.
pub fn grid(board: &Board, cells: &[String]) -> String {
    let file_names = (1..=board.files()).map(Square::file_name).collect_vec();
    let texts = file_names.iter().chain(cells);
    let width = texts.map(|text| text.chars().count()).max().unwrap_or(1);
    let margin = board.ranks().to_string().len();

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
        let line = (1..=board.files()).map(|file| {
            let vertex = board.vertex(Square { rank, file });
            let text = vertex.map_or("", |vertex| &cells[vertex as usize]);
            format!(" {text:>width$} ")
        });
        let line = line.collect_vec().join("│");
        text += &format!("{rank:>margin$} │{line}│\n");
    }
    text += &rule("└", "┴", "┘");
    let names = file_names.iter().map(|name| format!(" {name:>width$} "));
    let names = names.collect_vec().join(" ");
    text + format!("{:margin$}  {names}", "").trim_end() + "\n"
}
