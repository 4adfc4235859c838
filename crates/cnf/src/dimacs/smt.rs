//! SMT-LIB 2: clauses as assertions over named Booleans, and the answers of SMT solvers.
//!
//! ```
//! use knightsat_cnf::dimacs::smt;
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//!
//! let mut formula = Cnf::default();
//! let vars = formula.new_vars(2);
//! formula.clause(&[vars.get(0).pos(), vars.get(1).neg()]);
//! let symbols = ["|x[1]|".to_string(), "v2".to_string()];
//! let mut script = Vec::new();
//! smt::write(&formula, &symbols, &[], &mut script)?;
//! let script = String::from_utf8(script)?;
//! assert!(script.contains("(declare-const |x[1]| Bool)\n"));
//! assert!(script.contains("(assert (or |x[1]| (not v2)))\n"));
//!
//! let answer = "sat ((|x[1]| true) (v2 true))";
//! assert!(matches!(smt::read(answer, "answer", &symbols)?, knightsat_cnf::Answer::Satisfiable(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! See Barrett, Fontaine and Tinelli, The SMT-LIB standard, version 2.6, 2017, for the language.

use super::ReadError;
use crate::sink::{ClauseGroup, ClauseSink};
use crate::{Answer, Clauses, Lit, Model, Var, Vars};
use itertools::Itertools;
use knightsat_base::text::quote;
use std::collections::HashMap;
use std::io::{self, Write};

/// Writes a formula after these comments, one on each line. The variables have these symbols, in
/// order. The script requests a verdict, and the values of all variables.
pub fn write(
    formula: &impl Clauses,
    symbols: &[String],
    comments: &[String],
    mut out: impl Write,
) -> io::Result<()> {
    for comment in comments {
        writeln!(out, "; {comment}")?;
    }
    writeln!(out, "(set-option :produce-models true)\n(set-logic QF_UF)")?;
    for symbol in symbols {
        writeln!(out, "(declare-const {symbol} Bool)")?;
    }
    let mut sink = Assertions {
        symbols,
        taken: 0,
        out: &mut out,
        written: Ok(()),
    };
    formula.write(&mut sink);
    sink.written?;
    writeln!(out, "(check-sat)")?;
    if !symbols.is_empty() {
        writeln!(out, "(get-value (\n  {}))", symbols.iter().format("\n  "))?;
    }
    out.flush()
}

/// A sink that writes clauses as assertions.
struct Assertions<'o, W> {
    symbols: &'o [String],
    taken: u32,
    out: &'o mut W,
    /// The first error of the output.
    written: io::Result<()>,
}

impl<W: Write> ClauseSink for Assertions<'_, W> {
    fn new_vars(&mut self, count: u32) -> Vars {
        Vars::take(&mut self.taken, count)
    }

    fn group(&mut self, group: &'static ClauseGroup) {
        if self.written.is_ok() {
            self.written = writeln!(self.out, "; {}", group.name);
        }
    }

    fn clause(&mut self, lits: &[Lit]) {
        let term = |lit: &Lit| {
            let symbol = &self.symbols[lit.var().number() as usize - 1];
            if lit.is_positive() {
                symbol.clone()
            } else {
                format!("(not {symbol})")
            }
        };
        let clause = match lits {
            [] => "false".into(),
            [lit] => term(lit),
            lits => format!("(or {})", lits.iter().map(term).format(" ")),
        };
        if self.written.is_ok() {
            self.written = writeln!(self.out, "(assert {clause})");
        }
    }

    fn is_done(&self) -> bool {
        self.written.is_err()
    }
}

/// Reads the answer of an SMT solver, called `file` in errors, to a script with these symbols: a
/// verdict, and after `sat` the values, as `get-value` prints them.
///
/// After another verdict solvers report that there are no values, which is expected.
pub fn read(text: &str, file: &str, symbols: &[String]) -> Result<Answer, ReadError> {
    let names = symbols.iter().map(|symbol| symbol.trim_matches('|'));
    let mut reader = AnswerReader {
        vars: names.zip((1..).map_while(Var::new)).collect(),
        text,
        token: 0,
        end: 0,
    };
    reader.answer().map_err(|message| {
        let before = &text[..reader.token];
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        ReadError::Syntax {
            file: file.to_string(),
            line: before.matches('\n').count() as u64 + 1,
            column: (before.len() - line) as u64 + 1,
            message,
        }
    })
}

struct AnswerReader<'t> {
    vars: HashMap<&'t str, Var>,
    text: &'t str,
    /// The place of the last token, and its end.
    token: usize,
    end: usize,
}

/// A fault at the last token.
type Fault = String;

impl<'t> AnswerReader<'t> {
    fn answer(&mut self) -> Result<Answer, Fault> {
        let answer = loop {
            match self.next()? {
                Some("success") => {}
                Some("sat") => return self.values(),
                Some("unsat") => break Answer::Unsatisfiable,
                Some("unknown" | "timeout") => break Answer::Unknown,
                Some("(") if self.more()? == "error" => return Err(self.complaint()?),
                Some(word) => return Err(expected("sat, unsat or unknown", word)),
                None => return Err("no verdict: is this an SMT solver's answer?".into()),
            }
        };
        match self.next()? {
            None => Ok(answer),
            Some("(") if self.more()? == "error" => Ok(answer),
            Some(_) => Err("values or a verdict, although the verdict is not sat".into()),
        }
    }

    /// Reads lists of names with their values.
    fn values(&mut self) -> Result<Answer, Fault> {
        const VALUE: &str = "a name and its value, such as (|x[1][a1]| true)";
        let mut lits = Vec::new();
        while let Some(word) = self.next()? {
            if word != "(" {
                return Err(expected("values", word));
            }
            loop {
                match self.more()? {
                    ")" => break,
                    "(" => lits.push(self.value()?),
                    "error" => return Err(self.complaint()?),
                    word => return Err(expected(VALUE, word)),
                }
            }
        }
        if lits.is_empty() && !self.vars.is_empty() {
            return Err("satisfiable, but the values are missing".into());
        }
        let model = Model::from_lits(&lits);
        let model = model.map_err(|_| "the values contradict each other");
        Ok(Answer::Satisfiable(model?))
    }

    /// Reads `NAME VALUE)`.
    fn value(&mut self) -> Result<Lit, Fault> {
        let name = self.more()?;
        let Some(&var) = self.vars.get(name.trim_matches('|')) else {
            let name = quote(name);
            return Err(format!(
                "the formula has no '{name}': is this the answer to another one?"
            ));
        };
        let lit = match self.more()? {
            "true" => var.pos(),
            "false" => var.neg(),
            other => return Err(expected("true or false", other)),
        };
        match self.more()? {
            ")" => Ok(lit),
            word => Err(expected("')'", word)),
        }
    }

    /// Returns the complaint of a solver as a fault.
    fn complaint(&mut self) -> Result<Fault, Fault> {
        Ok(format!("the solver complains: {}", quote(self.more()?)))
    }

    /// Returns the next token, which must exist.
    fn more(&mut self) -> Result<&'t str, Fault> {
        let word = self.next()?;
        word.ok_or_else(|| "a parenthesis is not closed: the answer is cut off".into())
    }

    /// Returns the next parenthesis, quotation or word, `None` at the end.
    fn next(&mut self) -> Result<Option<&'t str>, Fault> {
        loop {
            let rest = self.text[self.end..].trim_start();
            self.token = self.text.len() - rest.len();
            let length = match rest.chars().next() {
                None => return Ok(None),
                Some(';') => rest.find('\n').unwrap_or(rest.len()),
                Some('(' | ')') => 1,
                Some(mark @ ('|' | '"')) => match rest[1..].find(mark) {
                    Some(inside) => inside + 2,
                    None => {
                        return Err("this quotation is not closed: the answer is cut off".into());
                    }
                },
                Some(_) => {
                    let is_end = |c: char| c.is_whitespace() || "();\"|".contains(c);
                    rest.find(is_end).unwrap_or(rest.len())
                }
            };
            self.end = self.token + length;
            if !rest.starts_with(';') {
                return Ok(Some(&rest[..length]));
            }
        }
    }
}

fn expected(what: &str, found: &str) -> Fault {
    format!("expected {what}, found '{}'", quote(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{assert_message, cases};

    fn answer(text: &str) -> Result<Answer, String> {
        let symbols = ["|x[1][a1]|", "v2", "v3"].map(String::from);
        read(text, "answer", &symbols).map_err(|error| error.to_string())
    }

    #[test]
    fn answers_are_read_in_every_notation() {
        let values = "sat\n((|x[1][a1]| true) (|v2| false)\n ; more\n (v3 true))\n";
        let lists = "success\r\nsat\r\n((v2\n false))\n((|x[1][a1]| true)(v3 true))";
        let expected = [1, -2, 3].map(|number| Lit::from_dimacs(number).unwrap());
        for text in [values, lists] {
            let Ok(Answer::Satisfiable(model)) = answer(text) else {
                panic!("{text}");
            };
            assert_eq!(model.lits().collect_vec(), expected, "{text}");
        }
        let complaint = "success\nunsat\n(error \"line 97 column 10: model is not available\")\n";
        assert_eq!(answer(complaint), Ok(Answer::Unsatisfiable));
        let unknown = complaint.replace("unsat", "unknown");
        assert_eq!(answer(&unknown), Ok(Answer::Unknown));
        assert_eq!(answer("; z3\r\ntimeout\r\n"), Ok(Answer::Unknown));
    }

    #[test]
    fn faults_have_their_place() {
        for (text, expected) in cases(
            r#"
            \n => 2:1: no verdict: is this an SMT solver's answer?
            sat\n => 2:1: satisfiable, but the values are missing
            sat\nunsat\n => 2:1: expected values, found 'unsat'
            unsat\nsat\n => 2:1: values or a verdict, although the verdict is not sat
            s SATISFIABLE => 1:1: expected sat, unsat or unknown, found 's'
            sat) => 1:4: expected values, found ')'
            (error "line 1: no logic") => 1:8: the solver complains: "line 1: no logic"
            sat ((v2 true)) (error "x") => 1:24: the solver complains: "x"
            ((v2 true)) => 1:2: expected sat, unsat or unknown, found '('
            unsat\n((v2 true))\n => 2:2: values or a verdict, although the verdict is not sat
            sat ((v2 true) (v2 false)) => 1:27: the values contradict each other
            sat ((v4 true)) => 1:7: the formula has no 'v4': is this the answer to another one?
            sat ((v2 #b1)) => 1:10: expected true or false, found '#b1'
            sat ((v2 true false)) => 1:15: expected ')', found 'false'
            sat (v2 true) => 1:6: expected a name and its value, such as (|x[1][a1]| true), found 'v2'
            sat ((v2 true)\n => 2:1: a parenthesis is not closed: the answer is cut off
            sat ((|v2 true)) => 1:7: this quotation is not closed: the answer is cut off
            "#,
        ) {
            assert_message(
                &answer(&text).unwrap_err(),
                &format!("answer:{expected}"),
                &text,
            );
        }
    }
}
