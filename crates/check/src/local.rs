//! Soundness by local conditions, for formulas with a position at each step.
//!
//! Enumeration ends with a refutation of everything that is no tour, which takes minutes on
//! formulas without redundant clauses. Three conditions imply that every model is a tour, and unit
//! propagation refutes most of their violations:
//!
//! - at every step the tour is on some vertex;
//! - no two facts hold that exclude each other: two vertices at a step, a vertex at two steps,
//!   consecutive steps without a move;
//! - no fact holds that contradicts a given step.
//!
//! N steps on N different vertices, along moves, are a tour; this conclusion needs no solver.

use super::decode::{decode, position};
use super::inspect::Inspection;
use super::meaning::Style;
use crate::cnf::{Lit, Model, Var};
use crate::solver::incremental::{Assuming, Incremental, Limits};
use crate::tour::Kind;
use crate::tour::given::Clue;
use itertools::Itertools;
use knightsat_search::enumerate::EnumerateError;
use std::collections::BTreeSet;

/// The most bytes of proof for one question before enumeration replaces the conditions.
const WORK: u64 = 1 << 20;

/// A vertex at a step.
struct Position {
    step: u32,
    vertex: u32,
    /// A literal that implies that the tour is there, and is otherwise free; `None` if it always
    /// is.
    here: Option<Lit>,
    /// A literal that implies that the tour is elsewhere, and is otherwise free; `None` if it never
    /// is.
    elsewhere: Option<Lit>,
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
        let model = self.whole(model)?;
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

    /// Searches for a model that violates a condition; without one, every model is a tour.
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
        self.formula.replay(&mut solver);
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
            || !problem.rules().is_empty()
            || clues.iter().any(|clue| matches!(clue, Clue::Move(_)));
        let is_positional = self.meaning.style() == Style::Positions && self.is_determined();
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
            violations.extend(here.map(|at| at.elsewhere).collect::<Option<Vec<Lit>>>());
        }
        for (index, at) in positions.iter().enumerate() {
            let rivals = positions[index + 1..].iter();
            let mut rivals = rivals.filter(|other| self.are_rivals(at, other)).peekable();
            let is_impossible = self.contradicts_given(at);
            if rivals.peek().is_none() && !is_impossible {
                continue;
            }
            let mut assumed: Vec<Lit> = at.here.into_iter().collect();
            let rivals: Option<Vec<Lit>> = rivals.map(|rival| rival.here).collect();
            // A rival that always holds leaves no choice.
            if let (Some(mut clause), false) = (rivals, is_impossible) {
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
}

/// Returns a literal that implies all of these, and one that implies that some are false. Several
/// literals need fresh variables.
fn literals(lits: &[Lit], solver: &mut dyn Incremental) -> [Option<Lit>; 2] {
    match lits {
        [] => [None, None],
        &[lit] => [Some(lit), Some(!lit)],
        _ => {
            let (all, not_all) = (solver.new_var(), solver.new_var());
            for &lit in lits {
                solver.clause(&[all.neg(), lit]);
            }
            let some = lits.iter().map(|&lit| !lit).chain([not_all.neg()]);
            solver.clause(&some.collect_vec());
            [Some(all.pos()), Some(not_all.pos())]
        }
    }
}
