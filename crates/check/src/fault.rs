//! Kinds of faults, and groups of faults in words.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The map has another order of indices than the formula.
    Map,
    /// A number stands for a fact and for a new variable.
    Shared,
    /// The clauses contradict each other.
    Contradiction,
    /// The last step is joined to the first, or is not.
    Closed,
    /// The square of a step is fixed.
    Ends,
    /// Only one of a tour and its reverse is a model.
    Direction,
    /// Some steps may have no square.
    AtLeastOne,
    /// Some steps may have two squares.
    AtMostOne,
    /// Some squares may be visited twice.
    Once,
    /// Some squares may be left out.
    Visited,
    /// Steps that follow each other need no move.
    WrongMoves,
    /// Moves are impossible.
    MissingMoves,
    /// Squares are impossible.
    MissingSquares,
    /// Clues or rules are not required.
    Given,
    /// Several cycles are possible.
    Cycles,
    /// Other clauses exclude tours.
    Clauses,
    /// A tour has two models.
    Twice,
    /// The header is wrong.
    Header,
    /// The file cannot be read.
    File,
    /// Any other fault.
    Other,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A group of faults of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// The sentence, with a number.
    pub text: String,
}
