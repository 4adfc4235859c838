//! varisat in process: a sink that can solve what it has received.

use crate::cnf::{Answer, Lit, Model, Vars};
use crate::sink::ClauseSink;
use std::io::{self, Write};
use std::time::Instant;
use thiserror::Error;
use varisat::{ExtendFormula, ProofFormat, Solver};

/// varisat went wrong: never the user's fault.
#[derive(Debug, Error)]
#[error("varisat failed: {0}")]
pub struct VarisatError(String);

/// The solver; clauses are received through [`ClauseSink`].
pub struct Varisat {
    solver: Solver<'static>,
    deadline: Option<Instant>,
    variables: u32,
    clause: Vec<varisat::Lit>,
}

/// A proof is written only to be asked now and then: varisat has no interrupt, but it stops when
/// its proof cannot be written.
struct Deadline(Instant);

impl Write for Deadline {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if Instant::now() >= self.0 {
            return Err(io::ErrorKind::TimedOut.into());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Varisat {
    /// What a refutation by this solver rests on.
    pub const WORD: &'static str = "varisat, refutation checked";

    /// A solver that gives up at `deadline`. A refutation is checked while it is found: every
    /// clause that varisat learns passes its independent proof checker.
    pub fn new(deadline: Option<Instant>) -> Self {
        let mut solver = Solver::new();
        if let Some(deadline) = deadline {
            solver.write_proof(Deadline(deadline), ProofFormat::BinaryDrat);
        }
        solver.enable_self_checking();
        Varisat {
            solver,
            deadline,
            variables: 0,
            clause: Vec::new(),
        }
    }

    /// Decides the clauses received.
    pub fn solve(mut self) -> Result<Answer, VarisatError> {
        if self.has_too_many_variables() {
            let (found, most) = (self.variables, varisat::Var::max_count());
            let message = format!("the formula has {found} variables, and it takes {most}");
            return Err(VarisatError(message));
        }
        if self.is_late() {
            return Ok(Answer::Unknown);
        }
        match self.solver.solve() {
            Ok(true) => {
                let lits = self.solver.model().unwrap_or_default();
                let lits: Vec<Lit> = lits.into_iter().filter_map(from_varisat).collect();
                let model = Model::from_lits(&lits);
                let model =
                    model.map_err(|lit| VarisatError(format!("{lit:?} is true and false")))?;
                Ok(Answer::Satisfiable(model))
            }
            Ok(false) => Ok(Answer::Unsatisfiable),
            Err(_) if self.is_late() => Ok(Answer::Unknown),
            Err(error) => Err(VarisatError(error.to_string())),
        }
    }

    fn has_too_many_variables(&self) -> bool {
        self.variables as usize > varisat::Var::max_count()
    }

    fn is_late(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

fn from_varisat(lit: varisat::Lit) -> Option<Lit> {
    Lit::from_dimacs(i32::try_from(lit.to_dimacs()).ok()?)
}

impl ClauseSink for Varisat {
    fn new_vars(&mut self, count: u32) -> Vars {
        let block = Vars::new(self.variables + 1, count);
        self.variables += count;
        block
    }

    fn clause(&mut self, lits: &[Lit]) {
        if self.has_too_many_variables() {
            return;
        }
        self.clause.clear();
        let lits = lits
            .iter()
            .map(|lit| varisat::Lit::from_dimacs(lit.to_dimacs() as isize));
        self.clause.extend(lits);
        self.solver.add_clause(&self.clause);
    }

    fn is_done(&self) -> bool {
        self.is_late() || self.has_too_many_variables()
    }
}
