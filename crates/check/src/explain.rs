//! Counterexamples, with what is to blame.

use super::counterexample::{self, Counterexample, Wrong};
use super::inspect::Inspection;
use super::meaning::Fact;
use super::unsat_core;
use itertools::Itertools;
use knightsat_cnf::sink::{ClauseSink, Group};
use knightsat_cnf::{Lit, Model};
use knightsat_search::enumerate::EnumerateError;
use knightsat_solver::varisat::{Assuming, Varisat};
use knightsat_tour::Kind;
use knightsat_tour::tour::Tour;

/// Clauses that were added to the formula under test.
const CUTS: Group = Group::named("cuts");

impl Inspection<'_> {
    pub(super) fn no_tour(&self, model: &Model, held: &[Fact], why: String) -> Counterexample {
        Counterexample {
            wrong: Wrong::NoTour,
            why,
            moves: None,
            drawing: counterexample::draw_facts(self.place, &self.meaning, held),
            clauses: match self.subject.constraint(0) {
                // Clauses that nobody has written say nothing.
                Some(_) => Vec::new(),
                None => counterexample::excuses(&self.formula, &self.meaning, &self.symbols, model),
            },
        }
    }

    pub(super) fn counterexample(
        &self,
        wrong: Wrong,
        why: String,
        steps: &[u32],
    ) -> Counterexample {
        let names = steps.iter().map(|&vertex| self.place.name(vertex));
        Counterexample {
            wrong,
            why,
            moves: Some(names.collect_vec().join(" ")),
            drawing: counterexample::draw_tour(self.place, steps),
            clauses: Vec::new(),
        }
    }

    /// What a tour makes of the facts: its own true, others false.
    pub(super) fn assumptions(&self, steps: &[u32]) -> Result<Vec<Lit>, Fact> {
        let mut assumed = self.meaning.literals_of(self.problem, steps)?;
        let facts = self.meaning.facts_of(self.problem, steps);
        for (fact, lits) in self.meaning.facts() {
            if let ([lit], Err(_)) = (&lits[..], facts.binary_search(fact)) {
                assumed.push(!*lit);
            }
        }
        Ok(assumed)
    }

    pub(super) fn no_model(
        &self,
        steps: &[u32],
        cuts: &[Vec<Lit>],
        solver: &mut Varisat,
    ) -> Result<Counterexample, EnumerateError> {
        let assumed = match self.assumptions(steps) {
            Ok(assumed) => assumed,
            Err(fact) => {
                let why = format!("no variable says {}", fact.symbol(self.place));
                return Ok(self.counterexample(Wrong::NoModel, why, steps));
            }
        };
        let mut whole = self.formula.clone();
        if !cuts.is_empty() {
            whole.group(&CUTS);
            cuts.iter().for_each(|cut| whole.clause(cut));
        }
        let core = unsat_core::core(&whole, &assumed, &self.options.limits)?;
        let constraints = counterexample::constraints(self.subject, &core);
        let (clauses, [one, several]) = match constraints.is_empty() {
            true => {
                let clauses = counterexample::violated(&whole, &core, &self.symbols);
                (clauses, ["a clause", "clauses"])
            }
            false => (constraints, ["a constraint", "constraints"]),
        };
        let mut why = match clauses.len() {
            0 => "the formula rules it out".to_string(),
            1 => format!("it violates {one}"),
            many => format!("it violates {many} {several} together"),
        };
        why += &self.hint(steps, solver)?;
        let mut found = self.counterexample(Wrong::NoModel, why, steps);
        found.clauses = clauses;
        Ok(found)
    }

    /// What the author may have meant: another form of the same tour that is a model.
    fn hint(&self, steps: &[u32], solver: &mut Varisat) -> Result<String, EnumerateError> {
        let mut is_model = |steps: &[u32]| {
            let Ok(assumed) = self.assumptions(steps) else {
                return Ok(false);
            };
            let answer = solver.solve_assuming(&assumed)?;
            Ok::<bool, EnumerateError>(matches!(answer, Assuming::Satisfiable(_)))
        };
        let mut reverse = steps.to_vec();
        reverse.reverse();
        if Tour::verify(self.problem, reverse.clone()).is_ok() && is_model(&reverse)? {
            return Ok("; its reverse is a model: see --directions one if this is meant".into());
        }
        if self.problem.kind() == Kind::Closed {
            for place in 1..steps.len() {
                if self.options.limits.is_over() {
                    break;
                }
                let mut turned = steps.to_vec();
                turned.rotate_left(place);
                if is_model(&turned)? {
                    let first = self.place.name(turned[0]);
                    return Ok(format!(
                        "; begun at {first} it is a model: see --start {first} if this is meant"
                    ));
                }
            }
        }
        Ok(String::new())
    }
}
