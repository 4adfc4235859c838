//! What can be wrong with a tour.

use crate::rule::Rule;
use knightsat_base::text::counted;
use thiserror::Error;

/// Why a sequence of vertices is no tour. Steps count from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum TourError {
    /// Wrong number of steps.
    #[error("{}, and a tour has {expected}", counted(*.found, "step"))]
    Length {
        /// Steps given.
        found: usize,
        /// Vertices of the graph.
        expected: u32,
    },
    /// A vertex that the graph does not have.
    #[error("step {step} is on no vertex of the graph")]
    NoVertex {
        /// The step.
        step: usize,
    },
    /// A vertex that was visited before.
    #[error("steps {first} and {second} are both on {}", .vertex)]
    Twice {
        /// The earlier step.
        first: usize,
        /// The later step.
        second: usize,
        /// The vertex, as written by [`TourError::with_names`].
        vertex: Name,
    },
    /// Two successive vertices that are not joined.
    #[error("from step {step} to {next}, {from} to {to} is not a move")]
    NoMove {
        /// The step before the move.
        step: usize,
        /// The step after it: 1 for the return of a closed tour.
        next: usize,
        /// Where the move starts.
        from: Name,
        /// Where it would end.
        to: Name,
    },
    /// Fewer than three vertices on a closed tour.
    #[error("a closed tour has at least three steps")]
    TooSmall,
    /// Not on the prescribed vertex at an end or a given step.
    #[error("step {step} is on {found} and should be on {expected}")]
    WrongEnd {
        /// The step.
        step: usize,
        /// The vertex there.
        found: Name,
        /// The vertex prescribed.
        expected: Name,
    },
    /// A move that is forbidden.
    #[error("from step {step} to {next}, the move {from}-{to} is forbidden")]
    Forbidden {
        /// The step before the move.
        step: usize,
        /// The step after it: 1 for the return of a closed tour.
        next: usize,
        /// Where the move starts.
        from: Name,
        /// Where it ends.
        to: Name,
    },
    /// A move that is required, and not there.
    #[error("the move {from}-{to} is required, and the tour does not take it")]
    Missing {
        /// One end of the move.
        from: Name,
        /// The other.
        to: Name,
    },
    /// On a vertex that the tour must not be on at this step.
    #[error("step {step} is on {found} and should not be")]
    NotHere {
        /// The step.
        step: usize,
        /// The vertex there.
        found: Name,
    },
    /// A rank or a file of a magic tour that does not add up.
    #[error("the steps on {} {of} add up to {found}, and should to {}", line(.is_rank), whole(.expected))]
    Sum {
        /// A rank, or else a file.
        is_rank: bool,
        /// A vertex on it.
        of: Name,
        /// What they add up to.
        found: u64,
        /// What they should; `None` if no whole number will do.
        expected: Option<u64>,
    },
    /// A rule without a true literal.
    #[error("rule {number} is violated: {rule}")]
    Rule {
        /// Its number, from 1.
        number: usize,
        /// The rule.
        rule: Rule<Name>,
    },
    /// The symmetry asked for puts another vertex on this step.
    #[error("the tour is not symmetric: step {step} is on {found}, and should be on {expected}")]
    NotSymmetric {
        /// The step.
        step: usize,
        /// The vertex there.
        found: Name,
        /// The image of the vertex one period earlier.
        expected: Name,
    },
}

/// A vertex in an error message: a number until [`TourError::with_names`] knows better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(u32, Option<String>);

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.1 {
            Some(name) => f.write_str(name),
            None => write!(f, "vertex {}", self.0),
        }
    }
}

fn line(is_rank: &bool) -> &'static str {
    if *is_rank {
        "the rank of"
    } else {
        "the file of"
    }
}

fn whole(sum: &Option<u64>) -> String {
    sum.map_or("a fraction".into(), |sum| sum.to_string())
}

impl From<u32> for Name {
    fn from(vertex: u32) -> Name {
        Name(vertex, None)
    }
}

impl TourError {
    /// The same error with vertices written by `name`.
    pub fn with_names(mut self, name: impl Fn(u32) -> String) -> TourError {
        let set = |Name(vertex, text): &mut Name| *text = Some(name(*vertex));
        match &mut self {
            TourError::Twice { vertex, .. } => set(vertex),
            TourError::NotHere { found, .. } => set(found),
            TourError::Sum { of, .. } => set(of),
            TourError::NoMove { from, to, .. }
            | TourError::Forbidden { from, to, .. }
            | TourError::Missing { from, to } => [from, to].into_iter().for_each(set),
            TourError::WrongEnd {
                found, expected, ..
            }
            | TourError::NotSymmetric {
                found, expected, ..
            } => [found, expected].into_iter().for_each(set),
            TourError::Rule { rule, .. } => {
                *rule = rule.map(|&Name(vertex, _)| Name(vertex, Some(name(vertex))));
            }
            TourError::Length { .. } | TourError::NoVertex { .. } | TourError::TooSmall => {}
        }
        self
    }
}
