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
use std::io;
use std::path::Path;
use tempfile::NamedTempFile;

/// A temporary file with a formula, removed with this value. Its name ends in `.cnf`, for programs
/// that infer the format from the name.
#[derive(Debug)]
pub struct FormulaFile(NamedTempFile);

impl FormulaFile {
    /// Writes the formula; returns `None` if a limit is reached before it is complete.
    pub fn write<F: Clauses>(
        formula: &F,
        limits: &Limits,
    ) -> Result<Option<FormulaFile>, SolverError> {
        let write = || -> io::Result<FormulaFile> {
            let mut builder = tempfile::Builder::new();
            let file = builder.prefix("knightsat-").suffix(".cnf").tempfile();
            let file = file.map_err(system::without_text)?;
            write_formula(Writing::new(file.as_file(), &limits.stop), formula, &[])?;
            Ok(FormulaFile(file))
        };
        match write() {
            Ok(file) => Ok(Some(file)),
            Err(error) if Stopped::of(&error).is_some() => Ok(None),
            Err(error) => Err(SolverError::File(error)),
        }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}
