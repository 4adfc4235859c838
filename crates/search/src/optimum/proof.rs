//! Proofs of optimality: the best tour, and a refutation of every better one.
//!
//! The formula has the degrees, the rules, the cost with its limit one below the optimum, and cuts.
//! Every better tour would be a model, and there is no model. It is a plain CNF, so any checker of
//! LRAT or DRAT accepts its refutation.

use super::cost::{Cost, Limited};
use super::{Objective, Optimum, OptimumError};
use crate::base::stop::Stop;
use crate::cnf::dimacs::write::write_formula;
use crate::cnf::sink::{ClauseSink, Cnf};
use crate::cnf::{Answer, Lit};
use crate::lazy::{self, edge_vars, edge_vars::EdgeVars};
use crate::tour::lower::{Lowered, lower};
use crate::tour::statistic::StatisticError;
use crate::tour::succession::Succession;
use crate::tour::table::{self, Backend};
use crate::tour::tour::Tour;
use crate::tour::{Circuit, Problem};
use itertools::Itertools;
use knightsat_certificate::{DRAT, FORMULA, LRAT, ProofError, Verified, verify_formula};
use knightsat_encoding::successor::TourEdges;
use knightsat_solver::refute::{RefuteError, refute};
use knightsat_solver::varisat::Varisat;
use knightsat_solver::{Refined, SolverError, refine};
use std::collections::HashSet;
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
    circuit: Circuit,
    edges: EdgeVars,
    cost: Cost,
    /// The cost of an optimal tour.
    optimum: u64,
    /// The sets of the cuts so far.
    cuts: Vec<Vec<u32>>,
    formula: Cnf,
}

/// A cost as clauses over the edges of the circuit.
#[derive(Clone, Debug)]
pub struct CostClauses {
    /// The literals that cost, with their weights. A tour costs the sum of those that are true.
    pub terms: Vec<(u64, Lit)>,
    /// The definitions. The first variables are the edges, in their order; each of the others is
    /// the literal of a term.
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
        let Objective { sense, statistic } = &standing.objective;
        let sum = match statistic.sum(problem, stop) {
            Err(StatisticError::Stopped(_)) => return Ok(None),
            sum => sum.map_err(OptimumError::from)?,
        };
        let Ok(lowered) = lower(problem, Backend::OptimalityProof, stop) else {
            return Ok(None);
        };
        let circuit = lowered.into_circuit();
        let cost = Cost::new(*sense, &sum, problem.coordinates(), stop);
        let best = standing.best.ok_or(OptimalityError::Objectives)?;
        let mut better = BetterTours {
            problem,
            edges: EdgeVars::new(circuit.len(), circuit.sorted_edges()),
            circuit,
            optimum: cost.of(best),
            cost,
            cuts: optimum.cuts.iter().unique().cloned().collect(),
            formula: Cnf::default(),
        };
        better.encode();
        Ok(Some(better))
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
        self.cost.relation()
    }

    /// Returns the cost as clauses over all edges of the circuit, those included that
    /// colours exclude.
    pub fn cost_clauses(&self) -> CostClauses {
        let circuit = Lowered::as_it_is(self.problem).into_circuit();
        let edges = EdgeVars::new(circuit.len(), circuit.sorted_edges());
        let mut definitions = Cnf::default();
        definitions.new_vars(edges.len());
        let terms = self.cost.literals(&edges, &mut definitions);
        CostClauses { terms, definitions }
    }

    /// Returns for each term of the cost whether a tour has it.
    pub fn costing(&self, tour: &Tour) -> Vec<bool> {
        let moves = Succession::of(self.problem).moves(tour.steps());
        let moves: HashSet<[u32; 2]> = moves.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        self.cost.costing(|edge| moves.contains(&edge))
    }

    fn encode(&mut self) {
        let Some(limit) = self.optimum.checked_sub(1) else {
            return;
        };
        let (formula, edges) = (&mut self.formula, &self.edges);
        edge_vars::encode(&self.circuit, &self.cuts, edges, formula);
        lazy::rules(self.problem, edges, formula);
        let limited = Limited::new(&self.cost, edges, limit, formula);
        if let Some(lit) = limited.at_most(limit, formula) {
            formula.clause(&[lit]);
        }
    }

    /// Adds cuts until no model is left. Returns false if time was up.
    pub fn complete(&mut self, stop: &Stop) -> Result<bool, OptimalityError> {
        let BetterTours { edges, formula, .. } = self;
        let mut solver = Varisat::new(stop.clone());
        solver.new_vars(formula.variables());
        formula.replay(&mut solver);
        let end = refine(&mut solver, u64::MAX, |model, solver| {
            let factor = edges.two_factor(&model);
            if factor.count() == 1 {
                return Ok(ControlFlow::Break(()));
            }
            let sets = edge_vars::cut(edges, factor.cycle_numbers(), formula);
            edge_vars::cuts(sets.iter().map(Vec::as_slice), edges, solver);
            self.cuts.extend(sets);
            Ok::<_, SolverError>(ControlFlow::Continue(()))
        });
        match end.map_err(OptimumError::from)? {
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
            write_formula(out, &self.formula, comments)
        })?;
        let clauses = self.formula.clauses();
        let clauses = clauses.map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect());
        match verify_formula(folder, clauses, "of better tours", stop) {
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
        Ok(refute(&self.formula, stop, lrat, drat)?)
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
