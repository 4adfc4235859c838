//! Proofs for VeriPB that no tour is better than the best one: the problem with an objective, the
//! tour as a solution, and a refutation of a better one.
//!
//! ```
//! use knightsat_search::optimum::{BetterTours, Objective, Options, Sense, optimize};
//! use knightsat_veripb::optimum::derive;
//! use knightsat_veripb::tour::Kind;
//! use knightsat_veripb::tour::place::Place;
//! use knightsat_veripb::tour::statistic::Statistic;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = place.problem(Kind::Closed, None, None)?;
//! let statistic = Statistic::parse("turns", &place)?;
//! let objective = Objective { sense: Sense::Minimize, statistic };
//! let optimum = optimize(&problem, &[objective], &Options::default(), &mut |_| ())?;
//! let better = BetterTours::new(&problem, &optimum, &Default::default())?;
//! let folder = std::env::temp_dir().join(format!("knightsat-bounds-{}", std::process::id()));
//! std::fs::create_dir(&folder)?;
//! let tour = optimum.verdict.tour().expect("5x6 has closed tours");
//! assert!(derive(better.expect("no limit"), tour, &folder, &[], &Default::default())?.is_some());
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

use crate::base::stop::{Stop, Writing};
use crate::cnf::dimacs::opb::{Constraint, Size, Writer};
use crate::cnf::{Answer, Lit, Var};
use crate::derivation::{PbRefutation, Prover};
use crate::encoding::flow::{Flow, FlowError};
use crate::solver::refute::refute;
use crate::tour::tour::Tour;
use crate::{PROBLEM, PROOF, ProofContent};
use knightsat_search::optimum::{BetterTours, CostClauses, OptimalityError};
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

/// Writes the problem with its objective, with these comments, and the proof that no tour is better
/// than `tour`. Returns `None` if time was up.
pub fn derive(
    mut better: BetterTours,
    tour: &Tour,
    folder: &Path,
    comments: &[String],
    stop: &Stop,
) -> Result<Option<ProofContent>, OptimalityError> {
    let problem = better.problem();
    let flow = match Flow::new(problem, stop) {
        Err(FlowError::Stopped(_)) => return Ok(None),
        flow => flow.map_err(|error| OptimalityError::Io(PROBLEM, io::Error::other(error)))?,
    };
    let costs = Costs::new(&better, tour, &flow);
    let written = costs.write_problem(folder, comments, stop).and_then(|()| {
        let (mut answer, mut content) = costs.write_proof(&better, folder, stop)?;
        if matches!(answer, Answer::Satisfiable(_)) {
            // The cuts of the search do not suffice.
            if !better.complete(stop)? {
                return Ok(None);
            }
            (answer, content) = costs.write_proof(&better, folder, stop)?;
        }
        match answer {
            Answer::Unsatisfiable => Ok(Some(content)),
            Answer::Unknown => Ok(None),
            Answer::Satisfiable(_) => Err(OptimalityError::Better),
        }
    });
    match written {
        // A write past the deadline is abandoned.
        Err(OptimalityError::Io(..)) if stop.is_over() => Ok(None),
        written => written,
    }
}

/// The terms of the objective and their definitions.
pub(crate) struct Costs<'f> {
    flow: &'f Flow<'f>,
    /// In the variables of the solver: edges, then those of terms.
    pub clauses: CostClauses,
    /// The cost of the tour.
    pub optimum: u64,
    /// The tour, in the variables of the problem.
    pub solution: Vec<Lit>,
}

impl<'f> Costs<'f> {
    fn new(better: &BetterTours, tour: &Tour, flow: &'f Flow) -> Costs<'f> {
        let mut costs = Costs {
            flow,
            clauses: better.cost_clauses(),
            optimum: better.optimum(),
            solution: flow.solution(tour),
        };
        for (&(_, lit), has_cost) in costs.clauses.terms.iter().zip(better.costing(tour)) {
            if lit.var().number() > flow.tour_variables() {
                let name = costs.name(lit);
                costs.solution.push(if has_cost { name } else { !name });
            }
        }
        costs
    }

    /// Returns the literal of the problem for a literal of the solver: those of terms come last.
    pub fn name(&self, lit: Lit) -> Lit {
        let edges = self.flow.tour_variables();
        match lit.var().number() {
            edge if edge <= edges => lit,
            term => {
                let var = Var::new(self.flow.size().variables + term - edges);
                let var = var.expect("few terms");
                if lit.is_positive() {
                    var.pos()
                } else {
                    var.neg()
                }
            }
        }
    }

    /// Returns the number of variables of terms.
    pub fn variables(&self) -> u32 {
        self.clauses.definitions.variables() - self.flow.tour_variables()
    }

    fn write_problem(
        &self,
        folder: &Path,
        comments: &[String],
        stop: &Stop,
    ) -> Result<(), OptimalityError> {
        let CostClauses { terms, definitions } = &self.clauses;
        let size = self.flow.size();
        let size = Size {
            variables: size.variables + self.variables(),
            constraints: size.constraints + definitions.len(),
        };
        let mut writer = Writer::new(create(folder, PROBLEM, stop)?, size, comments);
        writer.objective(terms.iter().map(|&(weight, lit)| (weight, self.name(lit))));
        self.flow.constraints(|constraint| {
            writer.constraint(constraint);
            !writer.is_done()
        });
        for clause in definitions.clauses() {
            let lits = clause.iter().map(|&lit| self.name(lit));
            writer.constraint(&Constraint::clause(lits));
        }
        let written = writer.finish().map(drop);
        written.map_err(|error| OptimalityError::Io(PROBLEM, error))
    }

    /// Writes the proof. The content belongs to an unsatisfiable answer.
    fn write_proof(
        &self,
        better: &BetterTours,
        folder: &Path,
        stop: &Stop,
    ) -> Result<(Answer, ProofContent), OptimalityError> {
        let failed = |error| OptimalityError::Io(PROOF, error);
        let file = create(folder, PROOF, stop)?;
        let definitions = self.clauses.definitions.len();
        let problem = better.problem();
        let prover = Prover::with_definitions(self.flow, problem, stop, file, definitions);
        let refutation = PbRefutation::of_better(prover, self, better.cuts());
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
}

fn create<'s>(
    folder: &Path,
    name: &'static str,
    stop: &'s Stop,
) -> Result<Writing<'s, File>, OptimalityError> {
    let file = File::create(folder.join(name));
    let file = file.map_err(|error| OptimalityError::Io(name, error))?;
    Ok(Writing::new(file, stop))
}
