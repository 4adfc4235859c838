//! Writes a refutation as it is found: LRAT, and step by step the same DRAT.

use std::io::{self, Write};

/// An LRAT proof and a DRAT proof, both as text.
pub(super) struct ProofWriter<L, D> {
    lrat: L,
    drat: D,
}

impl<L: Write, D: Write> ProofWriter<L, D> {
    /// Nothing yet.
    pub fn new(lrat: L, drat: D) -> Self {
        ProofWriter { lrat, drat }
    }

    /// Adds a lemma, which gets this number and follows from the clauses that the hints name.
    pub fn lemma(
        &mut self,
        number: u64,
        lits: &[i32],
        hints: impl IntoIterator<Item = u64>,
    ) -> io::Result<()> {
        write!(self.lrat, "{number} ")?;
        literals(&mut self.lrat, lits)?;
        for hint in hints {
            write!(self.lrat, " {hint}")?;
        }
        self.lrat.write_all(b" 0\n")?;
        literals(&mut self.drat, lits)?;
        self.drat.write_all(b"\n")
    }

    /// Adds a clause that does no harm on account of its first literal: its resolvents with the clauses of
    /// these numbers, which are all that have the negation, are tautologies.
    pub fn define(
        &mut self,
        number: u64,
        lits: &[i32],
        against: impl IntoIterator<Item = u64>,
    ) -> io::Result<()> {
        write!(self.lrat, "{number} ")?;
        literals(&mut self.lrat, lits)?;
        for clause in against {
            write!(self.lrat, " -{clause}")?;
        }
        self.lrat.write_all(b" 0\n")?;
        literals(&mut self.drat, lits)?;
        self.drat.write_all(b"\n")
    }

    /// Deletes the clause of this number; `last` is the last number taken.
    pub fn delete(&mut self, last: u64, number: u64, lits: &[i32]) -> io::Result<()> {
        writeln!(self.lrat, "{last} d {number} 0")?;
        self.drat.write_all(b"d ")?;
        literals(&mut self.drat, lits)?;
        self.drat.write_all(b"\n")
    }

    /// Writes what is still to be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.lrat.flush()?;
        self.drat.flush()
    }
}

/// A clause as text, with its closing 0.
fn literals(out: &mut impl Write, lits: &[i32]) -> io::Result<()> {
    for lit in lits {
        write!(out, "{lit} ")?;
    }
    out.write_all(b"0")
}
