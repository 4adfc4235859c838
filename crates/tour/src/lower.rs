//! Reduces a problem until a [backend](crate::table) takes it, and knows the way back.
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
//! let circuits = lowered.circuits();
//! assert_eq!(circuits[0].problem.graph().len(), 9);
//! assert_eq!(lowered.lift(vec![(0..9).collect()]), [0, 1, 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The [reductions](crate::reduction) form a tree: the paths through blocks of a directed graph are
//! one for each block, and each of them has a split graph.

use crate::base::stop::{Stop, Stopped};
use crate::folding::Fold;
use crate::quotient::Quotient;
use crate::reduction::Reduction;
use crate::table::{self, Backend, Refusal, Step};
use crate::{Obstruction, Problem};
use std::ptr;
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

/// A problem, reduced until a backend takes it as it is.
#[derive(Debug)]
pub struct Lowered {
    problem: Problem,
    by: Option<Box<dyn Reduction>>,
    /// The reduced problems, reduced in turn.
    parts: Vec<Lowered>,
}

/// A problem that a backend takes as it is.
#[derive(Clone, Copy, Debug)]
pub struct LoweredProblem<'l> {
    /// The problem.
    pub problem: &'l Problem,
    /// The reduction that made it.
    pub by: Option<&'l dyn Reduction>,
    /// The problem in which reasons against tours are looked for, as others have no words for them.
    pub reasoned: &'l Problem,
}

impl<'l> From<&'l Problem> for LoweredProblem<'l> {
    fn from(problem: &'l Problem) -> LoweredProblem<'l> {
        LoweredProblem {
            problem,
            by: None,
            reasoned: problem,
        }
    }
}

/// Reduces a problem until a backend takes it.
pub fn lower(problem: &Problem, backend: Backend, stop: &Stop) -> Result<Lowered, Unlowered> {
    let steps = table::reductions(problem, backend)?;
    let by: Option<Box<dyn Reduction>> = match steps.first() {
        None => None,
        Some(Step::Split) => {
            let split = problem.split();
            Some(Box::new(split.expect("the table demands what it carries")))
        }
        Some(Step::Quotient | Step::Orbits) => Some(Box::new(Quotient::new(problem, stop)?)),
        Some(Step::Fold) => Some(Box::new(Fold::new(problem, stop)?)),
        Some(Step::Blocks) => {
            let paths = problem.block_paths();
            Some(Box::new(paths.expect("a problem with blocks")))
        }
    };
    let reduced = by.iter().flat_map(|by| by.problems());
    let parts = reduced.map(|reduced| lower(reduced, backend, stop));
    Ok(Lowered {
        parts: parts.collect::<Result<_, Unlowered>>()?,
        problem: problem.clone(),
        by,
    })
}

impl Lowered {
    /// Returns the problem itself.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the problems that the backend takes, in the order of [`Lowered::lift`].
    pub fn circuits(&self) -> Vec<LoweredProblem<'_>> {
        let mut circuits = Vec::new();
        self.add_circuits(None, &self.problem, &mut circuits);
        circuits
    }

    fn add_circuits<'l>(
        &'l self,
        by: Option<&'l dyn Reduction>,
        reasoned: &'l Problem,
        circuits: &mut Vec<LoweredProblem<'l>>,
    ) {
        let problem = &self.problem;
        let Some(own) = &self.by else {
            return circuits.push(LoweredProblem {
                problem,
                by,
                reasoned,
            });
        };
        for part in &self.parts {
            let is_explained = ptr::eq(reasoned, problem) && self.has_words();
            let reasoned = if is_explained {
                &part.problem
            } else {
                reasoned
            };
            part.add_circuits(Some(&**own), reasoned, circuits);
        }
    }

    /// Returns the steps of the tour that tours of all circuits make.
    pub fn lift(&self, tours: Vec<Vec<u32>>) -> Vec<u32> {
        self.lift_next(&mut tours.into_iter())
    }

    fn lift_next(&self, tours: &mut impl Iterator<Item = Vec<u32>>) -> Vec<u32> {
        match &self.by {
            None => tours.next().expect("a tour of every circuit"),
            Some(by) => {
                let parts = self.parts.iter();
                by.lift(parts.map(|part| part.lift_next(tours)).collect())
            }
        }
    }

    /// Returns true if the reduction has words for reasons.
    fn has_words(&self) -> bool {
        (self.by.as_ref()).is_some_and(|by| by.explain(Obstruction::TooSmall).is_some())
    }

    /// Returns a reason of the problem [reasoned about](LoweredProblem::reasoned) as one of the problem
    /// itself.
    pub fn explain(&self, reason: Obstruction) -> Obstruction {
        match (&self.by, &self.parts[..]) {
            (Some(by), [part]) if self.has_words() => {
                let explained = by.explain(part.explain(reason));
                explained.expect("a reduction with words")
            }
            _ => reason,
        }
    }
}
