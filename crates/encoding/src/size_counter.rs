//! Sizes by group without writing clauses.

use knightsat_cnf::gadget::amo::Amo;
use knightsat_cnf::sink::{ClauseSink, Counter, Group, Size, ThreeCnf};
use knightsat_cnf::{Lit, Var, Vars};
use std::collections::{HashMap, HashSet};

/// A counter of clauses of known lengths by group, split to three literals or not.
#[derive(Clone, Debug)]
pub struct SizeCounter {
    split: bool,
    groups: Vec<(&'static str, Size)>,
    /// The unit clauses, and true if there is an empty one: each counts once.
    units: HashSet<Lit>,
    has_empty: bool,
}

impl SizeCounter {
    /// Returns an empty counter; clauses are split to three literals or not.
    pub fn new(split: bool) -> SizeCounter {
        SizeCounter {
            split,
            groups: Vec::new(),
            units: HashSet::new(),
            has_empty: false,
        }
    }

    /// Returns the size of every group.
    pub fn into_groups(self) -> Vec<(&'static str, Size)> {
        self.groups
    }

    /// Adds variables to the group.
    pub fn add_variables(&mut self, variables: u64) {
        self.add_size(Size::of_variables(variables), 1);
    }

    /// Adds this many parts of one size to the group.
    pub fn add_size(&mut self, size: Size, times: u64) {
        if let Some((_, total)) = self.groups.last_mut() {
            total.variables += size.variables * times;
            total.clauses += size.clauses * times;
            total.literals += size.literals * times;
        }
    }

    /// Adds a unit clause; repeated ones are not written.
    pub fn unit(&mut self, lit: Lit) {
        let times = u64::from(self.units.insert(lit));
        let size = Size {
            clauses: 1,
            literals: 1,
            ..Size::default()
        };
        self.add_size(size, times);
    }

    /// Adds `times` different clauses of `length` literals. Split, L > 3 literals become L−2
    /// clauses with 3L−6 literals and L−3 fresh variables.
    pub fn add(&mut self, length: u64, times: u64) {
        let times = match length {
            0 if self.has_empty => 0,
            0 => times.min(1),
            _ => times,
        };
        self.has_empty |= length == 0 && times > 0;
        let (clauses, literals, variables) = match length {
            4.. if self.split => (length - 2, 3 * length - 6, length - 3),
            _ => (1, length, 0),
        };
        let size = Size {
            variables,
            clauses,
            literals,
        };
        self.add_size(size, times);
    }

    /// Adds a clause of each of these lengths except 1, and these unit clauses.
    pub fn add_each(
        &mut self,
        lengths: &HashMap<u64, usize>,
        units: impl IntoIterator<Item = Lit>,
    ) {
        for (&length, &times) in lengths.iter().filter(|&(&length, _)| length != 1) {
            self.add(length, times as u64);
        }
        units.into_iter().for_each(|lit| self.unit(lit));
    }

    /// Adds an at-most-one constraint of each of these lengths.
    pub fn add_amo(&mut self, amo: Amo, lengths: &HashMap<u64, usize>) {
        for (&length, &times) in lengths {
            let size = if self.split {
                split_amo(amo, length)
            } else {
                amo.size(length)
            };
            self.add_size(size, times as u64);
        }
    }
}

/// Counts written clauses, for groups that take little time to write.
impl ClauseSink for SizeCounter {
    fn group(&mut self, group: &'static Group) {
        self.groups.push((group.name, Size::default()));
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        let mut taken: u64 = self.groups.iter().map(|(_, size)| size.variables).sum();
        self.add_variables(count.into());
        // If there are too many variables, their numbers are irrelevant.
        taken = taken.min(u64::from(Var::MAX.saturating_sub(count)));
        Vars::new(taken as u32 + 1, count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        match *lits {
            [lit] => self.unit(lit),
            _ => self.add(lits.len() as u64, 1),
        }
    }
}

/// Returns the size of an at-most-one constraint split to three literals, counted while writing
/// one.
fn split_amo(amo: Amo, length: u64) -> Size {
    let mut inputs = Counter::default();
    let inputs = inputs.new_vars(length as u32);
    let lits: Vec<Lit> = inputs.iter().map(|var| var.pos()).collect();
    let mut counter = Counter::default();
    amo.at_most_one(&lits, &mut ThreeCnf::new(&mut counter));
    counter.total()
}

/// A sink that passes on its input, and is done after some number of clauses, or more variables
/// than can be numbered.
#[derive(Debug)]
pub struct Capped<'s, S> {
    inner: &'s mut S,
    left: u64,
    variables: u64,
}

impl<'s, S: ClauseSink> Capped<'s, S> {
    /// Returns a sink that passes on to `inner`, and is done after `most` clauses.
    pub fn new(inner: &'s mut S, most: u64) -> Self {
        Capped {
            inner,
            left: most,
            variables: 0,
        }
    }
}

impl<S> Capped<'_, S> {
    /// Returns true if the limit of clauses is reached.
    pub fn is_full(&self) -> bool {
        self.left == 0
    }
}

impl<S: ClauseSink> ClauseSink for Capped<'_, S> {
    fn group(&mut self, group: &'static Group) {
        self.inner.group(group);
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        self.variables += u64::from(count);
        self.inner.new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.left = self.left.saturating_sub(1);
        self.inner.clause(lits);
    }

    fn pairwise(&mut self, lits: &[Lit]) {
        let n = lits.len() as u64;
        self.left = self.left.saturating_sub(n * n.saturating_sub(1) / 2);
        self.inner.pairwise(lits);
    }

    fn is_done(&self) -> bool {
        self.is_full() || self.variables > u64::from(Var::MAX) || self.inner.is_done()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_cnf::sink::Counter;

    #[test]
    fn it_is_done_after_so_many_clauses_and_pairs() {
        let mut counter = Counter::default();
        let mut capped = Capped::new(&mut counter, 5);
        let lits: Vec<Lit> = capped.new_vars(3).iter().map(|var| var.pos()).collect();
        capped.clause(&lits);
        capped.pairwise(&lits);
        assert!(!capped.is_done());
        capped.clause(&[]);
        assert!(capped.is_done());
        assert_eq!(counter.total().clauses, 5);
    }
}
