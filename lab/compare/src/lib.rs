//! Comparisons of encodings, solvers and boards: a grid of runs, each in a process of its own, with
//! rows, scores and plots as results.
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
//! [`grid`] lists the runs, [`task`] describes a run for a process, [`one`] does a run, and
//! [`field`] starts and ends the processes. Every run becomes a [`row`], which [`journal`] writes
//! to disk at once, so that a comparison can be interrupted and resumed. [`row::contradict`]
//! finds contradictory rows; [`table`], [`paired`] and [`plot`] are pure functions of
//! the rows.
//!
//! `lab/docs/compare.md` explains the figures.

pub use knightsat_search::{base, cnf, encoding, solver, tour};

mod effort;
pub mod field;
pub mod grid;
pub mod journal;
pub mod machine;
pub mod method;
pub mod one;
pub mod paired;
pub mod plot;
pub mod row;
mod source;
pub mod table;
pub mod task;

use crate::base::system;
use std::fmt::Display;
use std::io;
use std::path::Path;
use thiserror::Error;

/// A comparison cannot start or continue.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct CompareError(String);

/// Returns the message of a system error, after the failed action.
fn io_message(what: impl Display) -> impl FnOnce(io::Error) -> String {
    move |error| format!("{what}: {}", system::message(&error))
}

impl CompareError {
    /// Returns an error about a file or folder.
    fn io(path: &Path) -> impl FnOnce(io::Error) -> CompareError {
        |error| CompareError(io_message(path.display())(error))
    }
}
