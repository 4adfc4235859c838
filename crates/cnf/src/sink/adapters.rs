//! Sinks that count clauses, check them, or pass them on to other sinks.

use super::{ClauseGroup, ClauseSink, Size, pair_by_pair};
use crate::{Lit, Var, Vars};
use knightsat_base::stop::{Stop, Stopped};
use std::cell::Cell;
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

    fn counted(&self) -> Option<Size> {
        self.inner.counted()
    }

    fn repeat(&mut self, before: Size, times: u64) -> bool {
        // Another item may repeat a short clause.
        self.seen.is_empty() && self.inner.repeat(before, times)
    }
}

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

    fn counted(&self) -> Option<Size> {
        self.inner.counted()
    }

    fn repeat(&mut self, before: Size, times: u64) -> bool {
        self.inner.repeat(before, times)
    }
}

/// Passes everything on until the deadline, and nothing afterwards. The output of the inner sink is
/// complete only if [`Until::finish`] succeeds.
#[derive(Debug)]
pub struct Until<'s, S> {
    inner: &'s mut S,
    stop: &'s Stop,
    /// Number of clauses before the next poll of the clock.
    left: u64,
    /// The longest list of pairs that passes as a whole.
    longest: usize,
    is_over: Cell<bool>,
}

impl<'s, S: ClauseSink> Until<'s, S> {
    /// Number of clauses between two polls of the clock.
    const EVERY: u64 = 1 << 12;
    /// Longer lists pass pair by pair, since the inner sink would process a list as a whole.
    const LONG: usize = 1 << 10;

    /// Passes clauses on to `inner` until `stop` fires.
    pub fn new(inner: &'s mut S, stop: &'s Stop) -> Self {
        Until {
            inner,
            stop,
            left: 0,
            longest: Self::LONG,
            is_over: Cell::new(false),
        }
    }

    /// Does the same for a sink that takes all pairs of a list in one step, however long it is.
    pub fn counting(inner: &'s mut S, stop: &'s Stop) -> Self {
        Until {
            longest: usize::MAX,
            ..Until::new(inner, stop)
        }
    }

    /// Fails if some clauses may be missing.
    pub fn finish(self) -> Result<(), Stopped> {
        if self.is_over.get() {
            return Err(self.stop.stopped());
        }
        Ok(())
    }

    /// Counts clauses and polls the clock now and then. Returns true if it has fired.
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
        if lits.len() <= self.longest {
            let pairs = (lits.len() as u64).pow(2) / 2;
            if !self.is_over_after(pairs) {
                self.inner.pairwise(lits);
            }
        } else {
            pair_by_pair(lits, self);
        }
    }

    fn is_done(&self) -> bool {
        self.look();
        self.is_over.get() || self.inner.is_done()
    }

    fn counted(&self) -> Option<Size> {
        self.inner.counted()
    }

    fn repeat(&mut self, before: Size, times: u64) -> bool {
        self.inner.repeat(before, times)
    }
}

/// Counts variables and clauses, and keeps none. Numbers beyond [`Var::MAX`] are counted, and
/// represented by [`Var::MAX`].
///
/// ```
/// use knightsat_cnf::sink::{ClauseSink, SizeTally, ThreeCnf};
///
/// let [mut split, mut whole] = [SizeTally::default(), SizeTally::default().split()];
/// for tally in [&mut ThreeCnf::new(&mut split) as &mut dyn ClauseSink, &mut whole] {
///     let lits: Vec<_> = tally.new_vars(7).iter().map(|var| var.pos()).collect();
///     tally.clause(&lits);
/// }
/// assert_eq!(split.total(), whole.total());
/// ```
#[derive(Clone, Debug, Default)]
pub struct SizeTally {
    groups: Vec<(&'static str, Size)>,
    /// The variables of all groups.
    variables: u64,
    most: Option<u64>,
    /// Long clauses count as [`ThreeCnf`] splits them.
    is_split: bool,
    /// The calls that have brought clauses.
    calls: u64,
}

impl SizeTally {
    /// Counts at most so many clauses, and variables that can be numbered. All clauses of a
    /// pairwise constraint count as one here.
    pub fn at_most(clauses: u64) -> SizeTally {
        SizeTally {
            most: Some(clauses),
            ..SizeTally::default()
        }
    }

    /// Counts a long clause as [`ThreeCnf`] splits it, in one step.
    pub fn split(self) -> SizeTally {
        SizeTally {
            is_split: true,
            ..self
        }
    }

    /// Returns the total size.
    pub fn total(&self) -> Size {
        self.groups.iter().map(|&(_, size)| size).sum()
    }

    /// Returns true if there are as many clauses as are counted.
    pub fn is_full(&self) -> bool {
        self.most.is_some_and(|most| self.calls >= most)
    }

    /// Returns the size of each group, in the order of announcement. [`ClauseGroup::VARIABLES`]
    /// contains everything before the first group.
    pub fn groups(&self) -> &[(&'static str, Size)] {
        &self.groups
    }

    /// Returns the size of the last group.
    fn current(&mut self) -> &mut Size {
        if self.groups.is_empty() {
            self.group(&ClauseGroup::VARIABLES);
        }
        let last = self.groups.len() - 1;
        &mut self.groups[last].1
    }
}

impl ClauseSink for SizeTally {
    fn group(&mut self, group: &'static ClauseGroup) {
        self.groups.push((group.name, Size::default()));
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        let first = self.variables + 1;
        self.variables += u64::from(count);
        self.current().variables += u64::from(count);
        let highest_first = u64::from(Var::MAX) + 1 - u64::from(count);
        Vars::new(first.min(highest_first) as u32, count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.calls += 1;
        let length = lits.len() as u64;
        // Each link is in two clauses.
        let links = if self.is_split {
            length.saturating_sub(3)
        } else {
            0
        };
        self.variables += links;
        let size = self.current();
        size.variables += links;
        size.clauses += 1 + links;
        size.literals += length + 2 * links;
    }

    fn pairwise(&mut self, lits: &[Lit]) {
        let n = lits.len() as u64;
        let pairs = n * n.saturating_sub(1) / 2;
        self.calls += 1;
        let size = self.current();
        size.clauses += pairs;
        size.literals += 2 * pairs;
    }

    fn is_done(&self) -> bool {
        self.is_full() || self.most.is_some() && self.variables > u64::from(Var::MAX)
    }

    fn counted(&self) -> Option<Size> {
        Some(self.total())
    }

    fn repeat(&mut self, before: Size, times: u64) -> bool {
        let now = self.total();
        let variables = times * (now.variables - before.variables);
        self.variables += variables;
        let size = self.current();
        size.variables += variables;
        size.clauses += times * (now.clauses - before.clauses);
        size.literals += times * (now.literals - before.literals);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn a_tally_is_done_after_so_many_clauses_and_lists_of_pairs() {
        let mut tally = SizeTally::at_most(3);
        let lits: Vec<Lit> = tally.new_vars(3).iter().map(Var::pos).collect();
        tally.clause(&lits);
        tally.pairwise(&lits);
        assert!(!tally.is_done());
        tally.clause(&[]);
        assert!(tally.is_done());
        assert_eq!(tally.total().clauses, 5);
    }

    #[test]
    fn all_passes_while_there_is_time_and_nothing_afterwards() {
        let flag = Arc::new(AtomicBool::new(false));
        let stop = Stop::default().with_flag(flag.clone());
        // Pairs of a short list pass as a whole, those of a long one pair by pair.
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
