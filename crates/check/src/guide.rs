//! The definition of the tours as clauses, which answers questions about tours.

use super::decode::decode;
use super::theory::{Answer, Theory, Unproved};
use crate::prelude::*;
use crate::solver::SolverError;
use crate::tour::definition::{Definition, Law};
use crate::tour::rule::Atom;
use crate::tour::sets::Sets;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// A tour, and a model of it.
pub struct Found {
    pub steps: Vec<u32>,
    pub model: Model,
}

impl From<Found> for Unproved {
    fn from(found: Found) -> Unproved {
        Unproved::Tour(found.steps)
    }
}

/// The definition of the tours, which answers whether a tour has some facts.
pub struct Guide<'p> {
    pub problem: &'p Problem,
    pub definition: Definition<'p>,
    pub theory: Theory,
    /// The facts that a tour might have.
    pub facts: Vec<Fact>,
    /// True if parts of the theory answer first.
    is_divided: bool,
    /// The parts, once a question needs them.
    parts: Option<Vec<Theory>>,
}

impl<'p> Guide<'p> {
    pub fn new(problem: &'p Problem, definition: Definition<'p>, theory: Theory) -> Guide<'p> {
        Guide {
            problem,
            facts: definition.facts(),
            definition,
            theory,
            is_divided: false,
            parts: None,
        }
    }

    /// Lets parts of the theory answer first. They have no variables that the theory gets later, so
    /// each call makes new ones.
    pub fn divide(&mut self) {
        self.is_divided = true;
        self.parts = None;
    }

    /// Returns parts of the theory, each with two of the four laws of steps and vertices. A solver
    /// of the whole theory looks for tours even where a few steps decide.
    fn divided(&mut self) -> Result<Vec<Theory>, Stopped> {
        if self.definition.style() != FactStyle::Positions {
            return Ok(Vec::new());
        }
        let [steps, step, vertex, vertices] = [Law::SomeOut, Law::OneOut, Law::OneIn, Law::SomeIn];
        let left_out = [
            [vertex, vertices],
            [steps, vertices],
            [step, vertex],
            [steps, step],
        ];
        let parts = left_out.map(|laws| {
            let (theory, mut left_out) = (&self.theory, HashSet::new());
            for law in laws {
                self.definition.clauses(law, &mut |literals| {
                    left_out.extend(theory.literals(literals));
                });
            }
            self.theory.part(|lits| !left_out.contains(lits))
        });
        parts.into_iter().collect()
    }

    /// Adds a clause to the theory and its parts.
    pub fn add(&mut self, clause: &[Lit]) {
        self.theory.clause(clause);
        let parts = self.parts.iter_mut().flatten();
        parts.for_each(|part| part.clause(clause));
    }

    /// Asks for a tour for which these literals are true. Each search for it stops after this much
    /// work.
    pub fn ask(
        &mut self,
        place: &Place,
        lits: &[Lit],
        work: u64,
    ) -> Result<Answer<Found>, SolverError> {
        /// The most cycles that are cut off.
        const CUTS: u64 = 500;
        if self.theory.propagates(lits) {
            return Ok(Answer::Refuted);
        }
        if self.is_divided && self.parts.is_none() {
            let Ok(parts) = self.divided() else {
                return Ok(Answer::Open);
            };
            self.parts = Some(parts);
        }
        for part in self.parts.iter_mut().flatten() {
            if let Answer::Refuted = part.ask(lits, Some(work))? {
                return Ok(Answer::Refuted);
            }
        }
        let (problem, facts) = (self.problem, &self.facts);
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
                let steps = tour.steps().to_vec();
                return Ok(ControlFlow::Break(Some(Found { steps, model })));
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
