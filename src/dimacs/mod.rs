//! DIMACS: writing and reading formulas, reading what solvers answer.

pub mod compress;
pub mod lint;
pub mod measure;
pub mod opb;
pub mod read;
pub mod result;
mod tokens;
pub mod write;

use thiserror::Error;

/// What is wrong with a file, and where.
#[derive(Debug, Error)]
pub enum ReadError {
    /// Not in the format; line and column count from 1.
    #[error("{file}:{line}:{column}: {message}")]
    Syntax {
        /// Name of the file.
        file: String,
        /// Line, from 1.
        line: u64,
        /// Column in bytes, from 1.
        column: u64,
        /// What was expected, and what to do.
        message: String,
    },
    /// The file cannot be read.
    #[error("{file}: {error}")]
    Io {
        /// Name of the file.
        file: String,
        /// What the system says.
        error: std::io::Error,
    },
}
