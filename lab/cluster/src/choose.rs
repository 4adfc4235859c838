//! Splits a problem by a tree of choices, always at the leaf of the greatest estimated hardness.
//!
//! A leaf of a formula is hard if many variables of the tour are unassigned after propagation of
//! its literals. The choice is a variable with two values that both propagate much, as in the
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

/// The choices by which a problem is split.
pub trait Choices {
    /// Returns the estimated hardness of a leaf.
    fn hardness(&mut self, cube: &Cube) -> u64;
    /// Returns the literal that splits a leaf, if there is one.
    fn choice(&mut self, cube: &Cube, stop: &Stop) -> Result<Option<Lit>, Stopped>;
}

/// A leaf by its hardness; of equally hard leaves, the earlier one.
type Leaf = (u64, Reverse<u64>, Cube);

/// Splits the problem into at least `parts` parts, hardest first, if it has enough choices.
pub fn split(choices: &mut impl Choices, parts: usize, stop: &Stop) -> Result<Vec<Cube>, Stopped> {
    let mut open: BinaryHeap<Leaf> = BinaryHeap::new();
    // Parts that cannot be split, hardest first too.
    let mut whole: Vec<Leaf> = Vec::new();
    let mut number = 0;
    let mut more = vec![Cube::new()];
    loop {
        for cube in more.drain(..) {
            open.push((choices.hardness(&cube), Reverse(number), cube));
            number += 1;
        }
        if open.len() + whole.len() >= parts {
            break;
        }
        let Some(leaf) = open.pop() else { break };
        stop.check()?;
        match choices.choice(&leaf.2, stop)? {
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

/// Unit propagation from a cube.
pub struct Branch {
    pub propagator: Propagator,
    /// Number of literals that are true without any choice.
    fixed: usize,
}

impl Branch {
    pub fn new(formula: &Cnf, stop: &Stop) -> Result<Branch, Stopped> {
        let propagator = Propagator::new(formula, stop)?;
        Ok(Branch {
            fixed: propagator.trail().len(),
            propagator,
        })
    }

    /// Makes exactly these literals true; returns false at a conflict.
    pub fn assume(&mut self, cube: &Cube) -> bool {
        self.propagator.undo(self.fixed);
        cube.iter().all(|&lit| self.propagator.assume(lit))
    }

    /// Returns the number of literals that one more makes true; `None` at a conflict. The
    /// assignment is undone.
    pub fn lookahead(&mut self, lit: Lit) -> Option<u64> {
        let before = self.propagator.trail().len();
        let is_possible = self.propagator.assume(lit);
        let more = self.propagator.trail().len() - before;
        self.propagator.undo(before);
        is_possible.then_some(more as u64)
    }
}

/// A formula whose first variables are those of the tour.
pub struct Chooser {
    branch: Branch,
    /// Choices are among the first variables, this many.
    variables: u32,
    /// The number of variables tried for a choice.
    tried: usize,
}

impl Chooser {
    /// Chooses among the first `variables` variables.
    pub fn new(formula: &Cnf, variables: u32, stop: &Stop) -> Result<Chooser, Stopped> {
        let tried = WORK / formula.size().literals.max(1);
        Ok(Chooser {
            branch: Branch::new(formula, stop)?,
            variables,
            tried: tried.clamp(TRIED[0], TRIED[1]) as usize,
        })
    }

    /// Returns the unassigned variables of the tour.
    fn free(&self) -> impl Iterator<Item = Lit> {
        let all = (1..=self.variables).filter_map(Var::new).map(Var::pos);
        all.filter(|&lit| self.branch.propagator.value(lit).is_none())
    }
}

impl Choices for Chooser {
    fn hardness(&mut self, cube: &Cube) -> u64 {
        if self.branch.assume(cube) {
            self.free().count() as u64
        } else {
            0
        }
    }

    fn choice(&mut self, cube: &Cube, stop: &Stop) -> Result<Option<Lit>, Stopped> {
        if !self.branch.assume(cube) {
            return Ok(None);
        }
        let free: Vec<Lit> = self.free().collect();
        let every = free.len().div_ceil(self.tried).max(1);
        let mut best: Option<(u64, Lit)> = None;
        for &lit in free.iter().step_by(every) {
            stop.check()?;
            if let Some(yes) = self.branch.lookahead(lit)
                && let Some(no) = self.branch.lookahead(!lit)
                && best.is_none_or(|(most, _)| yes * no > most)
            {
                best = Some((yes * no, lit));
            }
        }
        Ok(best.map(|(_, lit)| lit))
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
        let mut chooser = Chooser::new(&formula, 6, &stop).unwrap();
        let mut parts = |count| split(&mut chooser, count, &stop).unwrap().len();
        for count in 1..=9 {
            assert_eq!(parts(count), count);
        }
        // None of them has a choice left.
        assert_eq!(parts(100), 9);
    }
}
