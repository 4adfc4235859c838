//! The definition of the tours as clauses, which answers questions about tours.

use super::case::Case;
use super::decode::{decode, walks};
use super::theory::{Theory, Unproved};
use crate::prelude::*;
use std::collections::HashSet;

/// The most cycles that are cut off.
const CUTS: usize = 500;

impl Case<'_> {
    /// Returns true if these literals are true for no tour, and adds that; false if that is not
    /// decided. Each search for a tour stops after this much work; fails with the tour. `tours` is
    /// the definition.
    pub fn refute(&self, tours: &mut Theory, lits: &[Lit], work: u64) -> Result<bool, Unproved> {
        let (problem, style) = (self.problem, self.meaning.style());
        let facts = self.definition().facts();
        for _ in 0..CUTS {
            let model = match tours.refute(lits, work) {
                Err(Unproved::Model(model)) => model,
                decided => return decided,
            };
            let term = |fact: &Fact| tours.term(*fact);
            let holds = |fact: &&Fact| term(fact).lit().is_some_and(|lit| model.satisfies(lit));
            let held = facts.iter().filter(holds).copied().collect_vec();
            // Facts of all steps: no step is implied.
            let mut meaning = Meaning::of(style);
            held.iter().for_each(|&fact| meaning.add(fact, &[]));
            if let Ok(tour) = decode(problem, self.place, &meaning, &held) {
                return Err(Unproved::Tour(tour.steps().to_vec()));
            }
            let smallest = walks(&held).into_iter().min_by_key(Vec::len);
            let inside: HashSet<u32> = smallest.into_iter().flatten().collect();
            if [0, problem.graph().len() as usize].contains(&inside.len()) {
                break;
            }
            // Every tour leaves or enters the cycle.
            let leaves = |fact: &&Fact| {
                let ends = fact.ends();
                ends.is_some_and(|[a, b]| inside.contains(a) != inside.contains(b))
            };
            let crossing = facts.iter().filter(leaves).map(term).collect_vec();
            tours.terms(crossing);
        }
        Ok(false)
    }
}
