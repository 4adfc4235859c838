//! varisat in process: a sink that can solve the clauses received so far, repeatedly.
//!
//! ```
//! # mod knightsat {
//! #     pub use knightsat_cnf as cnf;
//! #     pub mod solver { pub use knightsat_solver::{*, varisat::*}; }
//! # }
//! use knightsat::cnf::Answer;
//! use knightsat::cnf::sink::ClauseSink;
//! use knightsat::solver::Incremental;
//! use knightsat::solver::Varisat;
//!
//! let mut solver = Varisat::new(None);
//! let var = solver.new_var();
//! solver.clause(&[var.pos()]);
//! assert!(matches!(solver.solve()?, Answer::Satisfiable(_)));
//! solver.clause(&[var.neg()]);
//! assert_eq!(solver.solve()?, Answer::Unsatisfiable);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Allowance, Assuming, Incremental, Limits, SolverError};
use crate::base::stop::Stop;
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, Model, Vars};
use std::cell::Cell;
use std::fmt::Display;
use std::io::{self, Write};
use std::rc::Rc;
use varisat::solver::SolverError as Failure;
use varisat::{ExtendFormula, ProofFormat, Solver};

/// A varisat solver. It accepts clauses through [`ClauseSink`], also between calls.
pub struct Varisat {
    solver: Solver<'static>,
    limits: Limits,
    meter: Rc<Meter>,
    variables: u32,
    clause: Vec<varisat::Lit>,
}

/// The work of the solver, measured by its proof.
#[derive(Default)]
struct Meter {
    /// Set once a limit has stopped it. The solver is then unusable.
    stopped: Cell<bool>,
    /// The bytes of proof in this call, or of clauses loaded since the last one.
    written: Cell<u64>,
    is_solving: Cell<bool>,
}

/// A proof writer that polls the limits. varisat has no interrupt, but it stops if its proof cannot
/// be written.
struct Stopper {
    limits: Limits,
    meter: Rc<Meter>,
}

impl Write for Stopper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.meter.written.get() + bytes.len() as u64;
        self.meter.written.set(written);
        let is_solving = self.meter.is_solving.get();
        let most = self.limits.work.filter(|_| is_solving);
        let allowance = self.limits.allowance.as_ref().filter(|_| is_solving);
        allowance.inspect(|allowance| allowance.take(bytes.len() as u64));
        let is_worked_out =
            most.is_some_and(|most| written > most) || allowance.is_some_and(Allowance::is_used_up);
        if is_worked_out || self.limits.is_over() {
            self.meter.stopped.set(true);
            return Err(io::ErrorKind::TimedOut.into());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Varisat {
    /// The version of the library.
    pub const VERSION: &str = "0.2.2";

    /// The evidence of a refutation by this solver.
    pub const WORD: &'static str = "varisat, refutation checked";

    /// Returns a solver that gives up at a deadline or when the stop flag is set. It checks a
    /// refutation while it finds it, as [`Varisat::checked`] does.
    pub fn new(stop: impl Into<Stop>) -> Self {
        Varisat::checked(Limits::from(stop.into()))
    }

    /// Returns a solver within limits. It checks a refutation while it finds it: every learned
    /// clause passes varisat's independent proof checker.
    pub fn checked(limits: Limits) -> Self {
        let mut checked = Varisat::unchecked(limits);
        checked.solver.enable_self_checking();
        checked
    }

    /// Returns a solver within limits whose refutations are unchecked. Use it if only models count.
    pub fn unchecked(limits: Limits) -> Self {
        let mut solver = Solver::new();
        let meter = Rc::<Meter>::default();
        let has_work = limits.work.is_some() || limits.allowance.is_some();
        let is_limited = limits.stop.is_set() || has_work;
        if is_limited {
            let stopper = Stopper {
                limits: limits.clone(),
                meter: meter.clone(),
            };
            solver.write_proof(stopper, ProofFormat::Varisat);
        }
        Varisat {
            solver,
            limits,
            meter,
            variables: 0,
            clause: Vec::new(),
        }
    }

    fn has_too_many_variables(&self) -> bool {
        self.variables as usize > varisat::Var::max_count()
    }

    fn is_over(&self) -> bool {
        if self.limits.is_over() {
            self.meter.stopped.set(true);
        }
        self.meter.stopped.get()
    }
}

/// Returns the error for a fault inside varisat or a wrong answer: never the user's fault.
pub(super) fn failed(why: impl Display) -> SolverError {
    SolverError::fault("varisat", format!("failed: {why}"))
}

/// Returns the model of varisat's literals.
pub(super) fn model(lits: Option<Vec<varisat::Lit>>) -> Result<Model, SolverError> {
    let lits = lits.ok_or_else(|| failed("it has a model and shows none"))?;
    let lits: Vec<Lit> = lits.into_iter().filter_map(from_varisat).collect();
    Model::from_lits(&lits).map_err(failed)
}

pub(super) fn from_varisat(lit: varisat::Lit) -> Option<Lit> {
    Lit::from_dimacs(i32::try_from(lit.to_dimacs()).ok()?)
}

pub(super) fn to_varisat(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_dimacs(lit.to_dimacs() as isize)
}

impl ClauseSink for Varisat {
    fn new_vars(&mut self, count: u32) -> Vars {
        Vars::take(&mut self.variables, count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        if self.has_too_many_variables() || self.meter.stopped.get() {
            return;
        }
        self.clause.clear();
        self.clause.extend(lits.iter().map(|&lit| to_varisat(lit)));
        self.solver.add_clause(&self.clause);
    }

    fn is_done(&self) -> bool {
        self.is_over() || self.has_too_many_variables()
    }
}

/// Once a limit has stopped the solver, every later answer is unknown. The failed assumptions need
/// not be the fewest.
impl Incremental for Varisat {
    fn solve_assuming(&mut self, assumptions: &[Lit]) -> Result<Assuming, SolverError> {
        if self.has_too_many_variables() {
            let (found, most) = (self.variables, varisat::Var::max_count());
            let message = format!("the formula has {found} variables, and it takes {most}");
            return Err(failed(message));
        }
        if self.is_over() {
            return Ok(Assuming::Unknown);
        }
        // With a proof in DRAT, not even an empty list of assumptions is supported.
        if !assumptions.is_empty() {
            let lits: Vec<_> = assumptions.iter().map(|&lit| to_varisat(lit)).collect();
            self.solver.assume(&lits);
        }
        self.meter.written.set(0);
        self.meter.is_solving.set(true);
        let answer = self.solver.solve();
        self.meter.is_solving.set(false);
        let answer = match answer {
            Ok(true) => Assuming::Satisfiable(model(self.solver.model())?),
            Ok(false) => {
                let failed = self.solver.failed_core().unwrap_or_default().iter();
                Assuming::Failed(failed.copied().filter_map(from_varisat).collect())
            }
            Err(_) if self.is_over() => Assuming::Unknown,
            Err(Failure::ProofIoError { cause }) => return Err(SolverError::Proof(cause)),
            Err(error) => return Err(failed(error)),
        };
        if !assumptions.is_empty() {
            self.solver.assume(&[]);
        }
        Ok(answer)
    }
}
