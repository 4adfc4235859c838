//! Portfolios: one solver, or several at once. The first checked answer wins.
//!
//! ```
//! use knightsat_cnf::Answer;
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//! use knightsat_solver::{Limits, Solver};
//! use knightsat_solver::portfolio::decide;
//!
//! let mut formula = Cnf::default();
//! let var = formula.new_var();
//! formula.clause(&[var.pos()]);
//! let solvers = [Solver::new("varisat", None)?];
//! let decision = decide(&formula, &solvers, &Limits::default(), &mut |error| eprintln!("{error}"))?;
//! assert!(matches!(decision.answer, Answer::Satisfiable(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A model is checked against every clause before it counts. varisat checks its refutations while
//! it finds them. A refutation by another solver is unverified. In a race it wins once a second
//! solver confirms it, or if no solver has found a model by the end.

use super::{Assuming, Incremental as _, Limits, Solver, SolverError};
#[cfg(feature = "processes")]
use super::{Program, file::FormulaFile};
use itertools::Itertools;
use knightsat_cnf::limits::{self, TooLarge};
use knightsat_cnf::sink::ModelCheck;
use knightsat_cnf::{Answer, Clauses, Lit, Model};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// An answer and its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The answer. A model satisfies every clause of the formula: this has been checked.
    pub answer: Answer,
    /// The solver and how far its answer is checked, as in `varisat, refutation checked`.
    pub word: String,
}

impl Decision {
    const UNKNOWN: Decision = Decision {
        answer: Answer::Unknown,
        word: String::new(),
    };

    /// Returns the refutation by this solver.
    fn refuted(solver: &Solver) -> Decision {
        Decision {
            answer: Answer::Unsatisfiable,
            word: solver.word(),
        }
    }
}

/// The number of literals shown of a violated clause.
const SHOWN: usize = 12;

/// Runs all solvers at once that accept a formula of this size. If one of several solvers fails or
/// answers wrongly, it loses, and `report` receives the error. If there is only one solver, its
/// failure is the error.
///
/// On return, all processes that it has started have ended.
///
/// # Panics
/// If there is no solver.
pub fn decide<F: Clauses + Sync>(
    formula: &F,
    solvers: &[Solver],
    limits: &Limits,
    report: &mut dyn FnMut(SolverError),
) -> Result<Decision, SolverError> {
    assert!(!solvers.is_empty(), "no solver given");
    let accepts = |solver| limits::accepts(Solver::name(solver), formula.total()).map(|()| solver);
    let (solvers, mut refusals): (Vec<&Solver>, Vec<TooLarge>) =
        solvers.iter().map(accepts).partition_result();
    if solvers.is_empty() {
        return Err(refusals.remove(0).into());
    }
    refusals
        .into_iter()
        .for_each(|refusal| report(refusal.into()));
    let file: Option<&Path> = None;
    #[cfg(feature = "processes")]
    let written = if solvers
        .iter()
        .any(|solver| matches!(solver, Solver::External(_)))
    {
        match FormulaFile::write(formula, limits)? {
            None => return Ok(Decision::UNKNOWN),
            written => written,
        }
    } else {
        None
    };
    #[cfg(feature = "processes")]
    let file = file.or(written.as_ref().map(FormulaFile::path));
    if let [solver] = solvers[..] {
        return ask(formula, solver, file, limits);
    }
    let called_off = Arc::new(AtomicBool::new(false));
    let inner = Limits {
        stop: limits.stop.clone().with_flag(called_off.clone()),
        ..limits.clone()
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for solver in solvers {
            let (sender, inner) = (sender.clone(), &inner);
            scope.spawn(move || {
                // The receiver is gone once the race is won.
                let _ = sender.send((solver, ask(formula, solver, file, inner)));
            });
        }
        drop(sender);
        let decision = referee(&receiver, limits, &called_off, report);
        called_off.store(true, Ordering::Relaxed);
        decision
    })
}

/// Runs one solver and checks its model.
fn ask<F: Clauses>(
    formula: &F,
    solver: &Solver,
    file: Option<&Path>,
    limits: &Limits,
) -> Result<Decision, SolverError> {
    let answer = match (solver, file) {
        (Solver::InProcess(in_process), _) => {
            let mut started = in_process.start(limits.clone());
            formula.write(&mut started);
            started.solve()?
        }
        #[cfg(feature = "processes")]
        (Solver::External(external), file) => {
            let file = file.expect("a program reads a file");
            external.ask(file, None, formula.header().variables, limits)?
        }
    };
    match &answer {
        Answer::Unknown => Ok(Decision::UNKNOWN),
        Answer::Unsatisfiable => Ok(Decision::refuted(solver)),
        Answer::Satisfiable(model) => {
            check_model(formula, model).map_err(|what| solver.fault(what))?;
            let word = solver.name().to_string();
            Ok(Decision { answer, word })
        }
    }
}

/// Checks a model against every clause. The error describes the fault of the solver that found it.
pub fn check_model<F: Clauses>(formula: &F, model: &Model) -> Result<(), String> {
    let mut check = ModelCheck::new(model);
    formula.write(&mut check);
    let Some((number, lits)) = check.violated() else {
        return Ok(());
    };
    let shown = lits.iter().take(SHOWN).map(|lit| lit.to_dimacs());
    let more = if lits.len() > SHOWN { " …" } else { "" };
    let clause = shown.format(" ");
    Err(format!(
        "gives a model that violates clause {number}: {clause}{more} 0"
    ))
}

/// Returns the fault of an answer that its solver could have checked by itself.
pub(super) fn audit<F: Clauses>(
    formula: &F,
    assumptions: &[Lit],
    answer: &Assuming,
) -> Option<String> {
    match answer {
        Assuming::Satisfiable(model) => {
            let ignored = assumptions.iter().find(|&&lit| !model.satisfies(lit));
            let ignored =
                ignored.map(|lit| format!("gives a model without the assumption {lit:?}"));
            ignored.or_else(|| check_model(formula, model).err())
        }
        Assuming::Failed(failed) => {
            let foreign = failed.iter().find(|lit| !assumptions.contains(lit));
            foreign.map(|lit| format!("names {lit:?} as failed, which was not assumed"))
        }
        Assuming::Unknown => None,
    }
}

/// The pause between two polls of the stop flag.
const PAUSE: Duration = Duration::from_millis(20);

/// The answer of one solver in a race.
type Answered<'s> = (&'s Solver, Result<Decision, SolverError>);

/// Receives answers until the race is decided or every solver has finished.
fn referee(
    finished: &Receiver<Answered>,
    limits: &Limits,
    called_off: &AtomicBool,
    report: &mut dyn FnMut(SolverError),
) -> Result<Decision, SolverError> {
    let mut refuters: Vec<&Solver> = Vec::new();
    let mut gave_up = false;
    loop {
        let (solver, decision) = match finished.recv_timeout(PAUSE) {
            Ok((solver, Ok(decision))) => (solver, decision),
            Ok((_, Err(error))) => {
                report(error);
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                if limits.is_over() {
                    called_off.store(true, Ordering::Relaxed);
                }
                continue;
            }
        };
        match &decision.answer {
            Answer::Unknown => gave_up = true,
            Answer::Satisfiable(_) => {
                let what = format!("says UNSATISFIABLE, and {} has a model", solver.name());
                refuters
                    .iter()
                    .for_each(|liar| report(liar.fault(what.clone())));
                return Ok(decision);
            }
            Answer::Unsatisfiable if solver.checks_refutations() => return Ok(decision),
            Answer::Unsatisfiable => {
                let mut others = refuters.iter().map(|first| first.name());
                if let Some(first) = others.find(|&first| first != solver.name()) {
                    let word = format!("by {first} and {}, unchecked", solver.name());
                    return Ok(Decision { word, ..decision });
                }
                refuters.push(solver);
            }
        }
    }
    match refuters.first() {
        Some(solver) => Ok(Decision::refuted(solver)),
        None if gave_up => Ok(Decision::UNKNOWN),
        None => Err(SolverError::NoneLeft),
    }
}

#[cfg(all(test, not(feature = "processes")))]
mod tests {
    use super::Solver;

    #[test]
    fn a_program_is_refused_by_the_name_of_the_feature() {
        for choice in ["kissat", "my solver {cnf}"] {
            let error = Solver::new(choice, None).unwrap_err().to_string();
            let remedy = "build with --features processes";
            assert!(error.ends_with(remedy), "{error}");
        }
        assert!(Solver::new("varisat", None).is_ok());
    }
}
