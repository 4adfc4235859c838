//! Reads the answers of solvers.
//!
//! ```
//! use knightsat_cnf::{Answer, Var};
//! use knightsat_cnf::dimacs::result;
//!
//! for text in ["SAT\n1 -2 0\n", "s SATISFIABLE\nv 1 -2 0\n", "[1, -2]\n"] {
//!     let Answer::Satisfiable(model) = result::read(text.as_bytes(), "answer", 2)? else {
//!         panic!("it has a model");
//!     };
//!     assert_eq!(model.value(Var::new(2).unwrap()), Some(false));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Four forms are read. MiniSat's result file has `SAT` or `UNSAT`, then the values. The output of
//! the SAT competitions has an `s` line and `v` lines, the last ending in 0, perhaps with other
//! lines between. A bare list of literals is the third form. Python's output for a model of PySAT
//! is the fourth: a list in brackets, or `None` without a model, perhaps after the `True` or
//! `False` of `solve()`. Deviations of some solvers:
//! - At the time limit CaDiCaL writes `c UNKNOWN`, and Z3 writes `timeout`.
//! - Z3 omits the closing 0 and writes the values in order on one line, which is complete if it
//!   reaches the last variable.
//! - If clasp is interrupted while it reads the formula, it writes `s UNSATISFIABLE` and then, in a
//!   comment, `INTERRUPTED`.
//!
//! The reader keeps no more than the size of a model, see `limited_output`.

mod limited_output;

mod list;

use super::ReadError;
use crate::{Answer, Lit, Model};
use knightsat_base::input::Unmarked;
use knightsat_base::text::counted;
use knightsat_base::text::{quote, quote_bytes};
use limited_output::LimitedOutput;
use std::io::{BufRead, BufReader, Read};

/// Reads an answer about a formula of `variables` variables from `input`, called `file` in errors.
pub fn read<R: Read>(input: R, file: &str, variables: u32) -> Result<Answer, ReadError> {
    read_form(input, file, variables, false)
}

/// Reads an answer like [`read`] from a solver that is known to write the closing 0. Without it the
/// output is truncated, even if it reaches the last variable.
pub fn read_closed<R: Read>(input: R, file: &str, variables: u32) -> Result<Answer, ReadError> {
    read_form(input, file, variables, true)
}

fn read_form<R: Read>(
    input: R,
    file: &str,
    variables: u32,
    closes: bool,
) -> Result<Answer, ReadError> {
    let mut state = ResultReader {
        file,
        variables,
        closes,
        line: 0,
        status: None,
        gave_up: false,
        interrupted: false,
        lits: Vec::new(),
        values: Values::None,
        value_lines: 0,
    };
    let mut input =
        BufReader::with_capacity(1 << 16, LimitedOutput::new(Unmarked::new(input), variables));
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        state.line += 1;
        match input.read_until(b'\n', &mut bytes) {
            Ok(0) => return state.finish(),
            Ok(_) => state.line(&bytes)?,
            Err(error) => return Err(ReadError::io(file, error)),
        }
    }
}

/// A status line, before any values.
type Status = Answer<()>;

/// The state of the list of values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    None,
    /// In `v` lines, before the 0.
    Competition,
    /// In plain lines, before the 0.
    Bare,
    /// In brackets, before the closing one.
    List,
    Ended,
}

/// A model that counts variables from 0 begins with 0.
const FROM_ZERO: &str =
    "variables are counted from 1, these begin with 0: is this a model in another numbering?";

struct ResultReader<'f> {
    file: &'f str,
    variables: u32,
    /// True if the closing 0 is required.
    closes: bool,
    line: u64,
    status: Option<Status>,
    /// True after CaDiCaL's comment.
    gave_up: bool,
    /// True after clasp's comment.
    interrupted: bool,
    lits: Vec<Lit>,
    values: Values,
    /// Number of lines with values.
    value_lines: u64,
}

impl ResultReader<'_> {
    fn line(&mut self, bytes: &[u8]) -> Result<(), ReadError> {
        let first = bytes.iter().position(|byte| !byte.is_ascii_whitespace());
        let Some(first) = first else {
            return Ok(());
        };
        let text = bytes[first..].trim_ascii_end();
        if self.values == Values::List || text.starts_with(b"[") {
            return self.list(bytes, first);
        }
        match text {
            [b'T', b'r', b'u', b'e', rest @ ..] if list::ends_word(rest) => {
                self.status(Answer::Satisfiable(()))?;
                self.rest(bytes, first + 4)
            }
            [b'F', b'a', b'l', b's', b'e', rest @ ..] if list::ends_word(rest) => {
                self.status(Answer::Unsatisfiable)?;
                self.rest(bytes, first + 5)
            }
            // After a refutation, or before any call of the solver.
            b"None" => self.status(self.status.unwrap_or(Answer::Unknown)),
            b"SAT" | b"SATISFIABLE" | b"sat" => self.status(Answer::Satisfiable(())),
            b"UNSAT" | b"UNSATISFIABLE" | b"unsat" => self.status(Answer::Unsatisfiable),
            b"INDET" | b"INDETERMINATE" | b"UNKNOWN" | b"unknown" | b"timeout" => {
                self.status(Answer::Unknown)
            }
            [b'c', rest @ ..] if rest.first().is_none_or(u8::is_ascii_whitespace) => {
                let comment = rest.trim_ascii();
                self.gave_up |= comment == b"UNKNOWN";
                self.interrupted |= comment.starts_with(b"INTERRUPTED");
                Ok(())
            }
            [b's', b' ', status @ ..] => match status.trim_ascii() {
                b"SATISFIABLE" => self.status(Answer::Satisfiable(())),
                b"UNSATISFIABLE" => self.status(Answer::Unsatisfiable),
                b"UNKNOWN" | b"INDETERMINATE" => self.status(Answer::Unknown),
                _ => Err(self.error(
                    first,
                    "expected 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'",
                )),
            },
            b"v" => Ok(()),
            [b'v', b' ' | b'\t', ..] => self.values(bytes, first + 1, Values::Competition),
            [b'-' | b'0'..=b'9', ..] => self.values(bytes, first, Values::Bare),
            _ => Err(self.foreign(text, first)),
        }
    }

    fn status(&mut self, status: Status) -> Result<(), ReadError> {
        match self.status.replace(status) {
            Some(earlier) if earlier != status => {
                Err(self.error(0, "contradicts an earlier verdict"))
            }
            _ => Ok(()),
        }
    }

    fn values(&mut self, bytes: &[u8], start: usize, form: Values) -> Result<(), ReadError> {
        if self.values == Values::None {
            self.values = form;
        }
        self.value_lines += 1;
        let mut column = start;
        for word in bytes[start..].split(u8::is_ascii_whitespace) {
            if !word.is_empty() {
                self.value(word, column, form)?;
            }
            column += word.len() + 1;
        }
        Ok(())
    }

    fn value(&mut self, word: &[u8], column: usize, form: Values) -> Result<(), ReadError> {
        let text = String::from_utf8_lossy(word);
        if self.values == Values::Ended {
            let message = if self.lits.is_empty() {
                FROM_ZERO
            } else {
                "values continue after the closing 0"
            };
            return Err(self.error(column, message));
        }
        if self.values != form {
            return Err(self.error(column, "values with and without 'v' are mixed"));
        }
        let Ok(number) = text.parse::<i32>() else {
            return Err(self.error(column, &format!("'{}' is not a literal", quote(&text))));
        };
        match Lit::from_dimacs(number) {
            None if number == 0 => self.values = Values::Ended,
            Some(lit) if lit.var().number() <= self.variables => self.lits.push(lit),
            _ => {
                let message = format!(
                    "literal {number} is beyond the formula's {}: \
                     is this the result of another formula?",
                    counted(self.variables, "variable")
                );
                return Err(self.error(column, &message));
            }
        }
        Ok(())
    }

    /// Returns true if the values are complete without a closing 0: one line of them, in order, up
    /// to the last variable.
    fn is_complete(&self) -> bool {
        let number = |lit: &Lit| lit.var().number();
        !self.closes
            && self.status == Some(Answer::Satisfiable(()))
            && self.value_lines == 1
            && self.lits.last().map_or(0, number) == self.variables
            && self.lits.is_sorted_by(|a, b| number(a) < number(b))
    }

    /// Returns the fault if the end is missing.
    fn cut_off(&self) -> Option<&'static str> {
        match self.values {
            Values::Competition if !self.is_complete() => {
                Some("the values end without their closing 0: the output is cut off")
            }
            Values::Bare if self.status.is_some() => {
                Some("the values end without their closing 0: the file is cut off")
            }
            Values::List => Some("the list ends without its closing ]: it is cut off"),
            _ => None,
        }
    }

    fn finish(mut self) -> Result<Answer, ReadError> {
        if self.gave_up && self.status.is_none() {
            self.status = Some(Answer::Unknown);
        }
        if self.interrupted && self.status == Some(Answer::Unsatisfiable) {
            self.status = Some(Answer::Unknown);
        }
        if let Some(what) = self.cut_off() {
            return Err(self.error(0, what));
        }
        let has_values = self.values != Values::None;
        match self.status {
            None if !has_values => {
                Err(self.error(0, "no verdict and no values: is this a solver's output?"))
            }
            Some(Answer::Satisfiable(())) if !has_values => {
                Err(self.error(0, "satisfiable, but the values are missing"))
            }
            Some(Answer::Unsatisfiable | Answer::Unknown) if !self.lits.is_empty() => {
                Err(self.error(0, "values, although the verdict is not satisfiable"))
            }
            Some(Answer::Unsatisfiable) => Ok(Answer::Unsatisfiable),
            Some(Answer::Unknown) => Ok(Answer::Unknown),
            None | Some(Answer::Satisfiable(())) => {
                let lits = std::mem::take(&mut self.lits);
                let model = Model::from_lits(&lits);
                let model = model.map_err(|lit| {
                    let variable = lit.var().number();
                    self.error(0, &format!("variable {variable} is both true and false"))
                })?;
                Ok(Answer::Satisfiable(model))
            }
        }
    }

    fn foreign(&self, text: &[u8], column: usize) -> ReadError {
        let statistics =
            text.starts_with(b"====") || text.starts_with(b"|") || text.starts_with(b"WARNING");
        let message = if statistics {
            "these are a solver's statistics: MiniSat writes its values to the file named after the formula, 'minisat FILE.cnf RESULT'".to_string()
        } else {
            format!(
                "expected a verdict, values or a list such as [1, -2], found '{}'",
                quote_bytes(text)
            )
        };
        self.error(column, &message)
    }

    /// Returns an error on the current line; `column` counts from 0.
    fn error(&self, column: usize, message: &str) -> ReadError {
        ReadError::Syntax {
            file: self.file.to_string(),
            line: self.line,
            column: column as u64 + 1,
            message: message.to_string(),
        }
    }
}

#[cfg(test)]
mod tests;
