//! Formulas up to a deadline.

use super::{ClauseGroup, ClauseSink, SizeTally, pair_by_pair};
use crate::{Lit, Vars};
use knightsat_base::stop::{Stop, Stopped};

/// Passes everything on until the deadline, and nothing afterwards. The output of the inner sink is
/// complete only if [`Until::finish`] succeeds.
#[derive(Debug)]
pub struct Until<'s, S> {
    inner: &'s mut S,
    stop: &'s Stop,
    /// Number of clauses before the next poll of the clock.
    left: u64,
    is_over: bool,
}

impl<'s, S: ClauseSink> Until<'s, S> {
    /// Number of clauses between two polls of the clock.
    const EVERY: u64 = 1 << 12;
    /// Longer lists of pairs pass pair by pair.
    const LONG: usize = 1 << 10;

    /// Passes clauses on to `inner` until `stop` fires.
    pub fn new(inner: &'s mut S, stop: &'s Stop) -> Self {
        Until {
            inner,
            stop,
            left: 0,
            is_over: false,
        }
    }

    /// Fails if some clauses may be missing.
    pub fn finish(self) -> Result<(), Stopped> {
        self.stop.check()
    }

    /// Counts clauses and polls the clock now and then. Returns true if it has fired.
    fn is_over_after(&mut self, clauses: u64) -> bool {
        match self.left.checked_sub(clauses) {
            Some(left) => self.left = left,
            None => {
                self.left = Self::EVERY;
                self.is_over |= self.stop.is_over();
            }
        }
        self.is_over
    }
}

impl<S: ClauseSink> ClauseSink for Until<'_, S> {
    fn group(&mut self, group: &'static ClauseGroup) {
        self.inner.group(group);
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        self.inner.new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        if !self.is_over_after(1) {
            self.inner.clause(lits);
        }
    }

    fn pairwise(&mut self, lits: &[Lit]) {
        // A sink that keeps clauses would process a long list as a whole.
        if lits.len() > Self::LONG && self.inner.tally().is_none() {
            return pair_by_pair(lits, self);
        }
        let pairs = (lits.len() as u64).pow(2) / 2;
        if !self.is_over_after(pairs) {
            self.inner.pairwise(lits);
        }
    }

    fn is_done(&self) -> bool {
        self.stop.is_over() || self.inner.is_done()
    }

    fn tally(&mut self) -> Option<&mut SizeTally> {
        self.inner.tally()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Var;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn all_passes_while_there_is_time_and_nothing_afterwards() {
        let flag = Arc::new(AtomicBool::new(false));
        let stop = Stop::default().with_flag(flag.clone());
        for literals in [40, 1500] {
            flag.store(false, Ordering::Relaxed);
            let [mut plain, mut tally] = [SizeTally::default(), SizeTally::default()];
            let lits = |sink: &mut dyn ClauseSink| -> Vec<Lit> {
                sink.group(const { &ClauseGroup::named("pairs") });
                sink.new_vars(literals).iter().map(Var::pos).collect()
            };
            let expected = lits(&mut plain);
            plain.pairwise(&expected);
            let mut until = Until::new(&mut tally, &stop);
            let found = lits(&mut until);
            until.pairwise(&found);
            assert!(!until.is_done());
            assert_eq!(until.finish(), Ok(()));
            assert_eq!(tally.groups(), plain.groups());

            flag.store(true, Ordering::Relaxed);
            let mut until = Until::new(&mut tally, &stop);
            until.pairwise(&found);
            until.clause(&found);
            assert!(until.is_done());
            assert_eq!(until.finish(), Err(Stopped::Interrupted));
            assert_eq!(tally.total(), plain.total());
        }
    }
}
