//! Where clauses go: the trait every encoder writes to, and adapters that count, collect, split,
//! check and duplicate what passes.
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

/// A group of clauses: what they say together.
#[derive(Debug, PartialEq, Eq)]
pub struct Group {
    /// What it is called in sizes, comments and explanations.
    pub name: &'static str,
    /// What its clauses say, in words.
    pub says: &'static str,
    /// The same in symbols.
    pub formula: &'static str,
}

impl Group {
    /// What is taken before the first group is announced.
    pub const VARIABLES: Group = Group::named("variables");

    /// A group with what it says.
    pub const fn new(name: &'static str, says: &'static str, formula: &'static str) -> Group {
        Group {
            name,
            says,
            formula,
        }
    }

    /// A group of which nothing more is said.
    pub const fn named(name: &'static str) -> Group {
        Group::new(name, "", "")
    }
}

/// A receiver of variables and clauses.
///
/// Infallible on purpose, so that an encoder reads as logic: a sink that can fail keeps its first
/// error for later and says [`ClauseSink::is_done`].
pub trait ClauseSink {
    /// Announces that the clauses from here on belong to this group.
    fn group(&mut self, _group: &'static Group) {}

    /// Takes the next `count` variable numbers.
    fn new_vars(&mut self, count: u32) -> Vars;

    /// Takes the next variable number.
    fn new_var(&mut self) -> Var {
        self.new_vars(1).get(0)
    }

    /// Receives one clause, a disjunction; the empty slice is the empty clause.
    fn clause(&mut self, lits: &[Lit]);

    /// Receives ¬a ∨ ¬b for every pair of the literals: the bulk of a pairwise formula, so sinks
    /// that can do better than clause by clause do.
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

    /// Whether nothing more is wanted, so that an encoder may stop early.
    fn is_done(&self) -> bool {
        false
    }
}

/// A sink behind a reference, also where its type is not known.
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

/// Variables, clauses and literals of a formula or of a part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Size {
    /// Number of variables.
    pub variables: u64,
    /// Number of clauses.
    pub clauses: u64,
    /// Number of literals in all clauses.
    pub literals: u64,
}

impl Size {
    /// So many variables, and nothing else.
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
    /// Number of variables taken so far.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// Number of clauses received so far.
    pub fn len(&self) -> u64 {
        self.ends.len() as u64
    }

    /// Its size.
    pub fn size(&self) -> Size {
        Size {
            variables: u64::from(self.variables),
            clauses: self.len(),
            literals: self.lits.len() as u64,
        }
    }

    /// Whether there are no clauses.
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

    /// The clauses in order.
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

/// Counts and forgets. Numbers beyond [`Var::MAX`] are counted, and named [`Var::MAX`].
#[derive(Clone, Debug, Default)]
pub struct Counter {
    groups: Vec<(&'static str, Size)>,
}

impl Counter {
    /// What has been counted in all.
    pub fn total(&self) -> Size {
        let mut total = Size::default();
        for &(_, size) in &self.groups {
            total += size;
        }
        total
    }

    /// What has been counted, by group, in the order of announcement. What came before the first
    /// group is that of [`Group::VARIABLES`].
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

/// Holds a model against every clause and keeps the first one that it does not satisfy.
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

    /// The first clause without a true literal, with its number from 1.
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
