//! Who refutes the formula, and what can go wrong.

use super::Args;
use anyhow::Result;
use knightsat::search::prove::ProveError;
use knightsat::solver::certify::can_certify;
use knightsat::solver::external::External;
use knightsat::solver::portfolio::Solver;
use knightsat::solver::refute::RefuteError;

impl Args {
    /// Who is to refute the formula, if not varisat.
    pub fn solver(&self) -> Result<Option<External>> {
        if let Some(name) = &self.solvers.solver {
            can_certify(name)?;
        }
        Ok(match self.solvers.choose()? {
            Solver::External(external) => Some(external),
            _ => None,
        })
    }

    /// Says where it is that nothing can be written.
    pub fn explain(&self, error: ProveError) -> anyhow::Error {
        let is_file = matches!(
            error,
            ProveError::Io(..) | ProveError::Refute(RefuteError::Io(_))
        );
        let error = anyhow::Error::from(error);
        if is_file {
            error.context(self.output.display().to_string())
        } else {
            error
        }
    }
}
