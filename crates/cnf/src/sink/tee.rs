//! The sink that is two.

use super::{ClauseSink, Group};
use crate::{Lit, Vars};

/// Sends everything to two sinks, which must number variables alike.
#[derive(Debug)]
pub struct Tee<'s, A, B> {
    first: &'s mut A,
    second: &'s mut B,
}

impl<'s, A: ClauseSink, B: ClauseSink> Tee<'s, A, B> {
    /// Sends to `first`, then to `second`.
    pub fn new(first: &'s mut A, second: &'s mut B) -> Self {
        Tee { first, second }
    }
}

impl<A: ClauseSink, B: ClauseSink> ClauseSink for Tee<'_, A, B> {
    fn group(&mut self, group: &'static Group) {
        self.first.group(group);
        self.second.group(group);
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        let block = self.first.new_vars(count);
        let other = self.second.new_vars(count);
        assert_eq!(block, other, "the two sinks number variables differently");
        block
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.first.clause(lits);
        self.second.clause(lits);
    }

    fn pairwise(&mut self, lits: &[Lit]) {
        self.first.pairwise(lits);
        self.second.pairwise(lits);
    }

    fn is_done(&self) -> bool {
        self.first.is_done() && self.second.is_done()
    }
}
