//! Reductions: a problem becomes one or several others, whose tours make a tour of it.
//!
//! ```
//! use knightsat_tour::graph::Graph;
//! use knightsat_tour::reduction::lower;
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
//! A [backend](crate::table) that does not take a demand of a problem may take it in a reduced
//! problem. [`lower`] reduces a problem until the backend takes it, and knows the way back. All
//! reductions obey one law, which `tests/search/reductions.rs` tests:
//! - the [trace](Reduction::trace) of a tour is a tour of each reduced problem, is
//!   [accepted](Reduction::accepts), and [lifts](Reduction::lift) to the same moves;
//! - tours of the reduced problems lift to a tour if and only if they are accepted;
//! - a reason against tours of a reduced problem is one against tours of the problem, if the
//!   reduction has [words](Reduction::explain) for it.

use crate::base::stop::{Stop, Stopped};
use crate::quotient::Quotient;
use crate::rule::{Atom, Count, Counted, Literal, Rule, Summand};
use crate::table::{self, Backend, Refusal, Step};
use crate::{Obstruction, Problem};
use std::fmt::Debug;
use std::{ptr, slice};
use thiserror::Error;

/// A reduction of a problem. It owns what the way back needs.
pub trait Reduction: Debug + Send + Sync {
    /// Returns the reduced problems: one, or one for each block.
    fn problems(&self) -> &[Problem];

    /// Returns the steps of the tour that tours of the reduced problems make. Lists that are not
    /// accepted make no tour.
    fn lift(&self, tours: Vec<Vec<u32>>) -> Vec<u32>;

    /// Returns the tours of the reduced problems that make a tour, given by its steps.
    fn trace(&self, steps: &[u32]) -> Vec<Vec<u32>>;

    /// Returns true if tours of the reduced problems make a tour.
    fn accepts(&self, _tours: &[Vec<u32>]) -> bool {
        true
    }

    /// Returns true for an even and for an odd voltage, if moves between two vertices of the only
    /// reduced problem have it; [a tour is accepted](Reduction::accepts) if the sum of its voltages
    /// can be odd. `None` if moves have no voltages.
    fn voltages(&self, _ends: [u32; 2]) -> Option<[bool; 2]> {
        None
    }

    /// Returns a reason why a reduced problem has no tour as one of the problem itself; `None` if
    /// there are no words for it.
    fn explain(&self, _reason: Obstruction) -> Option<Obstruction> {
        None
    }

    /// Returns atoms of the only reduced problem: exactly one holds if an atom does, and none
    /// otherwise. Returns `None` if it has no such atoms.
    fn atoms(&self, _atom: &Atom) -> Option<Vec<Atom>> {
        None
    }
}

/// Returns rules of a problem as rules of the only problem of a reduction, which has these
/// [atoms](Reduction::atoms). Rules about others are omitted.
pub(crate) fn carried(rules: &[Rule], atoms: impl Fn(&Atom) -> Option<Vec<Atom>>) -> Vec<Rule> {
    let all = rules.iter().filter_map(|rule| carry(rule, &atoms));
    all.flatten().collect()
}

fn carry(rule: &Rule, atoms: impl Fn(&Atom) -> Option<Vec<Atom>>) -> Option<Vec<Rule>> {
    let mut clauses = vec![Vec::new()];
    for Literal { atom, is_positive } in &rule.0 {
        let literal = |atom| Literal {
            atom,
            is_positive: *is_positive,
        };
        let atoms = match atom {
            Atom::Count(count) => vec![Atom::Count(carry_count(count, &atoms)?)],
            atom => atoms(atom)?,
        };
        let literals: Vec<Literal> = atoms.into_iter().map(literal).collect();
        if *is_positive {
            (clauses.iter_mut())
                .for_each(|clause: &mut Vec<_>| clause.extend_from_slice(&literals));
        } else {
            // None of the atoms holds.
            let with = |literal: Literal| {
                let clauses = clauses.iter();
                clauses.map(move |clause| [&clause[..], slice::from_ref(&literal)].concat())
            };
            let literals = literals.into_iter();
            clauses = literals.flat_map(with).collect();
        }
    }
    Some(clauses.into_iter().map(Rule).collect())
}

/// At most one of the atoms that an atom becomes holds, so they count as the atom does.
fn carry_count(count: &Count, atoms: impl Fn(&Atom) -> Option<Vec<Atom>>) -> Option<Count> {
    let mut summands = Vec::new();
    for Summand { is_added, of } in &count.summands {
        let Counted::Atom(atom) = of else {
            return None;
        };
        summands.extend(atoms(atom)?.into_iter().map(|atom| Summand {
            is_added: *is_added,
            of: Counted::Atom(atom),
        }));
    }
    Some(Count {
        summands,
        ..count.clone()
    })
}

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
pub struct Circuit<'l> {
    /// The problem.
    pub problem: &'l Problem,
    /// The reduction that made it.
    pub by: Option<&'l dyn Reduction>,
    /// The problem in which reasons against tours are looked for, as others have no words for them.
    pub reasoned: &'l Problem,
}

impl<'l> From<&'l Problem> for Circuit<'l> {
    fn from(problem: &'l Problem) -> Circuit<'l> {
        Circuit {
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

    /// Returns true if a reduction was needed.
    pub fn is_reduced(&self) -> bool {
        self.by.is_some()
    }

    /// Returns the problems that the backend takes, in the order of [`Lowered::lift`].
    pub fn circuits(&self) -> Vec<Circuit<'_>> {
        let mut circuits = Vec::new();
        self.add_circuits(None, &self.problem, &mut circuits);
        circuits
    }

    fn add_circuits<'l>(
        &'l self,
        by: Option<&'l dyn Reduction>,
        reasoned: &'l Problem,
        circuits: &mut Vec<Circuit<'l>>,
    ) {
        let problem = &self.problem;
        let Some(own) = &self.by else {
            return circuits.push(Circuit {
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

    /// Returns a reason of the problem [reasoned about](Circuit::reasoned) as one of the problem
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

impl Reduction for crate::split::Split {
    fn problems(&self) -> &[Problem] {
        slice::from_ref(self.problem())
    }

    fn lift(&self, tours: Vec<Vec<u32>>) -> Vec<u32> {
        self.steps(tours.concat())
    }

    fn trace(&self, steps: &[u32]) -> Vec<Vec<u32>> {
        vec![self.cycle(steps)]
    }

    fn explain(&self, reason: Obstruction) -> Option<Obstruction> {
        Some(self.obstruction(reason))
    }

    fn atoms(&self, atom: &Atom) -> Option<Vec<Atom>> {
        self.edges_of(atom)
    }
}

impl Reduction for Quotient {
    fn problems(&self) -> &[Problem] {
        slice::from_ref(self.problem())
    }

    fn lift(&self, tours: Vec<Vec<u32>>) -> Vec<u32> {
        Quotient::lift(self, &tours.concat())
    }

    fn trace(&self, steps: &[u32]) -> Vec<Vec<u32>> {
        vec![self.cycle(steps)]
    }

    fn accepts(&self, tours: &[Vec<u32>]) -> bool {
        tours.iter().all(|cycle| self.can_be_odd(cycle))
    }

    fn voltages(&self, ends: [u32; 2]) -> Option<[bool; 2]> {
        Some(Quotient::voltages(self, ends))
    }
}
