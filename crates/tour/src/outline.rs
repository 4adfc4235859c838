//! The outline of a board: a rectangle, perhaps with holes, whose squares have numbers.
//!
//! ```
//! use knightsat_tour::board::Board;
//!
//! let board = "3x3".parse::<Board>()?.with_holes(&["b2".parse()?])?;
//! let outline = board.outline();
//! assert_eq!((outline.ranks(), outline.files(), outline.len()), (3, 3, 8));
//! // Vertices are numbered without the holes, rank by rank from a1.
//! assert_eq!(outline.square(4).to_string(), "c2");
//! assert_eq!(outline.vertex("b2".parse()?), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::square::Square;

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
