//! Counterexamples with the responsible clauses: a minimal set that excludes a tour.

use super::case::Case;
use super::counterexample::{self as facts, Counterexample, Violated, Wrong, draw};
use crate::prelude::*;
use crate::solver::{Assuming, Incremental, SolverError};
use std::borrow::Cow;
use std::collections::HashSet;

/// The most clauses that the search for a minimal set tries to drop.
const MOST: usize = 150;

impl Case<'_> {
    /// Returns the counterexample of a model with these facts.
    pub fn no_tour(&self, held: &[Fact], why: String) -> Counterexample {
        Counterexample {
            wrong: Wrong::NoTour,
            why,
            moves: None,
            facts: facts::names(self.place, held),
            drawing: draw(self.place, held),
            clauses: Vec::new(),
        }
    }

    /// Returns the counterexample of a tour.
    pub fn counterexample(&self, wrong: Wrong, why: String, steps: &[u32]) -> Counterexample {
        let mut names = steps.iter().map(|&vertex| self.place.name(vertex));
        let places = (1..).zip(steps);
        let held = places.map(|(step, &vertex)| Fact::At { step, vertex });
        Counterexample {
            wrong,
            moves: Some(names.join(" ")),
            ..self.no_tour(&held.collect_vec(), why)
        }
    }

    /// Returns the counterexample of a tour without a model.
    pub fn no_model(&self, steps: &[u32]) -> Result<Counterexample, SolverError> {
        let assumed = match self.assumptions(steps) {
            Ok(assumed) => assumed,
            Err(fact) => {
                let why = format!("no variable says {}", fact.symbol(self.place));
                return Ok(self.counterexample(Wrong::NoModel, why, steps));
            }
        };
        let clauses = self.violated(&self.core(&assumed)?);
        let why = match &clauses[..] {
            [] => "the formula excludes it".to_string(),
            [one] => format!("it violates a {}", one.kind()),
            [one, ..] => format!("it violates {} {}s together", clauses.len(), one.kind()),
        };
        Ok(Counterexample {
            clauses,
            ..self.counterexample(Wrong::NoModel, why, steps)
        })
    }

    /// Returns clauses, by their indices from 0, or the constraints that they encode.
    fn violated(&self, indices: &[usize]) -> Vec<Violated> {
        let clauses = self.formula.cnf.clauses().collect_vec();
        let violated = indices.iter().map(|&index| {
            let constraint = self.subject.constraint(index);
            let is_constraint = constraint.is_some();
            let group = self.formula.group_of(index).filter(|_| !is_constraint);
            let clause = || (index + 1, self.symbols.clause(clauses[index]));
            let (number, text) = constraint.unwrap_or_else(clause);
            Violated {
                number,
                is_constraint,
                group: group.map(Cow::from),
                text,
            }
        });
        violated.dedup().collect()
    }

    /// Returns indices of clauses from 0, in order, that contradict these literals together. The
    /// set is minimal if minimization is fast enough; it is empty once the limits are reached.
    pub fn core(&self, assumed: &[Lit]) -> Result<Vec<usize>, SolverError> {
        let formula = &self.formula;
        if let Ok(model) = Model::from_lits(assumed) {
            let is_false = |clause: &[Lit]| clause.iter().all(|&lit| model.satisfies(!lit));
            if let Some(index) = formula.cnf.clauses().position(is_false) {
                return Ok(vec![index]);
            }
        }
        let mut limits = self.options.limits.clone();
        limits.work = self.work();
        let mut solver = self.options.solver.unchecked(limits);
        let last = formula.cnf.variables().max(formula.largest);
        solver.new_vars(last);
        // A true selector enables its clause.
        let selectors = solver.new_vars(formula.cnf.len() as u32);
        for (selector, clause) in selectors.iter().zip(formula.cnf.clauses()) {
            if solver.is_done() {
                return Ok(Vec::new());
            }
            solver.clause(&[&[selector.neg()], clause].concat());
        }
        // Returns those of the chosen selectors whose clauses contradict the literals.
        let mut needed_of = |chosen: &[Lit]| -> Result<Option<Vec<Lit>>, SolverError> {
            let answer = solver.solve_assuming(&[assumed, chosen].concat())?;
            let Assuming::Failed(failed) = answer else {
                return Ok(None);
            };
            let failed = HashSet::<Lit>::from_iter(failed);
            let needed = chosen.iter().filter(|&lit| failed.contains(lit));
            Ok(Some(needed.copied().collect()))
        };
        let all = selectors.iter().map(Var::pos).collect_vec();
        let Some(mut needed) = needed_of(&all)? else {
            return Ok(Vec::new());
        };
        // The first selectors are known to be needed.
        let mut kept = 0;
        while kept < needed.len() && needed.len() <= MOST {
            let fewer = [&needed[..kept], &needed[kept + 1..]].concat();
            match needed_of(&fewer)? {
                Some(smaller) => needed = smaller,
                None => kept += 1,
            }
        }
        let index = |lit: &Lit| (lit.var().number() - last) as usize - 1;
        Ok(needed.iter().map(index).collect())
    }
}
