//! Errors of checks.

use crate::encoding::FormulaError;
use crate::solver::SolverError;
use thiserror::Error;

/// Errors of a check: they say nothing about the formula.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InspectError {
    /// The solver has returned a model that violates a clause.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// The solver cannot run, or has failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
}
