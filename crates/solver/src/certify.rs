//! Refutations by other solvers. Their DRAT proofs are elaborated into LRAT proofs, which can be
//! checked.
//!
//! ```
//! use knightsat_solver::certify::can_certify;
//!
//! assert!(can_certify("kissat").is_ok());
//! let why = can_certify("minisat").unwrap_err();
//! assert!(why.to_string().contains("no proof"));
//! ```

use super::elaborate::Elaborator;
use super::portfolio::check_model;
use super::refute::RefuteError;
use super::table::TABLE;
use super::{Limits, Program, SolverError};
use crate::base::input::{self, Input};
use crate::base::system;
use itertools::Itertools;
use knightsat_cnf::sink::Cnf;
use knightsat_cnf::{Answer, Clauses, Lit};
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

/// The lemmas between two polls of the clock.
const LEMMAS: u64 = 1 << 8;
/// The bytes that any line of a proof may have.
const LONGEST_SHORT: u64 = 1 << 12;

/// Returns the names of the solvers whose refutations come with proofs, varisat first.
pub fn certifiers() -> impl Iterator<Item = &'static str> {
    let able = TABLE.iter().filter(|known| known.drat.is_some());
    ["varisat"].into_iter().chain(able.map(|known| known.name))
}

/// Fails unless the solver of this name writes proofs of its refutations. The error lists the
/// solvers that do. The solver need not be installed.
pub fn can_certify(solver: &str) -> Result<(), SolverError> {
    if certifiers().any(|name| name == solver) {
        return Ok(());
    }
    let what = format!("writes no proof in DRAT: ask {}", certifiers().format(", "));
    Err(SolverError::fault(solver, what))
}

/// Refutes `formula`, which is also in the file `cnf`, with `solver`. Writes an LRAT and a DRAT
/// proof of the same steps, see [`refute`](super::refute::refute). The solver writes its own proof
/// to the file `theirs`, which is removed.
pub fn refute_by(
    solver: &dyn Program,
    cnf: &Path,
    formula: &Cnf,
    theirs: &Path,
    limits: &Limits,
    lrat: impl Write,
    drat: impl Write,
) -> Result<Answer, RefuteError> {
    solver.can_prove()?;
    elaborated(solver, formula, [cnf, theirs], limits, || {
        Elaborator::new(formula, lrat, drat)
    })
}

/// Runs the solver on the formula in the first file. Derives its proof in the second file again, up
/// to the empty clause, and removes that file.
pub fn elaborated<F: Clauses, L: Write, D: Write>(
    solver: &dyn Program,
    formula: &F,
    [cnf, theirs]: [&Path; 2],
    limits: &Limits,
    elaborator: impl FnOnce() -> io::Result<Elaborator<L, D>>,
) -> Result<Answer, RefuteError> {
    let variables = formula.header().variables;
    let answer = match solver.ask(cnf, Some(theirs), variables, limits)? {
        Answer::Satisfiable(model) => {
            check_model(formula, &model).map_err(|what| SolverError::fault(solver.name(), what))?;
            Answer::Satisfiable(model)
        }
        Answer::Unsatisfiable => match Input::open(theirs, &limits.stop) {
            Err(_) if limits.is_over() => Answer::Unknown,
            Err(_) => return Err(SolverError::fault(solver.name(), "wrote no proof").into()),
            Ok(proof) => {
                let mut proof = Proof {
                    solver,
                    input: BufReader::with_capacity(1 << 16, proof),
                    variables,
                    line: 0,
                    text: Vec::new(),
                };
                proof.elaborate(elaborator()?, limits)?
            }
        },
        Answer::Unknown => Answer::Unknown,
    };
    let _ = fs::remove_file(theirs);
    Ok(answer)
}

/// A DRAT proof that is being read.
struct Proof<'s> {
    solver: &'s dyn Program,
    input: BufReader<Input>,
    variables: u32,
    line: u64,
    text: Vec<u8>,
}

impl Proof<'_> {
    /// Elaborates up to the empty clause.
    fn elaborate(
        &mut self,
        mut elaborator: Elaborator<impl Write, impl Write>,
        limits: &Limits,
    ) -> Result<Answer, RefuteError> {
        let mut lits = Vec::new();
        while !elaborator.is_refuted() {
            if self.line.is_multiple_of(LEMMAS) && limits.is_over() {
                return Ok(Answer::Unknown);
            }
            let what = match self.next(&mut lits) {
                Err(_) if limits.is_over() => return Ok(Answer::Unknown),
                Err(what) => what,
                Ok(None) => "ends before the empty clause".to_string(),
                Ok(Some(true)) => {
                    elaborator.delete(&lits)?;
                    continue;
                }
                Ok(Some(false)) if elaborator.lemma(&lits)? => continue,
                Ok(Some(false)) => "has a lemma that does not follow by unit propagation".into(),
            };
            let what = format!("writes a proof that {what} (line {})", self.line);
            return Err(SolverError::fault(self.solver.name(), what).into());
        }
        elaborator.flush()?;
        Ok(Answer::Unsatisfiable)
    }

    /// Reads the next step: its literals, and true if it deletes. Returns `None` at the end. The
    /// error describes the fault of the proof.
    fn next(&mut self, lits: &mut Vec<Lit>) -> Result<Option<bool>, String> {
        self.text.clear();
        self.line += 1;
        // Every literal twice, each with its sign, ten digits and a blank.
        let longest = LONGEST_SHORT + 24 * u64::from(self.variables);
        let mut line = self.input.by_ref().take(longest + 1);
        let read = line.read_until(b'\n', &mut self.text);
        match read.map_err(|error| system::message(&error))? {
            0 => return Ok(None),
            read if read as u64 > longest => {
                let error = input::too_long(longest, "any clause");
                return Err(format!("has a line {error}"));
            }
            _ => {}
        }
        let text = String::from_utf8_lossy(&self.text);
        let mut words = text.split_ascii_whitespace().peekable();
        let deletes = words.next_if_eq(&"d").is_some();
        lits.clear();
        for word in words.by_ref() {
            match word.parse::<i32>() {
                Ok(0) => break,
                Ok(number) => {
                    let lit = Lit::from_dimacs(number);
                    let lit = lit.filter(|lit| lit.var().number() <= self.variables);
                    lits.push(lit.ok_or("uses a variable that the formula has not")?);
                }
                Err(_) => return Err("is not DRAT as text".into()),
            }
        }
        let is_whole = text.split_ascii_whitespace().next_back() == Some("0");
        if words.next().is_none() && is_whole {
            Ok(Some(deletes))
        } else {
            Err("has a line that does not end in its 0".into())
        }
    }
}

/// A line of an LRAT proof.
pub enum LratLine {
    /// A derived clause: its number, its literals, and the numbers of its hints.
    Lemma(u64, Vec<i32>, Vec<u64>),
    /// Clauses that are no longer needed.
    Delete(Vec<u64>),
}

impl LratLine {
    /// Parses a line; `None` if it is none of an LRAT proof without RAT steps.
    pub fn parse(text: &str) -> Option<LratLine> {
        let mut words = text.split_ascii_whitespace().peekable();
        let number = words.next()?.parse().ok()?;
        if words.next_if_eq(&"d").is_some() {
            return Some(LratLine::Delete(numbers(words)?));
        }
        let mut lits = Vec::new();
        loop {
            match words.next()?.parse().ok()? {
                0 => break,
                lit => lits.push(lit),
            }
        }
        Some(LratLine::Lemma(number, lits, numbers(words)?))
    }
}

/// Parses numbers of clauses up to a closing 0, which ends the line.
fn numbers<'t>(words: impl Iterator<Item = &'t str>) -> Option<Vec<u64>> {
    let all: Option<Vec<u64>> = words.map(|word| word.parse().ok()).collect();
    let mut all = all?;
    (all.pop()? == 0 && !all.contains(&0)).then_some(all)
}
