//! Boards: a rectangle of squares, perhaps with holes, and the leaper that moves on it.
//!
//! ```
//! use knightsat_place::board::Board;
//!
//! let board = "8x8".parse::<Board>()?.with_holes(&["d4".parse()?])?;
//! assert_eq!((board.ranks(), board.files(), board.squares()), (8, 8, 63));
//! // Vertices are numbered without the holes.
//! assert_eq!(board.square(0).to_string(), "a1");
//! assert_eq!(board.vertex("h8".parse()?)?, 62);
//! assert_eq!(board.graph().degree(0), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A board gives a [graph](Board::graph) whose vertices are its squares, rank by rank from a1.

pub use crate::geometry::Leap;
pub use crate::outline::Cells;

use crate::geometry::GeometryError;
use crate::graph::{Coordinates, Graph, NONE, Names};
use crate::outline::{Outline, Square};
use crate::turn::{SymmetryName, Turn};
use itertools::{Itertools, iproduct};
use knightsat_base::stop::{Stop, Stopped};
use knightsat_base::text::{is_digits, quote};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

/// The fault of a board.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// Not of the form RANKSxFILES.
    #[error("'{}' is not a board: write RANKSxFILES, for example 8x8", quote(.0))]
    Syntax(String),
    /// No ranks or no files, or holes only.
    #[error("a {0} board has no squares")]
    Empty(String),
    /// More squares than fit.
    #[error("a {0} board is too large: at most {max} squares", max = Board::MAX_SQUARES)]
    TooLarge(String),
    /// A name of a square that the board does not have.
    #[error("{0} is not on the {1} board")]
    OffBoard(Square, String),
    /// A hole named twice or off the board, a text that is no leap, or a leaper that stands still.
    #[error("{0}")]
    Invalid(String),
    /// A map that keeps or reverses no tour, since it leaves squares where they are.
    #[error("{symmetry}: {reason}")]
    Fixed {
        /// The map.
        symmetry: SymmetryName,
        /// The squares, and why no tour allows so many.
        reason: String,
    },
    /// The fault of a piece, of joined sides or of a box.
    #[error(transparent)]
    Geometry(#[from] GeometryError),
}

fn invalid<T>(message: impl Into<String>) -> Result<T, BoardError> {
    Err(BoardError::Invalid(message.into()))
}

/// A rectangle of squares, perhaps with holes, and the leaper on it (the knight unless set).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    outline: Arc<Outline>,
    leaper: (u32, u32),
    /// Step numbers written on the board.
    numbers: Vec<(u32, Square)>,
    /// True if the drawing of the board demands a closed tour.
    is_closed: bool,
}

knightsat_base::by_text!(Board);

impl Board {
    /// The most squares a board may have: 2²⁸, sixteen thousand a side.
    pub const MAX_SQUARES: u64 = 1 << 28;

    /// The knight's leap.
    pub const KNIGHT: (u32, u32) = (1, 2);

    /// Returns a full board for the knight.
    pub fn new(ranks: u32, files: u32) -> Result<Board, BoardError> {
        let board = Board::from(Arc::new(Outline::new(ranks, files)));
        match u64::from(ranks) * u64::from(files) {
            0 => Err(BoardError::Empty(board.to_string())),
            1..=Board::MAX_SQUARES => Ok(board),
            _ => Err(BoardError::TooLarge(board.to_string())),
        }
    }

    /// Returns the board with other moves: (a, b) leaps a one way and b the other.
    pub fn with_leaper(self, a: u32, b: u32) -> Result<Board, BoardError> {
        if (a, b) == (0, 0) {
            return invalid("the 0,0 leaper stands still: it has no moves");
        }
        let leaper = (a.min(b), a.max(b));
        Ok(Board { leaper, ..self })
    }

    /// Returns the board without these squares, in addition to its holes.
    pub fn with_holes(self, holes: &[Square]) -> Result<Board, BoardError> {
        let mut is_hole = vec![false; self.outline.area() as usize];
        for &hole in holes {
            let cell = (self.outline.cell(hole)).ok_or_else(|| self.off_board(hole))?;
            let is_known = self.outline.vertex(hole).is_none();
            if std::mem::replace(&mut is_hole[cell as usize], true) || is_known {
                return invalid(format!("the hole {hole} is named twice"));
            }
        }
        let outline = self.outline.without(|cell| is_hole[cell as usize]);
        if outline.len() == 0 {
            return Err(BoardError::Empty(self.to_string()));
        }
        let outline = Arc::new(outline);
        Ok(Board { outline, ..self })
    }

    /// Returns the board with the numbers of some steps written on squares.
    /// The specification of a tour makes them clues.
    pub fn with_numbers(self, numbers: Vec<(u32, Square)>) -> Board {
        Board { numbers, ..self }
    }

    /// Returns the board with a demand for a closed tour, or without.
    /// The specification of a tour makes it the kind of the tour.
    pub fn with_closed(self, is_closed: bool) -> Board {
        Board { is_closed, ..self }
    }

    /// Returns true if the board demands a closed tour.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Returns true if numbers are written on squares.
    pub fn has_numbers(&self) -> bool {
        !self.numbers.is_empty()
    }

    /// Returns the board without its numbers, and the numbers.
    pub fn split_numbers(mut self) -> (Board, Vec<(u32, Square)>) {
        let numbers = std::mem::take(&mut self.numbers);
        (self, numbers)
    }

    /// Returns the outline: the rectangle and its holes.
    pub fn outline(&self) -> &Arc<Outline> {
        &self.outline
    }

    /// Returns the number of ranks.
    pub fn ranks(&self) -> u32 {
        self.outline.ranks()
    }

    /// Returns the number of files.
    pub fn files(&self) -> u32 {
        self.outline.files()
    }

    /// Returns the leap, smaller part first.
    pub fn leaper(&self) -> (u32, u32) {
        self.leaper
    }

    /// Returns the name of the piece that moves here.
    pub fn piece(&self) -> String {
        match self.leaper {
            Board::KNIGHT => "knight".to_string(),
            (a, b) => format!("({a},{b})-leaper"),
        }
    }

    /// Returns the holes, rank by rank from a1.
    pub fn holes(&self) -> impl Iterator<Item = Square> {
        let ranks = if self.outline.has_holes() {
            self.ranks()
        } else {
            0
        };
        let squares =
            iproduct!(1..=ranks, 1..=self.files()).map(|(rank, file)| Square { rank, file });
        squares.filter(|&square| self.outline.vertex(square).is_none())
    }

    /// Returns the description of the board: RANKSxFILES, and its holes if it has any.
    pub fn describe(&self) -> String {
        match self.outline.area() - self.squares() {
            0 => self.to_string(),
            1 => format!("{self} with a hole"),
            holes => format!("{self} with {holes} holes"),
        }
    }

    /// Returns the number of squares that are no holes: the vertices are `0..squares`.
    pub fn squares(&self) -> u32 {
        self.outline.len()
    }

    /// Returns the square of a vertex.
    pub fn square(&self, vertex: u32) -> Square {
        self.outline.square(vertex)
    }

    /// Returns the vertex of a square. The error distinguishes a hole from a square off the board.
    pub fn vertex(&self, square: Square) -> Result<u32, BoardError> {
        match self.outline.vertex(square) {
            Some(vertex) => Ok(vertex),
            None if self.outline.cell(square).is_some() => invalid(format!("{square} is a hole")),
            None => Err(self.off_board(square)),
        }
    }

    fn off_board(&self, square: Square) -> BoardError {
        BoardError::OffBoard(square, self.to_string())
    }

    /// Returns the graph of the leaper's moves.
    pub fn graph(&self) -> Graph {
        let graph = self.lay_out(&Stop::default());
        graph.expect("no deadline is set")
    }

    /// Returns the graph, or an error if time is up.
    pub fn lay_out(&self, stop: &Stop) -> Result<Graph, Stopped> {
        let (a, b) = (i64::from(self.leaper.0), i64::from(self.leaper.1));
        // Ranks up and files to the right of each leap.
        let leaps: Vec<(i64, i64)> = iproduct!([(a, b), (b, a)], [1, -1], [1, -1])
            .map(|((ranks, files), up, right)| (up * ranks, right * files))
            .sorted_unstable()
            .dedup()
            .collect();
        let outline = &self.outline;
        let vertex_of = outline.has_holes().then(|| {
            let mut vertex_of = vec![NONE; outline.area() as usize];
            for vertex in 0..outline.len() {
                vertex_of[outline.cell_of(vertex) as usize] = vertex;
            }
            vertex_of
        });
        let graph = Graph::from_lists(self.squares(), stop, |vertex, out| {
            let from = self.square(vertex);
            for &(up, right) in &leaps {
                let to = [i64::from(from.rank) + up, i64::from(from.file) + right];
                /// Ranks and files begin at 1.
                const OUTSIDE: u32 = 0;
                let [rank, file] = to.map(|side| u32::try_from(side).unwrap_or(OUTSIDE));
                if let Some(cell) = outline.cell(Square { rank, file }) {
                    let to = vertex_of.as_ref().map_or(cell, |map| map[cell as usize]);
                    out.extend((to != NONE).then_some(to));
                }
            }
        })?;
        Ok(graph.with_names(Names::Squares(outline.clone())))
    }

    /// Returns the rank and file of every vertex, from 0.
    pub fn coordinates(&self) -> Coordinates {
        let squares = (0..self.squares()).map(|vertex| self.square(vertex));
        let of = squares.map(|square| [square.rank - 1, square.file - 1]);
        Coordinates::new([self.ranks(), self.files()], of.collect())
    }

    /// Returns the image of every vertex under the half turn, if it takes no square to a hole.
    pub fn half_turn(&self) -> Option<Vec<u32>> {
        self.images(Turn::Rot180).ok()
    }

    /// Returns the square to which a turn or reflection takes another one.
    fn turned(&self, Square { rank, file }: Square, turn: Turn) -> Square {
        let (rank, file) = match turn {
            Turn::Rot180 => (self.ranks() + 1 - rank, self.files() + 1 - file),
            Turn::Rot90 => (self.files() + 1 - file, rank),
            Turn::FlipRanks => (self.ranks() + 1 - rank, file),
            Turn::FlipFiles => (rank, self.files() + 1 - file),
        };
        Square { rank, file }
    }

    /// Returns the image of every vertex under a turn or reflection. The error names a square whose
    /// image is a hole.
    pub fn images(&self, turn: Turn) -> Result<Vec<u32>, BoardError> {
        if turn == Turn::Rot90 && self.ranks() != self.files() {
            return invalid(format!(
                "{turn}: a quarter turn of a {self} board is another board"
            ));
        }
        let image = |vertex| {
            let square = self.square(vertex);
            let there = self.turned(square, turn);
            let hole = || format!("{turn}: it takes {square} to a hole, {there}");
            self.vertex(there).or_else(|_| invalid(hole()))
        };
        (0..self.squares()).map(image).collect()
    }
}

impl From<Arc<Outline>> for Board {
    /// Returns the board of the knight with this outline.
    fn from(outline: Arc<Outline>) -> Board {
        Board {
            outline,
            leaper: Board::KNIGHT,
            numbers: Vec::new(),
            is_closed: false,
        }
    }
}

impl fmt::Display for Board {
    /// Writes RANKSxFILES.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.ranks(), self.files()))
    }
}

impl FromStr for Board {
    type Err = BoardError;

    /// Reads `RANKSxFILES`.
    fn from_str(text: &str) -> Result<Board, BoardError> {
        let syntax = || BoardError::Syntax(text.to_string());
        let (ranks, files) = text.split_once(['x', 'X', '×']).ok_or_else(syntax)?;
        let side = |side: &str| -> Result<u32, BoardError> {
            if side.is_empty() || !is_digits(side) {
                return Err(syntax());
            }
            side.parse()
                .map_err(|_| BoardError::TooLarge(text.to_string()))
        };
        Board::new(side(ranks)?, side(files)?)
    }
}

#[cfg(test)]
mod tests;
