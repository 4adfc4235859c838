//! Proofs of optimality: the best tour, and a refutation of every better one.
//!
//! The formula has the degrees, the rules, the cost with its limit one below the optimum, and cuts.
//! Every better tour would be a model, and there is no model. It is a plain CNF, so any checker of
//! LRAT or DRAT accepts its refutation.

use super::formula::{Cost, CostFormula, limit};
use super::{Objective, Optimum, OptimumError};
use crate::base::stop::Stop;
use crate::cnf::dimacs::write::write_formula;
use crate::cnf::sink::{ClauseSink, Cnf};
use crate::cnf::{Answer, Clauses, Lit};
use crate::lazy::edge_vars::EdgeVars;
use crate::tour::Problem;
use crate::tour::lower::Lowered;
use crate::tour::statistic::{StatisticError, Sum};
use crate::tour::table::{self, Backend};
use itertools::Itertools;
use knightsat_certificate::{DRAT, FORMULA, LRAT, ProofError, Verified, verify_formula};
use knightsat_encoding::rules;
use knightsat_encoding::successor::TourEdges;
use knightsat_solver::refute::{RefuteError, refute};
use knightsat_solver::varisat::Varisat;
use knightsat_solver::{Refined, refine};
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
    /// The search has no optimum, or several objectives.
    #[error("a proof of optimality is for the optimum of one objective")]
    Objectives,
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

/// The formula of tours that are better than the optimum of an objective.
#[derive(Clone, Debug)]
pub struct BetterTours<'p> {
    problem: &'p Problem,
    objective: Objective,
    sum: Sum,
    /// The cost of an optimal tour.
    optimum: u64,
    /// The sets of the cuts so far.
    cuts: Vec<Vec<u32>>,
    formula: CostFormula<'p>,
}

/// A cost as clauses over the edges of the circuit.
#[derive(Clone, Debug)]
pub struct CostClauses {
    /// The literals that cost, with their weights. A tour costs the sum of those that are true.
    pub terms: Vec<(u64, Lit)>,
    /// The definitions. The first variables are the edges, in their order, which determine the
    /// others by unit propagation.
    pub definitions: Cnf,
}

impl<'p> BetterTours<'p> {
    /// Returns the formula with the cuts of the search that found the optimum. `None` if time was
    /// up.
    pub fn new(
        problem: &'p Problem,
        optimum: &Optimum,
        stop: &Stop,
    ) -> Result<Option<BetterTours<'p>>, OptimalityError> {
        table::reductions(problem, Backend::OptimalityProof).map_err(OptimumError::Refused)?;
        let [standing] = &optimum.standings[..] else {
            return Err(OptimalityError::Objectives);
        };
        let objective = standing.objective.clone();
        let sum = match objective.statistic.sum(problem, stop) {
            Err(StatisticError::Stopped(_)) => return Ok(None),
            sum => sum.map_err(OptimumError::from)?,
        };
        let goal = (objective.clone(), sum.clone());
        let Some(mut formula) = CostFormula::new(problem, &[goal], &[], stop)? else {
            return Ok(None);
        };
        let best = standing.best.ok_or(OptimalityError::Objectives)?;
        let optimum_cost = formula.cost.of(best);
        let cuts: Vec<Vec<u32>> = optimum.cuts.iter().unique().cloned().collect();
        if let Some(below) = optimum_cost.checked_sub(1) {
            formula.tours.cut(&cuts, &mut formula.clauses);
            limit(&formula.cost, below, &mut formula.clauses);
        }
        Ok(Some(BetterTours {
            problem,
            objective,
            sum,
            optimum: optimum_cost,
            cuts,
            formula,
        }))
    }

    /// Returns the problem.
    pub fn problem(&self) -> &'p Problem {
        self.problem
    }

    /// Returns the cost of an optimal tour. If it is 0, no tour is better.
    pub fn optimum(&self) -> u64 {
        self.optimum
    }

    /// Returns the sets of the cuts.
    pub fn cuts(&self) -> &[Vec<u32>] {
        &self.cuts
    }

    /// Returns the relation of value and cost: `45 + cost`.
    pub fn relation(&self) -> String {
        self.formula.cost.relation()
    }

    /// Returns the cost as clauses over all edges of the circuit, those included that
    /// colours exclude.
    pub fn cost_clauses(&self) -> CostClauses {
        let lowered = Lowered::reasoned(self.problem);
        let circuit = lowered.circuit();
        let edges = EdgeVars::new(circuit.len(), circuit.sorted_edges());
        let mut definitions = Cnf::default();
        definitions.new_vars(edges.len());
        let sum = rules::sum(self.problem, &edges.known(), &self.sum, &mut definitions);
        let terms = Cost::new(self.objective.sense, sum).literals().to_vec();
        CostClauses { terms, definitions }
    }

    /// Adds cuts until no model is left. Returns false if time was up.
    pub fn complete(&mut self, stop: &Stop) -> Result<bool, OptimalityError> {
        let mut solver = Varisat::new(stop.clone());
        self.formula.clauses.write(&mut solver);
        let mut cuts = Vec::new();
        let end = refine(&mut solver, u64::MAX, |model, solver| {
            Ok::<_, OptimumError>(match self.formula.read(&model, solver)? {
                Ok(_) => ControlFlow::Break(()),
                Err(sets) => {
                    cuts.extend(sets);
                    ControlFlow::Continue(())
                }
            })
        })?;
        let CostFormula { tours, clauses, .. } = &mut self.formula;
        tours.cut(&cuts, clauses);
        self.cuts.extend(cuts);
        match end {
            Refined::Contradiction => Ok(true),
            Refined::Unknown => Ok(false),
            Refined::Accepted(()) => Err(OptimalityError::Better),
        }
    }

    /// Writes the formula and its refutation to `folder`, and checks it. `comments` begin the
    /// formula.
    pub fn certify(
        &mut self,
        folder: &Path,
        comments: &[String],
        stop: &Stop,
    ) -> Result<Certified, OptimalityError> {
        if self.optimum == 0 {
            return Ok(Certified::Trivial);
        }
        // The cuts of the search mostly suffice.
        let mut answer = self.refute(folder, stop)?;
        if matches!(answer, Answer::Satisfiable(_)) {
            if !self.complete(stop)? {
                return Ok(Certified::Late);
            }
            answer = self.refute(folder, stop)?;
        }
        match answer {
            Answer::Unsatisfiable => {}
            Answer::Unknown => return Ok(Certified::Late),
            Answer::Satisfiable(_) => return Err(OptimalityError::Better),
        }
        write(folder, FORMULA, |out| {
            write_formula(out, &self.formula.clauses, comments)
        })?;
        let all = self.formula.clauses.clauses();
        let clauses = all.map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect());
        match verify_formula(folder, clauses, stop) {
            Err(ProofError::Stopped(_)) => Ok(Certified::Late),
            verified => Ok(Certified::Refuted(verified?)),
        }
    }

    fn refute(&self, folder: &Path, stop: &Stop) -> Result<Answer, OptimalityError> {
        let file = |name| {
            let file = File::create(folder.join(name));
            file.map_err(|error| OptimalityError::Io(name, error))
        };
        let [lrat, drat] = [BufWriter::new(file(LRAT)?), BufWriter::new(file(DRAT)?)];
        Ok(refute(&self.formula.clauses, stop, lrat, drat)?)
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
