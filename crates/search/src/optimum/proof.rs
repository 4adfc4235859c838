//! Proofs of optimality: the best tour, and a refutation of every better one.
//!
//! The formula has the degrees, the rules, the cost with its limit one below the optimum, and cuts.
//! Every better tour would be a model, and there is no model. It is a plain CNF, so any checker of
//! LRAT or DRAT accepts its refutation.

use super::cost::{Cost, Limited};
use super::{Objective, OptimumError, Options, Standing};
use crate::base::stop::Stop;
use crate::cnf::Answer;
use crate::cnf::dimacs::write::write_formula;
use crate::cnf::sink::{ClauseSink, Cnf};
use crate::lazy::edge_vars::{self, EdgeVars};
use crate::tour::statistic::StatisticError;
use crate::tour::{AugmentedGraph, Problem};
use knightsat_certificate::{DRAT, FORMULA, LRAT, ProofError, Verified, verify_formula};
use knightsat_solver::SolverError;
use knightsat_solver::incremental::{Refined, refine};
use knightsat_solver::refute::{RefuteError, refute};
use knightsat_solver::varisat::Varisat;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use thiserror::Error;

/// Errors that prevent a proof of optimality.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OptimalityError {
    /// The search failed.
    #[error(transparent)]
    Optimum(#[from] OptimumError),
    /// The refutation failed.
    #[error(transparent)]
    Refute(#[from] RefuteError),
    /// A file could not be written.
    #[error("{0}")]
    Io(&'static str, #[source] io::Error),
    /// The checker rejects the new proof: never the user's fault.
    #[error("the checker rejects the proof that was just written: please report this")]
    Rejected(#[from] ProofError),
    /// A better tour exists: never the user's fault.
    #[error("a tour is better than the optimum: please report this")]
    Better,
}

/// The result of a proof of optimality.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certified {
    /// The formula of better tours is refuted, as the checker has verified.
    Refuted(Verified),
    /// No terms of the statistic permit a better value, so there is no formula.
    Trivial,
    /// Time was up.
    Late,
}

/// Writes the refutation of tours that are better than the optimum of an objective to `folder`,
/// and checks it. `comments` begin the formula.
pub fn certify(
    problem: &Problem,
    standing: &Standing,
    folder: &Path,
    comments: &[String],
    options: &Options,
) -> Result<Certified, OptimalityError> {
    let Objective { sense, statistic } = &standing.objective;
    let stop = &options.stop;
    let sum = match statistic.sum(problem, stop) {
        Err(StatisticError::Stopped(_)) => return Ok(Certified::Late),
        sum => sum.map_err(OptimumError::from)?,
    };
    let cost = Cost::new(*sense, &sum);
    let best = standing.best.map(|value| cost.of(value));
    let Some(limit) = best.and_then(|best| best.checked_sub(1)) else {
        return Ok(Certified::Trivial);
    };
    let Some(refuted) = refuted(problem, &cost, limit, stop)? else {
        return Ok(Certified::Late);
    };
    write(folder, FORMULA, |out| {
        write_formula(out, &refuted, comments)
    })?;
    let file =
        |name| File::create(folder.join(name)).map_err(|error| OptimalityError::Io(name, error));
    let [lrat, drat] = [BufWriter::new(file(LRAT)?), BufWriter::new(file(DRAT)?)];
    match refute(&refuted, stop, lrat, drat)? {
        Answer::Unsatisfiable => {}
        Answer::Unknown => return Ok(Certified::Late),
        Answer::Satisfiable(_) => return Err(OptimalityError::Better),
    }
    let clauses = refuted.clauses();
    let clauses = clauses.map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect());
    match verify_formula(folder, clauses, "of better tours", stop) {
        Err(ProofError::Stopped(_)) => Ok(Certified::Late),
        verified => Ok(Certified::Refuted(verified?)),
    }
}

/// Returns the formula of tours that cost at most `limit`, with the cuts that refute it.
fn refuted(
    problem: &Problem,
    cost: &Cost,
    limit: u64,
    stop: &Stop,
) -> Result<Option<Cnf>, OptimalityError> {
    let Ok(augmented) = AugmentedGraph::coloured(problem, stop) else {
        return Ok(None);
    };
    let edges = EdgeVars::new(augmented.len(), augmented.sorted_edges());
    let mut formula = Cnf::default();
    edge_vars::encode(&augmented, &[], &edges, &mut formula);
    edge_vars::rules(problem, &edges, &mut formula);
    let limited = Limited::new(cost, &edges, limit, &mut formula);
    if let Some(lit) = limited.at_most(limit, &mut formula) {
        formula.clause(&[lit]);
    }
    let mut solver = Varisat::new(stop.clone());
    solver.new_vars(formula.variables());
    formula.replay(&mut solver);
    let end = refine(&mut solver, u64::MAX, |model, solver| {
        let factor = edges.two_factor(&model);
        if factor.count() == 1 {
            return Ok(ControlFlow::Break(()));
        }
        let sets = edge_vars::cut(&edges, factor.cycle_numbers(), &mut formula);
        edge_vars::cuts(sets.iter().map(Vec::as_slice), &edges, solver);
        Ok::<_, SolverError>(ControlFlow::Continue(()))
    });
    match end.map_err(OptimumError::from)? {
        Refined::Contradiction => Ok(Some(formula)),
        Refined::Unknown => Ok(None),
        Refined::Accepted(()) => Err(OptimalityError::Better),
    }
}

/// Writes a file of the proof.
fn write(
    folder: &Path,
    name: &'static str,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), OptimalityError> {
    let file = File::create(folder.join(name));
    let written = file.map(BufWriter::new).and_then(|mut file| {
        fill(&mut file)?;
        file.flush()
    });
    written.map_err(|error| OptimalityError::Io(name, error))
}
