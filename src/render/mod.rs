//! Tours for people and programs, and back: a board with its step numbers, a list of moves, JSON.

mod board;
mod json;
mod read;

pub use board::board;
pub use json::{Document, Outcome, document};
pub use read::{TourText, TourTextError, read};

use crate::board::Board;
use crate::tour::Tour;
use itertools::Itertools;

/// The squares of a tour in order, on one line.
pub fn moves(board: &Board, tour: &Tour) -> String {
    let steps = tour.steps().iter();
    steps.map(|&vertex| board.square(vertex)).join(" ")
}
