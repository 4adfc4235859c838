//! From a spec to a verified tour, or to the reason why there is none.

mod assume;
mod colours;
pub mod core;
pub mod derivation;
pub mod explain;
pub mod heuristic;
pub mod prove;
pub mod puzzle;
pub mod textbook;

pub mod unique;
pub mod veripb;

use crate::cnf::Answer;
use crate::encoding::{Formula, FormulaError};
use crate::lazy::{self, LazyError};
use crate::problem::{self, Obstruction, Problem};
use crate::solve::heuristic::warnsdorff::Stuck;
use crate::solver::incremental::InProcess;
use crate::solver::portfolio::{self, Solver};
use crate::solver::varisat::{Limits, Varisat};
use crate::solver::{Extended, SolverError};
use crate::stop::Stopped;
use thiserror::Error;

/// What is known of a problem in the end.
pub type Verdict = problem::Verdict<Evidence, Unknown>;

/// What shows that there is no tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A reason that anyone can see.
    Obstruction(Obstruction),
    /// The formula has no model. Says by whose word.
    Refutation(String),
    /// A search has tried all paths, and put so many vertices on them.
    Exhaustion(u64),
}

/// Why nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// A limit was reached, or somebody said stop.
    Stopped,
    /// A rule that takes no move back found no tour, which decides nothing.
    Stuck(Stuck),
}

impl From<Stopped> for Unknown {
    fn from(_: Stopped) -> Unknown {
        Unknown::Stopped
    }
}

impl From<lazy::Evidence> for Evidence {
    fn from(evidence: lazy::Evidence) -> Evidence {
        match evidence {
            lazy::Evidence::Obstruction(reason) => Evidence::Obstruction(reason),
            lazy::Evidence::Refutation(_) => Evidence::Refutation(Varisat::WORD.to_string()),
        }
    }
}

/// Solving went wrong.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The formula cannot be written, or a model does not fit it.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// A solver cannot be asked, has failed or has lied.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The lazy search cannot be made, or went wrong.
    #[error(transparent)]
    Lazy(#[from] LazyError),
}

impl SolveError {
    /// Whether it is only that there was no time to make the formula.
    pub fn is_stopped(&self) -> bool {
        matches!(self, SolveError::Formula(FormulaError::Stopped(_)))
    }
}

/// How a tour is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// A formula, whole; cut where its models are several cycles.
    Formula,
    /// The lazy encoding: a two-factor found by this solver, whose cycles are joined, or cut.
    Lazy(InProcess),
}

/// Looks for a cheap obstruction if `shortcuts` says so, whatever the options say, then for a tour by the lazy encoding;
/// `report` is told how far that is.
pub fn solve_lazily(
    problem: &Problem,
    mut options: lazy::Options,
    shortcuts: bool,
    report: &mut dyn FnMut(lazy::Progress),
) -> Result<Verdict, SolveError> {
    if shortcuts && let Some(obstruction) = problem.obstruction_within(&options.stop) {
        return Ok(Verdict::None(Evidence::Obstruction(obstruction)));
    }
    options.shortcuts = shortcuts;
    Ok(match lazy::solve_with(problem, options, report)? {
        problem::Verdict::Tour(tour) => Verdict::Tour(tour),
        problem::Verdict::None(evidence) => Verdict::None(evidence.into()),
        problem::Verdict::Unknown(stopped) => Verdict::Unknown(stopped.into()),
    })
}

/// Looks for a cheap obstruction if the formula's style allows it, then asks solvers about the formula, see [`portfolio::decide`];
/// `report` is told which of several have failed or lied. If a model is several cycles, as that of a
/// relaxation may be, they are asked again with clauses that rule it out.
pub fn solve(
    problem: &Problem,
    formula: &Formula,
    solvers: &[Solver],
    limits: &Limits,
    report: &mut dyn FnMut(SolverError),
) -> Result<Verdict, SolveError> {
    let shortcuts = formula.style().shortcuts;
    if let Some(obstruction) = problem.obstruction().filter(|_| shortcuts) {
        return Ok(Verdict::None(Evidence::Obstruction(obstruction)));
    }
    let mut cut = Extended::new(formula);
    loop {
        let decision = portfolio::decide(&cut, solvers, limits, report)?;
        // Its clauses have been checked already.
        let model = match decision.answer {
            Answer::Satisfiable(model) => model,
            Answer::Unsatisfiable => return Ok(Verdict::None(Evidence::Refutation(decision.word))),
            Answer::Unknown => return Ok(Verdict::Unknown(Unknown::Stopped)),
        };
        let cuts = if formula.is_exact() {
            Vec::new()
        } else {
            formula.cuts(&model)?
        };
        if cuts.is_empty() {
            return Ok(Verdict::Tour(formula.decode(&model)?));
        }
        cuts.iter().for_each(|clause| cut.add(clause));
    }
}

/// Turns a solver's answer into a verdict; a model is checked in every respect, a refutation goes
/// by the word of `solver`.
pub fn conclude(formula: &Formula, answer: Answer, solver: &str) -> Result<Verdict, SolveError> {
    Ok(match answer {
        Answer::Satisfiable(model) => Verdict::Tour(formula.tour(&model)?),
        Answer::Unsatisfiable => Verdict::None(Evidence::Refutation(solver.to_string())),
        Answer::Unknown => Verdict::Unknown(Unknown::Stopped),
    })
}
