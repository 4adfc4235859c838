//! The incremental solvers of the library rustsat.
//!
//! [`RustSat`] wraps any of them. Use [`RustSat::terminating`] for a solver that rustsat can
//! terminate. Use [`RustSat::new`] for others; it polls the limits between calls only. If such a
//! solver ignores the limits, [`assert_solver_right`](crate::kit::assert_solver_right) reports that.
//!
//! ```
//! # mod knightsat { pub use knightsat_solver as solver; }
//! use knightsat::solver::InProcess;
//! use knightsat::solver::rustsat::RustSat;
//! use rustsat_batsat::BasicSolver;
//!
//! let batsat = InProcess::new("batsat", |limits| RustSat::new(BasicSolver::default(), limits));
//! assert_eq!(batsat.name(), "batsat");
//! ```

use crate::{Assuming, Incremental, Limits, SolverError};
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, Model, Vars};
use rustsat::solvers::{ControlSignal, SolveIncremental, SolverResult, Terminate};
use rustsat::types;
use std::fmt::Display;

/// An incremental solver of rustsat.
pub struct RustSat<S> {
    solver: S,
    limits: Limits,
    variables: u32,
    /// The first error, which the next call of `solve` returns.
    error: Option<SolverError>,
    is_over: bool,
}

impl<S: SolveIncremental> RustSat<S> {
    /// Wraps a solver that must poll the limits itself while it searches.
    pub fn new(solver: S, limits: Limits) -> RustSat<S> {
        RustSat {
            solver,
            limits,
            variables: 0,
            error: None,
            is_over: false,
        }
    }

    /// Wraps a solver that ends at the limits.
    pub fn terminating(mut solver: S, limits: Limits) -> RustSat<S>
    where
        S: Terminate<'static>,
    {
        let stop = limits.stop.clone();
        solver.attach_terminator(move || {
            if stop.is_over() {
                ControlSignal::Terminate
            } else {
                ControlSignal::Continue
            }
        });
        RustSat::new(solver, limits)
    }

    fn fault(&self, error: impl Display) -> SolverError {
        SolverError::fault(self.solver.signature(), format!("failed: {error}"))
    }

    /// Stores an error for the next call of `solve`.
    fn keep(&mut self, done: Result<(), impl Display>) {
        if let Err(error) = done {
            let fault = self.fault(error);
            self.error.get_or_insert(fault);
        }
    }
}

impl<S: SolveIncremental> ClauseSink for RustSat<S> {
    fn new_vars(&mut self, count: u32) -> Vars {
        let vars = Vars::take(&mut self.variables, count);
        if let Some(last) = self.variables.checked_sub(1) {
            let reserved = self.solver.reserve(types::Var::new(last));
            self.keep(reserved);
        }
        vars
    }

    fn clause(&mut self, lits: &[Lit]) {
        let lits = lits.iter().copied().map(types::Lit::from);
        let added = self.solver.add_clause(lits.collect());
        self.keep(added);
    }

    fn is_done(&self) -> bool {
        self.is_over || self.error.is_some() || self.limits.is_over()
    }
}

impl<S: SolveIncremental> Incremental for RustSat<S> {
    fn solve_assuming(&mut self, assumptions: &[Lit]) -> Result<Assuming, SolverError> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        if self.is_done() {
            return Ok(Assuming::Unknown);
        }
        let lits: Vec<types::Lit> = assumptions.iter().copied().map(types::Lit::from).collect();
        let answer = self.solver.solve_assumps(&lits);
        Ok(match answer.map_err(|error| self.fault(error))? {
            SolverResult::Sat => match self.variables.checked_sub(1) {
                None => Assuming::Satisfiable(Model::default()),
                Some(last) => {
                    let found = self.solver.solution(types::Var::new(last));
                    Assuming::Satisfiable(Model::from(&found.map_err(|error| self.fault(error))?))
                }
            },
            SolverResult::Unsat => {
                let core = self.solver.core().map_err(|error| self.fault(error))?;
                Assuming::Failed(core.into_iter().map(|lit| Lit::from(!lit)).collect())
            }
            SolverResult::Interrupted => {
                self.is_over = true;
                Assuming::Unknown
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InProcess;
    use crate::kit::assert_solver_right;
    use batsat::Callbacks;

    /// The limits that BatSat polls while it searches.
    #[derive(Default)]
    struct Polled(Limits);

    impl Callbacks for Polled {
        fn stop(&self) -> bool {
            self.0.is_over()
        }
    }

    #[test]
    fn a_solver_of_rustsat_is_right() {
        assert_solver_right(&InProcess::new("batsat", |limits| {
            let mut solver = rustsat_batsat::Solver::<Polled>::default();
            solver.batsat_mut().cb_mut().0 = limits.clone();
            RustSat::new(solver, limits)
        }));
    }
}
