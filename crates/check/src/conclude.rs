//! Compares models and tours: every model must be a tour, and every tour needs a model.
//!
//! Enumeration ends with a refutation of everything that is no tour, which takes minutes on
//! formulas without redundant clauses. For formulas with a position at each step, local conditions
//! replace it. They imply that every model is a tour, and unit propagation refutes most of their
//! violations.

use super::counterexample::{Counterexample, Wrong};
use super::decode::{decode, position};
use super::inspect::{Inspection, REVERSED};
use crate::prelude::*;
use crate::solver::incremental::{Assuming, Incremental, Limits};
use crate::tour::given::Clue;
use knightsat_search::enumerate::EnumerateError;
use std::collections::BTreeSet;

/// The most bytes of proof for one question before enumeration replaces the conditions.
const WORK: u64 = 1 << 20;

/// A vertex at a step.
struct Position {
    step: u32,
    vertex: u32,
    /// A literal that implies that the tour is there, and is otherwise free.
    here: Lit,
    /// A literal that implies that the tour is elsewhere, and is otherwise free.
    elsewhere: Lit,
}

/// The results of the sweep over all tours.
#[derive(Default)]
struct Sweep {
    models: u64,
    /// The first tour without a model.
    missing: Option<usize>,
    /// The first tour with models for both directions, although one is promised.
    twice: Option<Counterexample>,
    is_late: bool,
}

impl Inspection<'_> {
    /// Compares models and tours: by the conditions if they are decided, else by enumeration.
    pub fn conclude(&mut self) -> Result<(), EnumerateError> {
        match self.violation()? {
            Assuming::Failed(_) => self.tours(&[], true),
            Assuming::Satisfiable(model) if self.violates(&model)? => self.tours(&[], false),
            _ => {
                let cuts = self.models()?;
                self.tours(&cuts, false)
            }
        }
    }

    /// Reports a model that is no tour; false if it is one, or if the subject has clauses to add.
    fn violates(&mut self, model: &Model) -> Result<bool, EnumerateError> {
        let model = self.completed(model)?;
        let held = self.meaning.held(&model);
        let decoded = decode(self.problem, self.place, &self.meaning, &held);
        let fault = decoded.err();
        let Some(why) = fault.filter(|_| self.subject.cut(&model).is_empty()) else {
            return Ok(false);
        };
        self.report.models = 1;
        let fault = self.no_tour(&model, &held, why);
        self.verdict(false);
        self.sound(Some(fault), false);
        Ok(true)
    }

    /// Searches for a model that violates one of three conditions:
    ///
    /// - at every step the tour is on some vertex;
    /// - no two facts hold that exclude each other: two vertices at a step, a vertex at two steps,
    ///   consecutive steps without a move;
    /// - no fact holds that contradicts a given step.
    ///
    /// Without such a model, every model is a tour: N steps on N different vertices, along moves.
    /// Undecided unless two assumptions hold. The conditions must characterise the tours of this
    /// problem, and the facts must determine the projection.
    fn violation(&self) -> Result<Assuming, EnumerateError> {
        if !self.is_local() {
            return Ok(Assuming::Unknown);
        }
        let mut solver = self.options.solver.start(Limits {
            work: Some(WORK),
            ..self.options.limits.clone()
        });
        self.formula.cnf.write(&mut solver);
        let positions = self.positions(&mut solver);
        for violation in self.violations(&positions, &mut solver) {
            match solver.solve_assuming(&violation)? {
                Assuming::Failed(_) => {}
                answer => return Ok(answer),
            }
        }
        Ok(Assuming::Failed(Vec::new()))
    }

    fn is_local(&self) -> bool {
        let problem = self.problem;
        let clues = problem.given().clues();
        let has_other_rules = problem.symmetry().order() > 1
            || problem.is_magic()
            || problem.blocks().is_some()
            || !problem.rules().is_empty()
            || clues.iter().any(|clue| matches!(clue, Clue::Move(_)));
        let is_positional = self.meaning.style() == FactStyle::Positions && self.is_determined();
        is_positional && self.is_whole() && problem.graph().len() > 2 && !has_other_rules
    }

    /// Returns true if a tour determines the projection. For each step, or for each vertex, every
    /// fact must have its own literal, or all facts the same variables.
    fn is_determined(&self) -> bool {
        let groups = |of: fn(u32, u32) -> u32| {
            let facts = self.meaning.facts().iter();
            let grouped = facts.filter_map(move |(fact, lits)| {
                let (step, vertex) = position(fact)?;
                Some((of(step, vertex), lits))
            });
            grouped.into_group_map().into_values()
        };
        let vars = |lits: &&Vec<Lit>| lits.iter().map(|lit| lit.var()).collect::<BTreeSet<Var>>();
        let is_alike = |facts: Vec<&Vec<Lit>>| {
            facts.iter().all(|lits| lits.len() < 2) || facts.iter().map(vars).all_equal()
        };
        groups(|step, _| step).all(is_alike) || groups(|_, vertex| vertex).all(is_alike)
    }

    /// Collects the positions of the formula.
    fn positions(&self, solver: &mut dyn Incremental) -> Vec<Position> {
        let facts = self.meaning.facts().iter();
        let said = facts.filter_map(|(fact, lits)| {
            let (step, vertex) = position(fact)?;
            Some((step, vertex, &lits[..]))
        });
        let steps = 1..=self.problem.graph().len();
        let implied = steps.filter_map(|step| {
            let vertex = self.meaning.implied(self.problem, step)?;
            Some((step, vertex, &[][..]))
        });
        let positions = said.chain(implied).map(|(step, vertex, lits)| {
            let [here, elsewhere] = literals(lits, solver);
            Position {
                step,
                vertex,
                here,
                elsewhere,
            }
        });
        let positions = positions.sorted_unstable_by_key(|at| (at.step, at.vertex));
        positions.collect()
    }

    /// Returns the assumptions under which a condition is violated, one list a step and one a
    /// position.
    fn violations(&self, positions: &[Position], solver: &mut dyn Incremental) -> Vec<Vec<Lit>> {
        let mut violations = Vec::new();
        for step in 1..=self.problem.graph().len() {
            let here = positions.iter().filter(|at| at.step == step);
            violations.push(here.map(|at| at.elsewhere).collect_vec());
        }
        for (index, at) in positions.iter().enumerate() {
            let rivals = positions[index + 1..].iter();
            let rivals = rivals.filter(|other| self.are_rivals(at, other));
            let mut clause = rivals.map(|rival| rival.here).collect_vec();
            let mut assumed = vec![at.here];
            if !self.contradicts_given(at) {
                if clause.is_empty() {
                    continue;
                }
                let some = solver.new_var();
                clause.push(some.neg());
                solver.clause(&clause);
                assumed.push(some.pos());
            }
            violations.push(assumed);
        }
        violations
    }

    /// Returns true if no tour has both positions; the first one is not after the other.
    fn are_rivals(&self, at: &Position, other: &Position) -> bool {
        let (graph, is_closed) = (self.problem.graph(), self.problem.kind() == Kind::Closed);
        let follows = at.step + 1 == other.step && !graph.has_arc(at.vertex, other.vertex);
        let is_round = is_closed && at.step == 1 && other.step == graph.len();
        let goes_round = is_round && !graph.has_arc(other.vertex, at.vertex);
        at.step == other.step || at.vertex == other.vertex || follows || goes_round
    }

    /// Returns true if another vertex is given for this step, or this vertex is excluded from it.
    fn contradicts_given(&self, at: &Position) -> bool {
        let &Position { step, vertex, .. } = at;
        let problem = self.problem;
        let has_end = problem.start().or(problem.end()).is_some();
        let first = self.meaning.first.filter(|_| !has_end);
        let mut given = problem.at();
        given.extend(first.map(|first| (1, first)));
        let is_other = |&(given, other): &(u32, u32)| given == step && other != vertex;
        given.iter().any(is_other) || problem.not_at().contains(&(step, vertex))
    }

    /// Checks that every tour has a model. If every model is known to be a tour, reports the models
    /// too.
    pub fn tours(&mut self, cuts: &[Vec<Lit>], are_tours: bool) -> Result<(), EnumerateError> {
        let mut solver = self.options.solver.unchecked(self.options.limits.clone());
        self.formula.cnf.write(&mut solver);
        cuts.iter().for_each(|cut| solver.clause(cut));
        let swept = self.sweep(&mut solver)?;
        if are_tours {
            self.report.models = swept.models;
            self.verdict(swept.is_late);
            self.sound(swept.twice, swept.is_late);
        }
        if swept.is_late {
            self.late("complete");
            self.late("count");
            return Ok(());
        }
        match swept.missing {
            Some(tour) => {
                let steps = &self.expected.tours[tour][0];
                let missing = self.no_model(steps, cuts, &mut solver)?;
                self.wrong("complete", format!("{}: {}", missing.wrong, missing.why));
                self.report.counterexample.get_or_insert(missing);
            }
            None => {
                let found = self.found(self.expected.tours.len() as u64, "tour");
                self.good("complete", found + ", all models");
            }
        }
        self.count();
        Ok(())
    }

    /// Solves for a model of every form of every tour.
    fn sweep(&self, solver: &mut dyn Incremental) -> Result<Sweep, EnumerateError> {
        let mut swept = Sweep::default();
        for (number, tour) in self.expected.tours.iter().enumerate() {
            let before = swept.models;
            for steps in tour {
                let Ok(assumed) = self.assumptions(steps) else {
                    continue;
                };
                match solver.solve_assuming(&assumed)? {
                    Assuming::Satisfiable(model) => {
                        self.completed(&model)?;
                        swept.models += 1;
                    }
                    Assuming::Failed(_) => {}
                    Assuming::Unknown => {
                        swept.is_late = true;
                        return Ok(swept);
                    }
                }
                if swept.models > before + 1 && swept.twice.is_none() {
                    swept.twice = Some(self.counterexample(Wrong::Twice, REVERSED.into(), steps));
                }
            }
            if swept.models == before {
                swept.missing.get_or_insert(number);
            }
        }
        Ok(swept)
    }
}

/// Returns a literal that implies all of these, and one that implies that some are false. Several
/// literals, or none, need fresh variables.
fn literals(lits: &[Lit], solver: &mut dyn Incremental) -> [Lit; 2] {
    if let &[lit] = lits {
        return [lit, !lit];
    }
    let (all, not_all) = (solver.new_var(), solver.new_var());
    for &lit in lits {
        solver.clause(&[all.neg(), lit]);
    }
    let some = lits.iter().map(|&lit| !lit).chain([not_all.neg()]);
    solver.clause(&some.collect_vec());
    [all.pos(), not_all.pos()]
}
