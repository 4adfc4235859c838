//! Comparing encodings, solvers and boards: a grid of runs, each in a process of its own, and what
//! comes out of it as rows, figures and plots.
//!
//! ```
//! use knightsat_compare::score;
//!
//! // Seconds; what was not solved within the limit has none.
//! let times = [Some(0.5), Some(1.5), None];
//! assert_eq!(score::median(&times), Some(1.5));
//! assert_eq!(score::par2(&times, 10.0), 22.0 / 3.0);
//! ```
//!
//! [`grid`] says which runs there are, [`task`] what a process is told, [`one`] does a run, [`field`]
//! starts the processes and stops them. Every run becomes a [`row`], which [`journal`] keeps on disk at
//! once, so that a comparison can be stopped and taken up again. [`judge`] finds the rows that
//! contradict each other; [`score`], [`table`] and [`plot`] are pure functions of the rows.
//!
//! What the figures mean is written in `docs/compare.md`.

pub mod field;
mod formula;
pub mod grid;
pub mod journal;
pub mod judge;
pub mod keep;
pub mod machine;
pub mod method;
pub mod one;
pub mod plot;
mod restrict;
pub mod row;
pub mod score;
pub mod table;
pub mod task;
mod unsolved;
mod usage;
mod work;
mod worth;
mod writing;

use knightsat_base::system;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A comparison cannot be made, or cannot go on.
#[derive(Debug, Error)]
pub enum CompareError {
    /// A file or folder.
    #[error("{}: {}", .path.display(), system::message(.error))]
    Io {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        error: io::Error,
    },
    /// A row that cannot be read.
    #[error("{}:{line}:{column}: {message}", .path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// Line from 1.
        line: usize,
        /// Column from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// The grid, or what it is added to.
    #[error("{0}")]
    Grid(String),
}

impl CompareError {
    fn io(path: &Path) -> impl FnOnce(io::Error) -> CompareError {
        |error| CompareError::Io {
            path: path.to_path_buf(),
            error,
        }
    }
}
