//! Errors of solvers.

use crate::SOLVER;
use crate::base::system;
use knightsat_cnf::limits::TooLarge;
use std::io;
use thiserror::Error;

/// An error of a solver or of its files.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolverError {
    /// The solver does not exist, or cannot be called as requested.
    #[error("{0}")]
    Choice(String),
    /// A solver cannot be started, has failed or gives a wrong answer.
    #[error("{solver} {what}")]
    Fault {
        /// Its name, or its command.
        solver: String,
        /// The fault, in the third person.
        what: String,
    },
    /// A solver accepts no formula of this size. The message names the solver and the remedy.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Each of several solvers has failed or is unsuitable.
    #[error("every solver was at fault, so there is no answer: use another {SOLVER}")]
    NoneLeft,
    /// The file for a solver cannot be written.
    #[error("cannot write a temporary file: {}: set TMPDIR to a folder with room", system::message(.0))]
    File(io::Error),
    /// The proof cannot be written.
    #[error("cannot write the proof")]
    Proof(#[source] io::Error),
}

impl SolverError {
    /// Returns the error for a fault of the solver of this name, in the third person.
    ///
    /// ```
    /// # mod knightsat { pub use knightsat_solver as solver; }
    /// use knightsat::solver::SolverError;
    ///
    /// let error = SolverError::fault("mysolver", "has lost a clause");
    /// assert_eq!(error.to_string(), "mysolver has lost a clause");
    /// ```
    pub fn fault(solver: &str, what: impl Into<String>) -> SolverError {
        SolverError::Fault {
            solver: solver.to_string(),
            what: what.into(),
        }
    }
}
