//! Counterexamples with the responsible clauses: a minimal set that excludes a tour.

use super::case::Case;
use super::collect::Collected;
use super::counterexample::{self as facts, Counterexample, Violated, Wrong, draw};
use super::decode::position;
use super::error::InspectError;
use super::sweep::Sweep;
use super::theory::Theory;
use crate::cnf::Term;
use crate::prelude::*;
use crate::solver::{Assuming, Incremental, Limits, SolverError};
use crate::tour::rule::Atom;
use crate::tour::succession::Succession;
use std::collections::{BTreeSet, HashSet};

/// Clauses added to the formula under test.
const CUTS: ClauseGroup = ClauseGroup::named("cuts");
/// The most clauses that the search for a minimal set tries to drop.
const MOST: usize = 150;

impl Case<'_> {
    pub fn no_tour(&self, model: &Model, held: &[Fact], why: String) -> Counterexample {
        Counterexample {
            wrong: Wrong::NoTour,
            why,
            moves: None,
            facts: facts::names(self.place, held),
            drawing: draw(self.place, held),
            clauses: match self.subject.constraint(0) {
                // Added clauses have no author to inform.
                Some(_) => Vec::new(),
                None => self.excuses(model),
            },
        }
    }

    /// For a model without a square at some step, returns the first clauses that could have placed
    /// one there, and the literals that satisfy them.
    fn excuses(&self, model: &Model) -> Vec<Violated> {
        const SHOWN: usize = 3;
        let at = |fact: &Fact| position(fact).map(|(step, _)| step);
        let held: BTreeSet<u32> = self.meaning.held(model).iter().filter_map(at).collect();
        let facts = self.meaning.facts().iter();
        let steps: BTreeSet<u32> = facts.clone().filter_map(|(fact, _)| at(fact)).collect();
        let Some(&empty) = steps.difference(&held).next() else {
            return Vec::new();
        };
        let there = facts.filter(|(fact, _)| at(fact) == Some(empty));
        let there: BTreeSet<&Lit> = there.flat_map(|(_, lits)| lits).collect();
        let clauses = self.formula.cnf.clauses().enumerate();
        let could = clauses.filter(|(_, clause)| clause.iter().any(|lit| there.contains(lit)));
        let excuses = could.take(SHOWN).map(|(index, clause)| {
            let trues = clause.iter().filter(|&&lit| model.satisfies(lit));
            let text = self.symbols.clause(clause);
            Violated {
                satisfied_by: Some(trues.map(|&lit| self.symbols.of(lit)).join(" and ")),
                ..Violated::clause(&self.formula, index, text)
            }
        });
        excuses.collect()
    }

    pub fn counterexample(&self, wrong: Wrong, why: String, steps: &[u32]) -> Counterexample {
        let mut names = steps.iter().map(|&vertex| self.place.name(vertex));
        let held = (1..).zip(steps);
        let held = held.map(|(step, &vertex)| Fact::At { step, vertex });
        let held = held.collect_vec();
        Counterexample {
            wrong,
            why,
            moves: Some(names.join(" ")),
            facts: facts::names(self.place, &held),
            drawing: draw(self.place, &held),
            clauses: Vec::new(),
        }
    }

    pub fn no_model(
        &self,
        theory: &mut Theory,
        steps: &[u32],
        cuts: &[Vec<Lit>],
        swept: &Sweep,
    ) -> Result<Counterexample, InspectError> {
        let assumed = match self.assumptions(steps) {
            Ok(assumed) => assumed,
            Err(fact) => {
                let why = format!("no variable says {}", fact.symbol(self.place));
                let hint = self.hint(theory, swept, &HashSet::new());
                return Ok(self.counterexample(Wrong::NoModel, why + &hint, steps));
            }
        };
        let mut whole = self.formula.clone();
        if !cuts.is_empty() {
            whole.group(&CUTS);
            cuts.iter().for_each(|cut| whole.clause(cut));
        }
        let core = self.core(&whole, &assumed)?;
        let clauses = self.violated(&whole, &core);
        let mut why = match &clauses[..] {
            [] => "the formula excludes it".to_string(),
            [one] => format!("it violates a {}", one.kind()),
            [one, ..] => format!("it violates {} {}s together", clauses.len(), one.kind()),
        };
        why += &self.hint(theory, swept, &self.mentioned(&whole, &core));
        Ok(Counterexample {
            clauses,
            ..self.counterexample(Wrong::NoModel, why, steps)
        })
    }

    /// Returns clauses of a formula, by their indices from 0, or the constraints that they encode.
    fn violated(&self, formula: &Collected, indices: &[usize]) -> Vec<Violated> {
        let clauses = formula.cnf.clauses().collect_vec();
        let violated = indices.iter().map(|&index| {
            let text = self.symbols.clause(clauses[index]);
            let clause = Violated::clause(formula, index, text);
            match self.subject.constraint(index) {
                None => clause,
                Some((number, text)) => Violated {
                    number,
                    is_constraint: true,
                    group: None,
                    text,
                    ..clause
                },
            }
        });
        violated.dedup().collect()
    }

    /// Compares the tours with and without a model: what do the latter have in common?
    fn hint(&self, theory: &mut Theory, swept: &Sweep, mentioned: &HashSet<u32>) -> String {
        let tours = self.expected.tours.iter().zip(&swept.has_model);
        let forms =
            tours.flat_map(|(forms, has)| forms.iter().map(Vec::as_slice).zip(has.iter().copied()));
        let (models, others): (Vec<_>, Vec<_>) = forms.partition(|(_, has_model)| *has_model);
        let [models, others] = [models, others].map(|forms| {
            forms
                .into_iter()
                .map(|(steps, _)| steps)
                .collect::<HashSet<&[u32]>>()
        });
        if models.is_empty() {
            return String::new();
        }
        let first = models.iter().map(|steps| steps[0]).all_equal_value().ok();
        let is_rotation = Succession::of(self.problem).is_cyclic()
            && self.meaning.style() == FactStyle::Positions
            && self
                .expected
                .tours
                .iter()
                .flatten()
                .any(|steps| Some(steps[0]) != first);
        let first = first.filter(|_| is_rotation);
        let begin = |steps: &&&[u32]| first.is_none_or(|first| steps[0] == first);
        let begun = others.iter().filter(begin).copied().collect_vec();
        // Exactly one of each pair, as far as both are known.
        let back = |steps: &[u32]| self.meaning.reversed(self.problem, steps);
        let is_half = !begun.is_empty()
            && begun.iter().all(|steps| models.contains(&back(steps)[..]))
            && !models.iter().any(|steps| models.contains(&back(steps)[..]));
        let promise = match (first, is_half) {
            (Some(_), true) if !self.meaning.is_one_direction => "this start and one direction",
            (Some(_), _) if is_half || begun.is_empty() => "this start",
            (None, true) if !self.meaning.is_one_direction => "one direction only",
            _ => return self.missing_moves(theory, [&models, &others], mentioned),
        };
        match first {
            Some(first) => {
                let first = self.place.name(first);
                format!("; begun at {first} it is a model: if this is meant, promise {promise}")
            }
            None => format!("; its reverse is a model: if this is meant, promise {promise}"),
        }
    }

    /// Returns the vertices in the facts of some clauses.
    fn mentioned(&self, formula: &Collected, core: &[usize]) -> HashSet<u32> {
        let clauses = formula.cnf.clauses().collect_vec();
        let lits = core.iter().flat_map(|&index| clauses[index]);
        let vars: HashSet<Var> = lits.map(|lit| lit.var()).collect();
        let facts = self.meaning.facts().iter();
        let facts = facts.filter(|(_, lits)| lits.iter().any(|lit| vars.contains(&lit.var())));
        let vertices = facts.flat_map(|(fact, _)| match *fact {
            Fact::At { vertex, .. } => [vertex; 2],
            Fact::Arc { from, to } => [from, to],
            Fact::Edge(ends) => *ends,
        });
        vertices.collect()
    }

    /// Names the fewest moves that no model takes, if every tour without a model takes one of them.
    /// Moves between vertices of a violated clause come first.
    fn missing_moves(
        &self,
        theory: &mut Theory,
        [models, others]: [&HashSet<&[u32]>; 2],
        mentioned: &HashSet<u32>,
    ) -> String {
        const SHOWN: usize = 4;
        let is_edge = self.meaning.style() == FactStyle::Edges;
        let moves = |steps: &[u32]| {
            let taken = Succession::of(self.problem).moves(steps).map(|[a, b]| {
                if is_edge {
                    [a.min(b), a.max(b)]
                } else {
                    [a, b]
                }
            });
            taken.collect::<BTreeSet<[u32; 2]>>()
        };
        let taken: HashSet<[u32; 2]> = models.iter().flat_map(|steps| moves(steps)).collect();
        let all = others.iter().map(|steps| moves(steps)).collect_vec();
        let mut missing: BTreeSet<[u32; 2]> = all.iter().flatten().copied().collect();
        missing.retain(|ends| !taken.contains(ends) && self.is_missing(theory, *ends));
        let mut left = all.iter().map(|all| all & &missing).collect_vec();
        let mut chosen: Vec<[u32; 2]> = Vec::new();
        while !left.is_empty() && chosen.len() < SHOWN {
            let counts = left.iter().flatten().copied().counts();
            let is_back = |[a, b]: [u32; 2]| chosen.contains(&[b, a]);
            let is_mentioned =
                |ends: [u32; 2]| ends.iter().all(|vertex| mentioned.contains(vertex));
            let best = counts
                .into_iter()
                .max_by_key(|&(ends, count)| (is_mentioned(ends), is_back(ends), count, ends));
            let Some((best, count)) = best else {
                break;
            };
            if count == 1 && others.len() > 1 {
                break;
            }
            left.retain(|moves| !moves.contains(&best));
            chosen.push(best);
        }
        if !left.is_empty() || chosen.is_empty() {
            return String::new();
        }
        chosen.sort_unstable();
        let is_both = |&[a, b]: &[u32; 2]| is_edge || chosen.contains(&[b, a]);
        let shown = chosen
            .iter()
            .filter(|ends| !is_both(ends) || ends[0] < ends[1]);
        let mut shown = shown.map(|ends| {
            let [from, to] = ends.map(|vertex| self.place.name(vertex));
            if is_both(ends) {
                format!("between {from} and {to}")
            } else {
                format!("from {from} to {to}")
            }
        });
        format!("; no model moves {}", shown.join(", nor "))
    }

    /// Returns true if no model takes this move, as far as unit propagation shows it, or a sweep
    /// over all tours.
    fn is_missing(&self, theory: &mut Theory, [from, to]: [u32; 2]) -> bool {
        let at = |step, vertex| {
            let (step, vertex) = self.problem.in_period(step, vertex);
            Fact::At { step, vertex }
        };
        let succession = Succession::of(self.problem);
        let followed = (1..=self.problem.period()).filter(|&step| succession.after(step).is_some());
        let cases = match self.meaning.style() {
            FactStyle::Positions => followed
                .map(|step| vec![at(step, from), at(step + 1, to)])
                .collect_vec(),
            style => vec![vec![Fact::of_move(style, [from, to])]],
        };
        if theory.is_over() {
            return false;
        }
        self.expected.is_whole()
            || cases.into_iter().all(|facts| {
                let atoms = facts.into_iter().map(Atom::Fact);
                let terms = atoms.map(|atom| theory.term(atom)).collect_vec();
                let lits = terms.iter().filter_map(|term| term.lit()).collect_vec();
                terms.contains(&Term::FALSE) || theory.propagates(&lits)
            })
    }

    /// Returns indices of clauses from 0, in order, that contradict these literals together. The
    /// set is minimal if minimization is fast enough; it is empty once the limits are reached.
    pub fn core(&self, formula: &Collected, assumed: &[Lit]) -> Result<Vec<usize>, SolverError> {
        if let Ok(model) = Model::from_lits(assumed) {
            let is_false = |clause: &[Lit]| clause.iter().all(|&lit| model.satisfies(!lit));
            if let Some(index) = formula.cnf.clauses().position(is_false) {
                return Ok(vec![index]);
            }
        }
        let mut solver = self.options.solver.unchecked(Limits {
            work: self.work(),
            ..self.options.limits.clone()
        });
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
