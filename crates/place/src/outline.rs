//! The outline of a board: a rectangle, perhaps with holes, whose squares have numbers.
//!
//! ```
//! use knightsat_place::board::Board;
//!
//! let board = "3x3".parse::<Board>()?.with_holes(&["b2".parse()?])?;
//! let outline = board.outline();
//! assert_eq!((outline.ranks(), outline.files(), outline.len()), (3, 3, 8));
//! // Vertices are numbered without the holes, rank by rank from a1.
//! assert_eq!(outline.square(4).to_string(), "c2");
//! assert_eq!(outline.vertex("b2".parse()?), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The name of a [square](Square) is its file and rank: `a1` is rank 1, file a, bottom left; after
//! file z comes aa.
//!
//! ```
//! use knightsat_place::outline::Square;
//!
//! // Rank and file, from 1.
//! assert_eq!("c2".parse(), Ok(Square { rank: 2, file: 3 }));
//! assert_eq!("2,27".parse::<Square>()?.to_string(), "aa2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Cells`] draws an outline with box-drawing characters and a text on each square.

use itertools::Itertools;
use knightsat_base::text::{is_digits, quote};
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;
use thiserror::Error;

/// A rectangle of squares, perhaps with holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    ranks: u32,
    files: u32,
    /// Cell number of every vertex, increasing; stored only if there are holes.
    cells: Option<Vec<u32>>,
}

impl Outline {
    /// Returns the full rectangle. Its squares must have numbers below 2³².
    pub fn new(ranks: u32, files: u32) -> Outline {
        Outline {
            ranks,
            files,
            cells: None,
        }
    }

    /// Returns the outline without the cells for which `is_hole` is true.
    pub fn without(&self, is_hole: impl Fn(u32) -> bool) -> Outline {
        let kept = (0..self.len()).map(|vertex| self.cell_of(vertex));
        let kept: Vec<u32> = kept.filter(|&cell| !is_hole(cell)).collect();
        Outline {
            cells: Some(kept).filter(|cells| cells.len() < self.area() as usize),
            ..*self
        }
    }

    /// Returns the number of ranks.
    pub fn ranks(&self) -> u32 {
        self.ranks
    }

    /// Returns the number of files.
    pub fn files(&self) -> u32 {
        self.files
    }

    /// Returns the number of cells of the rectangle, holes included.
    pub fn area(&self) -> u32 {
        self.ranks * self.files
    }

    /// Returns true if there are holes.
    pub fn has_holes(&self) -> bool {
        self.cells.is_some()
    }

    /// Returns the number of squares that are no holes: the vertices are `0..len`.
    #[expect(clippy::len_without_is_empty, reason = "a board has a square")]
    pub fn len(&self) -> u32 {
        (self.cells.as_ref()).map_or(self.area(), |cells| cells.len() as u32)
    }

    /// Returns the row-major number of the cell of a vertex.
    pub fn cell_of(&self, vertex: u32) -> u32 {
        (self.cells.as_ref()).map_or(vertex, |cells| cells[vertex as usize])
    }

    /// Returns the row-major number of a square inside the rectangle, hole or not.
    pub fn cell(&self, square: Square) -> Option<u32> {
        let inside =
            (1..=self.ranks).contains(&square.rank) && (1..=self.files).contains(&square.file);
        inside.then(|| (square.rank - 1) * self.files + square.file - 1)
    }

    /// Returns the square of a vertex.
    pub fn square(&self, vertex: u32) -> Square {
        let cell = self.cell_of(vertex);
        Square {
            rank: cell / self.files + 1,
            file: cell % self.files + 1,
        }
    }

    /// Returns the vertex of a square, unless it is a hole or outside.
    pub fn vertex(&self, square: Square) -> Option<u32> {
        let cell = self.cell(square)?;
        let Some(cells) = &self.cells else {
            return Some(cell);
        };
        cells.binary_search(&cell).ok().map(|vertex| vertex as u32)
    }
}

/// Error: the text is not a square's name.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("'{}' is not a square: write a file and a rank such as a1, or rank,file such as 1,1", quote(.0))]
pub struct SquareError(String);

/// A square by rank and file, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Rank, counted upwards from 1.
    pub rank: u32,
    /// File, counted to the right from 1, which is file a.
    pub file: u32,
}

knightsat_base::by_text!(Square);

impl Square {
    /// Returns the letters of a file: 1 is a, 26 is z, 27 is aa.
    pub fn file_name(file: u32) -> String {
        let mut name = String::new();
        push_letters(file, &mut name);
        name
    }

    /// Appends the name of the square to a text.
    pub fn push_name(&self, text: &mut String) {
        push_letters(self.file, text);
        text.push_str(itoa::Buffer::new().format(self.rank));
    }
}

/// Appends the letters of a file.
fn push_letters(file: u32, text: &mut String) {
    let mut letters = [0; 7];
    let mut first = letters.len();
    let mut rest = file;
    while rest > 0 {
        rest -= 1;
        first -= 1;
        letters[first] = b'a' + (rest % 26) as u8;
        rest /= 26;
    }
    text.extend(letters[first..].iter().map(|&letter| char::from(letter)));
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = String::new();
        self.push_name(&mut name);
        f.pad(&name)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    /// Reads `c2`, or rank and file from 1 as `2,3`.
    fn from_str(text: &str) -> Result<Square, SquareError> {
        let parsed = match text.split_once(',') {
            Some((rank, file)) => number(rank).zip(number(file)),
            None => {
                let digits = text.find(|c: char| c.is_ascii_digit());
                let (letters, rank) = text.split_at(digits.unwrap_or(text.len()));
                number(rank).zip(file_number(letters))
            }
        };
        let (rank, file) = parsed.ok_or_else(|| SquareError(text.to_string()))?;
        Ok(Square { rank, file })
    }
}

/// Reads a positive number written with digits only (no sign, no leading zero).
fn number(text: &str) -> Option<u32> {
    let plain = is_digits(text) && !text.starts_with('0');
    plain.then(|| text.parse().ok()).flatten()
}

fn file_number(letters: &str) -> Option<u32> {
    let file = letters.chars().try_fold(0_u32, |file, letter| {
        // In base 36, a is 10.
        let value = letter
            .is_ascii_alphabetic()
            .then(|| letter.to_digit(36))??;
        file.checked_mul(26)?.checked_add(value - 9)
    });
    file.filter(|&file| file > 0)
}

/// The texts on the squares of a board, and their width.
pub struct Cells<'c> {
    outline: &'c Outline,
    width: usize,
    text: Box<dyn Fn(u32) -> String + 'c>,
}

impl<'c> Cells<'c> {
    /// Puts the text of each vertex on its square; `longest` is the number of characters of the
    /// longest.
    pub fn new(
        outline: &'c Outline,
        longest: usize,
        text: impl Fn(u32) -> String + 'c,
    ) -> Cells<'c> {
        let files = Square::file_name(outline.files()).len();
        Cells {
            outline,
            width: longest.max(files),
            text: Box::new(text),
        }
    }

    /// Puts the number of the step on each square of a path, and nothing on the others.
    pub fn numbers(outline: &'c Outline, steps: &[u32]) -> Cells<'c> {
        let mut step_of = vec![0; outline.len() as usize];
        for (step, &vertex) in (1..).zip(steps) {
            step_of[vertex as usize] = step;
        }
        let longest = steps.len().to_string().len();
        Cells::new(outline, longest, move |vertex| {
            match step_of[vertex as usize] {
                0 => String::new(),
                step => step.to_string(),
            }
        })
    }

    /// Returns the width of the board, in columns of a terminal.
    pub fn columns(&self) -> usize {
        let outline = self.outline;
        outline.ranks().to_string().len() + 2 + outline.files() as usize * (self.width + 3)
    }

    /// Writes the board rank by rank, highest first, with each padded text as `paint` returns it; a
    /// hole has no vertex.
    pub fn write(
        &self,
        paint: &dyn Fn(Option<u32>, String) -> String,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (outline, width) = (self.outline, self.width);
        let margin = outline.ranks().to_string().len();

        let rule = |left: &str, middle: &str, right: &str| {
            let cells = (0..outline.files()).map(|_| "─".repeat(width + 2));
            let line = cells.collect_vec().join(middle);
            format!("{:margin$} {left}{line}{right}\n", "")
        };
        let between = rule("├", "┼", "┤");
        out.write_all(rule("┌", "┬", "┐").as_bytes())?;
        for rank in (1..=outline.ranks()).rev() {
            let mut line = if rank < outline.ranks() {
                between.clone()
            } else {
                String::new()
            };
            line += &format!("{rank:>margin$} │");
            for file in 1..=outline.files() {
                let vertex = outline.vertex(Square { rank, file });
                let text = vertex.map_or(String::new(), |vertex| (self.text)(vertex));
                line += &paint(vertex, format!(" {text:>width$} "));
                line += "│";
            }
            line += "\n";
            out.write_all(line.as_bytes())?;
        }
        out.write_all(rule("└", "┴", "┘").as_bytes())?;
        let names = (1..=outline.files())
            .map(Square::file_name)
            .map(|name| format!(" {name:>width$} "))
            .join(" ");
        let line = format!("{:margin$}  {names}", "");
        out.write_all((line.trim_end().to_string() + "\n").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_read_as_they_are_written() {
        for (text, rank, file) in [("a1", 1, 1), ("h8", 8, 8), ("z3", 3, 26), ("aa10", 10, 27)] {
            let square = Square { rank, file };
            assert_eq!(text.parse(), Ok(square));
            assert_eq!(format!("{rank},{file}").parse(), Ok(square));
            assert_eq!(square.to_string(), text);
        }
        for file in 1..2000 {
            let square = Square { rank: 7, file };
            assert_eq!(square.to_string().parse(), Ok(square));
        }
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for text in " a 1 a0 1a 0,1 1, a1b a-1 é1 a01 1,1,1".split(' ') {
            let error = text.parse::<Square>().unwrap_err();
            assert_eq!(error, SquareError(text.into()));
        }
    }
}
