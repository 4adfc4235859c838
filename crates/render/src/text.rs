//! A tour as text: a board with its step numbers in box-drawing characters. On a terminal it has
//! colours and fits the width.

use crate::prelude::*;
use knightsat_tour::base::text::OptionName;
use knightsat_tour::board::Cells;
use knightsat_tour::outline::Square;
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

/// The least and the most dots of a square's side for a legible path.
const DOTS: [f64; 2] = [2.0, 4.0];

/// Returns the board with the number of the step on every square, if there is room; given numbers
/// have brackets. Otherwise the path is drawn in the dots of braille, unless they would run
/// together. A line describes the drawing.
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
    if let Some(columns) = terminal
        .columns
        .filter(|&most| is_plane && cells.columns() > most)
    {
        let drawn = braille(board, steps, closed, columns).unwrap_or_default();
        return out.write_all((drawn + &summary(board, steps, closed)).as_bytes());
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

/// Returns the path in braille, eight dots a character, within this number of columns.
fn braille(board: &Board, steps: &[u32], closed: bool, columns: usize) -> Option<String> {
    let scale = (2.0 * columns as f64 / f64::from(board.files())).min(DOTS[1]);
    if scale < DOTS[0] {
        return None;
    }
    let dots = |squares: u32| (f64::from(squares) * scale).ceil() as usize;
    let [columns, rows] = [board.files(), board.ranks()].map(dots);
    let mut page = Braille::new(columns.div_ceil(2), rows.div_ceil(4));
    let at = |vertex: u32| {
        let Square { rank, file } = board.square(vertex);
        let dot = |squares: u32| ((f64::from(squares) + 0.5) * scale) as i64;
        (dot(file - 1), dot(board.ranks() - rank))
    };
    for pair in steps.windows(2) {
        page.line(at(pair[0]), at(pair[1]));
    }
    if let ([first, .., last], true) = (steps, closed) {
        page.line(at(*last), at(*first));
    }
    Some(page.text())
}

/// A page of dots, two wide and four high in each character.
struct Braille {
    columns: usize,
    cells: Vec<u8>,
}

impl Braille {
    fn new(columns: usize, rows: usize) -> Braille {
        Braille {
            columns,
            cells: vec![0; columns * rows],
        }
    }

    fn dot(&mut self, x: i64, y: i64) {
        // The bits in Unicode's numbering: dots 1, 2, 3, 7 to the left, 4, 5, 6, 8 to the right.
        const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        let [x, y] = [x as usize, y as usize];
        self.cells[y / 4 * self.columns + x / 2] |= BITS[y % 4][x % 2];
    }

    /// Draws a straight line of dots.
    fn line(&mut self, (x, y): (i64, i64), (to_x, to_y): (i64, i64)) {
        let length = (to_x - x).abs().max((to_y - y).abs()).max(1);
        for step in 0..=length {
            let part = |from: i64, to: i64| {
                let twice = 2 * (to - from) * step + length;
                from + twice.div_euclid(2 * length)
            };
            self.dot(part(x, to_x), part(y, to_y));
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for row in self.cells.chunks(self.columns) {
            let dots = row.iter().map(|&dots| 0x2800 + u32::from(dots));
            text.extend(dots.filter_map(char::from_u32));
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests;
