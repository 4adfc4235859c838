//! A sink that has enough after so many clauses, or variables.

use knightsat_cnf::sink::{ClauseSink, Group};
use knightsat_cnf::{Lit, Var, Vars};

/// Passes on what comes, and is done after so many clauses, or more variables than can be numbered.
#[derive(Debug)]
pub struct Capped<'s, S> {
    inner: &'s mut S,
    left: u64,
    variables: u64,
}

impl<'s, S: ClauseSink> Capped<'s, S> {
    /// Passes on to `inner`; done once `most` clauses have come.
    pub fn new(inner: &'s mut S, most: u64) -> Self {
        Capped {
            inner,
            left: most,
            variables: 0,
        }
    }
}

impl<S> Capped<'_, S> {
    /// Whether so many clauses have come.
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
