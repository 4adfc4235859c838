//! Sinks of clauses: the trait that every encoder writes to, formulas in memory, and adapters that
//! count, split and check clauses.
//!
//! ```
//! # mod knightsat { pub use knightsat_cnf as cnf; }
//! use knightsat::cnf::Clauses;
//! use knightsat::cnf::sink::{ClauseSink, Cnf, SizeTally, ThreeCnf};
//!
//! let mut formula = Cnf::default();
//! let mut split = ThreeCnf::new(&mut formula);
//! let lits: Vec<_> = split.new_vars(5).iter().map(|var| var.pos()).collect();
//! split.clause(&lits);
//! // Two more variables join three clauses.
//! assert_eq!((formula.variables(), formula.len()), (7, 3));
//!
//! let mut tally = SizeTally::default();
//! formula.write(&mut tally);
//! assert_eq!(tally.total(), formula.size());
//! ```

use crate::{Lit, Model, Term, Var, Vars};
use knightsat_base::stop::{Stop, Stopped};
use smallvec::SmallVec;
use std::cell::Cell;
use std::collections::HashSet;
use std::ops::DerefMut;

/// A group of clauses with a common meaning.
#[derive(Debug, PartialEq, Eq)]
pub struct ClauseGroup {
    /// The name in sizes, comments and explanations.
    pub name: &'static str,
    /// The meaning of its clauses, in words.
    pub says: &'static str,
    /// Its meaning in symbols.
    pub formula: &'static str,
}

impl ClauseGroup {
    /// The group of variables that are taken before the first announced group.
    pub const VARIABLES: ClauseGroup = ClauseGroup::named("variables");

    /// Returns a group with its meaning.
    pub const fn new(name: &'static str, says: &'static str, formula: &'static str) -> ClauseGroup {
        ClauseGroup {
            name,
            says,
            formula,
        }
    }

    /// Returns a group without a description.
    pub const fn named(name: &'static str) -> ClauseGroup {
        ClauseGroup::new(name, "", "")
    }
}

/// Declares constants for groups of clauses. Each line has the constant, and the name of the group,
/// its meaning in words and in symbols.
#[macro_export]
macro_rules! clause_groups {
    ($($visibility:vis $constant:ident: $name:literal, $says:literal, $formula:literal;)*) => {
        $($visibility const $constant: $crate::sink::ClauseGroup =
            $crate::sink::ClauseGroup::new($name, $says, $formula);)*
    };
}

/// A receiver of variables and clauses.
///
/// Infallible on purpose, so that an encoder reads as logic: a sink that can fail keeps its first
/// error, and then [`ClauseSink::is_done`] returns true.
pub trait ClauseSink {
    /// Announces that the following clauses belong to this group.
    fn group(&mut self, _group: &'static ClauseGroup) {}

    /// Takes the next `count` variable numbers.
    fn new_vars(&mut self, count: u32) -> Vars;

    /// Takes the next variable number.
    fn new_var(&mut self) -> Var {
        self.new_vars(1).get(0)
    }

    /// Receives one clause, a disjunction; the empty slice is the empty clause.
    fn clause(&mut self, lits: &[Lit]);

    /// Receives ¬a ∨ ¬b for every pair of the literals. These are most clauses of a pairwise
    /// formula, so some sinks have a faster implementation.
    fn pairwise(&mut self, lits: &[Lit]) {
        pair_by_pair(lits, self);
    }

    /// Returns true if the sink needs no more clauses, so that an encoder may stop early.
    fn is_done(&self) -> bool {
        false
    }

    /// Returns the size so far if the sink counts clauses and keeps none.
    fn counted(&self) -> Option<Size> {
        None
    }

    /// Counts `times` more of what has come since the size was `before`. Returns false if the
    /// sink needs the clauses themselves.
    fn repeat(&mut self, _before: Size, _times: u64) -> bool {
        false
    }
}

/// Sends ¬a ∨ ¬b for every pair of the literals, one by one.
fn pair_by_pair<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    each(lits.iter().enumerate(), sink, |(place, &first), sink| {
        for &second in &lits[place + 1..] {
            sink.clause(&[!first, !second]);
        }
    });
}

/// Writes the clauses of each item until the sink is done.
pub fn each<T, S: ClauseSink + ?Sized>(
    items: impl IntoIterator<Item = T>,
    sink: &mut S,
    mut write: impl FnMut(T, &mut S),
) {
    for item in items {
        if sink.is_done() {
            return;
        }
        write(item, sink);
    }
}

/// Writes the clauses of each item, in one group, until the sink is done. If the clauses of one
/// item are as many and as long as those of another, a sink that counts sees the first alone.
pub fn each_alike<T, S: ClauseSink + ?Sized>(
    are_alike: bool,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    sink: &mut S,
    mut write: impl FnMut(T, &mut S),
) {
    let mut items = items.into_iter();
    if are_alike
        && let Some(before) = sink.counted()
        && let Some(first) = items.next()
    {
        write(first, sink);
        if sink.repeat(before, items.len() as u64) {
            return;
        }
    }
    each(items, sink, write);
}

/// Writes the clause of these terms, unless one of them is known to be true. False terms are
/// omitted.
///
/// ```
/// use knightsat_cnf::Term;
/// use knightsat_cnf::sink::{ClauseSink, Cnf, clause};
///
/// let mut formula = Cnf::default();
/// let x = formula.new_var().pos();
/// clause([Term::Open(x), Term::FALSE], &mut formula);
/// clause([Term::Open(!x), Term::TRUE], &mut formula);
/// assert_eq!(formula.clauses().collect::<Vec<_>>(), [&[x][..]]);
/// ```
pub fn clause<S: ClauseSink + ?Sized>(terms: impl IntoIterator<Item = Term>, sink: &mut S) {
    let mut lits: SmallVec<[Lit; 8]> = SmallVec::new();
    for term in terms {
        match term {
            Term::Known(true) => return,
            Term::Known(false) => {}
            Term::Open(lit) => lits.push(lit),
        }
    }
    sink.clause(&lits);
}

/// A sink behind a reference or in a box, perhaps of an unknown type.
impl<P: DerefMut<Target: ClauseSink>> ClauseSink for P {
    fn group(&mut self, group: &'static ClauseGroup) {
        (**self).group(group);
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        (**self).new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        (**self).clause(lits);
    }

    fn pairwise(&mut self, lits: &[Lit]) {
        (**self).pairwise(lits);
    }

    fn is_done(&self) -> bool {
        (**self).is_done()
    }

    fn counted(&self) -> Option<Size> {
        (**self).counted()
    }

    fn repeat(&mut self, before: Size, times: u64) -> bool {
        (**self).repeat(before, times)
    }
}

/// Variables, clauses and literals of a formula or of a part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Size {
    /// Number of variables.
    pub variables: u64,
    /// Number of clauses.
    pub clauses: u64,
    /// Number of literals in all clauses.
    pub literals: u64,
}

impl Size {
    /// Returns a size with only variables.
    pub const fn of_variables(variables: u64) -> Size {
        Size {
            variables,
            clauses: 0,
            literals: 0,
        }
    }
}

impl std::ops::AddAssign for Size {
    fn add_assign(&mut self, other: Size) {
        self.variables += other.variables;
        self.clauses += other.clauses;
        self.literals += other.literals;
    }
}

impl std::iter::Sum for Size {
    fn sum<I: Iterator<Item = Size>>(sizes: I) -> Size {
        sizes.fold(Size::default(), |mut total, size| {
            total += size;
            total
        })
    }
}

/// A formula in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    variables: u32,
    lits: Vec<Lit>,
    ends: Vec<usize>,
}

impl Cnf {
    /// Returns the number of variables taken so far.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// Returns the number of clauses received so far.
    pub fn len(&self) -> u64 {
        self.ends.len() as u64
    }

    /// Returns its size.
    pub fn size(&self) -> Size {
        Size {
            variables: u64::from(self.variables),
            clauses: self.len(),
            literals: self.lits.len() as u64,
        }
    }

    /// Returns true if there are no clauses.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Sends the clauses to a sink that has the variables already.
    pub fn replay<S: ClauseSink>(&self, sink: &mut S) {
        each(self.clauses(), sink, |clause, sink| sink.clause(clause));
    }

    /// Returns the clauses in order.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.lits[start..end])
    }
}

impl ClauseSink for Cnf {
    fn new_vars(&mut self, count: u32) -> Vars {
        Vars::take(&mut self.variables, count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.lits.extend_from_slice(lits);
        self.ends.push(self.lits.len());
    }
}

/// Checks a model against every clause and keeps the first unsatisfied one.
#[derive(Debug)]
pub struct ModelCheck<'m> {
    model: &'m Model,
    variables: u32,
    clauses: u64,
    violated: Option<(u64, Vec<Lit>)>,
}

impl<'m> ModelCheck<'m> {
    /// Checks `model`.
    pub fn new(model: &'m Model) -> Self {
        ModelCheck {
            model,
            variables: 0,
            clauses: 0,
            violated: None,
        }
    }

    /// Returns the first clause without a true literal, with its number from 1.
    pub fn violated(&self) -> Option<(u64, &[Lit])> {
        let (number, lits) = self.violated.as_ref()?;
        Some((*number, lits))
    }
}

impl ClauseSink for ModelCheck<'_> {
    fn new_vars(&mut self, count: u32) -> Vars {
        Vars::take(&mut self.variables, count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clauses += 1;
        if self.violated.is_none() && !lits.iter().any(|&lit| self.model.satisfies(lit)) {
            self.violated = Some((self.clauses, lits.to_vec()));
        }
    }

    fn is_done(&self) -> bool {
        self.violated.is_some()
    }
}

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
    is_over: Cell<bool>,
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
            is_over: Cell::new(false),
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
        // A sink that keeps clauses would process a long list as a whole.
        if lits.len() > Self::LONG && self.inner.counted().is_none() {
            return pair_by_pair(lits, self);
        }
        let pairs = (lits.len() as u64).pow(2) / 2;
        if !self.is_over_after(pairs) {
            self.inner.pairwise(lits);
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
#[derive(Clone, Debug, Default)]
pub struct SizeTally {
    groups: Vec<(&'static str, Size)>,
    /// The variables of all groups.
    variables: u64,
    most: Option<u64>,
    /// The calls that have brought clauses.
    calls: u64,
    /// The bytes of the clauses in DIMACS, if they are counted.
    bytes: Option<u64>,
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

    /// Counts the bytes of the clauses in DIMACS too.
    pub fn with_bytes(self) -> SizeTally {
        SizeTally {
            bytes: Some(0),
            ..self
        }
    }

    /// Returns the bytes, `None` if they are not counted or some may be missing.
    pub fn bytes(&self) -> Option<u64> {
        self.bytes.filter(|_| !self.is_done())
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

/// Returns the bytes of a literal in DIMACS with the blank after it.
fn width(lit: Lit) -> u64 {
    let digits = lit.var().number().ilog10() + 1;
    u64::from(digits + u32::from(!lit.is_positive()) + 1)
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
        if let Some(bytes) = &mut self.bytes {
            *bytes += lits.iter().map(|&lit| width(lit)).sum::<u64>() + 2;
        }
        let size = self.current();
        size.clauses += 1;
        size.literals += lits.len() as u64;
    }

    fn pairwise(&mut self, lits: &[Lit]) {
        let n = lits.len() as u64;
        let pairs = n * n.saturating_sub(1) / 2;
        self.calls += 1;
        if let Some(bytes) = &mut self.bytes {
            // Each literal forms a pair with each of the others.
            let widths: u64 = lits.iter().map(|&lit| width(!lit)).sum();
            *bytes += n.saturating_sub(1) * widths + 2 * pairs;
        }
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
        // Other items have other numbers, with other digits.
        if self.bytes.is_some() {
            return false;
        }
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
