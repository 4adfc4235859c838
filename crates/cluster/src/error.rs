//! What can go wrong with a folder of parts.

use super::name::PartName;
use knightsat_base::input::{self, Input};
use knightsat_base::stop::{Stop, Stopped};
use knightsat_base::system;
use knightsat_certificate::ProofError;
use knightsat_count::frontier::FrontierError;
use knightsat_encoding::FormulaError;
use knightsat_search::lazy::LazyError;
use knightsat_search::tours::ToursError;
use knightsat_solver::SolverError;
use knightsat_solver::refute::RefuteError;
use knightsat_tour::ProblemError;
use knightsat_tour::spec::SpecError;
use knightsat_tour::tour::TourError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A folder of parts cannot be made, worked on or joined.
#[derive(Debug, Error)]
pub enum PartsError {
    /// A file or folder.
    #[error("{}: {}", .path.display(), system::message(.error))]
    Io {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        error: io::Error,
    },
    /// A folder that there is not.
    #[error("no such folder: {}", .0.display())]
    NoFolder(PathBuf),
    /// A file that is not what it should be.
    #[error("{}: {message}", .path.display())]
    Wrong {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// A part that there is not.
    #[error("there is no part {name}: the parts are 1 to {parts}")]
    NoPart {
        /// The name asked for.
        name: PartName,
        /// How many there are.
        parts: u32,
    },
    /// The one proof of all parts.
    #[error(transparent)]
    Proof(ProofError),
    /// It was time to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl PartsError {
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> PartsError {
        |error| PartsError::Io {
            path: path.to_path_buf(),
            error,
        }
    }

    pub(super) fn wrong(path: &Path, message: impl Into<String>) -> PartsError {
        PartsError::Wrong {
            path: path.to_path_buf(),
            message: message.into(),
        }
    }
}

/// The text of a file of at most so many bytes.
pub(super) fn read_text(
    path: &Path,
    largest: u64,
    what: &'static str,
) -> Result<String, PartsError> {
    let open = Input::open(path, &Stop::default());
    let text = open.and_then(|file| input::text(file, largest, what));
    text.map_err(PartsError::io(path))
}

/// A part cannot be done.
#[derive(Debug, Error)]
pub enum WorkError {
    /// The folder.
    #[error(transparent)]
    Parts(#[from] PartsError),
    /// The problem.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The formula.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// The solver.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The refutation.
    #[error(transparent)]
    Refute(#[from] RefuteError),
    /// The lazy search.
    #[error(transparent)]
    Lazy(#[from] LazyError),
    /// What refutes a relaxation is not its clauses alone.
    #[error(
        "a model of this formula may be several cycles, and its parts could not be joined: use another encoding, or lazy"
    )]
    Relaxation,
    /// The frontier method.
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    /// The search for all tours.
    #[error(transparent)]
    Tours(#[from] ToursError),
    /// What was found is no tour: never the user's fault.
    #[error("what was found in a part is not a tour: {0}")]
    NoTour(#[from] TourError),
}

impl WorkError {
    /// Whether it is only that there was no time.
    pub fn is_stopped(&self) -> bool {
        matches!(
            self,
            WorkError::Parts(PartsError::Stopped(_))
                | WorkError::Formula(FormulaError::Stopped(_))
                | WorkError::Spec(SpecError::Problem(ProblemError::Stopped(_)))
        )
    }
}

impl From<Stopped> for WorkError {
    fn from(stopped: Stopped) -> WorkError {
        PartsError::from(stopped).into()
    }
}
