//! The faults of a specification in a place.

use crate::blocks::{BLOCKS, BlocksError};
use crate::board::BoardError;
use crate::place::PlaceError;
use crate::{ProblemError, Refusal};
use knightsat_base::text::OptionName;
use thiserror::Error;

/// A specification that does not fit the place, or with ends that contradict each other.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecError {
    /// A leap or a turn that the board does not have.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A text that is no place.
    #[error(transparent)]
    Place(PlaceError),
    /// A vertex that does not exist.
    #[error("{key}: {error}")]
    Vertex {
        /// The field that names it.
        key: OptionName,
        /// The fault of the name.
        error: PlaceError,
    },
    /// A text that is no value of this field.
    #[error("{key}: {fault}")]
    Text {
        /// The field.
        key: OptionName,
        /// The fault.
        fault: String,
    },
    /// A constraint that the place does not support, or that excludes blocks.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A board that has no such blocks.
    #[error("{BLOCKS}: {0}")]
    Blocks(BlocksError),
    /// Contradictory ends, or steps that do not exist.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}
