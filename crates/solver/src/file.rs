//! A formula in a temporary file, for solvers that read one.
//!
//! ```
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//! use knightsat_solver::file::FormulaFile;
//! use knightsat_solver::Limits;
//!
//! let mut formula = Cnf::default();
//! let var = formula.new_var();
//! formula.clause(&[var.pos()]);
//! let file = FormulaFile::write(&formula, &Limits::default())?.expect("no limit");
//! assert_eq!(std::fs::read_to_string(file.path())?, "p cnf 1 1\n1 0\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Limits, SolverError};
use crate::base::stop::{Stopped, Writing};
use crate::base::system;
use knightsat_cnf::Clauses;
use knightsat_cnf::dimacs::write::write_formula;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The name of the file, if it has one.
const NAME: &str = "formula.cnf";

/// A temporary file with a formula, removed with this value. On Linux the file has no name, and the
/// system removes it even if this process is killed.
#[derive(Debug)]
pub struct FormulaFile {
    path: PathBuf,
    file: File,
    _folder: Option<TempDir>,
}

impl FormulaFile {
    /// Writes the formula; returns `None` if a limit is reached before it is complete.
    pub fn write<F: Clauses>(
        formula: &F,
        limits: &Limits,
    ) -> Result<Option<FormulaFile>, SolverError> {
        let write = || -> io::Result<FormulaFile> {
            let mut made = FormulaFile::create()?;
            write_formula(Writing::new(&mut made.file, &limits.stop), formula, &[])?;
            Ok(made)
        };
        match write() {
            Ok(file) => Ok(Some(file)),
            Err(error) if Stopped::of(&error).is_some() => Ok(None),
            Err(error) => Err(SolverError::File(error)),
        }
    }

    fn create() -> io::Result<FormulaFile> {
        if cfg!(target_os = "linux") {
            let file = tempfile::tempfile().map_err(system::without_text)?;
            let (process, number) = (std::process::id(), file.as_raw_fd());
            // The path names this process, not /proc/self: descendants of a solver can open it too.
            let path = PathBuf::from(format!("/proc/{process}/fd/{number}"));
            if path.exists() {
                return Ok(FormulaFile {
                    path,
                    file,
                    _folder: None,
                });
            }
        }
        let folder = tempfile::Builder::new().prefix("knightsat-").tempdir();
        let folder = folder.map_err(system::without_text)?;
        let path = folder.path().join(NAME);
        Ok(FormulaFile {
            file: File::create_new(&path)?,
            path,
            _folder: Some(folder),
        })
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}
