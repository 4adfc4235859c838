//! The definition of the tours as clauses, which answers questions about tours.

use super::decode::decode;
use super::theory::{Answer, Theory};
use crate::prelude::*;
use crate::solver::SolverError;
use crate::tour::definition::Definition;
use crate::tour::rule::Atom;
use crate::tour::sets::Sets;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// The most cycles that are cut off.
const CUTS: u64 = 500;

/// The definition of the tours, which answers whether a tour has some facts.
pub struct Guide<'p> {
    pub problem: &'p Problem,
    place: &'p Place,
    pub definition: Definition<'p>,
    pub theory: Theory,
    /// The facts that a tour might have.
    pub facts: Vec<Fact>,
}

impl<'p> Guide<'p> {
    pub fn new(place: &'p Place, definition: Definition<'p>, theory: Theory) -> Guide<'p> {
        Guide {
            problem: definition.problem(),
            place,
            facts: definition.facts(),
            definition,
            theory,
        }
    }

    /// Asks for a tour for which these literals are true. Each search for it stops after this much
    /// work.
    pub fn ask(&mut self, lits: &[Lit], work: u64) -> Result<Answer<Vec<u32>>, SolverError> {
        if self.theory.propagates(lits) {
            return Ok(Answer::Refuted);
        }
        let (problem, place, facts) = (self.problem, self.place, &self.facts);
        let style = Meaning::of(self.definition.style());
        let judge = |model: Model, theory: &mut Theory| {
            let holds = |fact: &&Fact| {
                let lit = theory.term(Atom::Fact(**fact)).lit();
                lit.is_some_and(|lit| model.satisfies(lit))
            };
            let held = facts.iter().filter(holds).copied().collect_vec();
            // Facts of all steps: no step is implied.
            let meaning = held.iter().fold(style.clone(), |mut meaning, &fact| {
                meaning.add(fact, &[]);
                meaning
            });
            if let Ok(tour) = decode(problem, place, &meaning, &held) {
                return Ok(ControlFlow::Break(Some(tour.steps().to_vec())));
            }
            let Some(inside) = cycle(problem, &held) else {
                return Ok(ControlFlow::Break(None));
            };
            // Every tour leaves or enters the cycle.
            let leaves = |fact: &&Fact| {
                let ends = fact.ends();
                ends.is_some_and(|[a, b]| inside.contains(a) != inside.contains(b))
            };
            let crossing = facts.iter().filter(leaves);
            let crossing = crossing.map(|&fact| theory.term(Atom::Fact(fact)));
            let crossing = crossing.collect_vec();
            theory.terms(crossing);
            Ok::<_, SolverError>(ControlFlow::Continue(()))
        };
        Ok(match self.theory.refine(lits, (Some(work), CUTS), judge)? {
            Answer::Found(Some(found)) => Answer::Found(found),
            Answer::Refuted => Answer::Refuted,
            Answer::Found(None) | Answer::Open => Answer::Open,
        })
    }
}

/// Returns the vertices that moves join to one of them, if these are not all vertices.
fn cycle(problem: &Problem, held: &[Fact]) -> Option<HashSet<u32>> {
    let ends = held.iter().filter_map(Fact::ends);
    let mut sets = Sets::new(vec![1; problem.graph().len() as usize]);
    for [&a, &b] in ends {
        sets.unite(a, b);
    }
    let mut parts: HashMap<u32, HashSet<u32>> = HashMap::new();
    for vertex in 0..problem.graph().len() {
        parts.entry(sets.find(vertex)).or_default().insert(vertex);
    }
    let smallest = parts
        .into_values()
        .min_by_key(|part| (part.len(), part.iter().min().copied()));
    smallest.filter(|part| part.len() < problem.graph().len() as usize)
}
