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

use crate::base::stop::{Stop, Stopped};
use crate::blocks::Blocks;
use crate::circuit::Circuit;
use crate::closing::Closing;
use crate::cornering::cornering;
use crate::folding::Fold;
use crate::quotient::Quotient;
use crate::reduction::Reduction;
use crate::rule;
use crate::split::Split;
use crate::table::{self, Backend, Refusal, Step};
use crate::{Obstruction, Problem};
use itertools::Itertools;
use std::ptr;
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

/// A circuit, and what remains beside it.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<'l> {
    /// The circuit.
    pub circuit: &'l Circuit,
    /// The reduction that made the problem. Its voltages remain.
    pub by: Option<&'l dyn Reduction>,
    /// The circuit in which reasons against tours are looked for, as others have no words for them.
    pub reasoned: &'l Circuit,
}

impl Leaf<'_> {
    /// Returns true if a cycle keeps what remains beside the circuit.
    pub fn accepts(&self, cycle: &[u32]) -> bool {
        let steps = self.circuit.tour(cycle.to_vec());
        let violated = rule::violated(&self.circuit.also, &self.circuit.into(), &steps);
        violated.is_none() && self.by.is_none_or(|by| by.accepts(&[steps]))
    }

    /// Returns true if anything remains beside the circuit: rules, or voltages.
    pub fn is_constrained(&self) -> bool {
        let has_voltages = |by: &dyn Reduction| {
            let mut edges = self.circuit.local().edges();
            edges
                .next()
                .is_some_and(|ends| !by.choices(ends).is_empty())
        };
        !self.circuit.also.is_empty() || self.by.is_some_and(has_voltages)
    }

    /// Returns true if reasons of the problem itself have words.
    pub fn has_reasons(&self) -> bool {
        ptr::eq(self.reasoned, self.circuit)
    }
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

    /// Returns the problem in which reasons against tours are looked for.
    pub fn reasoned_problem(&self) -> &Problem {
        &self.reasoned_part().problem
    }

    /// Returns the circuits that the backend takes, in the order of [`Lowered::lift`].
    pub fn leaves(&self) -> Vec<Leaf<'_>> {
        let mut leaves = Vec::new();
        self.add_leaves(None, &self.reasoned_part().circuit, &mut leaves);
        leaves
    }

    fn add_leaves<'l>(
        &'l self,
        by: Option<&'l dyn Reduction>,
        reasoned: &'l Circuit,
        leaves: &mut Vec<Leaf<'l>>,
    ) {
        let Some(own) = self.by() else {
            return leaves.push(Leaf {
                circuit: &self.circuit,
                by,
                reasoned,
            });
        };
        for part in &self.parts {
            part.add_leaves(Some(own), reasoned, leaves);
        }
    }

    /// Returns the number of tours that cycles of all circuits make, besides those of each
    /// [circuit](Circuit::tours) itself.
    pub fn tours(&self) -> u32 {
        let own = self.by().map_or(1, |by| by.tours());
        own * self.parts.iter().map(|part| part.tours()).product::<u32>()
    }

    /// Returns the last reduced problem whose reasons have words.
    fn reasoned_part(&self) -> &Lowered {
        match &self.parts[..] {
            [part] if self.has_words() => part.reasoned_part(),
            _ => self,
        }
    }

    /// Returns the steps of the tour that cycles of all circuits make.
    pub fn lift(&self, cycles: Vec<Vec<u32>>) -> Vec<u32> {
        self.lift_next(&mut cycles.into_iter())
    }

    fn lift_next(&self, cycles: &mut impl Iterator<Item = Vec<u32>>) -> Vec<u32> {
        let cycle = match &self.by {
            None => cycles.next().expect("a cycle of every circuit"),
            Some(by) => {
                let parts = self.parts.iter();
                by.lift(parts.map(|part| part.lift_next(cycles)).collect())
            }
        };
        self.oriented(cycle)
    }

    /// Returns the steps of the tour of the problem itself with these vertices, which are in order,
    /// from any on and in any direction.
    pub fn oriented(&self, cycle: Vec<u32>) -> Vec<u32> {
        self.circuit.tour(cycle)
    }

    /// Returns true if the reduction has words for reasons.
    fn has_words(&self) -> bool {
        (self.by.as_ref()).is_some_and(|by| by.explain(Obstruction::TooSmall).is_some())
    }

    /// Returns a reason of the problem [reasoned about](Leaf::reasoned) as one of the problem itself.
    pub fn explain(&self, reason: Obstruction) -> Obstruction {
        match (&self.by, &self.parts[..]) {
            (Some(by), [part]) if self.has_words() => {
                let explained = by.explain(part.explain(reason));
                explained.expect("a reduction with words")
            }
            _ => reason,
        }
    }

    /// Returns the reason that `look` finds in the problem reasoned about.
    pub fn reason(&self, look: impl Fn(&Problem) -> Option<Obstruction>) -> Option<Obstruction> {
        let reason = look(self.reasoned_problem());
        reason.map(|reason| self.explain(reason))
    }
}
