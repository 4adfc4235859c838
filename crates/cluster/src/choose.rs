//! Into which parts: a tree of choices, always at the leaf that looks hardest.
//!
//! A leaf looks hard that has many variables of the tour open once its literals are propagated. There the
//! choice is the variable of which both values propagate much, as in the lookahead of cube and conquer
//! (Heule, Kullmann, Wieringa and Biere, HVC 2011): the product of what they make true is largest. A
//! variable one of whose values is contradicted at once is no choice: solvers see that as soon.

use super::cubes::Cube;
use knightsat_base::stop::{Stop, Stopped};
use knightsat_cnf::propagate::Propagator;
use knightsat_cnf::sink::Cnf;
use knightsat_cnf::{Lit, Var};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Literals looked at in all lookaheads of a choice, about.
const WORK: u64 = 1 << 28;
/// Variables tried for a choice.
const TRIED: std::ops::RangeInclusive<u64> = 8..=128;

/// What comes of a tree of choices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// What there is to do, the part that looks hardest first.
    pub open: Vec<Cube>,
    /// What needs no solver, each with its reason.
    pub closed: Vec<(Cube, String)>,
}

/// A formula whose first variables are those of the tour, and a part of it to be split.
pub struct Chooser<'f> {
    formula: &'f Cnf,
    propagator: Propagator,
    /// The variables to choose from: the first so many.
    variables: u32,
    /// What is true without any choice.
    fixed: usize,
}

/// A leaf, by how hard it looks; of two alike the one that came first.
type Leaf = (usize, Reverse<u64>, Cube);

impl<'f> Chooser<'f> {
    /// Chooses among the first `variables` variables.
    pub fn new(formula: &'f Cnf, variables: u32, stop: &Stop) -> Result<Chooser<'f>, Stopped> {
        let propagator = Propagator::new(formula, stop)?;
        Ok(Chooser {
            formula,
            fixed: propagator.trail().len(),
            propagator,
            variables,
        })
    }

    /// Splits `root` into at least `parts` parts, if it has so many choices. What is chosen comes behind
    /// the literals of the root. `close` gives the reason why there is nothing to do in a part, if it knows one.
    pub fn split(
        &mut self,
        root: &Cube,
        parts: usize,
        close: &mut dyn FnMut(&Cube) -> Option<String>,
        stop: &Stop,
    ) -> Result<Parts, Stopped> {
        let mut found = Parts::default();
        if let Some(reason) = close(root) {
            found.closed.push((root.clone(), reason));
            return Ok(found);
        }
        let mut open = BinaryHeap::from([self.leaf(root.clone(), 0)]);
        let mut number = 0;
        // Those that cannot be split, hardest first as the others.
        let mut whole: Vec<Leaf> = Vec::new();
        while open.len() + whole.len() < parts {
            let Some(leaf) = open.pop() else {
                break;
            };
            stop.check()?;
            let Some(choice) = self.choice(&leaf.2, stop)? else {
                whole.push(leaf);
                continue;
            };
            for lit in [choice, !choice] {
                let mut cube = leaf.2.clone();
                cube.push(lit);
                number += 1;
                match close(&cube) {
                    Some(reason) => found.closed.push((cube, reason)),
                    None => open.push(self.leaf(cube, number)),
                }
            }
        }
        let mut leaves = open.into_vec();
        leaves.extend(whole);
        leaves.sort_by(|a, b| b.cmp(a));
        found.open = leaves.into_iter().map(|(_, _, cube)| cube).collect();
        Ok(found)
    }

    /// A cube as a leaf.
    fn leaf(&mut self, cube: Cube, number: u64) -> Leaf {
        self.assume(&cube);
        let hardness = match self.propagator.is_refuted() {
            true => 0,
            false => self.free().count(),
        };
        (hardness, Reverse(number), cube)
    }

    /// Makes these literals true, and no others.
    fn assume(&mut self, cube: &Cube) {
        self.propagator.undo(self.fixed);
        let _ = cube.iter().all(|&lit| self.propagator.assume(lit));
    }

    /// Variables of the tour that are open.
    fn free(&self) -> impl Iterator<Item = Lit> {
        let all = (1..=self.variables).filter_map(Var::new).map(Var::pos);
        all.filter(|&lit| self.propagator.value(lit).is_none())
    }

    /// The literal on which a leaf is split, if there is one.
    fn choice(&mut self, cube: &Cube, stop: &Stop) -> Result<Option<Lit>, Stopped> {
        self.assume(cube);
        if self.propagator.is_refuted() {
            return Ok(None);
        }
        let free: Vec<Lit> = self.free().collect();
        let literals = self.formula.size().literals.max(1);
        let tried = (WORK / literals).clamp(*TRIED.start(), *TRIED.end());
        let every = free.len().div_ceil(tried as usize).max(1);
        let mut best: Option<(u64, Lit)> = None;
        for &lit in free.iter().step_by(every) {
            stop.check()?;
            let Some(gain) = self.lookahead(lit) else {
                continue;
            };
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, lit));
            }
        }
        Ok(best.map(|(_, lit)| lit))
    }

    /// How much both values of a literal make true; `None` if one of them is contradicted.
    fn lookahead(&mut self, lit: Lit) -> Option<u64> {
        let before = self.propagator.trail().len();
        let mut gain = 1;
        for lit in [lit, !lit] {
            let is_possible = self.propagator.assume(lit);
            let more = self.propagator.trail().len() - before;
            self.propagator.undo(before);
            gain *= more as u64;
            if !is_possible {
                return None;
            }
        }
        Some(gain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_cnf::sink::ClauseSink;

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

    fn parts(count: usize, close: &mut dyn FnMut(&Cube) -> Option<String>) -> Parts {
        let formula = formula();
        let stop = Stop::default();
        let mut chooser = Chooser::new(&formula, 6, &stop).unwrap();
        let parts = chooser.split(&Cube::new(), count, close, &stop);
        parts.unwrap()
    }

    #[test]
    fn there_are_as_many_parts_as_asked_for_or_as_there_can_be() {
        for count in 1..=9 {
            assert_eq!(parts(count, &mut |_| None).open.len(), count);
        }
        // Nothing is left to choose in any of them.
        assert_eq!(parts(100, &mut |_| None).open.len(), 9);
    }

    #[test]
    fn what_is_closed_is_not_counted() {
        let mut close = |cube: &Cube| {
            let is_first = cube.contains(&Lit::from_dimacs(1).unwrap());
            is_first.then(|| "the first".to_string())
        };
        let found = parts(3, &mut close);
        assert_eq!((found.open.len(), found.closed.len()), (3, 1));
    }
}
