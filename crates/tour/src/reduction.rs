//! Reductions: a problem becomes one or several others, whose tours make a tour of it.
//!
//! ```
//! use knightsat_tour::graph::Graph;
//! use knightsat_tour::lower::Lowered;
//! use knightsat_tour::{Kind, Problem};
//!
//! // A directed triangle, whose split graph has nine vertices.
//! let graph = Graph::try_from_arcs(3, &[[0, 1], [1, 2], [2, 0], [1, 0]])?;
//! let problem = Problem::new(graph, Kind::Closed, None, None)?;
//! let lowered = Lowered::reasoned(&problem);
//! let split = lowered.by().unwrap();
//! assert_eq!(lowered.parts()[0].problem().graph().len(), 9);
//! let trace = split.trace(&[0, 1, 2]);
//! assert!(split.accepts(&trace));
//! assert_eq!(lowered.lift(trace), [0, 1, 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All reductions obey one law, which `tests/search/reductions.rs` tests:
//! - the [trace](Reduction::trace) of a tour is a tour of each reduced problem, is
//!   [accepted](Reduction::accepts), and [lifts](Reduction::lift) to the same moves;
//! - tours of the reduced problems lift to a tour if and only if they are accepted;
//! - a reason against tours of a reduced problem is one against tours of the problem, if the
//!   reduction has [words](Reduction::explain) for it.
//!
//! [`lower`](crate::lower) reduces a problem for a [backend](crate::table).

use crate::Obstruction;
use std::fmt::Debug;

/// A reduction of a problem. It owns what the way back needs.
pub trait Reduction: Debug + Send + Sync {
    /// Returns the vertices of the tour that tours of the reduced problems make. They begin with
    /// any vertex, run in any direction, and may contain the last vertex of its circuit. If the
    /// tours are not accepted, they make none.
    fn lift(&self, tours: Vec<Vec<u32>>) -> Vec<u32>;

    /// Returns the tours of the reduced problems that make a tour, given by its steps.
    fn trace(&self, steps: &[u32]) -> Vec<Vec<u32>>;

    /// Returns true if tours of the reduced problems make a tour.
    fn accepts(&self, _tours: &[Vec<u32>]) -> bool {
        true
    }

    /// Returns the number of tours that tours of the reduced problems make, where they are counted.
    fn tours(&self) -> u32 {
        1
    }

    /// Returns the moves that a move of the only reduced problem stands for, each with its voltage.
    /// [A tour is accepted](Reduction::accepts) if the sum of its voltages can be odd. Returns none
    /// if moves have no voltages.
    fn choices(&self, _ends: [u32; 2]) -> Vec<(u32, [u32; 2])> {
        Vec::new()
    }

    /// Returns the vertices of the tour of a reduced tour whose moves have these voltages: no tour
    /// if their sum is even.
    fn lift_along(&self, tour: &[u32], _voltages: &[u32]) -> Vec<u32> {
        self.lift(vec![tour.to_vec()])
    }

    /// Returns the name of a vertex of the only reduced problem, by those of the problem itself.
    fn name(&self, vertex: u32, of: &dyn Fn(u32) -> String) -> String {
        of(vertex)
    }

    /// Returns a reason why a reduced problem has no tour as one of the problem itself; `None` if
    /// there are no words for it.
    fn explain(&self, _reason: Obstruction) -> Option<Obstruction> {
        None
    }
}
