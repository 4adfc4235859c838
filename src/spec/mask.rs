//! Boards drawn in a text file: `.` is a square, `#` a hole, a rank a line, the top rank first.

use crate::spec::board::{Board, BoardError};
use crate::spec::square::Square;
use thiserror::Error;

/// What can be wrong with a mask; line and column count from 1.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum MaskError {
    /// A character that is neither `.` nor `#`.
    #[error("{line}:{column}: '{}' is neither '.' (square) nor '#' (hole)", .found.escape_debug())]
    Character {
        /// Its line.
        line: usize,
        /// Its column, in characters.
        column: usize,
        /// The character.
        found: char,
    },
    /// A line of another length than the first.
    #[error("{line}:{column}: this rank has {found} files, and the first one has {expected}")]
    Ragged {
        /// The line.
        line: usize,
        /// Where it should end, or where it does.
        column: usize,
        /// Its length.
        found: usize,
        /// The length of the first.
        expected: usize,
    },
    /// No squares, or too many.
    #[error("1:1: {0}")]
    Board(#[from] BoardError),
}

/// Reads a mask. Blank lines after the last rank are allowed, and carriage returns.
pub fn parse(text: &str) -> Result<Board, MaskError> {
    let text = text.trim_start_matches('\u{feff}').trim_end();
    let lines: Vec<&str> = text
        .lines()
        .map(|line| line.trim_end_matches('\r'))
        .collect();
    let expected = lines.first().map_or(0, |line| line.chars().count());
    let mut holes = Vec::new();
    for (number, (rank, line)) in (1..).zip((1..=lines.len()).rev().zip(&lines)) {
        for (column, found) in (1..).zip(line.chars()) {
            match found {
                '.' => {}
                '#' => holes.push(Square {
                    rank: rank as u32,
                    file: column as u32,
                }),
                _ => {
                    return Err(MaskError::Character {
                        line: number,
                        column,
                        found,
                    });
                }
            }
        }
        let found = line.chars().count();
        if found != expected {
            return Err(MaskError::Ragged {
                line: number,
                column: found.min(expected) + 1,
                found,
                expected,
            });
        }
    }
    // A hole beyond u32 ranks would have failed here first.
    let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    // Holes name squares of a rectangle whose size is checked before they are used.
    let board = Board::new(side(lines.len()), side(expected))?;
    Ok(board.with_holes(&holes)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_rank_comes_first() {
        let board = parse("#..\n...\n...\r\n..#\n\n").unwrap();
        assert_eq!((board.ranks(), board.files(), board.squares()), (4, 3, 10));
        let holes: Vec<String> = board.holes().map(|hole| hole.to_string()).collect();
        assert_eq!(holes, ["c1", "a4"]);
        assert_eq!(parse("...\n...").unwrap(), Board::new(2, 3).unwrap());
    }

    #[test]
    fn each_fault_is_named_with_its_place() {
        let fault = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(
            fault("..\n.x"),
            "2:2: 'x' is neither '.' (square) nor '#' (hole)"
        );
        assert_eq!(
            fault("..\n. ."),
            "2:2: ' ' is neither '.' (square) nor '#' (hole)"
        );
        assert_eq!(
            fault("...\n..\n..."),
            "2:3: this rank has 2 files, and the first one has 3"
        );
        assert_eq!(
            fault("..\n....\n"),
            "2:3: this rank has 4 files, and the first one has 2"
        );
        assert_eq!(
            fault("..\n\n.."),
            "2:1: this rank has 0 files, and the first one has 2"
        );
        assert_eq!(fault(""), "1:1: a 0x0 board has no squares");
        assert_eq!(fault("##\n##"), "1:1: a 2x2 board has no squares");
    }
}
