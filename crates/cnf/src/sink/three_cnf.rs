//! Formulas of at most three literals a clause.

use super::{ClauseGroup, ClauseSink, SizeTally};
use crate::{Lit, Vars};

/// Splits every clause of more than three literals with fresh variables (Tseytin):
/// `a ∨ b ∨ z₁`, `¬z₁ ∨ c ∨ z₂`, …, `¬z_r ∨ y ∨ z`. L literals become L−2 clauses and L−3 fresh
/// variables.
///
/// The fresh variables are taken as the clauses pass, so they are numbered after all earlier
/// variables. The other variables do not determine them: a clause with two true literals leaves
/// some of them free.
#[derive(Debug)]
pub struct ThreeCnf<'s, S> {
    inner: &'s mut S,
}

impl<'s, S: ClauseSink> ThreeCnf<'s, S> {
    /// Splits the clauses for `inner`.
    pub fn new(inner: &'s mut S) -> Self {
        ThreeCnf { inner }
    }
}

impl<S: ClauseSink> ClauseSink for ThreeCnf<'_, S> {
    fn group(&mut self, group: &'static ClauseGroup) {
        self.inner.group(group);
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        self.inner.new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        if lits.len() <= 3 {
            return self.inner.clause(lits);
        }
        let (first, rest) = lits.split_at(2);
        let (middle, last) = rest.split_at(rest.len() - 2);
        let mut link = self.inner.new_var();
        self.inner.clause(&[first[0], first[1], link.pos()]);
        for &lit in middle {
            let next = self.inner.new_var();
            self.inner.clause(&[link.neg(), lit, next.pos()]);
            link = next;
        }
        self.inner.clause(&[link.neg(), last[0], last[1]]);
    }

    fn pairwise(&mut self, lits: &[Lit]) {
        self.inner.pairwise(lits);
    }

    fn is_done(&self) -> bool {
        self.inner.is_done()
    }

    fn tally(&mut self) -> Option<&mut SizeTally> {
        self.inner.tally()
    }
}
