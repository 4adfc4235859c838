//! Solvers: clauses in, an answer out. Nothing here knows of graphs.
//!
//! ```
//! use knightsat_cnf::{Answer, sink::ClauseSink};
//! use knightsat_solver::varisat::Varisat;
//!
//! let mut solver = Varisat::new(None);
//! let vars = solver.new_vars(2);
//! solver.clause(&[vars.get(0).pos(), vars.get(1).pos()]);
//! solver.clause(&[vars.get(0).neg()]);
//! let Answer::Satisfiable(model) = solver.solve()? else {
//!     panic!("it has a model");
//! };
//! assert_eq!(model.value(vars.get(1)), Some(true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "cadical")]
pub mod cadical;
pub mod certify;
mod choice;
pub mod cube;
pub mod derive;
mod elaborate;
#[cfg(feature = "processes")]
pub mod external;
#[cfg(not(feature = "processes"))]
#[path = "no_programs.rs"]
pub mod external;
#[cfg(feature = "processes")]
pub mod file;
pub mod incremental;
#[cfg(feature = "processes")]
pub mod installed;
#[cfg(feature = "processes")]
mod judge;
pub mod portfolio;
#[cfg(feature = "processes")]
pub mod process;
mod proof_writer;
mod race;
pub mod refute;
pub mod table;
pub mod varisat;
#[cfg(feature = "processes")]
pub mod veripb;

use self::varisat::VarisatError;
use knightsat_base::system;
use knightsat_cnf::Answer;
use knightsat_cnf::limits::TooLarge;
use std::io;
use thiserror::Error;

/// An answer and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The answer. A model satisfies every clause of the formula: this has been checked.
    pub answer: Answer,
    /// Whose answer it is and how far it is checked, as in `varisat, refutation checked`.
    pub word: String,
}

/// Asking a solver went wrong.
#[derive(Debug, Error)]
pub enum SolverError {
    /// There is no such solver, or it cannot be called as asked for.
    #[error("{0}")]
    Choice(String),
    /// A solver cannot be started, has failed or has lied.
    #[error("{solver} {what}")]
    Fault {
        /// Its name, or the command.
        solver: String,
        /// What it does, in the third person.
        what: String,
    },
    /// A solver takes no formula of this size: says who refuses, and what helps.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// No solver of several is left that can be asked.
    #[error("every solver was at fault, so there is no answer: ask another one")]
    NoneLeft,
    /// No file can be written for a solver.
    #[error("cannot write a temporary file: {}: set TMPDIR to a folder with room", system::message(.0))]
    File(io::Error),
    /// The solver in process has failed.
    #[error(transparent)]
    Varisat(#[from] VarisatError),
}
