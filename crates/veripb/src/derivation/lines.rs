//! The lines of a proof, in version 3 of VeriPB's format.

use knightsat_cnf::Lit;
use knightsat_cnf::dimacs::opb::{self, Constraint};
use std::io::{self, BufWriter, Write};

/// Writes a proof line by line; the first error is kept for the end.
pub(super) struct Proof<W: Write> {
    out: BufWriter<W>,
    line: Vec<u8>,
    /// Number of the last constraint.
    last: u64,
    error: Option<io::Error>,
}

impl<W: Write> Proof<W> {
    /// Begins a proof from a formula whose constraints are numbered up to `given`.
    pub fn new(out: W, given: u64) -> Proof<W> {
        let mut proof = Proof {
            out: BufWriter::with_capacity(1 << 16, out),
            line: Vec::new(),
            last: given,
            error: None,
        };
        proof.write(&format!("pseudo-Boolean proof version 3.0\nf {given};\n"));
        proof
    }

    /// What a sum in reverse Polish notation comes to; gives its number.
    pub fn pol(&mut self, sum: &Sum) -> u64 {
        self.line.clear();
        self.line.extend_from_slice(b"pol");
        self.line.extend_from_slice(&sum.text);
        self.derived()
    }

    /// A constraint whose negation these refute by propagation; gives its number.
    pub fn rup(&mut self, constraint: &Constraint, hints: &[u64]) -> u64 {
        self.line.clear();
        self.line.extend_from_slice(b"rup ");
        opb::append(&mut self.line, constraint);
        self.line.extend_from_slice(b" :");
        for &hint in hints {
            self.line.push(b' ');
            number(&mut self.line, hint);
        }
        self.derived()
    }

    /// A constraint whose negation is refuted by propagation in all that there is; gives its number.
    pub fn rup_from_all(&mut self, constraint: &Constraint) -> u64 {
        self.line.clear();
        self.line.extend_from_slice(b"rup ");
        opb::append(&mut self.line, constraint);
        self.derived()
    }

    /// A constraint with a fresh variable that may be chosen so that it holds: making `witness` true does
    /// no harm to what is there. Gives its number.
    pub fn define(&mut self, constraint: &Constraint, witness: Lit) -> u64 {
        self.line.clear();
        self.line.extend_from_slice(b"red ");
        opb::append(&mut self.line, constraint);
        self.line.extend_from_slice(b" : ");
        opb::literal(&mut self.line, witness.var().pos());
        let value: &[u8] = if witness.is_positive() { b" 1" } else { b" 0" };
        self.line.extend_from_slice(value);
        self.derived()
    }

    /// Constraints that are not needed any more.
    pub fn delete(&mut self, ids: &[u64]) {
        self.line.clear();
        self.line.extend_from_slice(b"del id");
        for &id in ids {
            self.line.push(b' ');
            number(&mut self.line, id);
        }
        self.end_line();
    }

    /// Ends the proof: that constraint cannot hold.
    pub fn conclude(&mut self, contradiction: u64) {
        self.write(&format!(
            "output NONE;\nconclusion UNSAT : {contradiction};\nend pseudo-Boolean proof;\n"
        ));
    }

    /// Gives back what it was written to, or the first error.
    pub fn finish(self) -> io::Result<W> {
        match self.error {
            Some(error) => Err(error),
            None => self
                .out
                .into_inner()
                .map_err(io::IntoInnerError::into_error),
        }
    }

    /// Whether nothing more will be written.
    pub fn is_done(&self) -> bool {
        self.error.is_some()
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
    }

    fn write(&mut self, text: &str) {
        if self.error.is_none() {
            self.error = self.out.write_all(text.as_bytes()).err();
        }
    }
}

/// A sum of constraints, each times a positive number; it may be divided in between.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    text: Vec<u8>,
}

impl Sum {
    /// The sum of these, halves first: terms that cancel are gone early where neighbours have them.
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

    /// Adds so many times a constraint.
    pub fn add(&mut self, id: u64, times: u64) {
        let is_first = self.text.is_empty();
        self.text.push(b' ');
        number(&mut self.text, id);
        self.times(times);
        self.plus(is_first);
    }

    /// Adds that this literal is at least 0, so many times.
    pub fn add_literal(&mut self, lit: Lit, times: u64) {
        let is_first = self.text.is_empty();
        self.text.push(b' ');
        opb::literal(&mut self.text, lit);
        self.times(times);
        self.plus(is_first);
    }

    /// Adds another sum.
    pub fn append(&mut self, other: &Sum) {
        if other.is_empty() {
            return;
        }
        let is_first = self.text.is_empty();
        self.text.extend_from_slice(&other.text);
        self.plus(is_first);
    }

    /// Whether nothing has been added.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Multiplies what there is.
    pub fn times(&mut self, factor: u64) {
        if factor > 1 {
            self.text.push(b' ');
            number(&mut self.text, factor);
            self.text.extend_from_slice(b" *");
        }
    }

    /// Divides what there is, and rounds up.
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
