//! Reduces a problem to [circuits](crate::circuit) for a [backend](crate::table), and leads their
//! cycles back.
//!
//! ```
//! use knightsat_tour::graph::Graph;
//! use knightsat_tour::lower::lower;
//! use knightsat_tour::table::Backend;
//! use knightsat_tour::{Kind, Problem};
//!
//! // A directed triangle, whose split graph has nine vertices.
//! let graph = Graph::try_from_arcs(3, &[[0, 1], [1, 2], [2, 0], [1, 0]])?;
//! let problem = Problem::new(graph, Kind::Closed, None, None)?;
//! let lowered = lower(&problem, Backend::Engine, &Default::default())?;
//! let leaves = lowered.leaves();
//! assert_eq!(leaves[0].circuit.len(), 9);
//! assert_eq!(lowered.lift(vec![(0..9).collect()]), [0, 1, 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The [reductions](crate::reduction) form a tree: the paths through blocks of a directed graph are
//! one for each block, and each of them has a split graph. The last step, at every leaf, makes a
//! circuit of the tours.

mod leaf;

use crate::Problem;
use crate::base::stop::{Stop, Stopped};
use crate::blocks::Blocks;
use crate::circuit::Circuit;
use crate::closing::Closing;
use crate::cornering::cornering;
use crate::folding::Fold;
use crate::quotient::Quotient;
use crate::reduction::Reduction;
use crate::split::Split;
use crate::table::{self, Backend, Refusal, Step};
use itertools::Itertools;
pub use leaf::Leaf;
use std::sync::Arc;
use thiserror::Error;

/// Error: a problem cannot be reduced for a backend.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Unlowered {
    /// The backend does not support the problem.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Time was up.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Unlowered {
    /// Returns the same reason as another error.
    pub fn either<E: From<Refusal> + From<Stopped>>(self) -> E {
        match self {
            Unlowered::Refused(refusal) => refusal.into(),
            Unlowered::Stopped(stopped) => stopped.into(),
        }
    }
}

/// A problem, reduced until a backend takes it as it is.
#[derive(Debug)]
pub struct Lowered {
    problem: Problem,
    circuit: Circuit,
    step: Option<Step>,
    by: Option<Box<dyn Reduction>>,
    /// The reduced problems, reduced in turn.
    parts: Vec<Arc<Lowered>>,
}

/// Reduces a problem until a backend takes it.
pub fn lower(problem: &Problem, backend: Backend, stop: &Stop) -> Result<Lowered, Unlowered> {
    let steps = table::reductions(problem, backend)?;
    let mut lowered = Lowered::as_it_is(problem);
    let circuit = &lowered.circuit;
    lowered.step = steps.first().copied();
    let (by, reduced) = match lowered.step {
        None => {
            if backend.wants_colours() {
                lowered.circuit = lowered.circuit.coloured(stop)?;
            }
            return Ok(lowered);
        }
        Some(Step::Split) => to_one(Split::new(problem, circuit)),
        Some(Step::Quotient | Step::Orbits) => to_one(Quotient::new(problem, circuit, stop)?),
        Some(Step::Close) => to_one(Closing::new(problem)),
        Some(Step::Corner) => to_one(cornering(problem, circuit, stop)?),
        Some(Step::Fold) => to_one(Fold::new(problem, circuit, stop)?),
        Some(Step::Blocks | Step::Chain) => {
            let blocks: &Arc<Blocks> = problem.get().expect("a problem with blocks");
            (Box::new(blocks.clone()) as _, blocks.problems.clone())
        }
    };
    lowered.by = Some(by);
    let parts = reduced.iter().map(|reduced| lower(reduced, backend, stop));
    lowered.parts = parts.map_ok(Arc::new).collect::<Result<_, Unlowered>>()?;
    Ok(lowered)
}

/// Returns a reduction to one problem, with a list of that.
fn to_one<R: Reduction + 'static>(
    (by, reduced): (R, Problem),
) -> (Box<dyn Reduction>, Vec<Problem>) {
    (Box::new(by), vec![reduced])
}

impl Lowered {
    /// Returns a problem without any reduction. This is where circuits begin.
    pub fn as_it_is(problem: &Problem) -> Lowered {
        Lowered {
            circuit: Circuit::of(problem),
            problem: problem.clone(),
            step: None,
            by: None,
            parts: Vec::new(),
        }
    }

    /// Returns a problem where reasons against its tours, and certificates, are looked for: a
    /// directed one in its split graph, if the table permits this.
    pub fn reasoned(problem: &Problem) -> Lowered {
        let lowered = lower(problem, Backend::Reasons, &Stop::default());
        lowered.unwrap_or_else(|_| Lowered::as_it_is(problem))
    }

    /// Returns the problem itself.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the circuit of the problem itself, before any reduction.
    pub fn circuit(&self) -> &Circuit {
        &self.circuit
    }

    /// Returns the first step of the table, if the backend does not take the problem as it is.
    pub fn step(&self) -> Option<Step> {
        self.step
    }

    /// Returns the reduction, if there is one.
    pub fn by(&self) -> Option<&dyn Reduction> {
        self.by.as_deref()
    }

    /// Returns the reduced problems, reduced in turn.
    pub fn parts(&self) -> &[Arc<Lowered>] {
        &self.parts
    }
}
