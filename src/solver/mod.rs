//! Solvers: clauses in, an answer out. Nothing here knows of graphs.
//!
//! ```
//! use knightsat::cnf::{Answer, sink::ClauseSink};
//! use knightsat::solver::varisat::Varisat;
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
pub mod limits;
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
use crate::cnf::sink::{ClauseSink, Cnf, Size};
use crate::cnf::{Answer, Lit};
use crate::dimacs::read::Header;
use std::io;
use thiserror::Error;

/// A formula that can be written to any sink, as often as needed, always alike.
pub trait Clauses {
    /// Its exact size.
    fn header(&self) -> Header;
    /// Its size with the literals, as far as they are known without counting them.
    fn total(&self) -> Size {
        let header = self.header();
        Size {
            variables: u64::from(header.variables),
            clauses: header.clauses,
            literals: 0,
        }
    }
    /// Takes its variables from `sink` and writes its clauses to it.
    fn write<S: ClauseSink>(&self, sink: &mut S);
}

impl Clauses for Cnf {
    fn header(&self) -> Header {
        Header {
            variables: self.variables(),
            clauses: self.len(),
        }
    }

    fn total(&self) -> Size {
        self.size()
    }

    fn write<S: ClauseSink>(&self, sink: &mut S) {
        sink.new_vars(self.variables());
        self.replay(sink);
    }
}

/// A formula with more clauses, over variables that it has.
#[derive(Clone, Debug)]
pub struct Extended<'f, F> {
    formula: &'f F,
    more: Cnf,
}

impl<'f, F> Extended<'f, F> {
    /// Nothing more yet.
    pub fn new(formula: &'f F) -> Self {
        let more = Cnf::default();
        Extended { formula, more }
    }

    /// The formula itself.
    pub fn formula(&self) -> &'f F {
        self.formula
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: &[Lit]) {
        self.more.clause(clause);
    }
}

impl<F: Clauses> Clauses for Extended<'_, F> {
    fn header(&self) -> Header {
        let header = self.formula.header();
        Header {
            clauses: header.clauses + self.more.len(),
            ..header
        }
    }

    fn total(&self) -> Size {
        let mut total = self.formula.total();
        // The variables are those of the formula.
        total += Size {
            variables: 0,
            ..self.more.total()
        };
        total
    }

    fn write<S: ClauseSink>(&self, sink: &mut S) {
        self.formula.write(sink);
        self.more.replay(sink);
    }
}

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
    #[error("{0}")]
    TooLarge(String),
    /// No solver of several is left that can be asked.
    #[error("every solver was at fault, so there is no answer: ask another one")]
    NoneLeft,
    /// No file can be written for a solver.
    #[error("cannot write a temporary file: set TMPDIR to a folder with room")]
    File(#[source] io::Error),
    /// The solver in process has failed.
    #[error(transparent)]
    Varisat(#[from] VarisatError),
}
