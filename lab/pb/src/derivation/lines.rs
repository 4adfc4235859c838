//! The lines of a proof, in version 3 of VeriPB's format.

use crate::cnf::Lit;
use crate::cnf::dimacs::opb::{self, Constraint};
use std::io::{self, BufWriter, Write};

/// Writes a proof line by line; the first error is kept for the end.
pub(crate) struct Proof<'w> {
    out: BufWriter<Box<dyn Write + 'w>>,
    line: Vec<u8>,
    /// Number of the last constraint.
    last: u64,
    /// The objective of the solution, if there is one.
    solution: Option<u64>,
    error: Option<io::Error>,
}

impl<'w> Proof<'w> {
    /// Begins a proof from a formula whose constraints are numbered up to `given`.
    pub fn new(out: impl Write + 'w, given: u64) -> Proof<'w> {
        let mut proof = Proof {
            out: BufWriter::with_capacity(1 << 16, Box::new(out)),
            line: format!("pseudo-Boolean proof version 3.0\nf {given}").into(),
            last: given,
            solution: None,
            error: None,
        };
        proof.end_line();
        proof
    }

    /// Writes a solution with this objective. Returns the number of the constraint that another one
    /// is better.
    pub fn solution(&mut self, lits: &[Lit], objective: u64) -> u64 {
        self.line.extend_from_slice(b"soli");
        for &lit in lits {
            self.line.push(b' ');
            opb::literal(&mut self.line, lit);
        }
        self.solution = Some(objective);
        self.derived()
    }

    /// Writes a sum in reverse Polish notation; returns its number.
    pub fn pol(&mut self, sum: &Sum) -> u64 {
        self.line.extend_from_slice(b"pol");
        self.line.extend_from_slice(&sum.text);
        self.derived()
    }

    /// Writes a constraint whose negation these hints, or without hints the whole database, refute
    /// by propagation; returns its number.
    pub fn rup(&mut self, constraint: &Constraint, hints: &[u64]) -> u64 {
        self.begin(b"rup ", constraint);
        if !hints.is_empty() {
            self.line.extend_from_slice(b" :");
            self.numbers(hints);
        }
        self.derived()
    }

    /// Writes a constraint with a fresh variable. Setting `witness` to true satisfies it and
    /// preserves the others. Returns its number.
    pub fn define(&mut self, constraint: &Constraint, witness: Lit) -> u64 {
        self.begin(b"red ", constraint);
        self.line.extend_from_slice(b" : ");
        opb::literal(&mut self.line, witness.var().pos());
        let value: &[u8] = if witness.is_positive() { b" 1" } else { b" 0" };
        self.line.extend_from_slice(value);
        self.derived()
    }

    /// Deletes constraints that are no longer needed.
    pub fn delete(&mut self, ids: &[u64]) {
        self.line.extend_from_slice(b"del id");
        self.numbers(ids);
        self.end_line();
    }

    /// Ends the proof: that constraint is the contradiction. With a solution, none is better.
    pub fn conclude(&mut self, contradiction: u64) {
        self.line = match self.solution {
            None => format!("output NONE;\nconclusion UNSAT : {contradiction}"),
            Some(best) => {
                format!("output NONE;\nconclusion BOUNDS {best} : {contradiction} {best}")
            }
        }
        .into();
        self.end_line();
        self.line.extend_from_slice(b"end pseudo-Boolean proof");
        self.end_line();
    }

    /// Writes the buffered rest; returns the first error.
    pub fn finish(mut self) -> io::Result<()> {
        match self.error {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }

    /// Returns true if nothing more will be written.
    pub fn is_done(&self) -> bool {
        self.error.is_some()
    }

    fn begin(&mut self, rule: &[u8], constraint: &Constraint) {
        self.line.extend_from_slice(rule);
        opb::append(&mut self.line, constraint);
    }

    fn numbers(&mut self, ids: &[u64]) {
        for &id in ids {
            self.line.push(b' ');
            number(&mut self.line, id);
        }
    }

    fn derived(&mut self) -> u64 {
        self.end_line();
        self.last += 1;
        self.last
    }

    fn end_line(&mut self) {
        self.line.extend_from_slice(b";\n");
        if self.error.is_none() {
            self.error = self.out.write_all(&self.line).err();
        }
        self.line.clear();
    }
}

/// A sum of constraints with positive factors; it can be divided in between.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sum {
    text: Vec<u8>,
}

impl Sum {
    /// Returns the sum of these, halves first, so that neighbouring terms cancel early.
    pub fn of(ids: impl IntoIterator<Item = u64>) -> Sum {
        let mut sum = Sum::default();
        let mut count = 0_u64;
        for id in ids {
            sum.text.push(b' ');
            number(&mut sum.text, id);
            count += 1;
            (0..count.trailing_zeros()).for_each(|_| sum.plus(false));
        }
        (1..count.count_ones()).for_each(|_| sum.plus(false));
        sum
    }

    /// Returns the sum of the halves of these, each rounded up.
    pub fn of_halves(sums: impl IntoIterator<Item = Sum>) -> Sum {
        let mut all = Sum::default();
        for mut sum in sums {
            sum.divide(2);
            all.append(&sum);
        }
        all
    }

    /// Adds a constraint `times` times.
    pub fn add(&mut self, id: u64, times: u64) {
        self.term(times, |text| number(text, id));
    }

    /// Adds these constraints.
    pub fn add_all(&mut self, ids: impl IntoIterator<Item = u64>) {
        ids.into_iter().for_each(|id| self.add(id, 1));
    }

    /// Adds `times` times that this literal is at least 0.
    pub fn add_literal(&mut self, lit: Lit, times: u64) {
        self.term(times, |text| opb::literal(text, lit));
    }

    /// Adds another sum.
    pub fn append(&mut self, other: &Sum) {
        let is_first = self.text.is_empty();
        self.text.extend_from_slice(&other.text);
        self.plus(is_first || other.text.is_empty());
    }

    fn term(&mut self, times: u64, write: impl FnOnce(&mut Vec<u8>)) {
        let is_first = self.text.is_empty();
        self.text.push(b' ');
        write(&mut self.text);
        self.times(times);
        self.plus(is_first);
    }

    /// Multiplies the sum.
    pub fn times(&mut self, factor: u64) {
        if factor > 1 {
            self.text.push(b' ');
            number(&mut self.text, factor);
            self.text.extend_from_slice(b" *");
        }
    }

    /// Divides the sum and rounds up.
    pub fn divide(&mut self, divisor: u64) {
        self.text.push(b' ');
        number(&mut self.text, divisor);
        self.text.extend_from_slice(b" d");
    }

    fn plus(&mut self, is_first: bool) {
        if !is_first {
            self.text.extend_from_slice(b" +");
        }
    }
}

fn number(text: &mut Vec<u8>, number: u64) {
    text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}
