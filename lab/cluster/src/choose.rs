//! Splits a problem by a tree of choices, always at the leaf of the greatest estimated hardness.
//!
//! A leaf is hard if many variables of the tour are unassigned after propagation of its literals.
//! The choice in a formula is a variable with two values that both propagate much, as in the
//! lookahead of cube and conquer (Heule, Kullmann, Wieringa and Biere, HVC 2011). The product of
//! the numbers of propagated literals is largest. A variable with an immediately contradicted value
//! is not a choice, since solvers find the contradiction at once.

use super::cubes::Cube;
use crate::cnf::propagate::Propagator;
use crate::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The approximate number of literals visited in all lookaheads of a choice.
const WORK: u64 = 1 << 28;
/// The least and the largest number of variables tried for a choice.
const TRIED: [u64; 2] = [8, 128];

/// A leaf by its hardness; of equally hard leaves, the earlier one.
type Leaf = (usize, Reverse<u64>, Cube);

/// Unit propagation from a cube in a formula whose first variables are those of the tour.
pub struct Branch {
    propagator: Propagator,
    /// Number of literals that are true without any choice.
    fixed: usize,
    /// Choices are among the first variables, this many.
    variables: u32,
    /// The number of variables tried for a choice.
    tried: usize,
}

impl Branch {
    /// Chooses among the first `variables` variables.
    pub fn new(formula: &Cnf, variables: u32, stop: &Stop) -> Result<Branch, Stopped> {
        let propagator = Propagator::new(formula, stop)?;
        let tried = WORK / formula.size().literals.max(1);
        Ok(Branch {
            fixed: propagator.trail().len(),
            propagator,
            variables,
            tried: tried.clamp(TRIED[0], TRIED[1]) as usize,
        })
    }

    /// Splits the problem into at least `parts` parts, hardest first, if it has enough choices.
    /// `choose` returns the literal that splits a leaf, if there is one.
    pub fn split(
        &mut self,
        parts: u32,
        stop: &Stop,
        mut choose: impl FnMut(&mut Branch) -> Option<Lit>,
    ) -> Result<Vec<Cube>, Stopped> {
        let mut open: BinaryHeap<Leaf> = BinaryHeap::new();
        // Parts that cannot be split, hardest first too.
        let mut whole: Vec<Leaf> = Vec::new();
        let mut number = 0;
        let mut more = vec![Cube::new()];
        loop {
            for cube in more.drain(..) {
                let is_possible = self.assume(&cube);
                let hardness = if is_possible { self.free().count() } else { 0 };
                open.push((hardness, Reverse(number), cube));
                number += 1;
            }
            if open.len() + whole.len() >= parts as usize {
                break;
            }
            let Some(leaf) = open.pop() else { break };
            stop.check()?;
            let choice = if self.assume(&leaf.2) {
                choose(self)
            } else {
                None
            };
            match choice {
                None => whole.push(leaf),
                Some(choice) => {
                    more.extend([choice, !choice].map(|lit| [&leaf.2[..], &[lit]].concat()))
                }
            }
        }
        whole.extend(open);
        whole.sort_by(|a, b| b.cmp(a));
        Ok(whole.into_iter().map(|(_, _, cube)| cube).collect())
    }

    /// Makes exactly these literals true; returns false at a conflict.
    fn assume(&mut self, cube: &Cube) -> bool {
        self.propagator.undo(self.fixed);
        cube.iter().all(|&lit| self.propagator.assume(lit))
    }

    /// Returns the literals of the tour that a cube makes true; `None` at a conflict.
    pub fn closure(&mut self, cube: &Cube) -> Option<Cube> {
        let is_possible = self.assume(cube);
        let trail = self.propagator.trail().iter().copied();
        let is_ours = |lit: &Lit| lit.var().number() <= self.variables;
        is_possible.then(|| trail.filter(is_ours).collect())
    }

    /// Returns the value of a literal, if it has one.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.propagator.value(lit)
    }

    /// Returns the unassigned variables of the tour.
    pub fn free(&self) -> impl Iterator<Item = Lit> {
        let all = (1..=self.variables).filter_map(Var::new).map(Var::pos);
        all.filter(|&lit| self.value(lit).is_none())
    }

    /// Returns the product of the numbers of literals that a literal and its negation make true;
    /// `None` if one of them is contradicted.
    pub fn lookahead(&mut self, lit: Lit) -> Option<u64> {
        let before = self.propagator.trail().len();
        let numbers = [lit, !lit].map(|lit| {
            let is_possible = self.propagator.assume(lit);
            let more = self.propagator.trail().len() - before;
            self.propagator.undo(before);
            is_possible.then_some(more as u64)
        });
        Some(numbers[0]? * numbers[1]?)
    }

    /// Returns the choice by lookahead.
    pub fn choice(&mut self) -> Option<Lit> {
        let free: Vec<Lit> = self.free().collect();
        let every = free.len().div_ceil(self.tried).max(1);
        let tried = free.into_iter().step_by(every).rev();
        let products = tried.filter_map(|lit| Some((self.lookahead(lit)?, lit)));
        Some(products.max_by_key(|(product, _)| *product)?.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::sink::ClauseSink;

    /// Exactly one of three, twice.
    fn formula() -> Cnf {
        let mut formula = Cnf::default();
        let vars = formula.new_vars(6);
        for group in [0, 3] {
            let lits: Vec<Lit> = (group..group + 3).map(|i| vars.get(i).pos()).collect();
            formula.clause(&lits);
            formula.pairwise(&lits);
        }
        formula
    }

    #[test]
    fn there_are_as_many_parts_as_asked_for_or_as_there_can_be() {
        let (formula, stop) = (formula(), Stop::default());
        let mut branch = Branch::new(&formula, 6, &stop).unwrap();
        let mut parts = |count| branch.split(count, &stop, Branch::choice).unwrap().len();
        for count in 1..=9 {
            assert_eq!(parts(count), count as usize);
        }
        // None of them has a choice left.
        assert_eq!(parts(100), 9);
    }
}
