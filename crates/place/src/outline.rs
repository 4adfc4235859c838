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

mod cells;
mod square;

pub use cells::Cells;
pub use square::Square;

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
}
