//! A tour problem: a graph, open or closed, with ends that may be fixed.
//!
//! ```
//! use knightsat_tour::graph::Graph;
//! use knightsat_tour::tour::Tour;
//! use knightsat_tour::{Kind, Problem};
//!
//! // Vertices are numbered from 0: a square with one diagonal.
//! let graph = Graph::from_edges(4, &[[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]]);
//! let problem = Problem::new(graph, Kind::Closed, None, None)?;
//! assert!(Tour::verify(&problem, vec![0, 1, 2, 3]).is_ok());
//! let error = Tour::verify(&problem, vec![0, 1, 3, 2]).unwrap_err();
//! assert_eq!(error.to_string(), "from step 2 to 3, vertex 1 to vertex 3 is not a move");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use knightsat_base as base;
pub use knightsat_place::{board, geometry, graph, mask, outline, place, scan};

#[macro_use]
mod all;
pub mod blocks;
#[cfg(test)]
#[path = "../../../tests/common/cases.rs"]
mod cases;
pub mod circuit;
pub mod closing;
#[cfg(test)]
extern crate self as knightsat_tour;
pub mod constraint;
pub mod convention;
mod cornering;
pub mod definition;
pub mod fact;
pub mod factor;
pub mod folding;
pub mod given;
pub mod known;
pub mod line;
pub mod lower;
pub mod magic;
mod matching;
mod obstruction;
pub mod prepare;
mod problem;
pub mod quotient;
pub mod reduce;
pub mod reduction;
pub mod reversal;
pub mod rule;
pub mod sets;
pub mod spec;
pub mod split;
pub mod statistic;
pub mod succession;
pub mod symmetry;
pub mod table;
pub mod tour;

pub use circuit::Circuit;
pub use constraint::Constrain;
pub use line::Line;
pub use obstruction::{Obstruction, ReasonWitness, from_json, lacking_factor, scattered, to_json};
pub use problem::{Problem, ProblemError};
pub use succession::Kind;

// The words of every constraint.
pub(crate) use blocks::Blocks;
pub(crate) use constraint::{
    Asked, OneWay, PhrasePart, Property, RequestWords, Requested, requested,
};
pub(crate) use definition::{Definition, Each};
pub(crate) use fact::{Fact, FactStyle};
pub(crate) use place::Place;
pub(crate) use rule::{Literal, Rule};
pub(crate) use spec::{SpecError, TourSpec};
pub(crate) use symmetry::Symmetry;
pub(crate) use table::{Backend, Demand, Demands, Refusal, reductions};
pub(crate) use tour::{TourError, VertexMark};

use crate::tour::Tour;
use knightsat_base::stop::Stopped;

/// The answer to a problem: `E` is the evidence that no tour exists, `U` the reason why the answer
/// is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<E, U = Stopped> {
    /// A verified tour.
    Tour(Tour),
    /// There is no tour.
    None(E),
    /// Not decided.
    Unknown(U),
}

impl<E, U> Verdict<E, U> {
    /// Returns the tour, if there is one.
    pub fn tour(&self) -> Option<&Tour> {
        match self {
            Verdict::Tour(tour) => Some(tour),
            _ => None,
        }
    }

    /// Returns the verdict with its evidence mapped by `other`.
    pub fn map<F>(self, other: impl FnOnce(E) -> F) -> Verdict<F, U> {
        match self {
            Verdict::None(evidence) => Verdict::None(other(evidence)),
            Verdict::Tour(tour) => Verdict::Tour(tour),
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
        }
    }

    /// Returns the verdict, with any evidence replaced by a result of a function of it.
    pub fn and_then<F, X>(
        self,
        next: impl FnOnce(E) -> Result<Verdict<F, U>, X>,
    ) -> Result<Verdict<F, U>, X> {
        match self {
            Verdict::None(evidence) => next(evidence),
            Verdict::Tour(tour) => Ok(Verdict::Tour(tour)),
            Verdict::Unknown(reason) => Ok(Verdict::Unknown(reason)),
        }
    }
}
