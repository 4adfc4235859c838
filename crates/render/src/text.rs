//! A tour as text: a board with its step numbers in box-drawing characters.

use crate::prelude::*;
use crate::scene::Stroke;
use knightsat_tour::base::text::OptionName;
use knightsat_tour::board::Cells;
use std::io::{self, Write};

const FORMAT: OptionName = OptionName("format");
const SVG: OptionName = OptionName("svg");

/// Returns the board with a text on each of its squares, highest rank on top, files and ranks
/// labelled.
pub fn grid(board: &Board, cells: &[String]) -> String {
    let longest = cells.iter().map(|text| text.chars().count()).max();
    let cell = |vertex: u32| cells[vertex as usize].clone();
    let cells = Cells::new(board.outline(), longest.unwrap_or(1), cell);
    text(|out| cells.write(&|_, text| text, out))
}

/// Collects the output of `write` as a text.
fn text(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("there is always room");
    String::from_utf8(bytes).expect("texts are written")
}

/// Writes a path as a board with the number of the step on every square, in brackets if a clue has
/// it. If the board is wider than `columns`, a line describes the path. Writes rank by rank, since
/// a board can be very long.
pub fn write_board(
    board: &Board,
    stroke: Stroke,
    clues: &[Clue],
    columns: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let cells = Cells::numbers(board.outline(), stroke.steps);
    let limit = columns.filter(|_| board.outline().layers() == 1);
    if limit.is_some_and(|most| cells.columns() > most) {
        return out.write_all(summary(board, stroke).as_bytes());
    }
    let is_given = |square: u32| {
        let mut all = clues.iter();
        all.any(|clue| matches!(clue, Clue::At { vertex, .. } if *vertex == square))
    };
    // Brackets replace the blanks on either side.
    let mark = |vertex: Option<u32>, text: String| match vertex {
        Some(vertex) if is_given(vertex) => format!("[{}]", &text[1..text.len() - 1]),
        _ => text,
    };
    cells.write(&mark, out)
}

fn summary(board: &Board, Stroke { steps, closed }: Stroke) -> String {
    let ends = [steps.first(), steps.last()];
    let [first, last] = ends.map(|end| end.map_or(String::new(), |&v| board.square(v).to_string()));
    let ends = if closed {
        format!("from {first} and back")
    } else {
        format!("from {first} to {last}")
    };
    format!(
        "{board}: {}, {ends}; too wide for this terminal: use {FORMAT} moves, or {SVG} FILE\n",
        counted(steps.len(), "square")
    )
}

#[cfg(test)]
mod tests;
