//! Formulas that can be written to any sink, with added clauses.

use crate::Lit;
use crate::dimacs::read::Header;
use crate::sink::{ClauseSink, Cnf, Size};

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

/// A formula with added clauses over its variables.
#[derive(Clone, Debug)]
pub struct Extended<'f, F> {
    formula: &'f F,
    more: Cnf,
}

impl<'f, F> Extended<'f, F> {
    /// Adds no clauses yet.
    pub fn new(formula: &'f F) -> Self {
        let more = Cnf::default();
        Extended { formula, more }
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: &[Lit]) {
        self.more.clause(clause);
    }
}

impl<F: Clauses> Clauses for Extended<'_, F> {
    fn header(&self) -> Header {
        let header = self.formula.header();
        Header {
            clauses: header.clauses + self.more.len(),
            ..header
        }
    }

    fn total(&self) -> Size {
        let mut total = self.formula.total();
        // The added clauses have no variables of their own.
        total += self.more.size();
        total
    }

    fn write<S: ClauseSink>(&self, sink: &mut S) {
        self.formula.write(sink);
        self.more.replay(sink);
    }
}
