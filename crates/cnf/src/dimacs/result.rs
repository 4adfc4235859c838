//! Reads the answers of solvers.
//!
//! ```
//! # mod knightsat { pub use knightsat_cnf as cnf; }
//! use knightsat::cnf::{Answer, Var};
//! use knightsat::cnf::dimacs::result;
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
//! - At the time limit CaDiCaL writes `c UNKNOWN`, others `c s UNKNOWN`, and Z3 writes `timeout`.
//! - Z3 omits the closing 0 and writes the values in order on one line, which is complete if it
//!   reaches the last variable.
//! - If clasp is interrupted while it reads the formula, it writes `s UNSATISFIABLE` and then, in a
//!   comment, `INTERRUPTED`.
//!
//! Colour codes of terminals are ignored.

mod values;

use self::values::Values;
use super::ReadError;
use super::formats::other_format;
use crate::{Answer, Lit, Model};
use knightsat_base::input::Unmarked;
use knightsat_base::text::{counted, quote_bytes, without_colours};
use std::io::{BufRead, BufReader, Read};

/// Bytes that an answer may have besides values and comments.
const OTHERS: u64 = 1 << 16;
/// Bytes for a value: sign, ten digits, a line of its own, and some blanks.
const VALUE: u64 = 24;

/// Reads an answer about a formula of `variables` variables from `input`, called `file` in errors.
pub fn read<R: Read>(input: R, file: &str, variables: u32) -> Result<Answer, ReadError> {
    read_answer(input, file, variables, false)
}

/// Reads an answer like [`read`] from a solver that is known to write the closing 0. Without it the
/// output is truncated, even if it reaches the last variable.
#[doc(hidden)]
pub fn read_closed<R: Read>(input: R, file: &str, variables: u32) -> Result<Answer, ReadError> {
    read_answer(input, file, variables, true)
}

/// Reads an answer. Comments may have any size. The rest is limited to the size of a model, so that
/// neither a line nor the whole output can exhaust the memory.
fn read_answer<R: Read>(
    input: R,
    file: &str,
    variables: u32,
    is_closed: bool,
) -> Result<Answer, ReadError> {
    let mut state = ResultReader {
        file,
        variables,
        is_closed,
        ..ResultReader::default()
    };
    let failed = |error| ReadError::io(file, error);
    let mut input = BufReader::with_capacity(1 << 16, Unmarked::new(input));
    let mut left = OTHERS + VALUE * u64::from(variables);
    let mut line = Vec::new();
    loop {
        line.clear();
        state.line += 1;
        let mut limited = input.by_ref().take(left + 1);
        let length = limited.read_until(b'\n', &mut line).map_err(failed)?;
        let is_comment = matches!(line[..], [b'c'] | [b'c', b' ' | b'\t' | b'\r' | b'\n', ..]);
        if length == 0 {
            return state.finish();
        } else if !is_comment {
            let rest = left.checked_sub(length as u64);
            left = rest.ok_or_else(|| {
                let variables = counted(variables, "variable");
                state.error(0, &format!("more than a model of {variables} takes"))
            })?;
        } else if !line.ends_with(b"\n") {
            input.skip_until(b'\n').map_err(failed)?;
        }
        if line.contains(&ESCAPE) {
            let plain = without_colours(&String::from_utf8_lossy(&line)).into_owned();
            line = plain.into_bytes();
        }
        state.read_line(&line, 0)?;
    }
}

/// The byte that begins a colour code.
const ESCAPE: u8 = 0x1b;

/// A status line, before any values.
type Status = Answer<()>;

#[derive(Default)]
struct ResultReader<'f> {
    file: &'f str,
    variables: u32,
    /// True if the values must have their closing 0.
    is_closed: bool,
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
    /// Reads the rest of a line from this index on.
    fn read_line(&mut self, line: &[u8], from: usize) -> Result<(), ReadError> {
        let Some(first) = (from..line.len()).find(|&at| !line[at].is_ascii_whitespace()) else {
            return Ok(());
        };
        let text = line[first..].trim_ascii_end();
        let end = text.iter().position(u8::is_ascii_whitespace);
        let (word, rest) = text.split_at(end.unwrap_or(text.len()));
        match (word, rest.trim_ascii_start()) {
            (b"c", comment) => {
                self.gave_up |= matches!(comment, b"UNKNOWN" | b"s UNKNOWN");
                self.interrupted |= comment.starts_with(b"INTERRUPTED");
                Ok(())
            }
            (b"s", said) => match verdict(said) {
                Some(status) => self.status(status),
                None => Err(self.error(
                    first,
                    "expected 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'",
                )),
            },
            // The cost so far, of a MaxSAT solver.
            (b"v", b"") | (b"o", _) => Ok(()),
            (b"v", _) => self.read_values(line, first + 1, Values::Competition),
            _ if self.values == Values::List || text[0] == b'[' => self.read_list(line, first),
            (b"True" | b"False", _) if from == 0 => {
                self.status(match word {
                    b"True" => Answer::Satisfiable(()),
                    _ => Answer::Unsatisfiable,
                })?;
                self.read_line(line, first + word.len())
            }
            // After a refutation, or before any call of the solver.
            (b"None", b"") => self.status(self.status.unwrap_or(Answer::Unknown)),
            ([b'-' | b'0'..=b'9', ..], _) => self.read_values(line, first, Values::Bare),
            _ => match verdict(text) {
                Some(status) => self.status(status),
                None => Err(self.foreign(text, first)),
            },
        }
    }

    fn status(&mut self, status: Status) -> Result<(), ReadError> {
        match self.status.replace(status) {
            Some(earlier) if earlier != status => {
                Err(self.error(0, "contradicts an earlier verdict"))
            }
            Some(_) if self.values == Values::Ended => {
                Err(self.error(0, "a second answer begins here: keep one of the two"))
            }
            _ => Ok(()),
        }
    }

    fn finish(self) -> Result<Answer, ReadError> {
        if let Some(what) = self.cut_off() {
            return Err(self.error(0, what));
        }
        let has_values = self.values != Values::None;
        let fault = match self.status {
            None if self.gave_up => return Ok(Answer::Unknown),
            None if !has_values => "no verdict and no values: is this a solver's output?",
            Some(Answer::Satisfiable(())) if !has_values && self.variables > 0 => {
                "satisfiable, but the values are missing"
            }
            Some(Answer::Unsatisfiable | Answer::Unknown) if !self.lits.is_empty() => {
                "values, although the verdict is not satisfiable"
            }
            Some(Answer::Unsatisfiable) if !self.interrupted => return Ok(Answer::Unsatisfiable),
            Some(Answer::Unsatisfiable | Answer::Unknown) => return Ok(Answer::Unknown),
            None | Some(Answer::Satisfiable(())) => {
                return Model::from_lits(&self.lits)
                    .map(Answer::Satisfiable)
                    .map_err(|error| self.error(0, &error.to_string()));
            }
        };
        Err(self.error(0, fault))
    }

    fn foreign(&self, text: &[u8], column: usize) -> ReadError {
        let begins = |start: &&[u8]| text.starts_with(start);
        let message = if [&b"===="[..], b"|", b"WARNING"].iter().any(begins) {
            "these are a solver's statistics: MiniSat writes its values to the file named after the formula, 'minisat FILE.cnf RESULT'".to_string()
        } else if let Some(other) = other_format(&String::from_utf8_lossy(text)) {
            format!("{other}; expected a verdict or values of a SAT solver")
        } else {
            format!(
                "expected a verdict, values or a list such as [1, -2], found '{}': \
                 keep only the solver's own output",
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

/// Returns the verdict in these words, which solvers write with or without an `s`.
fn verdict(words: &[u8]) -> Option<Status> {
    match words {
        b"SATISFIABLE" | b"OPTIMUM FOUND" | b"SAT" | b"sat" => Some(Answer::Satisfiable(())),
        b"UNSATISFIABLE" | b"UNSAT" | b"unsat" => Some(Answer::Unsatisfiable),
        b"UNKNOWN" | b"INDETERMINATE" | b"INDET" | b"UNSUPPORTED" | b"unknown" | b"timeout" => {
            Some(Answer::Unknown)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
