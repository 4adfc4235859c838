//! Formulas in memory.

use super::{ClauseSink, Size, each};
use crate::{Lit, Vars};

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
