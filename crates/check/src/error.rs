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
    /// A rule of the problem names a fact that the definition of a tour does not have.
    #[error("a rule names {0}, and the definition of a tour has no such fact")]
    UnknownFact(String),
}
