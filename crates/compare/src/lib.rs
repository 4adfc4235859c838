//! Comparing encodings, solvers and boards: a grid of runs, each in a process of its own, and what
//! comes out of it as rows, figures and plots.
//!
//! ```
//! use knightsat_compare::table;
//!
//! // Seconds; what was not solved within the limit has none.
//! let times = [Some(0.5), Some(1.5), None];
//! assert_eq!(table::median(&times), Some(1.5));
//! assert_eq!(table::par2(&times, 10.0), 22.0 / 3.0);
//! ```
//!
//! [`grid`] says which runs there are, [`task`] what a process is told, [`one`] does a run, [`field`]
//! starts the processes and stops them. Every run becomes a [`row`], which [`journal`] keeps on disk at
//! once, so that a comparison can be stopped and taken up again. [`row::contradict`] finds the rows that
//! contradict each other; [`table`] and [`plot`] are pure functions of the rows.
//!
//! What the figures mean is written in `docs/compare.md`.

pub use knightsat_search::{base, cnf, encoding, solver, tour};

pub mod field;
mod formula;
pub mod grid;
pub mod journal;
pub mod machine;
pub mod method;
pub mod one;
pub mod plot;
pub mod row;
pub mod table;
pub mod task;

use crate::base::system;
use std::fmt::Display;
use std::io;
use std::path::Path;
use thiserror::Error;

/// A comparison cannot be made, or cannot go on.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct CompareError(String);

/// The message of an error of the system, after what cannot be done.
fn told(what: impl Display) -> impl FnOnce(io::Error) -> String {
    move |error| format!("{what}: {}", system::message(&error))
}

impl CompareError {
    /// An error with a file or folder.
    fn io(path: &Path) -> impl FnOnce(io::Error) -> CompareError {
        |error| CompareError(told(path.display())(error))
    }
}
