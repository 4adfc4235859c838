//! A tour as a board with its step numbers in box-drawing characters.

use crate::problem::tour::Tour;
use crate::spec::board::Board;
use crate::spec::square::Square;
use itertools::Itertools;

/// The board with the number of the step on every square, highest rank on top, files and ranks
/// labelled. Holes are empty.
pub fn board(board: &Board, tour: &Tour) -> String {
    board_of(board, tour.steps())
}

/// The same of a path that may be no tour.
pub fn board_of(board: &Board, steps: &[u32]) -> String {
    grid(board, &numbers(board, steps))
}

/// The number of the step on each of the squares.
pub(super) fn numbers(board: &Board, steps: &[u32]) -> Vec<String> {
    let mut step_of = vec![String::new(); board.squares() as usize];
    for (step, &vertex) in (1..).zip(steps) {
        step_of[vertex as usize] = step.to_string();
    }
    step_of
}

/// The board with a text for each of its squares, drawn likewise.
pub fn grid(board: &Board, cells: &[String]) -> String {
    painted(board, cells, &|_, text| text)
}

/// Two texts beside each other, as two boards.
pub fn beside(texts: [&str; 2]) -> String {
    let width = texts[0].lines().map(|line| line.chars().count()).max();
    let width = width.unwrap_or(0);
    let lines = texts[0].lines().zip_longest(texts[1].lines());
    let lines = lines.map(|lines| {
        let (left, right) = lines.or_default();
        format!("{left:width$}    {right}").trim_end().to_string() + "\n"
    });
    lines.collect()
}

/// Width of the texts on a board.
fn cell_width(board: &Board, cells: &[String]) -> usize {
    let files = Square::file_name(board.files()).len();
    let texts = cells.iter().map(|text| text.chars().count());
    texts.max().unwrap_or(1).max(files)
}

/// Width of a board drawn with these texts, in columns of a terminal.
pub(super) fn width(board: &Board, cells: &[String]) -> usize {
    let files = board.files() as usize;
    board.ranks().to_string().len() + 2 + files * (cell_width(board, cells) + 3)
}

/// The board with each text, padded, as `paint` makes it; a hole has no vertex.
pub(super) fn painted(
    board: &Board,
    cells: &[String],
    paint: &dyn Fn(Option<u32>, String) -> String,
) -> String {
    let file_names = (1..=board.files()).map(Square::file_name).collect_vec();
    let width = cell_width(board, cells);
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
            let vertex = board.vertex(Square { rank, file }).ok();
            let text = vertex.map_or("", |vertex| &cells[vertex as usize]);
            paint(vertex, format!(" {text:>width$} "))
        });
        let line = line.collect_vec().join("│");
        text += &format!("{rank:>margin$} │{line}│\n");
    }
    text += &rule("└", "┴", "┘");
    let names = file_names.iter().map(|name| format!(" {name:>width$} "));
    let names = names.collect_vec().join(" ");
    text + format!("{:margin$}  {names}", "").trim_end() + "\n"
}
