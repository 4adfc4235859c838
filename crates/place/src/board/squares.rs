//! The squares of a board by their names: its vertices, holes, and their images under turns.

use super::{Board, BoardError, invalid};
use crate::outline::Square;
use crate::turn::Turn;
use std::sync::Arc;

impl Board {
    /// Returns the board without these squares, in addition to its holes.
    pub fn with_holes(self, holes: &[Square]) -> Result<Board, BoardError> {
        if self.outline.layers() > 1 && !holes.is_empty() {
            return invalid("a box has no holes");
        }
        let mut is_hole = vec![false; self.outline.area() as usize];
        for &hole in holes {
            let cell = self.outline.cell(0, hole);
            let cell = cell.ok_or_else(|| self.off_board(hole))?;
            let is_known = self.outline.vertex(0, hole).is_none();
            if std::mem::replace(&mut is_hole[cell as usize], true) || is_known {
                return invalid(format!("the hole {hole} is named twice"));
            }
        }
        let outline = self.outline.without(|cell| is_hole[cell as usize]);
        if outline.len() == 0 {
            return Err(BoardError::Empty(self.size()));
        }
        let outline = Arc::new(outline);
        Ok(Board { outline, ..self })
    }

    /// Returns the square of a vertex.
    pub fn square(&self, vertex: u32) -> Square {
        self.outline.square(vertex)
    }

    /// Returns the vertex of a square. The error distinguishes a hole from a square off the board.
    /// In a box, which has such a square in each layer, every square is an error.
    pub fn vertex(&self, square: Square) -> Result<u32, BoardError> {
        match self.outline.vertex(0, square) {
            _ if self.outline.layers() > 1 => invalid(format!("{square} is in several layers")),
            Some(vertex) => Ok(vertex),
            None if self.outline.cell(0, square).is_some() => {
                invalid(format!("{square} is a hole"))
            }
            None => Err(self.off_board(square)),
        }
    }

    fn off_board(&self, square: Square) -> BoardError {
        BoardError::OffBoard(square, self.size())
    }

    /// Returns the image of every vertex under a turn or reflection. The error names a square whose
    /// image is a hole.
    pub fn images(&self, turn: Turn) -> Result<Vec<u32>, BoardError> {
        if turn == Turn::Rot90 && self.ranks() != self.files() {
            return invalid(format!(
                "{turn}: a quarter turn of a {self} board is another board"
            ));
        }
        let (map, sides) = (turn.map(), [self.ranks(), self.files()]);
        let image = |vertex| {
            let square = self.square(vertex);
            let there = map.image(square, sides);
            let hole = || format!("{turn}: it takes {square} to a hole, {there}");
            self.vertex(there).or_else(|_| invalid(hole()))
        };
        (0..self.squares()).map(image).collect()
    }
}
