//! The convention by which tours are counted: whether reverses and rotations are the same tour.
//!
//! ```
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::convention::Convention;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "6x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! assert_eq!(Convention::of(&problem).to_string(), "closed, undirected");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::place::Place;
use crate::spec::TourSpec;
use crate::{Demand, Kind, Problem};
use std::fmt;

/// The demands that distinguish a closed tour from its reverse and its rotations.
const NUMBERING: [Demand; 7] = [
    Demand::Steps,
    Demand::Sums,
    Demand::OnEnds,
    Demand::OnArcs,
    Demand::OnSteps,
    Demand::OnOrder,
    Demand::OnRotatedOrder,
];

/// A convention by which tours are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// An open tour; its reverse is another one (OEIS A165134).
    OpenDirected,
    /// A closed tour; its reverse and its rotations are the same tour (OEIS A001230).
    ClosedUndirected,
    /// A closed tour of a directed graph; its rotations are the same tour.
    ClosedDirected,
    /// A closed tour with a first step, because of clues, rules or sums.
    ClosedNumbered,
}

impl Convention {
    /// Returns the convention for the tours of a problem.
    pub fn of(problem: &Problem) -> Convention {
        let is_directed = problem.graph().is_directed();
        Convention::new(problem.kind(), problem.is_numbered(), is_directed)
    }

    /// Returns the convention for the tours that are requested in a place.
    pub fn requested(tour: &TourSpec, place: &Place) -> Convention {
        let demands = tour.demands(place);
        let is_numbered = NUMBERING.into_iter().any(|demand| demands.contains(demand));
        Convention::new(tour.kind, is_numbered, place.is_directed())
    }

    fn new(kind: Kind, is_numbered: bool, is_directed: bool) -> Convention {
        match kind {
            Kind::Open => Convention::OpenDirected,
            Kind::Closed if is_numbered => Convention::ClosedNumbered,
            Kind::Closed if is_directed => Convention::ClosedDirected,
            Kind::Closed => Convention::ClosedUndirected,
        }
    }

    /// Returns whether the direction matters, or even the first step, in a word.
    pub fn word(self) -> &'static str {
        match self {
            Convention::OpenDirected | Convention::ClosedDirected => "directed",
            Convention::ClosedUndirected => "undirected",
            Convention::ClosedNumbered => "numbered",
        }
    }

    /// Returns true if different lists of the vertices, in their order, are different tours.
    pub fn is_of_lists(self) -> bool {
        matches!(self, Convention::OpenDirected | Convention::ClosedNumbered)
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self {
            Convention::OpenDirected => Kind::Open,
            _ => Kind::Closed,
        };
        write!(f, "{kind}, {}", self.word())
    }
}
