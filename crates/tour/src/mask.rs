//! Boards drawn in a text file: `.` is a square, `#` a hole, a number the step of its square, a rank a
//! line, the top rank first. `cells` tells how the squares of a line are set apart.
//!
//! ```
//! use knightsat_tour::mask;
//!
//! let board = mask::parse("..#\n...\n1..\n")?;
//! assert_eq!(board.squares(), 8);
//! let (_, numbers) = board.split_numbers();
//! assert_eq!(numbers, [(1, "a1".parse()?)]);
//!
//! let error = mask::parse("..@\n").unwrap_err();
//! assert!(error.to_string().starts_with("1:"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cells;

use crate::board::{Board, BoardError};
use crate::square::Square;
use cells::{Cell, Row, What};
use knightsat_base::input::without_mark;
use knightsat_base::plural::counted;
use knightsat_base::quote::quote;
use knightsat_base::stop::{Stop, Stopped, Watch};
use std::collections::HashMap;
use thiserror::Error;

/// What can be wrong with a drawn board; line and column count from 1.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum MaskError {
    /// Something that is no square.
    #[error("{line}:{column}: '{}' is neither '.' (square) nor '#' (hole) nor the number of a step", quote(.found))]
    Cell {
        /// Its line.
        line: usize,
        /// Its column, in characters.
        column: usize,
        /// What is there.
        found: String,
    },
    /// A line of another length than the first.
    #[error("{line}:{column}: this rank has {}, and the first one has {expected}", counted(*.found, "file"))]
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
    /// A number beyond the last step.
    #[error("{line}:{column}: there is no step {}: the tour has the steps 1 to {steps}", quote(.found))]
    NoStep {
        /// Its line.
        line: usize,
        /// Its column.
        column: usize,
        /// The number.
        found: String,
        /// The last step.
        steps: u32,
    },
    /// A number that was there before.
    #[error("{line}:{column}: step {step} is on {first} already")]
    Twice {
        /// The line of the second.
        line: usize,
        /// Its column.
        column: usize,
        /// The number.
        step: u32,
        /// The square of the first.
        first: Square,
    },
    /// No squares, or too many.
    #[error("1:1: {0}")]
    Board(#[from] BoardError),
    /// Given up before the end.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Squares between two looks at the clock.
const LOOK: u32 = 1 << 12;

/// Reads a drawn board. Blank lines after the last rank are allowed, and carriage returns.
pub fn parse(text: &str) -> Result<Board, MaskError> {
    parse_within(text, &Stop::default())
}

/// The same, or [`MaskError::Stopped`] if it is over before the end.
pub fn parse_within(text: &str, stop: &Stop) -> Result<Board, MaskError> {
    let text = without_mark(text).trim_end();
    let rows = cells::rows(text, stop)?;
    let expected = rows.first().map_or(0, |row| row.cells.len());
    if let Some(row) = rows.iter().find(|row| row.cells.len() != expected) {
        return Err(ragged(row, expected));
    }
    let squares = || {
        let ranks = (1..=rows.len()).rev().zip(&rows);
        ranks.flat_map(|(rank, row)| {
            let cells = (1..).zip(&row.cells);
            cells.map(move |(file, cell)| {
                let rank = rank as u32;
                (Square { rank, file }, row.line, cell)
            })
        })
    };
    let mut watch = stop.watch(LOOK);
    let mut holes = Vec::new();
    for (square, _, cell) in squares() {
        watch.check()?;
        if cell.what == What::Hole {
            holes.push(square);
        }
    }
    // A hole beyond u32 ranks would have failed here first.
    let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    // Holes name squares of a rectangle whose size is checked before they are used.
    let board = Board::new(side(rows.len()), side(expected))?;
    let board = board.with_holes(&holes)?;
    let numbers = numbers(squares(), board.squares(), &mut watch)?;
    Ok(board.with_numbers(numbers))
}

fn ragged(row: &Row, expected: usize) -> MaskError {
    let surplus = row.cells.get(expected);
    MaskError::Ragged {
        line: row.line,
        column: surplus.map_or(row.end, |cell| cell.column),
        found: row.cells.len(),
        expected,
    }
}

/// The steps that are written on squares.
fn numbers<'c>(
    squares: impl Iterator<Item = (Square, usize, &'c Cell)>,
    steps: u32,
    watch: &mut Watch,
) -> Result<Vec<(u32, Square)>, MaskError> {
    let mut seen = HashMap::new();
    let mut numbers = Vec::new();
    for (square, line, cell) in squares {
        watch.check()?;
        let What::Step(found) = &cell.what else {
            continue;
        };
        let column = cell.column;
        let step = found.parse().ok().filter(|step| (1..=steps).contains(step));
        let step = step.ok_or_else(|| MaskError::NoStep {
            line,
            column,
            found: found.clone(),
            steps,
        })?;
        if let Some(first) = seen.insert(step, square) {
            return Err(MaskError::Twice {
                line,
                column,
                step,
                first,
            });
        }
        numbers.push((step, square));
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests;
