//! Independently known numbers of tours, with their sources.
//!
//! ```
//! use knightsat_tour::Kind;
//! use knightsat_tour::known;
//!
//! let record = known::find(&"6x6".parse()?, Kind::Closed, None).unwrap();
//! assert_eq!(record.count, 9862_u32.into());
//! assert!(!known::rectangle_has_tour(Kind::Closed, 4, 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The numbers are facts to compare encodings with. They never answer a question.

use crate::board::{Board, BoardError};
use crate::constraint::TourConstraint;
use crate::outline::Square;
use crate::symmetry::RectangleMap;
use crate::{Kind, Problem};
use knightsat_base::text::{counted, is_or_are};
pub use num_bigint::BigUint;
use serde::{Deserialize, Deserializer, de::Error};

/// A number of knight's tours counted independently of this project.
///
/// Open tours are directed, and paths that happen to close are among them (OEIS A165134). Closed
/// tours are cycles without direction and start (OEIS A001230).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The rectangle.
    board: Board,
    /// Squares removed from the board.
    holes: Vec<Square>,
    /// Open or closed.
    pub kind: Kind,
    /// The square on which the tours counted start; `None` if they start anywhere.
    pub start: Option<Square>,
    /// Number of tours, in decimal: JSON readers lose digits of larger numbers.
    #[serde(deserialize_with = "decimal")]
    pub count: BigUint,
    /// The OEIS sequence with its term, or `computed`: two independent programs (depth-first
    /// search, frontier dynamic programme) agreed.
    pub source: String,
    /// Other published numbers of the same tours.
    #[serde(default)]
    pub others: Vec<Claim>,
}

/// A published number that contradicts another.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The published number of tours, in decimal.
    #[serde(deserialize_with = "decimal")]
    pub count: BigUint,
    /// The author of the number.
    pub source: String,
}

/// Reads a number that is a text.
fn decimal<'d, D: Deserializer<'d>>(input: D) -> Result<BigUint, D::Error> {
    let number = String::deserialize(input)?.parse();
    number.map_err(D::Error::custom)
}

impl Record {
    /// Returns the board with its holes.
    pub fn board(&self) -> Result<Board, BoardError> {
        self.board.clone().with_holes(&self.holes)
    }

    /// Returns true if the record is of this board, holes included, for the knight.
    pub fn is_of(&self, board: &Board) -> bool {
        self.board().is_ok_and(|own| own == *board)
    }
}

/// Returns the record of these tours on this board, or on one of its rotations and reflections.
/// Only knight's tours have been counted.
pub fn find(board: &Board, kind: Kind, start: Option<Square>) -> Option<Record> {
    let is_it = |record: &Record, start| record.kind == kind && record.start == start;
    find_image(board, start, is_it)
}

/// Returns true if there are published numbers of this board or of one of its images.
pub fn has_any(board: &Board) -> bool {
    find_image(board, None, |_, _| true).is_some()
}

/// Returns the first record of an image of the board for which `is_it` returns true, given the
/// image of a square.
fn find_image(
    board: &Board,
    start: Option<Square>,
    is_it: impl Fn(&Record, Option<Square>) -> bool,
) -> Option<Record> {
    if board.leaper() != Board::KNIGHT {
        return None;
    }
    let all = records();
    RectangleMap::ALL.into_iter().find_map(|map| {
        let (board, start) = image_of(board, start, map)?;
        let mut fitting = all.iter().filter(|record| is_it(record, start));
        fitting.find(|record| record.is_of(&board)).cloned()
    })
}

/// Returns the image of a rectangle with its holes, and of a square.
fn image_of(
    board: &Board,
    start: Option<Square>,
    map: RectangleMap,
) -> Option<(Board, Option<Square>)> {
    let sides = [board.ranks(), board.files()];
    let image = |square| map.image(square, sides);
    let holes: Vec<Square> = board.holes().map(image).collect();
    let [ranks, files] = map.sides(sides);
    let moved = Board::new(ranks, files).ok()?.with_holes(&holes).ok()?;
    Some((moved, start.map(image)))
}

/// Returns all records, from `fixtures/known/tours.json`.
///
/// # Panics
/// Never: a test reads all of the file, which is part of the program.
pub fn records() -> Vec<Record> {
    let text = include_str!("known_tours.json");
    serde_json::from_str(text).expect("the table of known counts is well formed")
}

/// Returns true if a full rectangle has a knight's tour, by the theorems.
///
/// Closed: Schwenk, Which rectangular chessboards have a knight's tour?, Mathematics Magazine 64,
/// 1991.
///
/// Open: Conrad, Hindrichs, Morsy and Wegener, Solution of the knight's Hamiltonian path problem on
/// chessboards, Discrete Applied Mathematics 50, 1994. The small cases are those of Cull and De
/// Curtins, Knight's tour revisited, Fibonacci Quarterly 16, 1978.
pub fn rectangle_has_tour(kind: Kind, ranks: u32, files: u32) -> bool {
    let (m, n) = (ranks.min(files), ranks.max(files));
    match (kind, m) {
        (Kind::Closed, 3) => n % 2 == 0 && n >= 10,
        (Kind::Closed, _) => m >= 5 && m * n % 2 == 0,
        (Kind::Open, 1) => n == 1,
        (Kind::Open, 2) => false,
        (Kind::Open, 3) => n == 4 || n >= 7,
        (Kind::Open, _) => n >= 5,
    }
}

/// Returns true if nothing but one end at most restricts the tours of the problem.
fn is_plain(problem: &Problem) -> bool {
    let is_end = |constraint: &TourConstraint| matches!(constraint, TourConstraint::Ends(_));
    problem.start().and(problem.end()).is_none() && problem.constraints().all(is_end)
}

/// Returns the published number of exactly the tours of this problem on this board.
pub fn published(board: &Board, problem: &Problem) -> Option<Record> {
    // The reverse of a tour to a square starts there. A closed tour passes through every square.
    let (kind, end) = (problem.kind(), problem.start().or(problem.end()));
    let end = end.filter(|_| kind == Kind::Open);
    let record = find(board, kind, end.map(|vertex| board.square(vertex)))?;
    (is_plain(problem) && **problem.graph() == board.graph()).then_some(record)
}

/// Returns evidence that the problem has a tour, against a claim of the contrary: a published
/// number or a theorem. Returns `None` if neither applies.
pub fn evidence(board: &Board, problem: &Problem) -> Option<String> {
    if let Some(record) = published(board, problem).filter(|record| record.count > BigUint::ZERO) {
        let (count, source) = (record.count, record.source);
        let are = is_or_are(count.clone());
        let tours = counted(count, "such tour");
        return Some(format!("{tours} {are} known ({source})"));
    }
    let is_full = board.leaper() == Board::KNIGHT && **problem.graph() == board.graph();
    let is_full = is_full && board.holes().next().is_none() && is_plain(problem);
    let has = |kind| is_full && rectangle_has_tour(kind, board.ranks(), board.files());
    if has(Kind::Closed) {
        return Some("there is a closed tour (Schwenk 1991)".into());
    }
    let is_free = problem.kind() == Kind::Open && problem.start().or(problem.end()).is_none();
    (is_free && has(Kind::Open)).then(|| "there is an open tour (Conrad et al. 1994)".into())
}

#[cfg(test)]
mod tests;
