//! Any solvers as an incremental one: they receive all clauses anew with each question.
//!
//! ```
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//! use knightsat_solver::{Assuming, InProcess, Incremental, Limits};
//! use knightsat_solver::anew::Anew;
//!
//! let mut formula = Cnf::default();
//! let [a, b] = [formula.new_var().pos(), formula.new_var().pos()];
//! formula.clause(&[a, b]);
//! let solvers = [InProcess::varisat().into()];
//! let mut solver = Anew::new(&formula, &solvers, Limits::default(), |_| ());
//! solver.clause(&[!a]);
//! assert!(matches!(solver.solve_assuming(&[])?, Assuming::Satisfiable(_)));
//! assert_eq!(solver.solve_assuming(&[!b])?, Assuming::Failed(vec![!b]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::varisat::Varisat;
use crate::{Assuming, Incremental, Limits, Solver, SolverError, portfolio};
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Answer, Clauses, Extended, Lit, Vars};

/// The solvers, with a formula and the clauses added to it.
pub struct Anew<'s, F> {
    clauses: Extended<F>,
    solvers: &'s [Solver],
    limits: Limits,
    /// Receives the errors of solvers that have failed, see [`portfolio::decide`].
    report: Box<dyn FnMut(SolverError) + 's>,
    /// The source of the last answer, if that is a refutation.
    word: String,
}

impl<'s, F> Anew<'s, F> {
    /// Returns these solvers, at least one, with the clauses of a formula.
    pub fn new(
        formula: F,
        solvers: &'s [Solver],
        limits: Limits,
        report: impl FnMut(SolverError) + 's,
    ) -> Anew<'s, F> {
        Anew {
            clauses: Extended::new(formula),
            solvers,
            limits,
            report: Box::new(report),
            word: String::new(),
        }
    }

    /// Returns the source of the last answer in words, if that is a refutation.
    pub fn word(&self) -> &str {
        &self.word
    }
}

impl<F: Clauses> ClauseSink for Anew<'_, F> {
    fn new_vars(&mut self, count: u32) -> Vars {
        self.clauses.new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clauses.clause(lits);
    }

    fn is_done(&self) -> bool {
        self.limits.is_over()
    }
}

impl<F: Clauses + Sync> Incremental for Anew<'_, F> {
    fn solve_assuming(&mut self, assumptions: &[Lit]) -> Result<Assuming, SolverError> {
        let mut formula = Extended::new(&self.clauses);
        assumptions.iter().for_each(|&lit| formula.add(&[lit]));
        let decision = portfolio::decide(&formula, self.solvers, &self.limits, &mut self.report)?;
        self.word.clear();
        Ok(match decision.answer {
            Answer::Satisfiable(model) => Assuming::Satisfiable(model),
            Answer::Unsatisfiable => {
                self.word = decision.word;
                Assuming::Failed(assumptions.to_vec())
            }
            Answer::Unknown => Assuming::Unknown,
        })
    }

    fn unverified(&self) -> Option<&str> {
        Some(self.word()).filter(|word| !["", Varisat::WORD].contains(word))
    }
}
