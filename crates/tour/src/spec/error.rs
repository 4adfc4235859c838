//! What can be wrong with what is asked for.

use super::names::MoveName;
use crate::ProblemError;
use crate::board::BoardError;
use crate::place::PlaceError;
use thiserror::Error;

/// What a place does not have, or ends that contradict each other.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SpecError {
    /// A leap or a turn that the board does not have.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A vertex that is not there.
    #[error("--{key}: {error}")]
    Vertex {
        /// The field that names it.
        key: &'static str,
        /// What is wrong with it.
        error: PlaceError,
    },
    /// A leap in a graph.
    #[error("a graph has no leaps: --leaper is for boards")]
    NoLeap,
    /// A turn of a graph.
    #[error("a graph has no turns: --symmetric is for boards")]
    NoTurn,
    /// Ranks and files of a graph.
    #[error("a graph has no ranks and files: --magic is for boards")]
    NoLines,
    /// A move that the place does not have.
    #[error("--{key}: {name} is not a move {of}")]
    NoMove {
        /// The field that names it.
        key: &'static str,
        /// The move.
        name: MoveName,
        /// Of what and where, as in `of the knight on 8x8`.
        of: String,
    },
    /// Contradictory ends, or steps that are none.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}
