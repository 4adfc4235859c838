//! Boards: a rectangle of squares, perhaps with holes, and the leaper that moves on it.
//!
//! ```
//! use knightsat_tour::board::Board;
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

mod moves;

use crate::square::Square;
use knightsat_base::quote::quote;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What can be wrong with a board.
#[derive(Debug, Error, PartialEq, Eq)]
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
    /// A name of a square that is not there.
    #[error("{0} is not on the {1} board")]
    OffBoard(Square, String),
    /// A hole named twice or off the board, a leaper that stands still.
    #[error("{0}")]
    Invalid(String),
}

/// A rectangle of squares, perhaps with holes, and the leaper on it (the knight unless set).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    ranks: u32,
    files: u32,
    leaper: (u32, u32),
    /// Cell number of every vertex, kept only where there are holes; increasing.
    cells: Option<Vec<u32>>,
    /// Steps written on it.
    numbers: Vec<(u32, Square)>,
}

impl Board {
    /// The most squares a board may have: 2²⁸, sixteen thousand a side.
    pub const MAX_SQUARES: u64 = 1 << 28;

    /// The knight's leap.
    pub const KNIGHT: (u32, u32) = (1, 2);

    /// A full board for the knight.
    pub fn new(ranks: u32, files: u32) -> Result<Board, BoardError> {
        let squares = u64::from(ranks) * u64::from(files);
        let name = format!("{ranks}x{files}");
        match squares {
            0 => Err(BoardError::Empty(name)),
            1..=Board::MAX_SQUARES => Ok(Board {
                ranks,
                files,
                leaper: Board::KNIGHT,
                cells: None,
                numbers: Vec::new(),
            }),
            _ => Err(BoardError::TooLarge(name)),
        }
    }

    /// The same board with other moves: (a, b) leaps a one way and b the other.
    pub fn with_leaper(self, a: u32, b: u32) -> Result<Board, BoardError> {
        if (a, b) == (0, 0) {
            let message = "the 0,0 leaper stands still: it has no moves";
            return Err(BoardError::Invalid(message.into()));
        }
        let leaper = (a.min(b), a.max(b));
        Ok(Board { leaper, ..self })
    }

    /// The same board without these squares, and without the holes that it has.
    pub fn with_holes(self, holes: &[Square]) -> Result<Board, BoardError> {
        let mut is_hole = vec![false; (self.ranks * self.files) as usize];
        for hole in self.holes() {
            is_hole[(self.cell(hole).unwrap_or(0)) as usize] = true;
        }
        for &hole in holes {
            let cell = self.cell(hole).ok_or_else(|| self.off_board(hole))?;
            if std::mem::replace(&mut is_hole[cell as usize], true) {
                return Err(BoardError::Invalid(format!(
                    "the hole {hole} is named twice"
                )));
            }
        }
        let cells = 0..self.ranks * self.files;
        let cells: Vec<u32> = cells.filter(|&cell| !is_hole[cell as usize]).collect();
        if cells.is_empty() {
            return Err(BoardError::Empty(self.to_string()));
        }
        let is_full = cells.len() == is_hole.len();
        let cells = Some(cells).filter(|_| !is_full);
        Ok(Board { cells, ..self })
    }

    /// The same board with the numbers of some steps written on squares, which
    /// [`TourSpec::settled`](crate::spec::TourSpec::settled) makes a part of what is asked.
    pub fn with_numbers(self, numbers: Vec<(u32, Square)>) -> Board {
        Board { numbers, ..self }
    }

    /// The board without the numbers on it, and the numbers.
    pub fn split_numbers(mut self) -> (Board, Vec<(u32, Square)>) {
        let numbers = std::mem::take(&mut self.numbers);
        (self, numbers)
    }

    /// Number of ranks.
    pub fn ranks(&self) -> u32 {
        self.ranks
    }

    /// Number of files.
    pub fn files(&self) -> u32 {
        self.files
    }

    /// The leap, smaller part first.
    pub fn leaper(&self) -> (u32, u32) {
        self.leaper
    }

    /// What moves here, in words.
    pub fn piece(&self) -> String {
        match self.leaper {
            Board::KNIGHT => "knight".to_string(),
            (a, b) => format!("({a},{b})-leaper"),
        }
    }

    /// The holes, rank by rank from a1.
    pub fn holes(&self) -> impl Iterator<Item = Square> {
        let (ranks, files) = match self.cells {
            None => (0, 0),
            Some(_) => (self.ranks, self.files),
        };
        let squares =
            (1..=ranks).flat_map(move |rank| (1..=files).map(move |file| Square { rank, file }));
        squares.filter(|&square| self.vertex(square).is_err())
    }

    /// The board in words: RANKSxFILES, and its holes if it has any.
    pub fn describe(&self) -> String {
        let holes = u64::from(self.ranks) * u64::from(self.files) - u64::from(self.squares());
        match holes {
            0 => self.to_string(),
            1 => format!("{self} with a hole"),
            _ => format!("{self} with {holes} holes"),
        }
    }

    /// Number of squares that are no holes: the vertices are `0..squares`.
    pub fn squares(&self) -> u32 {
        match &self.cells {
            Some(cells) => cells.len() as u32,
            None => self.ranks * self.files,
        }
    }

    /// The square of a vertex.
    pub fn square(&self, vertex: u32) -> Square {
        let cell = match &self.cells {
            Some(cells) => cells[vertex as usize],
            None => vertex,
        };
        Square {
            rank: cell / self.files + 1,
            file: cell % self.files + 1,
        }
    }

    /// The vertex of a square; the error says that it is a hole or off the board.
    pub fn vertex(&self, square: Square) -> Result<u32, BoardError> {
        let cell = self.cell(square).ok_or_else(|| self.off_board(square))?;
        match &self.cells {
            None => Ok(cell),
            Some(cells) => match cells.binary_search(&cell) {
                Ok(vertex) => Ok(vertex as u32),
                Err(_) => Err(BoardError::Invalid(format!("{square} is a hole"))),
            },
        }
    }

    /// Row-major number of a square inside the rectangle, hole or not.
    fn cell(&self, square: Square) -> Option<u32> {
        let inside =
            (1..=self.ranks).contains(&square.rank) && (1..=self.files).contains(&square.file);
        inside.then(|| (square.rank - 1) * self.files + square.file - 1)
    }

    fn off_board(&self, square: Square) -> BoardError {
        BoardError::OffBoard(square, self.to_string())
    }
}

impl fmt::Display for Board {
    /// RANKSxFILES.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.ranks, self.files))
    }
}

impl FromStr for Board {
    type Err = BoardError;

    /// Reads `RANKSxFILES`.
    fn from_str(text: &str) -> Result<Board, BoardError> {
        let syntax = || BoardError::Syntax(text.to_string());
        let (ranks, files) = text.split_once(['x', 'X', '×']).ok_or_else(syntax)?;
        let side = |side: &str| -> Result<u32, BoardError> {
            if side.is_empty() || !side.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(syntax());
            }
            side.parse()
                .map_err(|_| BoardError::TooLarge(text.to_string()))
        };
        Board::new(side(ranks)?, side(files)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_board_is_refused() {
        for text in ["", "8", "x", "8x", "x8", "-1x8", "8x8x8", "8 x 8", "+8x8"] {
            assert!(
                matches!(text.parse::<Board>(), Err(BoardError::Syntax(_))),
                "{text}"
            );
        }
        assert!(matches!("0x8".parse::<Board>(), Err(BoardError::Empty(_))));
        for text in ["99999999999x1", "65536x65536", "4294967295x4294967295"] {
            assert!(
                matches!(text.parse::<Board>(), Err(BoardError::TooLarge(_))),
                "{text}"
            );
        }
    }

    #[test]
    fn the_knight_has_as_many_moves_as_on_paper() {
        // 4(m-1)(n-2) + 4(m-2)(n-1) directed moves on m x n.
        for (ranks, files) in [(3, 3), (3, 7), (8, 8), (12, 5)] {
            let board = Board::new(ranks, files).unwrap();
            let graph = board.graph();
            let moves: usize = (0..graph.len()).map(|v| graph.degree(v)).sum();
            let (m, n) = (ranks as usize, files as usize);
            assert_eq!(moves, 4 * (m - 1) * (n - 2) + 4 * (m - 2) * (n - 1));
            let [a1, b3] = ["a1", "b3"].map(|s| board.vertex(s.parse().unwrap()).unwrap());
            assert!(graph.has_edge(a1, b3) && graph.has_edge(b3, a1));
        }
    }

    #[test]
    fn holes_leave_the_other_squares_their_names() {
        let hole: Square = "b2".parse().unwrap();
        let board = Board::new(3, 3).unwrap().with_holes(&[hole]).unwrap();
        assert_eq!(board.squares(), 8);
        let names: Vec<String> = (0..8).map(|v| board.square(v).to_string()).collect();
        assert_eq!(names.join(" "), "a1 b1 c1 a2 c2 a3 b3 c3");
        assert!((0..8).all(|v| board.vertex(board.square(v)) == Ok(v)));
        assert!(matches!(board.vertex(hole), Err(BoardError::Invalid(_))));
        assert!((0..8).all(|v| board.graph().degree(v) == 2));
    }

    #[test]
    fn degenerate_leapers_do_not_repeat_moves() {
        let wazir = Board::new(3, 3).unwrap().with_leaper(1, 0).unwrap();
        assert_eq!(wazir.graph().degree(4), 4);
        let ferz = Board::new(3, 3).unwrap().with_leaper(1, 1).unwrap();
        assert_eq!(ferz.graph().degree(4), 4);
        assert!(Board::new(3, 3).unwrap().with_leaper(0, 0).is_err());
    }
}
