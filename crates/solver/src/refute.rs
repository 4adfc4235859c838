//! Refutations with a proof: varisat once more, with what its checker sees written down.
//!
//! ```
//! use knightsat_cnf::Answer;
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//! use knightsat_solver::refute::refute;
//! use knightsat_base::stop::Stop;
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
//! LRAT is what varisat's own checker knows of every step: the clause, and the clauses that
//! propagate to it. DRAT is the same steps without numbers and hints, so one run gives both, and
//! the two files say the same step by step.

use super::SolverError;
use super::proof_writer::ProofWriter;
use super::varisat::{VarisatError, model};
use knightsat_base::stop::Stop;
use knightsat_cnf::Answer;
use knightsat_cnf::sink::Cnf;
use std::collections::HashMap;
use std::io::{self, Write};
use thiserror::Error;
use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};
use varisat::solver::SolverError as SolverFault;
use varisat::{ExtendFormula, Lit, Solver};

/// A refutation went wrong.
#[derive(Debug, Error)]
pub enum RefuteError {
    /// A solver cannot be asked, has failed or has lied.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A proof could not be written.
    #[error("cannot write the proof")]
    Io(#[from] io::Error),
}

/// Refutes `formula` in a fresh solver and writes an LRAT and a DRAT proof, both as text. Clause k
/// of the formula, from 1, is k in the LRAT proof. All that is added follows by unit propagation,
/// and the empty clause comes last. Whatever the answer is but [`Answer::Unsatisfiable`], what is written is no
/// proof.
pub fn refute(
    formula: &Cnf,
    stop: &Stop,
    lrat: impl Write,
    drat: impl Write,
) -> Result<Answer, RefuteError> {
    let given = formula.clauses().count() as u64;
    let mut recorder = Recorder {
        proof: ProofWriter::new(lrat, drat),
        stop,
        ended: None,
        numbers: HashMap::new(),
        last: given,
        is_empty_written: false,
    };
    let (answer, found) = solve_before(&mut recorder, formula.clauses());
    match (recorder.ended.take(), answer) {
        (Some(Ended::Late), _) => return Ok(Answer::Unknown),
        (Some(Ended::Io(error)), _) => return Err(error.into()),
        (None, Err(error)) => return Err(fault(error.to_string())),
        (None, Ok(true)) => return satisfiable(found),
        (None, Ok(false)) => {}
    }
    if !recorder.is_empty_written {
        // Of an empty clause in the formula varisat says nothing.
        let empty = formula.clauses().position(<[_]>::is_empty);
        let empty = empty.ok_or_else(|| fault("the proof has no end".into()))?;
        recorder.lemma(empty as u64, &[], &[empty as u64])?;
    }
    recorder.proof.flush()?;
    Ok(Answer::Unsatisfiable)
}

/// Solves before a witness of every step; what varisat says, and its model.
pub(super) fn solve_before<'c>(
    witness: &mut dyn ProofProcessor,
    clauses: impl Iterator<Item = &'c [knightsat_cnf::Lit]>,
) -> (Result<bool, SolverFault>, Option<Vec<Lit>>) {
    let mut solver = Solver::new();
    solver.add_proof_processor(witness);
    let mut lits = Vec::new();
    for clause in clauses {
        let clause = clause.iter().map(|lit| lit.to_dimacs() as isize);
        lits.clear();
        lits.extend(clause.map(Lit::from_dimacs));
        solver.add_clause(&lits);
    }
    let answer = solver.solve();
    (answer, solver.model())
}

/// The answer with the model that varisat has found.
pub(super) fn satisfiable(found: Option<Vec<Lit>>) -> Result<Answer, RefuteError> {
    Ok(Answer::Satisfiable(
        model(found).map_err(SolverError::from)?,
    ))
}

/// varisat is at fault.
pub(super) fn fault(what: String) -> RefuteError {
    SolverError::from(VarisatError::Failed(what)).into()
}

/// Why a recorder stopped the solver.
pub(super) enum Ended {
    Late,
    Io(io::Error),
}

/// Writes the steps as they pass. varisat counts from 0, and its last step may have the number of a
/// clause of the formula that it did not look at any more: so lemmas are numbered anew.
struct Recorder<'s, L, D> {
    proof: ProofWriter<L, D>,
    stop: &'s Stop,
    ended: Option<Ended>,
    /// Number in the proof of every lemma that is still there, by varisat's number.
    numbers: HashMap<u64, u64>,
    /// The last number that is taken.
    last: u64,
    is_empty_written: bool,
}

/// The number in the proof of a clause that has this one with varisat.
fn number_of(numbers: &HashMap<u64, u64>, id: u64) -> u64 {
    numbers.get(&id).copied().unwrap_or(id + 1)
}

impl<L: Write, D: Write> Recorder<'_, L, D> {
    fn lemma(&mut self, id: u64, clause: &[Lit], hints: &[u64]) -> io::Result<()> {
        let number = self.last + 1;
        let hints = hints.iter().map(|&hint| number_of(&self.numbers, hint));
        self.proof.lemma(number, &literals(clause), hints)?;
        self.last = number;
        self.numbers.insert(id, number);
        self.is_empty_written |= clause.is_empty();
        Ok(())
    }

    fn delete(&mut self, id: u64, clause: &[Lit]) -> io::Result<()> {
        let number = number_of(&self.numbers, id);
        self.numbers.remove(&id);
        self.proof.delete(self.last, number, &literals(clause))
    }
}

/// A clause in DIMACS numbers.
pub(super) fn literals(clause: &[Lit]) -> Vec<i32> {
    clause.iter().map(|lit| lit.to_dimacs() as i32).collect()
}

impl<L: Write, D: Write> ProofProcessor for Recorder<'_, L, D> {
    fn process_step(
        &mut self,
        step: &CheckedProofStep,
        _: CheckerData,
    ) -> Result<(), anyhow::Error> {
        if self.stop.is_over() {
            self.ended = Some(Ended::Late);
            return Err(io::Error::from(io::ErrorKind::TimedOut).into());
        }
        let written = match *step {
            // After the empty clause there is nothing left to say.
            _ if self.is_empty_written => Ok(()),
            CheckedProofStep::AtClause {
                id,
                clause,
                propagations,
                ..
            } => self.lemma(id, clause, propagations),
            CheckedProofStep::DeleteClause { id, clause }
            | CheckedProofStep::DeleteAtClause {
                id,
                clause,
                keep_as_redundant: false,
                ..
            } => self.delete(id, clause),
            _ => Ok(()),
        };
        written.map_err(|error| {
            let kind = error.kind();
            self.ended = Some(Ended::Io(error));
            io::Error::from(kind).into()
        })
    }
}
