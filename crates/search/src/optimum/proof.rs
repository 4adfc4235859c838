//! Proofs of optimality: the best tour, and a refutation of every better one.
//!
//! The formula has the degrees, the rules, the cost with its limit one below the optimum, and cuts.
//! Every better tour would be a model, and there is no model. It is a plain CNF, so any checker of
//! LRAT or DRAT accepts its refutation.

use super::formula::{Cost, CostFormula, limit};
use super::{Objective, Optimum};
use crate::SolveError;
use crate::base::stop::Stop;
use crate::cnf::dimacs::write::write_formula;
use crate::cnf::sink::{ClauseSink, Cnf};
use crate::cnf::{Answer, Clauses, Lit};
use crate::lazy::edge_vars::EdgeVars;
use crate::prove::{Proved, create, proof_files};
use crate::tour::lower::Lowered;
use crate::tour::statistic::Sum;
use crate::tour::table::{self, Backend};
use crate::tour::{Problem, Verdict};
use itertools::Itertools;
use knightsat_certificate::{FORMULA, verify_formula};
use knightsat_encoding::rules;
use knightsat_encoding::successor::TourEdges;
use knightsat_solver::refute::refute;
use knightsat_solver::varisat::Varisat;
use knightsat_solver::{Refined, refine};
use std::ops::ControlFlow;
use std::path::Path;

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
    /// Returns the formula with the cuts of the search that found the optimum.
    pub fn new(
        problem: &'p Problem,
        optimum: &Optimum,
        stop: &Stop,
    ) -> Result<BetterTours<'p>, SolveError> {
        table::reductions(problem, Backend::OptimalityProof).map_err(SolveError::NotOptimized)?;
        let [standing] = &optimum.standings[..] else {
            return Err(SolveError::NoOptimum);
        };
        let best = standing.best.filter(|_| standing.is_optimal());
        let best = best.ok_or(SolveError::NoOptimum)?;
        let objective = standing.objective.clone();
        let sum = objective.statistic.sum(problem, stop)?;
        let goal = (objective.clone(), sum.clone());
        let mut formula = CostFormula::new(problem, &[goal], &[], stop)?;
        let optimum_cost = formula.cost.of(best);
        let cuts: Vec<Vec<u32>> = optimum.cuts.iter().unique().cloned().collect();
        if let Some(below) = optimum_cost.checked_sub(1) {
            formula.tours.cut(&cuts, &mut formula.clauses);
            limit(&formula.cost, below, &mut formula.clauses);
        }
        Ok(BetterTours {
            problem,
            objective,
            sum,
            optimum: optimum_cost,
            cuts,
            formula,
        })
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
    fn complete(&mut self, stop: &Stop) -> Result<bool, SolveError> {
        let mut solver = Varisat::new(stop.clone());
        self.formula.clauses.write(&mut solver);
        let mut cuts = Vec::new();
        let end = refine(&mut solver, u64::MAX, |model, solver| {
            Ok::<_, SolveError>(match self.formula.read(&model, solver)? {
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
            Refined::Accepted(()) => Err(SolveError::Better),
        }
    }

    /// Has the formula refuted, which returns its evidence. If the cuts of the search do not
    /// suffice, adds more and has it refuted once more.
    pub fn refuted<T>(
        &mut self,
        stop: &Stop,
        mut refute: impl FnMut(&BetterTours) -> Result<(Answer, T), SolveError>,
    ) -> Proved<T> {
        let mut end = refute(self)?;
        if matches!(end.0, Answer::Satisfiable(_)) {
            if !self.complete(stop)? {
                return Ok(Verdict::Unknown(stop.stopped()));
            }
            end = refute(self)?;
        }
        match end {
            (Answer::Unsatisfiable, evidence) => Ok(Verdict::None(evidence)),
            (Answer::Unknown, _) => Ok(Verdict::Unknown(stop.stopped())),
            (Answer::Satisfiable(_), _) => Err(SolveError::Better),
        }
    }

    /// Writes the formula, which `comments` begin, and its refutation to `folder`, and checks it.
    /// The evidence is in words.
    pub fn certify(&mut self, folder: &Path, comments: &[String], stop: &Stop) -> Proved<String> {
        if self.optimum == 0 {
            return Ok(Verdict::None("no terms permit a better value".into()));
        }
        let refuted = self.refuted(stop, |better| {
            let [lrat, drat] = proof_files(folder)?;
            Ok((refute(&better.formula.clauses, stop, lrat, drat)?, ()))
        })?;
        refuted.and_then(|()| {
            let formula = &self.formula.clauses;
            let written = write_formula(create(folder, FORMULA, stop)?, formula, comments);
            written.map_err(|error| SolveError::Io(FORMULA, error))?;
            let numbers = |clause: &[Lit]| clause.iter().map(|lit| lit.to_dimacs()).collect();
            let verified = verify_formula(folder, formula.clauses().map(numbers), stop)
                .map_err(SolveError::Rejected)?;
            Ok(Verdict::None(format!("better tours: {verified}")))
        })
    }
}
