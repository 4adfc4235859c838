//! A sink that passes on what comes until it is time to stop.

use super::{ClauseSink, Group};
use crate::{Lit, Vars};
use knightsat_base::stop::{Stop, Stopped};
use std::cell::Cell;

/// Passes everything on until it is time to stop, and nothing from then on: what the inner sink has
/// received is worth something only if [`Until::finish`] says that it is whole.
#[derive(Debug)]
pub struct Until<'s, S> {
    inner: &'s mut S,
    stop: &'s Stop,
    /// Clauses before the clock is looked at again.
    left: u64,
    is_over: Cell<bool>,
}

impl<'s, S: ClauseSink> Until<'s, S> {
    /// Clauses between two looks at the clock.
    const EVERY: u64 = 1 << 12;
    /// Of more literals the pairs are passed on one by one, since those of a list go on as a whole.
    const LONG: usize = 1 << 10;

    /// Passes on to `inner` until `stop` is over.
    pub fn new(inner: &'s mut S, stop: &'s Stop) -> Self {
        Until {
            inner,
            stop,
            left: 0,
            is_over: Cell::new(false),
        }
    }

    /// Fails if something may not have been passed on.
    pub fn finish(self) -> Result<(), Stopped> {
        if self.is_over.get() {
            return Err(self.stop.stopped());
        }
        Ok(())
    }

    /// Counts clauses and looks at the clock now and then.
    fn is_over_after(&mut self, clauses: u64) -> bool {
        match self.left.checked_sub(clauses) {
            Some(left) => self.left = left,
            None => {
                self.left = Self::EVERY;
                self.look();
            }
        }
        self.is_over.get()
    }

    fn look(&self) {
        self.is_over.set(self.is_over.get() || self.stop.is_over());
    }
}

impl<S: ClauseSink> ClauseSink for Until<'_, S> {
    fn group(&mut self, group: &'static Group) {
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
        if lits.len() <= Self::LONG {
            let pairs = lits.len() * lits.len() / 2;
            if !self.is_over_after(pairs as u64) {
                self.inner.pairwise(lits);
            }
            return;
        }
        for (place, &first) in lits.iter().enumerate() {
            for &second in &lits[place + 1..] {
                self.clause(&[!first, !second]);
            }
            if self.is_done() {
                return;
            }
        }
    }

    fn is_done(&self) -> bool {
        self.look();
        self.is_over.get() || self.inner.is_done()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Var;
    use crate::sink::Counter;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn all_passes_while_there_is_time_and_nothing_afterwards() {
        let flag = Arc::new(AtomicBool::new(false));
        let stop = Stop::default().with_flag(flag.clone());
        // Pairs of a short list go on as a whole, those of a long one by one.
        for literals in [40, 1500] {
            flag.store(false, Ordering::Relaxed);
            let [mut plain, mut counter] = [Counter::default(), Counter::default()];
            let lits = |sink: &mut dyn ClauseSink| -> Vec<Lit> {
                sink.group(const { &Group::named("pairs") });
                sink.new_vars(literals).iter().map(Var::pos).collect()
            };
            let expected = lits(&mut plain);
            plain.pairwise(&expected);
            let mut until = Until::new(&mut counter, &stop);
            let found = lits(&mut until);
            until.pairwise(&found);
            assert!(!until.is_done());
            assert_eq!(until.finish(), Ok(()));
            assert_eq!(counter.groups(), plain.groups());

            flag.store(true, Ordering::Relaxed);
            let mut until = Until::new(&mut counter, &stop);
            until.pairwise(&found);
            until.clause(&found);
            assert!(until.is_done());
            assert_eq!(until.finish(), Err(Stopped::Interrupted));
            assert_eq!(counter.total(), plain.total());
        }
    }
}
