//! Which solver is asked.

use super::external::External;
use super::incremental::InProcess;
use super::varisat::Varisat;
use super::{Decision, SolverError};
use knightsat_cnf::Answer;
use std::path::Path;

/// The names of the solvers in process, whether or not this build has them.
pub const IN_PROCESS: [&str; 2] = ["varisat", "cadical-lib"];

/// A solver that can be asked.
#[derive(Clone, Debug)]
pub enum Solver {
    /// varisat, in process.
    Varisat,
    /// CaDiCaL, in process.
    #[cfg(feature = "cadical")]
    Cadical,
    /// A program.
    External(External),
}

impl Solver {
    /// The solver of this name, or the command: see [`External::new`].
    pub fn new(choice: &str, path: Option<&Path>) -> Result<Solver, SolverError> {
        match (choice, path) {
            ("varisat" | "cadical-lib", Some(_)) => {
                let message = format!("{choice} runs in process: it has no path");
                Err(SolverError::Choice(message))
            }
            ("varisat", None) => Ok(Solver::Varisat),
            #[cfg(feature = "cadical")]
            ("cadical-lib", None) => Ok(Solver::Cadical),
            #[cfg(not(feature = "cadical"))]
            ("cadical-lib", None) => {
                let message = "cadical-lib: this knightsat was built without CaDiCaL: cargo build \
                               --features cadical";
                Err(SolverError::Choice(message.to_string()))
            }
            _ => External::new(choice, path).map(Solver::External),
        }
    }

    /// What it is called in messages.
    pub fn name(&self) -> &str {
        match self {
            Solver::Varisat => "varisat",
            #[cfg(feature = "cadical")]
            Solver::Cadical => "cadical-lib",
            Solver::External(external) => external.name(),
        }
    }

    /// Which solver in process it is.
    pub fn in_process(&self) -> Option<InProcess> {
        match self {
            Solver::Varisat => Some(InProcess::Varisat),
            #[cfg(feature = "cadical")]
            Solver::Cadical => Some(InProcess::Cadical),
            Solver::External(_) => None,
        }
    }

    /// It is at fault, for what it does.
    pub(super) fn fault(&self, what: String) -> SolverError {
        let solver = self.name().to_string();
        SolverError::Fault { solver, what }
    }
}

impl Decision {
    pub(super) const UNKNOWN: Decision = Decision {
        answer: Answer::Unknown,
        word: String::new(),
    };

    pub(super) fn refuted(solver: &Solver) -> Decision {
        Decision {
            answer: Answer::Unsatisfiable,
            word: match solver {
                Solver::Varisat => Varisat::WORD.to_string(),
                other => format!("{} says so, unchecked", other.name()),
            },
        }
    }
}
