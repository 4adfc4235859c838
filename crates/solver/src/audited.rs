//! Custom solvers, which are not trusted.

use crate::portfolio::audit;
use crate::{Assuming, InProcess, Incremental, Limits, SolverError};
use knightsat_cnf::sink::{ClauseSink, Cnf};
use knightsat_cnf::{Lit, Vars};
use std::sync::Arc;

impl InProcess {
    /// Returns a custom solver that this function starts. Each of its models is checked against a
    /// copy of all clauses. A wrong model is an error that names the solver.
    pub fn new<S: Incremental + 'static>(
        name: &str,
        start: impl Fn(Limits) -> S + Send + Sync + 'static,
    ) -> InProcess {
        let called: Arc<str> = name.into();
        let audited = move |limits| Audited {
            name: called.clone(),
            solver: start(limits),
            clauses: Cnf::default(),
        };
        InProcess::built_in(name, None, move |limits, _| Box::new(audited(limits)))
    }
}

/// An untrusted solver and a copy of its clauses, against which its models are checked.
struct Audited<S> {
    name: Arc<str>,
    solver: S,
    clauses: Cnf,
}

impl<S: Incremental> ClauseSink for Audited<S> {
    fn new_vars(&mut self, count: u32) -> Vars {
        self.clauses.new_vars(count);
        self.solver.new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clauses.clause(lits);
        self.solver.clause(lits);
    }

    fn is_done(&self) -> bool {
        self.solver.is_done()
    }
}

impl<S: Incremental> Incremental for Audited<S> {
    fn solve_assuming(&mut self, assumptions: &[Lit]) -> Result<Assuming, SolverError> {
        let answer = self.solver.solve_assuming(assumptions)?;
        match audit(&self.clauses, assumptions, &answer) {
            Some(what) => Err(SolverError::fault(&self.name, what)),
            None => Ok(answer),
        }
    }
}
