//! SAT solvers: they receive clauses and return an answer. This crate is independent of graphs.
//!
//! ```
//! use knightsat_cnf::{Answer, sink::ClauseSink};
//! use knightsat_solver::{incremental::Incremental, varisat::Varisat};
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

pub use knightsat_cnf::base;

pub mod anew;
#[cfg(feature = "cadical")]
pub mod cadical;
pub mod certify;
pub mod cube;
pub mod elaborate;
#[cfg(feature = "processes")]
pub mod external;
#[cfg(feature = "processes")]
pub mod file;
mod in_process;
pub mod incremental;
#[cfg(feature = "processes")]
pub mod installed;
pub mod kit;
pub mod portfolio;
#[cfg(feature = "processes")]
pub mod process;
pub mod refute;
#[cfg(feature = "rustsat")]
pub mod rustsat;
pub mod table;
pub mod varisat;
#[cfg(feature = "processes")]
pub mod veripb;

#[cfg(feature = "processes")]
use self::external::External;
pub use self::in_process::InProcess;
use self::incremental::Limits;
use crate::base::system;
use knightsat_cnf::Answer;
use knightsat_cnf::limits::TooLarge;
use std::io;
use std::path::Path;
use thiserror::Error;

/// An answer and its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The answer. A model satisfies every clause of the formula: this has been checked.
    pub answer: Answer,
    /// The solver and how far its answer is checked, as in `varisat, refutation checked`.
    pub word: String,
}

impl Decision {
    const UNKNOWN: Decision = Decision {
        answer: Answer::Unknown,
        word: String::new(),
    };

    /// Returns the refutation by this solver.
    fn refuted(solver: &Solver) -> Decision {
        Decision {
            answer: Answer::Unsatisfiable,
            word: solver.word(),
        }
    }
}

/// The names of the solvers in process, whether or not this build has them.
pub const IN_PROCESS: [&str; 2] = ["varisat", "cadical-lib"];

/// A solver: in process, or a program.
///
/// ```
/// use knightsat_solver::Solver;
///
/// assert_eq!(Solver::new("varisat", None)?.name(), "varisat");
/// assert!(Solver::new("no such solver", None).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Solver {
    /// A solver in process, which may be a custom one.
    InProcess(InProcess),
    /// A program.
    #[cfg(feature = "processes")]
    External(External),
}

impl Default for Solver {
    fn default() -> Solver {
        InProcess::default().into()
    }
}

impl From<InProcess> for Solver {
    fn from(solver: InProcess) -> Solver {
        Solver::InProcess(solver)
    }
}

impl Solver {
    /// Returns the solver of this name, or the command: see [`External::new`].
    pub fn new(choice: &str, path: Option<&Path>) -> Result<Solver, SolverError> {
        if IN_PROCESS.contains(&choice) {
            if path.is_some() {
                let message = format!("{choice} runs in process: it has no path");
                return Err(SolverError::Choice(message));
            }
            let mut built_in = InProcess::all().into_iter();
            let named = built_in.find(|solver| solver.name() == choice);
            return named.map(Solver::from).ok_or_else(|| {
                let message = "cadical-lib: this knightsat was built without CaDiCaL: cargo build \
                               --features cadical";
                SolverError::Choice(message.to_string())
            });
        }
        #[cfg(feature = "processes")]
        return External::new(choice, path).map(Solver::External);
        #[cfg(not(feature = "processes"))]
        Err(SolverError::Choice(format!(
            "'{choice}' is no solver here, as this knightsat was built without external ones: name varisat, or \
             build with --features processes"
        )))
    }

    /// Returns its name in messages.
    pub fn name(&self) -> &str {
        match self {
            Solver::InProcess(solver) => solver.name(),
            #[cfg(feature = "processes")]
            Solver::External(external) => external.name(),
        }
    }

    /// Returns the solver in process, unless it is a program.
    pub fn in_process(&self) -> Option<&InProcess> {
        match self {
            Solver::InProcess(solver) => Some(solver),
            #[cfg(feature = "processes")]
            Solver::External(_) => None,
        }
    }

    /// Returns the origin of a refutation by this solver, for [`Decision::word`].
    pub fn word(&self) -> String {
        if self.checks_refutations() {
            format!("{}, refutation checked", self.name())
        } else {
            format!("{} says so, unchecked", self.name())
        }
    }

    /// Returns true if it checks its refutations.
    pub fn checks_refutations(&self) -> bool {
        self.in_process().is_some_and(InProcess::checks_refutations)
    }

    /// Returns the error for this fault of the solver.
    fn fault(&self, what: String) -> SolverError {
        SolverError::fault(self.name(), what)
    }
}

/// A solver that reads a formula from a file, and may write a proof to another one.
pub trait Program {
    /// Returns its name in messages.
    fn name(&self) -> &str;

    /// Fails unless the program writes DRAT proofs as text. Known programs are looked up by name.
    fn can_prove(&self) -> Result<(), SolverError> {
        certify::can_certify(self.name())
    }

    /// Solves the formula of `variables` variables in the file `cnf`. If `proof` is some file,
    /// writes a refutation there. At the limits the program is stopped with all its descendants;
    /// `work` has no effect here.
    ///
    /// Incomplete output, or output that contradicts the exit code, is an error. The caller checks
    /// the model.
    fn ask(
        &self,
        cnf: &Path,
        proof: Option<&Path>,
        variables: u32,
        limits: &Limits,
    ) -> Result<Answer, SolverError>;
}

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
    #[error("every solver was at fault, so there is no answer: use another solver")]
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
    /// use knightsat_solver::SolverError;
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
