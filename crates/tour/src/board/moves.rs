//! The moves on a board, and what it is turned into.

use super::{Board, BoardError};
use crate::graph::{Coordinates, Graph};
use crate::square::Square;
use crate::symmetry::{Symmetry, Turn};
use knightsat_base::stop::{Stop, Stopped};

impl Board {
    /// The graph of the leaper's moves.
    pub fn graph(&self) -> Graph {
        match self.graph_within(&Stop::default()) {
            Ok(graph) => graph,
            Err(_) => unreachable!("nobody says stop"),
        }
    }

    /// The same, unless it is over before the end.
    pub fn graph_within(&self, stop: &Stop) -> Result<Graph, Stopped> {
        let leaps = self.leaps();
        let vertex_of = self.cells.as_ref().map(|cells| {
            let mut vertex_of = vec![u32::MAX; (self.ranks * self.files) as usize];
            for (vertex, &cell) in cells.iter().enumerate() {
                vertex_of[cell as usize] = vertex as u32;
            }
            vertex_of
        });
        Graph::from_lists_within(self.squares(), stop, |vertex, out| {
            let from = self.square(vertex);
            for &(up, right) in &leaps {
                let rank = i64::from(from.rank) + up;
                let file = i64::from(from.file) + right;
                let is_inside = (1..=i64::from(self.ranks)).contains(&rank)
                    && (1..=i64::from(self.files)).contains(&file);
                if !is_inside {
                    continue;
                }
                let cell = (rank as u32 - 1) * self.files + file as u32 - 1;
                let to = vertex_of.as_ref().map_or(cell, |map| map[cell as usize]);
                if to != u32::MAX {
                    out.push(to);
                }
            }
        })
    }

    /// How many ranks up and files to the right the piece goes, in order.
    fn leaps(&self) -> Vec<(i64, i64)> {
        let (a, b) = (i64::from(self.leaper.0), i64::from(self.leaper.1));
        let mut leaps: Vec<(i64, i64)> = Vec::new();
        for (ranks, files) in [(a, b), (b, a)] {
            for (up, right) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                leaps.push((up * ranks, right * files));
            }
        }
        leaps.sort_unstable();
        leaps.dedup();
        leaps
    }

    /// Rank and file of every vertex, from 0.
    pub fn coordinates(&self) -> Coordinates {
        let place = |vertex| {
            let Square { rank, file } = self.square(vertex);
            [rank - 1, file - 1]
        };
        let of = (0..self.squares()).map(place).collect();
        Coordinates::new([self.ranks, self.files], of)
    }

    /// The symmetry of the board under a turn. The error says why it has none.
    pub fn symmetry(&self, turn: Turn) -> Result<Symmetry, BoardError> {
        let invalid = |message: String| Err(BoardError::Invalid(format!("{turn}: {message}")));
        if turn == Turn::Rot90 && self.ranks != self.files {
            return invalid(format!("a quarter turn of a {self} board is another board"));
        }
        let turned = |square: Square| match turn {
            Turn::Rot180 => Square {
                rank: self.ranks + 1 - square.rank,
                file: self.files + 1 - square.file,
            },
            Turn::Rot90 => Square {
                rank: self.files + 1 - square.file,
                file: square.rank,
            },
        };
        let mut image = Vec::with_capacity(self.squares() as usize);
        for vertex in 0..self.squares() {
            let square = self.square(vertex);
            let there = turned(square);
            if there == square {
                return invalid(format!(
                    "the turn leaves {square} where it is, a tour does not"
                ));
            }
            match self.vertex(there) {
                Ok(vertex) => image.push(vertex),
                Err(_) => return invalid(format!("the turn takes {square} to a hole, {there}")),
            }
        }
        Ok(Symmetry::new(&self.graph(), image, turn.order()))
    }
}
