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
use crate::sink::Cnf;
use crate::{Answer, Lit, Model, Var};
use itertools::Itertools;
use knightsat_base::text::quote;
use std::collections::HashMap;
use std::io::{self, Write};

/// Writes a formula after these comments, one on each line. The variables have these symbols, in
/// order. The script requests a verdict, and the values of all variables.
pub fn write(
    formula: &Cnf,
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
    let term = |lit: &Lit| {
        let symbol = &symbols[lit.var().number() as usize - 1];
        if lit.is_positive() {
            symbol.clone()
        } else {
            format!("(not {symbol})")
        }
    };
    for clause in formula.clauses() {
        match clause {
            [] => writeln!(out, "(assert false)")?,
            [lit] => writeln!(out, "(assert {})", term(lit))?,
            lits => writeln!(out, "(assert (or {}))", lits.iter().map(term).format(" "))?,
        }
    }
    writeln!(out, "(check-sat)")?;
    if !symbols.is_empty() {
        writeln!(out, "(get-value (\n  {}))", symbols.iter().format("\n  "))?;
    }
    out.flush()
}

/// Reads the answer of an SMT solver, called `file` in errors, to a script with these symbols: a
/// verdict, and after `sat` the values, as `get-value` prints them. Parentheses separate words.
///
/// After another verdict solvers report that there are no values, which is expected.
pub fn read(text: &str, file: &str, symbols: &[String]) -> Result<Answer, ReadError> {
    answer(text, symbols).map_err(|(place, message)| {
        let before = &text[..place];
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        ReadError::Syntax {
            file: file.to_string(),
            line: before.matches('\n').count() as u64 + 1,
            column: (before.len() - line) as u64 + 1,
            message,
        }
    })
}

/// A place in the text, and the fault there.
type Fault = (usize, String);

fn answer(text: &str, symbols: &[String]) -> Result<Answer, Fault> {
    let expected = |what: &str, (place, found): (usize, &str)| {
        (place, format!("expected {what}, found '{}'", quote(found)))
    };
    let complaint = |said: Option<(usize, &str)>| {
        let (place, said) = said.unwrap_or((text.len(), ""));
        (place, format!("the solver complains: {}", quote(said)))
    };
    let names = symbols.iter().map(|symbol| symbol.trim_matches('|'));
    let vars: HashMap<&str, Var> = names.zip((1..).map_while(Var::new)).collect();
    let mut words = words(text).skip_while(|&(_, word)| word == "success");
    let verdict = match words.next() {
        Some((_, "sat")) => None,
        Some((_, "unsat")) => Some(Answer::Unsatisfiable),
        Some((_, "unknown" | "timeout")) => Some(Answer::Unknown),
        Some((_, "error")) => return Err(complaint(words.next())),
        Some(word) => return Err(expected("sat, unsat or unknown", word)),
        None => {
            let message = "no verdict: is this an SMT solver's answer?";
            return Err((text.len(), message.into()));
        }
    };
    let mut lits = Vec::new();
    while let Some((place, name)) = words.next() {
        match (&verdict, vars.get(name.trim_matches('|'))) {
            (Some(_), _) if name == "error" => break,
            (None, None) if name == "error" => return Err(complaint(words.next())),
            (Some(_), _) => {
                let message = "values or a verdict, although the verdict is not sat";
                return Err((place, message.into()));
            }
            (None, None) => {
                let name = quote(name);
                let message =
                    format!("the formula has no '{name}': is this the answer to another one?");
                return Err((place, message));
            }
            (None, Some(var)) => lits.push(match words.next().unwrap_or((text.len(), "")) {
                (_, "true") => var.pos(),
                (_, "false") => var.neg(),
                other => return Err(expected("true or false", other)),
            }),
        }
    }
    if let Some(verdict) = verdict {
        return Ok(verdict);
    }
    if lits.len() < symbols.len() {
        let message = "satisfiable, but values are missing: is the answer cut off?";
        return Err((text.len(), message.into()));
    }
    let contradict = |_| (text.len(), "the values contradict each other".into());
    let model = Model::from_lits(&lits).map_err(contradict);
    model.map(Answer::Satisfiable)
}

/// Returns the words and quotations of an answer with their places, without comments.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_separator = |c: char| c.is_whitespace() || "()".contains(c);
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start_matches(is_separator);
            let place = text.len() - rest.len();
            let mark = rest.chars().next()?;
            let end = match mark {
                ';' => rest.find('\n'),
                '|' | '"' => rest[1..].find(mark).map(|inside| inside + 2),
                _ => rest.find(|c| is_separator(c) || ";|\"".contains(c)),
            };
            let (word, later) = rest.split_at(end.unwrap_or(rest.len()));
            rest = later;
            if mark != ';' {
                return Some((place, word));
            }
        }
    })
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
            sat\n => 2:1: satisfiable, but values are missing: is the answer cut off?
            sat ((v2 true)\n => 2:1: satisfiable, but values are missing: is the answer cut off?
            sat ((v2 true) (v2 false) (v3 true)) => 1:37: the values contradict each other
            sat\nunsat\n => 2:1: the formula has no 'unsat': is this the answer to another one?
            unsat\nsat\n => 2:1: values or a verdict, although the verdict is not sat
            s SATISFIABLE => 1:1: expected sat, unsat or unknown, found 's'
            (error "line 1: no logic") => 1:8: the solver complains: "line 1: no logic"
            sat ((v2 true)) (error "x") => 1:24: the solver complains: "x"
            ((v2 true)) => 1:3: expected sat, unsat or unknown, found 'v2'
            unsat\n((v2 true))\n => 2:3: values or a verdict, although the verdict is not sat
            sat ((v4 true)) => 1:7: the formula has no 'v4': is this the answer to another one?
            sat ((v2 #b1)) => 1:10: expected true or false, found '#b1'
            sat ((v2 => 1:9: expected true or false, found ''
            sat ((v2 true false)) => 1:15: the formula has no 'false'…
            sat ((|v2 true)) => 1:7: the formula has no '|v2 true))': is this the answer to another one?
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
