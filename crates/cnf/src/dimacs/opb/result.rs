//! What a pseudo-Boolean solver answers: an `s` line, and `v` lines with the literals that are true,
//! `x1 -x2 x3`, as the PB competitions have it. There is no closing 0.

use crate::dimacs::ReadError;
use crate::{Answer, Lit, Model, Var};
use knightsat_base::input::Unmarked;
use knightsat_base::plural::counted;
use knightsat_base::quote::quote;
use std::io::{BufRead, BufReader, Read};

/// Longest line that is read: values of millions of variables.
const LONGEST: u64 = 1 << 30;

/// Reads an answer about `variables` variables from `input`, called `file` in errors.
pub fn read_answer<R: Read>(input: R, file: &str, variables: u32) -> Result<Answer, ReadError> {
    let mut reader = BufReader::new(Unmarked::new(input));
    let mut answer = Values {
        file,
        variables,
        line: 0,
        verdict: None,
        lits: Vec::new(),
    };
    let mut line = String::new();
    loop {
        line.clear();
        answer.line += 1;
        match (&mut reader).take(LONGEST).read_line(&mut line) {
            Ok(0) => return answer.finish(),
            Ok(_) => answer.line(&line)?,
            Err(error) => return Err(ReadError::io(file, error)),
        }
    }
}

struct Values<'f> {
    file: &'f str,
    variables: u32,
    line: u64,
    verdict: Option<Verdict>,
    lits: Vec<Lit>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

impl Values<'_> {
    fn line(&mut self, text: &str) -> Result<(), ReadError> {
        let mut words = text.split_ascii_whitespace();
        match words.next() {
            Some("s") => {
                let said = words.collect::<Vec<_>>().join(" ");
                let verdict = match &said[..] {
                    "SATISFIABLE" | "OPTIMUM FOUND" => Verdict::Satisfiable,
                    "UNSATISFIABLE" => Verdict::Unsatisfiable,
                    "UNKNOWN" | "UNSUPPORTED" => Verdict::Unknown,
                    _ => {
                        return Err(self
                            .wrong("expected 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'"));
                    }
                };
                match self.verdict.replace(verdict) {
                    Some(earlier) if earlier != verdict => {
                        Err(self.wrong("contradicts an earlier verdict"))
                    }
                    _ => Ok(()),
                }
            }
            Some("v") => words.try_for_each(|word| self.value(word)),
            // Comments, objectives, and what solvers say besides.
            _ => Ok(()),
        }
    }

    fn value(&mut self, word: &str) -> Result<(), ReadError> {
        let name = word.strip_prefix(['-', '~']).unwrap_or(word);
        let number = name
            .strip_prefix('x')
            .and_then(|digits| digits.parse().ok());
        let Some(var) = number.and_then(Var::new) else {
            return Err(self.wrong(&format!("'{}' is not a literal such as x1", quote(word))));
        };
        if var.number() > self.variables {
            return Err(self.wrong(&format!(
                "'{}' is beyond the formula's {}: is this the result of another formula?",
                quote(word),
                counted(self.variables, "variable")
            )));
        }
        let is_true = name.len() == word.len();
        self.lits.push(if is_true { var.pos() } else { var.neg() });
        Ok(())
    }

    fn finish(self) -> Result<Answer, ReadError> {
        match self.verdict {
            None => Err(self.wrong("no verdict: is this the output of a pseudo-Boolean solver?")),
            Some(Verdict::Unsatisfiable) => Ok(Answer::Unsatisfiable),
            Some(Verdict::Unknown) => Ok(Answer::Unknown),
            Some(Verdict::Satisfiable) if self.lits.is_empty() && self.variables > 0 => {
                Err(self.wrong("satisfiable, but the values are missing"))
            }
            Some(Verdict::Satisfiable) => match Model::from_lits(&self.lits) {
                Ok(model) => Ok(Answer::Satisfiable(model)),
                Err(lit) => {
                    let number = lit.var().number();
                    Err(self.wrong(&format!("variable {number} is both true and false")))
                }
            },
        }
    }

    fn wrong(&self, message: &str) -> ReadError {
        ReadError::Syntax {
            file: self.file.to_string(),
            line: self.line,
            column: 1,
            message: message.to_string(),
        }
    }
}
