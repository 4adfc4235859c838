//! Formulas that can be written to any sink, with added clauses.

use crate::dimacs::read::Header;
use crate::sink::{ClauseSink, Cnf, Size};
use crate::{Lit, Vars};

/// A formula that can be written to any sink, repeatedly and deterministically.
pub trait Clauses {
    /// Returns its exact size.
    fn header(&self) -> Header;
    /// Returns its size with the literals, as far as known without counting.
    fn total(&self) -> Size {
        let header = self.header();
        Size {
            variables: u64::from(header.variables),
            clauses: header.clauses,
            literals: 0,
        }
    }
    /// Takes its variables from `sink` and writes its clauses to it.
    fn write<S: ClauseSink>(&self, sink: &mut S);
}

impl Clauses for Cnf {
    fn header(&self) -> Header {
        Header {
            variables: self.variables(),
            clauses: self.len(),
        }
    }

    fn total(&self) -> Size {
        self.size()
    }

    fn write<S: ClauseSink>(&self, sink: &mut S) {
        sink.new_vars(self.variables());
        self.replay(sink);
    }
}

impl<F: Clauses> Clauses for &F {
    fn header(&self) -> Header {
        (**self).header()
    }

    fn total(&self) -> Size {
        (**self).total()
    }

    fn write<S: ClauseSink>(&self, sink: &mut S) {
        (**self).write(sink);
    }
}

/// A formula with added variables and clauses.
#[derive(Clone, Debug, Default)]
pub struct Extended<F> {
    formula: F,
    /// The added clauses, with the number of added variables.
    more: Cnf,
}

impl<F> Extended<F> {
    /// Adds nothing yet.
    pub fn new(formula: F) -> Self {
        let more = Cnf::default();
        Extended { formula, more }
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: &[Lit]) {
        self.more.clause(clause);
    }
}

impl<F: Clauses> ClauseSink for Extended<F> {
    fn new_vars(&mut self, count: u32) -> Vars {
        let mut taken = self.header().variables;
        self.more.new_vars(count);
        Vars::take(&mut taken, count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.add(lits);
    }
}

impl<F: Clauses> Clauses for Extended<F> {
    fn header(&self) -> Header {
        let header = self.formula.header();
        Header {
            variables: header.variables + self.more.variables(),
            clauses: header.clauses + self.more.len(),
        }
    }

    fn total(&self) -> Size {
        [self.formula.total(), self.more.size()].into_iter().sum()
    }

    fn write<S: ClauseSink>(&self, sink: &mut S) {
        self.formula.write(sink);
        self.more.write(sink);
    }
}
