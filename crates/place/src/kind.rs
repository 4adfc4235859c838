//! The kind of a tour: open or closed.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The kind of a tour: a closed tour must return to where it started.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A directed Hamiltonian path.
    #[default]
    Open,
    /// A Hamiltonian cycle of at least three vertices.
    Closed,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
