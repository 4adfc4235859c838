//! Faults of a tour.

use crate::Property;
use crate::fact::Vertex;
use crate::rule::Rule;
use knightsat_base::text::{OptionName, counted};
use thiserror::Error;

const SYMMETRIC: OptionName = OptionName("symmetric");

/// The reason why a sequence of vertices is no tour. Steps count from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum TourError {
    /// Wrong number of steps.
    #[error("{}, and a tour has {expected}", counted(*.found, "step"))]
    Length {
        /// Number of steps in the sequence.
        found: usize,
        /// Number of vertices of the graph.
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
        /// The start of the move.
        from: Name,
        /// The end of the move.
        to: Name,
    },
    /// Fewer than three vertices on a closed tour.
    #[error("a closed tour has at least three steps")]
    TooSmall,
    /// A wrong vertex at an end or at a given step.
    #[error("step {step} is on {found} and should be on {expected}")]
    WrongEnd {
        /// The step.
        step: usize,
        /// The vertex there.
        found: Name,
        /// The required vertex.
        expected: Name,
    },
    /// A forbidden move.
    #[error("from step {step} to {next}, the move {from}-{to} is forbidden")]
    Forbidden {
        /// The step before the move.
        step: usize,
        /// The step after it: 1 for the return of a closed tour.
        next: usize,
        /// The start of the move.
        from: Name,
        /// The end of the move.
        to: Name,
    },
    /// A move that leads from a block to another than the next, or is no joint.
    #[error(
        "the tour does not visit the blocks in their order: from step {step} to {next}, {from} to {to}"
    )]
    Blocks {
        /// The step before the move.
        step: usize,
        /// The step after it: 1 for the return of a closed tour.
        next: usize,
        /// The start of the move.
        from: Name,
        /// The end of the move.
        to: Name,
    },
    /// A required move that the tour does not take.
    #[error("the move {from}-{to} is required, and the tour does not take it")]
    Missing {
        /// One end of the move.
        from: Name,
        /// The other end.
        to: Name,
    },
    /// A vertex at a step at which the tour must not be on it.
    #[error("step {step} is on {found} and should not be")]
    NotHere {
        /// The step.
        step: usize,
        /// The vertex there.
        found: Name,
    },
    /// A rank or a file of a magic tour with a wrong sum.
    #[error(
        "the steps on the {} of {of} add up to {found}, and should to {}",
        if *.is_rank { "rank" } else { "file" },
        .expected.map_or("a fraction".into(), |sum| sum.to_string())
    )]
    Sum {
        /// True for a rank, false for a file.
        is_rank: bool,
        /// A vertex on it.
        of: Name,
        /// The sum.
        found: u64,
        /// The required sum; `None` if it would be no whole number.
        expected: Option<u64>,
    },
    /// A rule without a true literal.
    #[error("rule {number} is violated: {rule}")]
    Rule {
        /// The number of the rule, from 1.
        number: usize,
        /// The rule.
        rule: Rule<Name>,
    },
    /// A required property that the tour does not have.
    #[error("the tour is not {0}")]
    Property(Property),
    /// A vertex at a step for which the required symmetry prescribes another one.
    #[error("the tour is not symmetric: step {step} is on {found}, and should be on {expected}")]
    NotSymmetric {
        /// The step.
        step: usize,
        /// The vertex there.
        found: Name,
        /// The image of the vertex one period earlier.
        expected: Name,
    },
    /// A tour that the required symmetry maps to its reverse.
    #[error(
        "the symmetry maps the tour to its reverse: this {SYMMETRIC} demands that the tour keeps its direction"
    )]
    Reversed,
    /// A tour that the required symmetry maps to itself, with its direction.
    #[error("the symmetry keeps the direction of the tour: this {SYMMETRIC} demands its reverse")]
    NotReversed,
}

/// A vertex in an error message: a number until [`TourError::with_names`] supplies a name.
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

impl Vertex for Name {
    fn ordered(ends: [Name; 2]) -> [Name; 2] {
        ends
    }
}

impl From<u32> for Name {
    fn from(vertex: u32) -> Name {
        Name(vertex, None)
    }
}

impl TourError {
    /// Returns the error with vertices written by `name`.
    pub fn with_names(mut self, name: impl Fn(u32) -> String) -> TourError {
        let set = |Name(vertex, text): &mut Name| *text = Some(name(*vertex));
        match &mut self {
            TourError::Twice { vertex, .. } => set(vertex),
            TourError::NotHere { found, .. } => set(found),
            TourError::Sum { of, .. } => set(of),
            TourError::NoMove { from, to, .. }
            | TourError::Forbidden { from, to, .. }
            | TourError::Blocks { from, to, .. }
            | TourError::Missing { from, to } => [from, to].into_iter().for_each(set),
            TourError::WrongEnd {
                found, expected, ..
            }
            | TourError::NotSymmetric {
                found, expected, ..
            } => {
                [found, expected].into_iter().for_each(set);
            }
            TourError::Rule { rule, .. } => {
                *rule = rule.map(|&Name(vertex, _)| Name(vertex, Some(name(vertex))));
            }
            TourError::Length { .. }
            | TourError::NoVertex { .. }
            | TourError::TooSmall
            | TourError::Property(_)
            | TourError::Reversed
            | TourError::NotReversed => {}
        }
        self
    }
}
