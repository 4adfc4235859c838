//! Writing OPB.

use super::{Constraint, Relation, Size};
use crate::Lit;
use std::io::{self, BufWriter, Write};

/// Writes constraints one after the other; the first error is kept for the end.
pub struct Writer<W: Write> {
    out: BufWriter<W>,
    line: Vec<u8>,
    left: u64,
    error: Option<io::Error>,
}

impl<W: Write> Writer<W> {
    /// Begins a file of this size with these comments, a line each.
    pub fn new(out: W, size: Size, comments: &[String]) -> Writer<W> {
        let mut out = BufWriter::with_capacity(1 << 16, out);
        let mut begin = || -> io::Result<()> {
            let Size {
                variables,
                constraints,
            } = size;
            writeln!(out, "* #variable= {variables} #constraint= {constraints}")?;
            comments
                .iter()
                .try_for_each(|comment| writeln!(out, "* {comment}"))
        };
        let error = begin().err();
        Writer {
            out,
            line: Vec::new(),
            left: size.constraints,
            error,
        }
    }

    /// Writes the next constraint.
    ///
    /// # Panics
    /// If there are more than the size says.
    pub fn constraint(&mut self, constraint: &Constraint) {
        self.left = self.left.checked_sub(1).expect("no more than was said");
        if self.error.is_some() {
            return;
        }
        self.line.clear();
        append(&mut self.line, constraint);
        self.line.extend_from_slice(b" ;\n");
        self.error = self.out.write_all(&self.line).err();
    }

    /// Whether nothing more will be written.
    pub fn is_done(&self) -> bool {
        self.error.is_some()
    }

    /// Ends the file, and gives back what it was written to.
    pub fn finish(self) -> io::Result<W> {
        match self.error {
            Some(error) => Err(error),
            None if self.left > 0 => Err(io::Error::other("fewer constraints than were said")),
            None => self
                .out
                .into_inner()
                .map_err(io::IntoInnerError::into_error),
        }
    }
}

/// A constraint as text, without its end. A sum of nothing, which no reader of the format has to take,
/// is 0 x1.
pub fn append(text: &mut Vec<u8>, constraint: &Constraint) {
    let mut numbers = itoa::Buffer::new();
    for &(factor, lit) in &constraint.terms {
        text.extend_from_slice(numbers.format(factor).as_bytes());
        text.push(b' ');
        literal(text, lit);
        text.push(b' ');
    }
    if constraint.terms.is_empty() {
        text.extend_from_slice(b"0 x1 ");
    }
    text.extend_from_slice(match constraint.relation {
        Relation::AtLeast => b">= ",
        Relation::Equal => b"= ",
    });
    text.extend_from_slice(numbers.format(constraint.bound).as_bytes());
}

/// A literal as text: x7 or ~x7.
pub fn literal(text: &mut Vec<u8>, lit: Lit) {
    if !lit.is_positive() {
        text.push(b'~');
    }
    text.push(b'x');
    text.extend_from_slice(itoa::Buffer::new().format(lit.var().number()).as_bytes());
}
