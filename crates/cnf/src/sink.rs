//! Sinks of clauses: the trait that every encoder writes to, formulas in memory, and adapters that
//! count, split and check clauses.
//!
//! ```
//! use knightsat_cnf::Clauses;
//! use knightsat_cnf::sink::{ClauseSink, Cnf, SizeTally, ThreeCnf};
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

mod adapters;

use crate::{Lit, Model, Var, Vars};
use std::ops::DerefMut;

pub use adapters::{Once, SizeTally, ThreeCnf, Until};

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
