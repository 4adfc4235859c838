//! The sink that passes on every clause once.

use super::{ClauseSink, Group};
use crate::{Lit, Vars};
use std::collections::HashSet;

/// Drops clauses up to some length that have passed before: where little is left of a formula, several groups
/// have the same ones.
#[derive(Debug)]
pub struct Once<'s, S> {
    inner: &'s mut S,
    longest: usize,
    seen: HashSet<Vec<Lit>>,
}

impl<'s, S: ClauseSink> Once<'s, S> {
    /// Passes on to `inner`; clauses of more literals than `longest` are not remembered.
    pub fn new(inner: &'s mut S, longest: usize) -> Self {
        Once {
            inner,
            longest,
            seen: HashSet::new(),
        }
    }
}

impl<S: ClauseSink> ClauseSink for Once<'_, S> {
    fn group(&mut self, group: &'static Group) {
        self.inner.group(group);
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        self.inner.new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        if lits.len() <= self.longest {
            let mut sorted = lits.to_vec();
            sorted.sort_unstable();
            if !self.seen.insert(sorted) {
                return;
            }
        }
        self.inner.clause(lits);
    }

    fn pairwise(&mut self, lits: &[Lit]) {
        if self.longest < 2 {
            return self.inner.pairwise(lits);
        }
        for (place, &first) in lits.iter().enumerate() {
            let others = lits[place + 1..].iter();
            others.for_each(|&second| self.clause(&[!first, !second]));
        }
    }

    fn is_done(&self) -> bool {
        self.inner.is_done()
    }
}
