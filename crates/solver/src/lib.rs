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

pub use knightsat_cnf::base;

#[cfg(feature = "cadical")]
pub mod cadical;
pub mod certify;
pub mod cube;
pub mod derive;
mod elaborate;
#[cfg(feature = "processes")]
pub mod external;
#[cfg(feature = "processes")]
pub mod file;
mod in_process;
pub mod incremental;
#[cfg(feature = "processes")]
pub mod installed;
#[cfg(feature = "processes")]
mod judge;
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

/// An answer and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The answer. A model satisfies every clause of the formula: this has been checked.
    pub answer: Answer,
    /// Whose answer it is and how far it is checked, as in `varisat, refutation checked`.
    pub word: String,
}

impl Decision {
    const UNKNOWN: Decision = Decision {
        answer: Answer::Unknown,
        word: String::new(),
    };

    /// The word is that of this solver.
    fn refuted(solver: &Solver) -> Decision {
        Decision {
            answer: Answer::Unsatisfiable,
            word: solver.word(),
        }
    }
}

/// The names of the solvers in process, whether or not this build has them.
pub const IN_PROCESS: [&str; 2] = ["varisat", "cadical-lib"];

/// A solver that can be asked: in process, or a program.
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
    /// A solver in process, perhaps one's own.
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
    /// The solver of this name, or the command: see [`External::new`].
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

    /// Its name in messages.
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

    /// The origin of a refutation by this solver, for [`Decision::word`].
    pub fn word(&self) -> String {
        match self.checks_refutations() {
            true => format!("{}, refutation checked", self.name()),
            false => format!("{} says so, unchecked", self.name()),
        }
    }

    /// Returns true if it checks its refutations.
    pub fn checks_refutations(&self) -> bool {
        self.in_process().is_some_and(InProcess::checks_refutations)
    }

    /// It is at fault, for what it does.
    fn fault(&self, what: String) -> SolverError {
        SolverError::fault(self.name(), what)
    }
}

/// A solver that reads a formula from a file, and may write a proof to another one.
pub trait Program {
    /// What it is called in messages.
    fn name(&self) -> &str;

    /// Fails unless its refutations come with DRAT proofs as text. Known programs are looked up by
    /// name.
    fn can_prove(&self) -> Result<(), SolverError> {
        certify::can_certify(self.name())
    }

    /// Asks it about the formula of `variables` variables in the file `cnf`; where `proof` is
    /// given, a refutation is to be written there. At the limits it is stopped, with everything
    /// that it has started; `work` means nothing here.
    ///
    /// What it says must be complete and fit its exit code, or it is at fault. Whether a model is
    /// one is left to the caller.
    fn ask(
        &self,
        cnf: &Path,
        proof: Option<&Path>,
        variables: u32,
        limits: &Limits,
    ) -> Result<Answer, SolverError>;
}

/// Asking a solver went wrong.
#[derive(Debug, Error)]
#[non_exhaustive]
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
    /// A proof cannot be written.
    #[error("cannot write the proof")]
    Proof(#[source] io::Error),
}

impl SolverError {
    /// The solver of this name is at fault, for what it does, in the third person.
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
