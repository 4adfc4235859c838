//! The JSON document of a tour or of its absence.

use crate::board::Board;
use crate::problem::Kind;
use crate::tour::Tour;
use serde::{Deserialize, Serialize};

/// Version 1 of the document. Squares are named as on a chess board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// 1.
    pub version: u32,
    /// RANKSxFILES.
    pub board: String,
    /// The leap, smaller part first; the knight's is `[1, 2]`.
    pub leaper: (u32, u32),
    /// Squares of the rectangle that are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<String>,
    /// `open` or `closed`.
    pub tour: Kind,
    /// What is known.
    pub result: Outcome,
    /// Why there is no tour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The squares in order; those of a closed tour do not repeat the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// What is known of the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Here it is.
    Tour,
    /// There is none.
    None,
    /// Not decided in time.
    Unknown,
}

/// The document of a tour, or of the lack of one.
pub fn document(board: &Board, kind: Kind, result: Outcome, tour: Option<&Tour>) -> Document {
    let steps = tour.map_or(&[][..], Tour::steps);
    let moves = steps.iter().map(|&vertex| board.square(vertex).to_string());
    Document {
        version: 1,
        board: board.to_string(),
        leaper: board.leaper(),
        holes: board.holes().map(|hole| hole.to_string()).collect(),
        tour: kind,
        result,
        reason: None,
        moves: moves.collect(),
    }
}
