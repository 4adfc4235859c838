//! Refutations by other solvers, whose DRAT proofs become LRAT proofs that can be checked.
//!
//! ```
//! use knightsat_solver::certify::can_certify;
//!
//! assert!(can_certify("kissat").is_ok());
//! let why = can_certify("minisat").unwrap_err();
//! assert!(why.to_string().contains("no proof"));
//! ```

use super::SolverError;
use super::elaborate::Elaborator;
use super::external::External;
use super::portfolio::check_model;
use super::refute::RefuteError;
use super::table::{Known, ProofFormat, TABLE, known};
use super::varisat::Limits;
use itertools::Itertools;
use knightsat_base::input::{self, Input};
use knightsat_base::system;
use knightsat_cnf::Answer;
use knightsat_cnf::sink::Cnf;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

/// Lemmas between two looks at the clock.
const LEMMAS: u64 = 1 << 8;
/// Bytes that any line of a proof may have.
const LONGEST_SHORT: u64 = 1 << 12;

/// Returns the names of the solvers whose refutations come with proofs, varisat first.
pub fn certifiers() -> impl Iterator<Item = &'static str> {
    let able = TABLE.iter().filter(|known| writes_drat(known));
    ["varisat"].into_iter().chain(able.map(|known| known.name))
}

/// Fails unless the refutations of the solver of this name come with proofs; the error names the solvers that
/// write some. The solver need not be installed.
pub fn can_certify(solver: &str) -> Result<(), SolverError> {
    let what = match known(solver) {
        _ if certifiers().any(|name| name == solver) => return Ok(()),
        Some(Known { proof: Some(_), .. }) => "writes no proof in DRAT, but in FRAT",
        _ => "writes no proof",
    };
    Err(SolverError::Fault {
        solver: solver.to_string(),
        what: format!("{what}: ask {}", certifiers().format(", ")),
    })
}

fn writes_drat(known: &Known) -> bool {
    known
        .proof
        .is_some_and(|proof| proof.format == ProofFormat::Drat)
}

/// Has `solver` refute `formula`, which is in the file `cnf` too, and writes an LRAT and a DRAT proof
/// of the same steps, see [`refute`](super::refute::refute). The solver's own proof goes through
/// the file `theirs`, which is removed.
pub fn refute_by(
    solver: &External,
    cnf: &Path,
    formula: &Cnf,
    theirs: &Path,
    limits: &Limits,
    lrat: impl Write,
    drat: impl Write,
) -> Result<Answer, RefuteError> {
    can_certify(solver.name())?;
    let refuted = match solver.ask(cnf, Some(theirs), formula.variables(), limits)? {
        Answer::Unknown => Answer::Unknown,
        Answer::Satisfiable(model) => {
            check_model(formula, &model).map_err(|what| solver.fault(what))?;
            Answer::Satisfiable(model)
        }
        Answer::Unsatisfiable => {
            let elaborator = Elaborator::new(formula, lrat, drat)?;
            elaborated(solver, theirs, formula.variables(), elaborator, limits)?
        }
    };
    let _ = fs::remove_file(theirs);
    Ok(refuted)
}

/// Derives the solver's proof in the file `theirs` again, up to the empty clause.
pub(super) fn elaborated(
    solver: &External,
    theirs: &Path,
    variables: u32,
    elaborator: Elaborator<impl Write, impl Write>,
    limits: &Limits,
) -> Result<Answer, RefuteError> {
    let proof = match Input::open(theirs, &limits.stop) {
        Err(_) if limits.is_over() => return Ok(Answer::Unknown),
        proof => proof.map_err(|_| solver.fault("wrote no proof"))?,
    };
    Proof::new(solver, proof, variables).elaborate(elaborator, limits)
}

/// A DRAT proof while it is read.
struct Proof<'s> {
    solver: &'s External,
    input: BufReader<Input>,
    variables: u32,
    line: u64,
    text: Vec<u8>,
}

impl<'s> Proof<'s> {
    fn new(solver: &'s External, file: Input, variables: u32) -> Self {
        Proof {
            solver,
            input: BufReader::with_capacity(1 << 16, file),
            variables,
            line: 0,
            text: Vec::new(),
        }
    }

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
            let next = match self.next(&mut lits) {
                Err(_) if limits.is_over() => return Ok(Answer::Unknown),
                next => next?,
            };
            let Some(deletes) = next else {
                return Err(self.wrong("ends before the empty clause").into());
            };
            if deletes {
                elaborator.delete(&lits)?;
            } else if !elaborator.lemma(&lits)? {
                let what = "has a lemma that does not follow by unit propagation";
                return Err(self.wrong(what).into());
            }
        }
        elaborator.flush()?;
        Ok(Answer::Unsatisfiable)
    }

    /// Reads the next step: its literals, and whether it deletes. `None` at the end.
    fn next(&mut self, lits: &mut Vec<i32>) -> Result<Option<bool>, RefuteError> {
        self.text.clear();
        self.line += 1;
        // Every literal twice over, each with its sign, ten digits and a blank.
        let longest = LONGEST_SHORT + 24 * u64::from(self.variables);
        let mut line = self.input.by_ref().take(longest + 1);
        let read = line.read_until(b'\n', &mut self.text);
        match read.map_err(|error| self.wrong(&system::message(&error)))? {
            0 => return Ok(None),
            read if read as u64 > longest => {
                let error = input::too_long(longest, "any clause");
                return Err(self.wrong(&format!("has a line {error}")).into());
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
                Ok(lit) if lit.unsigned_abs() <= self.variables => lits.push(lit),
                Ok(_) => {
                    return Err(self
                        .wrong("uses a variable that the formula has not")
                        .into());
                }
                Err(_) => return Err(self.wrong("is not DRAT as text").into()),
            }
        }
        let is_whole = text.split_ascii_whitespace().next_back() == Some("0");
        if words.next().is_some() || !is_whole {
            return Err(self.wrong("has a line that does not end in its 0").into());
        }
        Ok(Some(deletes))
    }

    fn wrong(&self, what: &str) -> SolverError {
        let line = self.line;
        self.solver
            .fault(format!("writes a proof that {what} (line {line})"))
    }
}
