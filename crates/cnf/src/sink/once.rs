//! Formulas without repeated clauses.

use super::{ClauseGroup, ClauseSink, SizeTally, pair_by_pair};
use crate::{Lit, Vars};
use std::collections::HashSet;

/// Drops repeated clauses up to some length: in heavily pruned formulas several groups contain
/// equal clauses.
#[derive(Debug)]
pub struct Once<'s, S> {
    inner: &'s mut S,
    longest: usize,
    seen: HashSet<Vec<Lit>>,
}

impl<'s, S: ClauseSink> Once<'s, S> {
    /// Passes clauses on to `inner`; clauses of more literals than `longest` are not recorded.
    pub fn new(inner: &'s mut S, longest: usize) -> Self {
        Once {
            inner,
            longest,
            seen: HashSet::new(),
        }
    }
}

impl<S: ClauseSink> ClauseSink for Once<'_, S> {
    fn group(&mut self, group: &'static ClauseGroup) {
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
        pair_by_pair(lits, self);
    }

    fn is_done(&self) -> bool {
        self.inner.is_done()
    }

    fn tally(&mut self) -> Option<&mut SizeTally> {
        // Another item may repeat a short clause.
        self.inner.tally().filter(|_| self.seen.is_empty())
    }
}
