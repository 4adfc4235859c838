//! The outline of a board: a rectangle, perhaps with holes, or layers, whose squares have numbers.
//!
//! ```
//! # mod knightsat { pub mod tour { pub use knightsat_place::{*, board::*}; } }
//! use knightsat::tour::Board;
//!
//! let board = "3x3".parse::<Board>()?.with_holes(&["b2".parse()?])?;
//! let outline = board.outline();
//! assert_eq!((outline.ranks(), outline.files(), outline.len()), (3, 3, 8));
//! // Vertices are numbered without the holes, rank by rank from a1.
//! assert_eq!(outline.square(4).to_string(), "c2");
//! assert_eq!(outline.vertex(0, "b2".parse()?), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The name of a [square](Square) is its file and rank: `a1` is rank 1, file a, bottom left; after
//! file z comes aa.
//!
//! ```
//! # mod knightsat { pub mod tour { pub use knightsat_place::{*, outline::*}; } }
//! use knightsat::tour::Square;
//!
//! // Rank and file, from 1.
//! assert_eq!("c2".parse(), Ok(Square { rank: 2, file: 3 }));
//! assert_eq!("2,27".parse::<Square>()?.to_string(), "aa2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A square of several layers has the letter of its layer before its name, as in Raumschach: `Aa1`
//! is in the lowest layer.
//!
//! [`Cells`] draws an outline with box-drawing characters and a text on each square.

use itertools::Itertools;
use knightsat_base::text::{ParseError, is_digits};
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

/// The squares of a board: a rectangle, perhaps with holes, or several layers of one.
///
/// Squares are numbered layer by layer, and in each rank by rank, without the holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    layers: u32,
    ranks: u32,
    files: u32,
    /// Cell number of every vertex, increasing; stored only if there are holes.
    cells: Option<Vec<u32>>,
}

impl Outline {
    /// Returns the full rectangle. Its squares must have numbers below 2³².
    pub fn new(ranks: u32, files: u32) -> Outline {
        Outline {
            layers: 1,
            ranks,
            files,
            cells: None,
        }
    }

    /// Returns so many layers of the full rectangle. Their squares must have numbers below 2³².
    pub fn with_layers(&self, layers: u32) -> Outline {
        Outline {
            layers,
            ..Outline::new(self.ranks, self.files)
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

    /// Returns the number of layers.
    pub fn layers(&self) -> u32 {
        self.layers
    }

    /// Returns the number of ranks.
    pub fn ranks(&self) -> u32 {
        self.ranks
    }

    /// Returns the number of files.
    pub fn files(&self) -> u32 {
        self.files
    }

    /// Returns the number of cells, holes included.
    pub fn area(&self) -> u32 {
        self.layers * self.ranks * self.files
    }

    /// Returns the number of squares that are no holes: the vertices are `0..len`.
    #[expect(clippy::len_without_is_empty, reason = "a board has a square")]
    pub fn len(&self) -> u32 {
        (self.cells.as_ref()).map_or(self.area(), |cells| cells.len() as u32)
    }

    /// Returns the number of the cell of a vertex.
    #[inline]
    pub fn cell_of(&self, vertex: u32) -> u32 {
        (self.cells.as_ref()).map_or(vertex, |cells| cells[vertex as usize])
    }

    /// Returns the vertex of every cell, [`NONE`](crate::graph::NONE) for holes; `None` if no cell
    /// is a hole, and each is the vertex of its number.
    pub(crate) fn vertices(&self) -> Option<Vec<u32>> {
        let cells = self.cells.as_ref()?;
        let mut vertices = vec![u32::MAX; self.area() as usize];
        for (vertex, &cell) in (0..).zip(cells) {
            vertices[cell as usize] = vertex;
        }
        Some(vertices)
    }

    /// Returns the number of the cell of a square in a layer, from 0, hole or not; `None` outside.
    #[inline]
    pub fn cell(&self, layer: u32, square: Square) -> Option<u32> {
        let is_inside = layer < self.layers
            && (1..=self.ranks).contains(&square.rank)
            && (1..=self.files).contains(&square.file);
        is_inside.then(|| (layer * self.ranks + square.rank - 1) * self.files + square.file - 1)
    }

    /// Returns layer, rank and file of a vertex, from 0.
    #[inline]
    pub fn place(&self, vertex: u32) -> [u32; 3] {
        let cell = self.cell_of(vertex);
        let (row, file) = (cell / self.files, cell % self.files);
        match self.layers {
            1 => [0, row, file],
            _ => [row / self.ranks, row % self.ranks, file],
        }
    }

    /// Returns the square of a vertex in its layer.
    pub fn square(&self, vertex: u32) -> Square {
        let [_, rank, file] = self.place(vertex);
        Square {
            rank: rank + 1,
            file: file + 1,
        }
    }

    /// Returns the vertex of a square in a layer, from 0, unless it is a hole or outside.
    pub fn vertex(&self, layer: u32, square: Square) -> Option<u32> {
        let cell = self.cell(layer, square)?;
        let Some(cells) = &self.cells else {
            return Some(cell);
        };
        cells.binary_search(&cell).ok().map(|vertex| vertex as u32)
    }

    /// Returns the letters of a layer, from 0.
    pub fn layer_name(layer: u32) -> String {
        Square::file_name(layer + 1).to_uppercase()
    }

    /// Appends the name of a vertex: its square, in a box after the letters of its layer.
    pub fn push_name(&self, vertex: u32, text: &mut String) {
        let [layer, rank, file] = self.place(vertex).map(|number| number + 1);
        if self.layers > 1 {
            text.push_str(&Outline::layer_name(layer - 1));
        }
        Square { rank, file }.push_name(text);
    }

    /// Returns the vertex of this name.
    pub fn named(&self, name: &str) -> Option<u32> {
        if self.layers == 1 {
            return self.vertex(0, name.parse().ok()?);
        }
        let square = name.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
        let layer = file_number(name.strip_suffix(square)?)? - 1;
        let is_name = square.starts_with(|letter: char| letter.is_ascii_lowercase());
        self.vertex(layer, is_name.then(|| square.parse().ok())??)
    }
}

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
    type Err = ParseError;

    /// Reads `c2`, or rank and file from 1 as `2,3`.
    fn from_str(text: &str) -> Result<Square, ParseError> {
        let parsed = match text.split_once(',') {
            Some((rank, file)) => number(rank).zip(number(file)),
            None => {
                let digits = text.find(|c: char| c.is_ascii_digit());
                let (letters, rank) = text.split_at(digits.unwrap_or(text.len()));
                number(rank).zip(file_number(letters))
            }
        };
        let (rank, file) = parsed.ok_or_else(|| {
            let rest =
                "is not a square: write a file and a rank such as a1, or rank,file such as 1,1";
            ParseError::of(text, rest)
        })?;
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
#[doc(hidden)]
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
    /// hole has no vertex. Of several layers the lowest is first, each under its letter.
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
        let [above, between, below] = [
            rule("┌", "┬", "┐"),
            rule("├", "┼", "┤"),
            rule("└", "┴", "┘"),
        ];
        let names = (1..=outline.files())
            .map(Square::file_name)
            .map(|name| format!(" {name:>width$} "))
            .join(" ");
        let names = format!("{:margin$}  {names}", "");
        for layer in 0..outline.layers() {
            if outline.layers() > 1 {
                writeln!(out, "{}", Outline::layer_name(layer))?;
            }
            for rank in (1..=outline.ranks()).rev() {
                let is_first = rank == outline.ranks();
                let mut line = if is_first { &above } else { &between }.clone();
                line += &format!("{rank:>margin$} │");
                for file in 1..=outline.files() {
                    let vertex = outline.vertex(layer, Square { rank, file });
                    let text = vertex.map_or(String::new(), |vertex| (self.text)(vertex));
                    line += &paint(vertex, format!(" {text:>width$} "));
                    line += "│";
                }
                writeln!(out, "{line}")?;
            }
            writeln!(out, "{below}{}", names.trim_end())?;
        }
        Ok(())
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
            assert!(error.to_string().contains("is not a square: "), "{text}");
        }
    }
}
