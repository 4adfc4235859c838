//! Sinks of clauses: the trait that every encoder writes to, and adapters that count, collect,
//! split, check and duplicate clauses.
//!
//! ```
//! use knightsat_cnf::sink::{ClauseSink, Cnf, Counter, Tee, ThreeCnf};
//!
//! let (mut formula, mut counter) = (Cnf::default(), Counter::default());
//! let mut both = Tee::new(&mut formula, &mut counter);
//! let mut split = ThreeCnf::new(&mut both);
//! let lits: Vec<_> = split.new_vars(5).iter().map(|var| var.pos()).collect();
//! split.clause(&lits);
//! // Two more variables join three clauses.
//! assert_eq!((formula.variables(), formula.len()), (7, 3));
//! assert_eq!(counter.total(), formula.size());
//! ```

mod adapters;

use crate::{Lit, Model, Var, Vars};

pub use adapters::{Once, Tee, ThreeCnf, Until};

/// A group of clauses with a common meaning.
#[derive(Debug, PartialEq, Eq)]
pub struct Group {
    /// The name in sizes, comments and explanations.
    pub name: &'static str,
    /// The meaning of its clauses, in words.
    pub says: &'static str,
    /// Its meaning in symbols.
    pub formula: &'static str,
}

impl Group {
    /// The group of variables that are taken before the first announced group.
    pub const VARIABLES: Group = Group::named("variables");

    /// Returns a group with its meaning.
    pub const fn new(name: &'static str, says: &'static str, formula: &'static str) -> Group {
        Group {
            name,
            says,
            formula,
        }
    }

    /// Returns a group without a description.
    pub const fn named(name: &'static str) -> Group {
        Group::new(name, "", "")
    }
}

/// A receiver of variables and clauses.
///
/// Infallible on purpose, so that an encoder reads as logic: a sink that can fail keeps its first
/// error, and then [`ClauseSink::is_done`] returns true.
pub trait ClauseSink {
    /// Announces that the following clauses belong to this group.
    fn group(&mut self, _group: &'static Group) {}

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
        for (place, &first) in lits.iter().enumerate() {
            if self.is_done() {
                return;
            }
            for &second in &lits[place + 1..] {
                self.clause(&[!first, !second]);
            }
        }
    }

    /// Returns true if the sink needs no more clauses, so that an encoder may stop early.
    fn is_done(&self) -> bool {
        false
    }
}

/// A sink behind a reference, perhaps of an unknown type.
impl<S: ClauseSink + ?Sized> ClauseSink for &mut S {
    fn group(&mut self, group: &'static Group) {
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
}

impl<S: ClauseSink + ?Sized> ClauseSink for Box<S> {
    fn group(&mut self, group: &'static Group) {
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
        for clause in self.clauses() {
            if sink.is_done() {
                return;
            }
            sink.clause(clause);
        }
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

/// Counts variables and clauses, and keeps none. Numbers beyond [`Var::MAX`] are counted, and
/// represented by [`Var::MAX`].
#[derive(Clone, Debug, Default)]
pub struct Counter {
    groups: Vec<(&'static str, Size)>,
}

impl Counter {
    /// Returns the total size.
    pub fn total(&self) -> Size {
        let mut total = Size::default();
        for &(_, size) in &self.groups {
            total += size;
        }
        total
    }

    /// Returns the size of each group, in the order of announcement. [`Group::VARIABLES`] contains
    /// everything before the first group.
    pub fn groups(&self) -> &[(&'static str, Size)] {
        &self.groups
    }

    fn current(&mut self) -> &mut Size {
        if self.groups.is_empty() {
            self.groups.push((Group::VARIABLES.name, Size::default()));
        }
        let last = self.groups.len() - 1;
        &mut self.groups[last].1
    }
}

impl ClauseSink for Counter {
    fn group(&mut self, group: &'static Group) {
        self.groups.push((group.name, Size::default()));
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        let first = self.total().variables + 1;
        self.current().variables += u64::from(count);
        let highest_first = u64::from(Var::MAX) + 1 - u64::from(count);
        Vars::new(first.min(highest_first) as u32, count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        let size = self.current();
        size.clauses += 1;
        size.literals += lits.len() as u64;
    }

    fn pairwise(&mut self, lits: &[Lit]) {
        let n = lits.len() as u64;
        let pairs = n * n.saturating_sub(1) / 2;
        let size = self.current();
        size.clauses += pairs;
        size.literals += 2 * pairs;
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
