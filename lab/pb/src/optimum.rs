//! Proofs for VeriPB that no tour is better than the best one: the problem with an objective, the
//! tour as a solution, and a refutation of a better one.
//!
//! ```
//! use knightsat_search::optimum::{BetterTours, Objective, Sense, optimize};
//! use knightsat_veripb::base::stop::Stop;
//! use knightsat_veripb::optimum::derive;
//! use knightsat_veripb::tour::{Kind, Problem, Verdict};
//! use knightsat_veripb::tour::place::Place;
//! use knightsat_veripb::tour::statistic::Statistic;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let statistic = Statistic::parse("turns", &place)?;
//! let objective = Objective { sense: Sense::Minimize, statistic };
//! let optimum = optimize(&problem, &[objective], &Stop::default().into(), &mut |_| ())?;
//! let mut better = BetterTours::new(&problem, &optimum, &Default::default())?;
//! let folder = std::env::temp_dir().join(format!("knightsat-bounds-{}", std::process::id()));
//! std::fs::create_dir(&folder)?;
//! let tour = optimum.verdict.tour().expect("5x6 has closed tours");
//! let derived = derive(&mut better, tour, &folder, &[], &Default::default())?;
//! assert!(matches!(derived, Verdict::None(_)));
//! std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The objective is the cost of a tour: a sum of literals with positive weights. The value of the
//! statistic is a constant plus or minus the cost. Each term that is not an edge has a variable,
//! and its definition by clauses follows the constraints of [`Flow`].
//!
//! `soli` logs the tour, and adds the constraint that a solution is better. The clauses of the
//! refutation follow as in [`derivation`](crate::derivation), and the limit of the cost by a
//! totalizer. The contradiction then shows that the cost of the tour is the lowest.

use crate::base::stop::Stop;
use crate::cnf::Answer;
use crate::cnf::dimacs::opb::{Constraint, Size};
use crate::derivation::{Costs, PbRefutation, Prover};
use crate::flow::{Flow, FlowError};
use crate::opb::Writer;
use crate::solver::refute::refute;
use crate::tour::Verdict;
use crate::tour::tour::Tour;
use crate::{PROBLEM, PROOF, ProofContent};
use knightsat_search::SolveError;
use knightsat_search::optimum::{BetterTours, CostClauses};
use knightsat_search::prove::{Proved, create, unless_late};
use std::io::{self, BufWriter};
use std::path::Path;

/// Writes the problem with its objective, with these comments, and the proof that no tour is better
/// than `tour`.
pub fn derive(
    better: &mut BetterTours,
    tour: &Tour,
    folder: &Path,
    comments: &[String],
    stop: &Stop,
) -> Proved<ProofContent> {
    let problem = better.problem();
    let flow = match Flow::new(problem, stop) {
        Err(FlowError::Stopped(stopped)) => return Ok(Verdict::Unknown(stopped)),
        flow => flow.map_err(|error| SolveError::Io(PROBLEM, io::Error::other(error)))?,
    };
    let costs = Costs::new(better, tour, &flow);
    let written = write_problem(&costs, folder, comments, stop)
        .and_then(|()| better.refuted(stop, |better| write_proof(&costs, better, folder, stop)));
    unless_late(written, stop)
}

/// Writes the problem with its objective.
fn write_problem(
    costs: &Costs,
    folder: &Path,
    comments: &[String],
    stop: &Stop,
) -> Result<(), SolveError> {
    let CostClauses { terms, definitions } = &costs.clauses;
    let size = costs.flow.size();
    let size = Size {
        variables: size.variables + costs.variables(),
        constraints: size.constraints + definitions.len(),
    };
    let mut writer = Writer::new(create(folder, PROBLEM, stop)?, size, comments);
    writer.objective(terms.iter().map(|&(weight, lit)| (weight, costs.name(lit))));
    writer.constraints(costs.flow);
    for clause in definitions.clauses() {
        let lits = clause.iter().map(|&lit| costs.name(lit));
        writer.constraint(&Constraint::clause(lits));
    }
    let written = writer.finish().map(drop);
    written.map_err(|error| SolveError::Io(PROBLEM, error))
}

/// Writes the proof. The content belongs to an unsatisfiable answer.
fn write_proof(
    costs: &Costs,
    better: &BetterTours,
    folder: &Path,
    stop: &Stop,
) -> Result<(Answer, ProofContent), SolveError> {
    let failed = |error| SolveError::Io(PROOF, error);
    let file = create(folder, PROOF, stop)?;
    let definitions = costs.clauses.definitions.len();
    let problem = better.problem();
    let prover = Prover::with_definitions(costs.flow, problem, stop, file, definitions);
    let refutation = PbRefutation::of_better(prover, costs, better.cuts());
    let mut refutation = refutation.map_err(failed)?;
    let clauses = refutation.clauses().clone();
    let lrat = BufWriter::new(&mut refutation);
    let answer = refute(&clauses, stop, lrat, io::sink())?;
    let (clauses, cuts) = (clauses.len(), refutation.cuts());
    if answer == Answer::Unsatisfiable {
        refutation.finish().map_err(failed)?;
    }
    Ok((answer, ProofContent::Refutation { clauses, cuts }))
}
