//! In place of solvers that are programs, without the feature `processes`: there is none, so nothing
//! here but [`External::new`] is ever called.

use super::SolverError;
use super::table::ProofOption;
use super::varisat::Limits;
use knightsat_cnf::Answer;
use knightsat_cnf::Clauses;
use std::path::Path;

/// A solver that can be called: there is none.
#[derive(Clone, Debug)]
pub enum External {}

impl External {
    /// An error that names the feature.
    pub fn new(choice: &str, _path: Option<&Path>) -> Result<External, SolverError> {
        Err(SolverError::Choice(format!(
            "'{choice}' is no solver here, as this knightsat was built without external ones: name varisat, or \
             build with --features processes"
        )))
    }

    /// What it is called in messages.
    pub fn name(&self) -> &str {
        match *self {}
    }

    /// How it is asked for a proof.
    pub fn proof(&self) -> Option<ProofOption> {
        match *self {}
    }

    /// Asks it.
    pub fn ask(
        &self,
        _cnf: &Path,
        _proof: Option<&Path>,
        _variables: u32,
        _limits: &Limits,
    ) -> Result<Answer, SolverError> {
        match *self {}
    }

    pub(super) fn fault(&self, _what: impl Into<String>) -> SolverError {
        match *self {}
    }
}

/// A formula in a file for them: it is never written.
#[derive(Debug)]
pub(super) enum FormulaFile {}

impl FormulaFile {
    pub(super) fn write<F: Clauses>(
        _formula: &F,
        _limits: &Limits,
    ) -> Result<Option<FormulaFile>, SolverError> {
        Ok(None)
    }

    pub(super) fn path(&self) -> &Path {
        match *self {}
    }
}

#[cfg(test)]
mod tests {
    use crate::portfolio::Solver;

    #[test]
    fn a_program_is_refused_by_the_name_of_the_feature() {
        for choice in ["kissat", "my solver {cnf}"] {
            let error = Solver::new(choice, None).unwrap_err().to_string();
            assert!(
                error.ends_with("build with --features processes"),
                "{error}"
            );
        }
        assert!(Solver::new("varisat", None).is_ok());
    }
}
