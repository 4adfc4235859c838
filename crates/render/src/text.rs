//! A tour as text: a board with its step numbers in box-drawing characters. On a terminal it has
//! colours and fits the width.

use crate::prelude::*;
use knightsat_tour::base::text::OptionName;
use knightsat_tour::board::Cells;
use std::io::{self, Write};

const FORMAT: OptionName = OptionName("format");
const SVG: OptionName = OptionName("svg");

/// Returns the board with the number of the step on every square, highest rank on top, files and
/// ranks labelled. Holes are empty.
pub fn board(board: &Board, tour: &Tour) -> String {
    plain(&Cells::numbers(board.outline(), tour.steps()))
}

/// Returns the board with a text on each of its squares, in the same form.
pub fn grid(board: &Board, cells: &[String]) -> String {
    let longest = cells.iter().map(|text| text.chars().count()).max();
    let cell = |vertex: u32| cells[vertex as usize].clone();
    plain(&Cells::new(board.outline(), longest.unwrap_or(1), cell))
}

fn plain(cells: &Cells) -> String {
    text(|out| cells.write(&|_, text| text, out))
}

/// Collects the output of `write` as a text.
fn text(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("there is always room");
    String::from_utf8(bytes).expect("texts are written")
}

/// Returns two texts side by side, as two boards.
pub fn side_by_side(texts: [&str; 2]) -> String {
    let widths = texts[0].lines().map(|line| line.chars().count());
    let width = widths.max().unwrap_or(0);
    let lines = texts[0].lines().zip_longest(texts[1].lines());
    let lines = lines.map(|lines| {
        let (left, right) = lines.or_default();
        format!("{left:width$}    {right}").trim_end().to_string() + "\n"
    });
    lines.collect()
}

/// The properties of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminal {
    /// True if it supports colours.
    pub colour: bool,
    /// Its columns; `None` if lines can have any length, as in a file.
    pub columns: Option<usize>,
}

/// Black on cyan for the start and on yellow for the end, which are distinct to all eyes.
const START: &str = "\x1b[30;46m";
const END: &str = "\x1b[30;43m";
const FAINT: &str = "\x1b[2m";
const PLAIN: &str = "\x1b[0m";

/// Returns the board with the number of the step on every square, if there is room; given numbers
/// have brackets. Otherwise a line describes the path.
pub fn terminal(
    board: &Board,
    steps: &[u32],
    closed: bool,
    given: &Given,
    terminal: Terminal,
) -> String {
    text(|out| write_terminal(board, steps, closed, given, terminal, out))
}

/// Writes the drawing of [`terminal`] rank by rank, since it can be very long.
pub fn write_terminal(
    board: &Board,
    steps: &[u32],
    closed: bool,
    given: &Given,
    terminal: Terminal,
    out: &mut dyn Write,
) -> io::Result<()> {
    let cells = Cells::numbers(board.outline(), steps);
    let is_plane = board.outline().layers() == 1;
    let columns = terminal.columns.filter(|_| is_plane);
    if columns.is_some_and(|most| cells.columns() > most) {
        return out.write_all(summary(board, steps, closed).as_bytes());
    }
    let is_given = |square: u32| {
        let mut clues = given.clues().iter();
        clues.any(|clue| matches!(clue, Clue::At { vertex, .. } if *vertex == square))
    };
    let (first, last) = (steps.first(), steps.last().filter(|_| !closed));
    let paint = |vertex: Option<u32>, text: String| {
        let Some(vertex) = vertex else {
            return if terminal.colour {
                format!("{FAINT}{}{PLAIN}", "░".repeat(text.chars().count()))
            } else {
                text
            };
        };
        // Brackets replace the blanks on either side.
        let text = if is_given(vertex) {
            format!("[{}]", &text[1..text.len() - 1])
        } else {
            text
        };
        if terminal.colour && first == Some(&vertex) {
            format!("{START}{text}{PLAIN}")
        } else if terminal.colour && last == Some(&vertex) {
            format!("{END}{text}{PLAIN}")
        } else {
            text
        }
    };
    cells.write(&paint, out)
}

fn summary(board: &Board, steps: &[u32], closed: bool) -> String {
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
