//! One problem for many machines: a folder of parts that cover it, and the joint answer of the
//! parts.
//!
//! This crate neither schedules nor uses a network. A [`folder`] lists the parts. Any scheduler
//! runs them: a process does each part, and stores its result there atomically ([`part`]). The
//! joint answer is checked as a whole.
//!
//! ```
//! use knightsat_cluster::encoding::formula_spec::FormulaSpec;
//! use knightsat_cluster::tour::spec::Requesting;
//! use knightsat_cluster::folder::Folder;
//! use knightsat_cluster::join::{Joined, join};
//! use knightsat_cluster::split::{Plan, split};
//! use knightsat_cluster::work::Worker;
//! use knightsat_cluster::base::stop::Stop;
//!
//! let mut spec = "4x7".parse::<FormulaSpec>()?.closed();
//! spec.style.shortcuts = false;
//! let (home, stop) = (tempfile::tempdir()?, Stop::default());
//! let plan = Plan { spec: &spec, is_lazy: true, solver: "varisat", proof: true, parts: 4 };
//! split(home.path(), &plan, &stop)?;
//!
//! let folder = Folder::open(home.path())?;
//! let worker = Worker::new(&folder, Default::default(), &stop)?;
//! let formula = worker.formula()?;
//! for part in folder.parts() {
//!     worker.work(&part, &formula, &worker.results()?)?;
//! }
//!
//! let joined = join(&worker)?;
//! assert!(matches!(joined, Joined::None(refuted) if refuted.certificate.is_some()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use knightsat_search::{base, cnf, encoding, solver, tour};

mod choose;
mod compose;
pub mod counts;
mod cube;
pub mod cubes;
pub mod folder;
pub mod join;
pub mod outcome;
pub mod part;
mod paths;
pub mod split;
pub mod work;

use crate::base::input::{self, Input};
use crate::base::json;
use crate::base::stop::{Stop, Stopped};
use crate::base::system;
use crate::encoding::FormulaError;
use crate::solver::SolverError;
use crate::tour::ProblemError;
use crate::tour::spec::{Request, SpecError};
use crate::tour::table::Backend;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use thiserror::Error;

/// The types that most files of this crate use.
mod prelude {
    pub use crate::base::stop::{Stop, Stopped};
    pub use crate::cnf::sink::Cnf;
    pub use crate::cnf::{Answer, Extended, Lit, Var};
    pub use crate::encoding::Formula;
    pub use crate::encoding::formula_spec::FormulaSpec;
    pub use crate::tour::Problem;
    pub use crate::tour::spec::Request;
    pub use crate::tour::tour::Tour;
    pub use serde::{Deserialize, Serialize};
    pub use std::fs;
    pub use std::path::{Path, PathBuf};
}

/// A folder of parts cannot be made, worked on or joined.
#[derive(Debug, Error)]
pub enum PartsError {
    /// A folder or file: its path, and the fault.
    #[error("{0}")]
    Wrong(String),
    /// The deadline has passed.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The problem.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The formula.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// The solver.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A search, a count, a refutation or the one proof.
    #[error(transparent)]
    Work(Box<dyn Error + Send + Sync>),
}

/// Result of a function that can fail with this error.
pub type Result<T, E = PartsError> = std::result::Result<T, E>;

impl PartsError {
    fn io(path: &Path) -> impl FnOnce(io::Error) -> PartsError {
        |error| PartsError::wrong(path, system::message(&error))
    }

    fn wrong(path: &Path, message: impl std::fmt::Display) -> PartsError {
        PartsError::Wrong(format!("{}: {message}", path.display()))
    }

    fn work(error: impl Error + Send + Sync + 'static) -> PartsError {
        PartsError::Work(Box::new(error))
    }

    /// Returns true if only the time ran out.
    pub fn is_stopped(&self) -> bool {
        matches!(
            self,
            PartsError::Stopped(_)
                | PartsError::Formula(FormulaError::Stopped(_))
                | PartsError::Spec(SpecError::Problem(ProblemError::Stopped(_)))
        )
    }
}

/// Fails for a directed graph, since parts fix edges, which have no direction.
fn refuse_directed(request: &Request) -> Result<()> {
    let refused = request
        .tour
        .reductions(&request.place, Backend::SearchParts);
    refused.map_or_else(
        |refusal| Err(PartsError::Wrong(refusal.to_string())),
        |_| Ok(()),
    )
}

/// Fails with this message about a folder or file unless the condition holds.
fn ensure(is_right: bool, path: &Path, message: impl std::fmt::Display) -> Result<()> {
    let right = is_right.then_some(());
    right.ok_or_else(|| PartsError::wrong(path, message))
}

/// The most bytes of a file, which may contain millions of parts, or a tour of a large board.
const LARGEST: u64 = 1 << 30;

/// Reads the value in a JSON file; `what` completes "is not" in errors.
fn read_json<T: DeserializeOwned>(path: &Path, what: &str) -> Result<T> {
    let open = Input::open(path, &Stop::default());
    let bytes = open.and_then(|file| input::bytes(file, LARGEST, "any file of parts"));
    json::read(&bytes.map_err(PartsError::io(path))?)
        .map_err(|fault| PartsError::wrong(path, format!("is not {what}: {fault}")))
}

/// Writes a value to a file on disk, as a line of JSON.
fn write_json(path: &Path, value: &impl Serialize) -> Result<()> {
    write_file(path, |out| {
        serde_json::to_writer(&mut *out, value)?;
        writeln!(out)?;
        out.flush()?;
        out.get_ref().sync_all()
    })
}

/// Writes a file.
fn write_file(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<()> {
    let written = File::create(path).and_then(|file| {
        let mut out = BufWriter::new(file);
        fill(&mut out)?;
        out.flush()
    });
    written.map_err(PartsError::io(path))
}
