//! Who refutes the formula, and what can go wrong.

use super::Args;
use anyhow::{Result, bail, ensure};
use knightsat::search::prove::ProveError;
use knightsat::solver::certify::can_certify;
use knightsat::solver::external::External;
use knightsat::solver::portfolio::Solver;
use knightsat::solver::refute::RefuteError;

impl Args {
    /// Who is to refute the formula, if not varisat.
    pub fn solver(&self) -> Result<Option<External>> {
        ensure!(
            self.solvers.portfolio.is_empty(),
            "--portfolio: a proof comes from one solver, name it with --solver"
        );
        match self.solvers.choose()?.remove(0) {
            Solver::Varisat => Ok(None),
            Solver::External(external) => {
                can_certify(&external)?;
                Ok(Some(external))
            }
            #[allow(
                unreachable_patterns,
                reason = "there are more with --features cadical"
            )]
            other => bail!(
                "{} cannot write a proof here: use --solver cadical",
                other.name()
            ),
        }
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
