//! Independently known numbers of tours, with their sources.
//!
//! ```
//! use knightsat_tour::Kind;
//! use knightsat_tour::known;
//!
//! let record = known::find(&"6x6".parse()?, Kind::Closed, None).unwrap();
//! assert_eq!(record.count, 9862);
//! assert!(!known::rectangle_has_tour(Kind::Closed, 4, 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Facts to hold encodings against, never used to answer a question.

use crate::Kind;
use crate::board::{Board, BoardError};
use crate::square::{Square, SquareError};
use knightsat_base::plural::{counted, is_or_are};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A number of knight's tours that somebody else has counted.
///
/// Open tours are directed, and paths that happen to close are among them (OEIS A165134); closed
/// ones are cycles without direction and start (OEIS A001230).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// RANKSxFILES.
    board: String,
    /// Squares taken out of it.
    holes: Vec<String>,
    /// Open or closed.
    #[serde(rename(serialize = "tour"))]
    pub kind: Kind,
    /// The square on which the tours counted start, if not any.
    start: Option<String>,
    /// How many there are.
    pub count: u64,
    /// The OEIS sequence with its term, or `computed`: two independent programs (depth-first
    /// search, frontier dynamic programme) agreed.
    pub source: String,
}

impl Record {
    /// The board with its holes.
    pub fn board(&self) -> Result<Board, BoardError> {
        let holes: Result<Vec<Square>, _> = self.holes.iter().map(|hole| hole.parse()).collect();
        let holes = holes.map_err(|error| BoardError::Invalid(error.to_string()))?;
        self.board.parse::<Board>()?.with_holes(&holes)
    }

    /// The square on which the tours counted start, if not any.
    pub fn start(&self) -> Result<Option<Square>, SquareError> {
        self.start.as_deref().map(str::parse).transpose()
    }
}

impl Record {
    /// Whether the record is of this board, holes included, for the knight.
    pub fn is_of(&self, board: &Board) -> bool {
        self.board().is_ok_and(|own| own == *board)
    }
}

impl fmt::Display for Record {
    /// One line: board, what is counted, the number, the source.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = match self.kind {
            Kind::Open => "directed",
            Kind::Closed => "undirected",
        };
        let start = self.start.as_ref();
        let start = start.map_or(String::new(), |start| format!(" from {start}"));
        let mut holes = self.holes.join(" ");
        if !holes.is_empty() {
            holes = format!(" without {holes}");
        }
        let what = format!("{} tours{start}, {direction}", self.kind);
        let (board, count, source) = (&self.board, self.count, &self.source);
        write!(f, "{board:<6} {what:<30} {count:>17}  {source}{holes}")
    }
}

/// The record of these tours on this board or on one that is a turn or a mirror image of it. Only the
/// knight's tours have been counted.
pub fn find(board: &Board, kind: Kind, start: Option<Square>) -> Option<Record> {
    if board.leaper() != Board::KNIGHT {
        return None;
    }
    let all = records();
    (0..8).find_map(|image| {
        let (board, start) = image_of(board, start, image)?;
        let is_it = |record: &&Record| {
            record.kind == kind && record.start() == Ok(start) && record.is_of(&board)
        };
        all.iter().find(is_it).cloned()
    })
}

/// One of the eight images of a rectangle: bit 0 turns the ranks round, bit 1 the files, bit 2
/// swaps them.
fn image_of(board: &Board, start: Option<Square>, image: u32) -> Option<(Board, Option<Square>)> {
    let move_square = |Square { rank, file }: Square| {
        let rank = [rank, board.ranks() + 1 - rank][(image & 1) as usize];
        let file = [file, board.files() + 1 - file][(image >> 1 & 1) as usize];
        match image >> 2 {
            0 => Square { rank, file },
            _ => Square {
                rank: file,
                file: rank,
            },
        }
    };
    let holes: Vec<Square> = board.holes().map(move_square).collect();
    let (ranks, files) = match image >> 2 {
        0 => (board.ranks(), board.files()),
        _ => (board.files(), board.ranks()),
    };
    let moved = Board::new(ranks, files).ok()?.with_holes(&holes).ok()?;
    Some((moved, start.map(move_square)))
}

/// All records, from `fixtures/known/tours.json`.
///
/// # Panics
/// Never: a test reads all of the file, which is part of the program.
pub fn records() -> Vec<Record> {
    let text = include_str!("known_tours.json");
    serde_json::from_str(text).expect("the table of known counts is well formed")
}

/// Whether a full rectangle has a knight's tour, by the theorems.
///
/// Closed: Schwenk, Which rectangular chessboards have a knight's tour?, Mathematics Magazine 64,
/// 1991. Open: Conrad, Hindrichs, Morsy and Wegener, Solution of the knight's Hamiltonian path
/// problem on chessboards, Discrete Applied Mathematics 50, 1994, with the small cases of Cull and
/// De Curtins, Knight's tour revisited, Fibonacci Quarterly 16, 1978.
pub fn rectangle_has_tour(kind: Kind, ranks: u32, files: u32) -> bool {
    let (m, n) = (ranks.min(files), ranks.max(files));
    match kind {
        Kind::Closed => {
            let both_odd = m % 2 == 1 && n % 2 == 1;
            !(both_odd || [1, 2, 4].contains(&m) || (m == 3 && [4, 6, 8].contains(&n)))
        }
        Kind::Open => match m {
            1 => n == 1,
            2 => false,
            3 => n == 4 || n >= 7,
            4 => n >= 5,
            _ => true,
        },
    }
}

/// Why there is such a tour of this board, whoever says that there is none: somebody has counted some,
/// or a theorem says so. Nothing where neither is known.
pub fn evidence(
    board: &Board,
    kind: Kind,
    start: Option<Square>,
    end: Option<Square>,
) -> Option<String> {
    if start.is_some() && end.is_some() {
        return None;
    }
    // The reverse of a tour to a square starts there, and a closed tour passes through every square.
    let fixed = start.or(end);
    let published = match kind {
        Kind::Open => find(board, kind, fixed),
        Kind::Closed => find(board, kind, None),
    };
    if let Some(record) = published.filter(|record| record.count > 0) {
        let (count, source) = (record.count, record.source);
        let (tours, are) = (counted(count, "such tour"), is_or_are(count));
        return Some(format!("{tours} {are} known ({source})"));
    }
    let is_full = board.leaper() == Board::KNIGHT && board.holes().next().is_none();
    let has = |kind| is_full && rectangle_has_tour(kind, board.ranks(), board.files());
    if has(Kind::Closed) {
        return Some("there is a closed tour (Schwenk 1991)".into());
    }
    let is_open = kind == Kind::Open && fixed.is_none();
    (is_open && has(Kind::Open)).then(|| "there is an open tour (Conrad et al. 1994)".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_record_makes_sense() {
        let records = records();
        assert_eq!(records.len(), 281);
        for record in &records {
            let board = record.board().unwrap();
            if let Some(start) = record.start().unwrap() {
                board.vertex(start).unwrap();
            }
        }
    }

    #[test]
    fn the_theorems_agree_with_the_counts() {
        for record in records() {
            let board = record.board().unwrap();
            if record.holes.is_empty() && record.start.is_none() {
                let exists = rectangle_has_tour(record.kind, board.ranks(), board.files());
                assert_eq!(exists, record.count > 0, "{record:?}");
            }
        }
    }

    #[test]
    fn evidence_comes_from_counts_and_theorems_and_never_from_zeros() {
        let evidence = |board: &str, kind, start: Option<&str>, end: Option<&str>| {
            let square = |name: Option<&str>| name.map(|name| name.parse().unwrap());
            evidence(&board.parse().unwrap(), kind, square(start), square(end))
        };
        let closed = evidence("6x6", Kind::Closed, Some("a1"), None).unwrap();
        assert!(
            closed.starts_with("9862 such tours are known ("),
            "{closed}"
        );
        let schwenk = Some("there is a closed tour (Schwenk 1991)".to_string());
        assert_eq!(evidence("30x30", Kind::Closed, None, None), schwenk);
        assert_eq!(evidence("30x30", Kind::Open, None, Some("c4")), schwenk);
        let open = evidence("31x31", Kind::Open, None, None).unwrap();
        assert!(open.contains("Conrad"), "{open}");
        // Whether a square is of the right colour is not looked at.
        assert_eq!(evidence("31x31", Kind::Open, Some("a1"), None), None);
        assert_eq!(evidence("31x31", Kind::Closed, None, None), None);
        assert_eq!(evidence("4x4", Kind::Open, None, None), None);
        assert_eq!(evidence("5x5", Kind::Open, Some("a2"), None), None);
        assert_eq!(evidence("6x6", Kind::Open, Some("a1"), Some("b1")), None);
        let camel = Board::new(6, 6).unwrap().with_leaper(1, 3).unwrap();
        assert_eq!(super::evidence(&camel, Kind::Closed, None, None), None);
        assert_eq!(find(&camel, Kind::Closed, None), None);
    }

    #[test]
    fn a_record_is_found_from_every_image_of_its_board() {
        for record in records().into_iter().step_by(7) {
            let (board, start) = (record.board().unwrap(), record.start().unwrap());
            for image in 0..8 {
                let (board, start) = image_of(&board, start, image).unwrap();
                let found = find(&board, record.kind, start).unwrap();
                assert_eq!(found.count, record.count, "{record} image {image}");
            }
        }
        assert_eq!(find(&"9x9".parse().unwrap(), Kind::Open, None), None);
    }
}
