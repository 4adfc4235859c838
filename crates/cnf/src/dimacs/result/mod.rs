//! Reading what a solver answered.
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
//! Four forms are understood: MiniSat's result file (`SAT` or `UNSAT`, then the values), the SAT
//! competitions' output (`s` line, `v` lines, the last ending in 0; solvers put other lines in
//! between), a bare list of literals, and what Python prints of a model of PySAT: a list in brackets, or
//! `None` where there is no model to show, perhaps after the `True` or `False` of `solve()`. And what some
//! solvers do otherwise:
//! - CaDiCaL says `c UNKNOWN`, Z3 `timeout`, where it ran out of time;
//! - Z3 leaves the closing 0 out and writes the values in order on one line, which is complete if
//!   it reaches the last variable;
//! - clasp, stopped while it still reads the formula, says `s UNSATISFIABLE` and then, in a
//!   comment, `INTERRUPTED`.
//!
//! No more is kept of it than a model takes, see `limited_output`.

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

/// The same from a solver that is known to write the closing 0: without it, its output is cut off
/// even where it reaches the last variable.
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

/// How far the list of values has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    None,
    /// In `v` lines, the 0 still to come.
    Competition,
    /// In plain lines, the 0 still to come.
    Bare,
    /// In brackets, the closing one still to come.
    List,
    Ended,
}

/// Who counts from 0 begins with it.
const FROM_ZERO: &str =
    "variables are counted from 1, these begin with 0: is this a model in another numbering?";

struct ResultReader<'f> {
    file: &'f str,
    variables: u32,
    /// Whether the closing 0 is insisted on.
    closes: bool,
    line: u64,
    status: Option<Status>,
    /// Whether CaDiCaL's comment was met.
    gave_up: bool,
    /// Whether clasp's comment was met.
    interrupted: bool,
    lits: Vec<Lit>,
    values: Values,
    /// Lines of values.
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
            // Of a refutation, or of a solver that has not been asked.
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
                "values go on after the closing 0"
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

    /// Whether these are all values though no 0 ends them: one line of them, in order, up to the
    /// last variable.
    fn is_complete(&self) -> bool {
        let number = |lit: &Lit| lit.var().number();
        !self.closes
            && self.status == Some(Answer::Satisfiable(()))
            && self.value_lines == 1
            && self.lits.last().map_or(0, number) == self.variables
            && self.lits.is_sorted_by(|a, b| number(a) < number(b))
    }

    /// Where the end is missing, if it is.
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
                Err(self.error(0, "values, though the verdict is not satisfiable"))
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

    /// An error on the current line; `column` from 0.
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
