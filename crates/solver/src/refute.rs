//! Refutations with a proof: a fresh run of varisat, with the steps that its checker verifies.
//!
//! ```
//! use knightsat_cnf::Answer;
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//! use knightsat_solver::refute::refute;
//! use knightsat_solver::base::stop::Stop;
//!
//! let mut formula = Cnf::default();
//! let var = formula.new_var();
//! formula.clause(&[var.pos()]);
//! formula.clause(&[var.neg()]);
//! let (mut lrat, mut drat) = (Vec::new(), Vec::new());
//! let answer = refute(&formula, &Stop::default(), &mut lrat, &mut drat)?;
//! assert_eq!(answer, Answer::Unsatisfiable);
//! assert!(!lrat.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An LRAT step contains what varisat's own checker uses: the clause, and the clauses that
//! propagate to it. The DRAT proof has the same steps without numbers and hints. One run therefore
//! writes both, step by step the same.

use super::SolverError;
use super::varisat::{failed, from_varisat, model, to_varisat};
use crate::base::stop::{Stop, Stopped};
use knightsat_cnf::sink::Cnf;
use knightsat_cnf::{Answer, Lit};
use std::collections::HashMap;
use std::fmt::Display;
use std::io::{self, Write};
use thiserror::Error;
use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};
use varisat::{ExtendFormula, Solver};

/// An error of a refutation.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RefuteError {
    /// A solver cannot be started, has failed or gives a wrong answer.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A proof could not be written.
    #[error("cannot write the proof")]
    Io(#[from] io::Error),
}

/// Refutes `formula` in a fresh solver and writes an LRAT and a DRAT proof, both as text. Clause k
/// of the formula, from 1, is k in the LRAT proof. All lemmas follow by unit propagation, and the
/// empty clause comes last. The output is a proof only if the answer is [`Answer::Unsatisfiable`].
pub fn refute(
    formula: &Cnf,
    stop: &Stop,
    lrat: impl Write,
    drat: impl Write,
) -> Result<Answer, RefuteError> {
    let mut proof = Renumbered {
        proof: ProofWriter { lrat, drat },
        numbers: HashMap::new(),
        last: formula.len(),
        is_empty_written: false,
    };
    let answer = solve_with_steps(formula.clauses(), stop, |step| match step.hints {
        Some(hints) => proof.lemma(step.id, step.lits, hints),
        None => proof.delete(step.id, step.lits),
    })?;
    if answer == Answer::Unsatisfiable {
        if !proof.is_empty_written {
            // varisat writes no step for an empty clause of the formula.
            let empty = formula.clauses().position(<[_]>::is_empty);
            let empty = empty.ok_or_else(|| fault("the proof has no end"))? as u64;
            proof.lemma(empty, &[], &[empty])?;
        }
        proof.proof.flush()?;
    }
    Ok(answer)
}

/// A step of varisat, which numbers clauses from 0.
pub struct CheckedStep<'s> {
    /// The number of its clause.
    pub id: u64,
    /// The literals of the clause.
    pub lits: &'s [Lit],
    /// The clauses from which a lemma follows; `None` if the step deletes a clause.
    pub hints: Option<&'s [u64]>,
}

/// Solves the clauses with varisat, and passes every step on.
pub fn solve_with_steps<'c>(
    clauses: impl Iterator<Item = &'c [Lit]>,
    stop: &Stop,
    pass: impl FnMut(CheckedStep) -> io::Result<()>,
) -> Result<Answer, RefuteError> {
    let mut ended = None;
    let mut recorder = Recorder {
        pass,
        stop,
        ended: &mut ended,
    };
    let mut solver = Solver::new();
    solver.add_proof_processor(&mut recorder);
    let mut lits = Vec::new();
    for clause in clauses {
        lits.clear();
        lits.extend(clause.iter().copied().map(to_varisat));
        solver.add_clause(&lits);
    }
    let (answer, found) = (solver.solve(), solver.model());
    drop(solver);
    match (ended, answer) {
        (Some(error), _) if Stopped::of(&error).is_some() => Ok(Answer::Unknown),
        (Some(error), _) => Err(error.into()),
        (None, Err(error)) => Err(fault(error.to_string())),
        (None, Ok(true)) => Ok(Answer::Satisfiable(model(found)?)),
        (None, Ok(false)) => Ok(Answer::Unsatisfiable),
    }
}

/// Returns the error for a fault of varisat.
pub fn fault(what: impl Display) -> RefuteError {
    failed(what).into()
}

/// Passes steps on as varisat makes them. varisat stops at an error.
struct Recorder<'s, F> {
    pass: F,
    stop: &'s Stop,
    ended: &'s mut Option<io::Error>,
}

impl<F: FnMut(CheckedStep) -> io::Result<()>> Recorder<'_, F> {
    fn pass(&mut self, step: &CheckedProofStep) -> io::Result<()> {
        self.stop.check().map_err(io::Error::other)?;
        let (id, clause, hints) = match *step {
            CheckedProofStep::AtClause {
                id,
                clause,
                propagations,
                ..
            } => (id, clause, Some(propagations)),
            CheckedProofStep::DeleteClause { id, clause }
            | CheckedProofStep::DeleteAtClause {
                id,
                clause,
                keep_as_redundant: false,
                ..
            } => (id, clause, None),
            _ => return Ok(()),
        };
        let lits: Vec<_> = clause.iter().copied().filter_map(from_varisat).collect();
        let lits = &lits;
        (self.pass)(CheckedStep { id, lits, hints })
    }
}

impl<F: FnMut(CheckedStep) -> io::Result<()>> ProofProcessor for Recorder<'_, F> {
    fn process_step(
        &mut self,
        step: &CheckedProofStep,
        _: CheckerData,
    ) -> Result<(), anyhow::Error> {
        self.pass(step).map_err(|error| {
            let kind = error.kind();
            *self.ended = Some(error);
            io::Error::from(kind).into()
        })
    }
}

/// Writes the steps as they pass. varisat's last step may have the number of a clause that varisat
/// never read. Lemmas are therefore numbered anew.
struct Renumbered<L, D> {
    proof: ProofWriter<L, D>,
    /// The number in the proof of every lemma not yet deleted, by varisat's number.
    numbers: HashMap<u64, u64>,
    /// The last number used.
    last: u64,
    is_empty_written: bool,
}

impl<L: Write, D: Write> Renumbered<L, D> {
    fn lemma(&mut self, id: u64, lits: &[Lit], hints: &[u64]) -> io::Result<()> {
        // No step follows the empty clause.
        if !self.is_empty_written {
            self.last += 1;
            let number = |hint| self.numbers.get(hint).copied().unwrap_or(hint + 1);
            let hints = hints.iter().map(|hint| number(hint) as i64);
            self.proof.lemma(self.last, lits, hints)?;
            self.numbers.insert(id, self.last);
            self.is_empty_written = lits.is_empty();
        }
        Ok(())
    }

    fn delete(&mut self, id: u64, lits: &[Lit]) -> io::Result<()> {
        if self.is_empty_written {
            return Ok(());
        }
        let number = self.numbers.remove(&id).unwrap_or(id + 1);
        self.proof.delete(self.last, number, lits)
    }
}

/// An LRAT proof and, step by step the same, a DRAT proof, both as text.
pub(super) struct ProofWriter<L, D> {
    pub lrat: L,
    pub drat: D,
}

impl<L: Write, D: Write> ProofWriter<L, D> {
    /// Adds a lemma with this number, which follows from the clauses that the hints name. Negated
    /// hints mark a RAT lemma on its first literal: they are all clauses with its negation, and the
    /// resolvents with them are tautologies.
    pub fn lemma(
        &mut self,
        number: u64,
        lits: &[Lit],
        hints: impl IntoIterator<Item = i64>,
    ) -> io::Result<()> {
        write!(self.lrat, "{number} ")?;
        literals(&mut self.lrat, lits)?;
        for hint in hints {
            write!(self.lrat, " {hint}")?;
        }
        self.lrat.write_all(b" 0\n")?;
        literals(&mut self.drat, lits)?;
        self.drat.write_all(b"\n")
    }

    /// Deletes the clause of this number; `last` is the last number used.
    pub fn delete(&mut self, last: u64, number: u64, lits: &[Lit]) -> io::Result<()> {
        writeln!(self.lrat, "{last} d {number} 0")?;
        self.drat.write_all(b"d ")?;
        literals(&mut self.drat, lits)?;
        self.drat.write_all(b"\n")
    }

    /// Writes the buffered output.
    pub fn flush(&mut self) -> io::Result<()> {
        self.lrat.flush()?;
        self.drat.flush()
    }
}

/// Writes a clause as text, with its closing 0.
fn literals(out: &mut impl Write, lits: &[Lit]) -> io::Result<()> {
    for lit in lits {
        write!(out, "{} ", lit.to_dimacs())?;
    }
    out.write_all(b"0")
}
