//! Writer of OPB, and reader of the answers of pseudo-Boolean solvers.
//!
//! ```
//! use knightsat_veripb::cnf::Answer;
//! use knightsat_veripb::flow::Flow;
//! use knightsat_veripb::opb::{read_answer, write};
//! use knightsat_veripb::tour::{Kind, Problem};
//! use knightsat_veripb::tour::place::Place;
//!
//! let place: Place = "3x3".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let file = write(&Flow::new(&problem, &Default::default())?, &[], Vec::new())?;
//! assert!(file.starts_with(b"* #variable= "));
//! let answer = read_answer("s UNSATISFIABLE\n", "answer", 1)?;
//! assert!(matches!(answer, Answer::Unsatisfiable));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::cnf::dimacs::opb::{self, Constraint, Size};
use crate::cnf::dimacs::{ReadError, result};
use crate::cnf::{Answer, Lit};
use crate::flow::Flow;
use itertools::Itertools;
use std::io::{self, BufWriter, Write};

/// Writes the constraints of a problem with these comments, and returns the output.
pub fn write<W: Write>(flow: &Flow, comments: &[String], out: W) -> io::Result<W> {
    let mut writer = Writer::new(out, flow.size(), comments);
    writer.constraints(flow);
    writer.finish()
}

/// Writes constraints one by one; the first error is kept for the end.
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

    /// Writes the objective, before all constraints: the sum of these terms, as small as possible.
    pub fn objective(&mut self, terms: impl IntoIterator<Item = (u64, Lit)>) {
        let mut numbers = itoa::Buffer::new();
        self.line.extend_from_slice(b"min:");
        for (factor, lit) in terms {
            self.line.push(b' ');
            self.line
                .extend_from_slice(numbers.format(factor).as_bytes());
            self.line.push(b' ');
            opb::literal(&mut self.line, lit);
        }
        self.end_line();
    }

    /// Writes the constraints of a problem.
    pub fn constraints(&mut self, flow: &Flow) {
        flow.constraints(|constraint| {
            self.constraint(constraint);
            self.error.is_none()
        });
    }

    /// Writes the next constraint.
    ///
    /// # Panics
    /// If there are more constraints than `size` states.
    pub fn constraint(&mut self, constraint: &Constraint) {
        self.left = self.left.checked_sub(1).expect("at most the stated number");
        if self.error.is_none() {
            opb::append(&mut self.line, constraint);
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        self.line.extend_from_slice(b" ;\n");
        if self.error.is_none() {
            self.error = self.out.write_all(&self.line).err();
        }
        self.line.clear();
    }

    /// Ends the file, and returns the output.
    pub fn finish(self) -> io::Result<W> {
        match self.error {
            Some(error) => Err(error),
            None if self.left > 0 => Err(io::Error::other("the stated number of constraints")),
            None => self
                .out
                .into_inner()
                .map_err(io::IntoInnerError::into_error),
        }
    }
}

/// Reads an answer about `variables` variables, called `file` in errors: a line `s`, and lines `v`
/// with literals such as `x1` and `-x1`. Other lines do not count.
pub fn read_answer(text: &str, file: &str, variables: u32) -> Result<Answer, ReadError> {
    let lines = text.lines().map(|line| match line.split_once(' ') {
        Some(("s", _)) => line.to_string(),
        Some(("v", literals)) => format!("v {}", literals.replace('x', "").replace('~', "-")),
        _ => String::new(),
    });
    // No 0 closes the literals. Without a verdict nothing is complete.
    let has_verdict = text.lines().any(|line| line.starts_with("s "));
    let lines = lines.chain(has_verdict.then(|| "v 0".into()));
    result::read(lines.format("\n").to_string().as_bytes(), file, variables)
}
