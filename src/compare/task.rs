//! What a process that does one run is told, and what it answers.

use super::row::{Measured, Run, Verdict};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// One run, or a part of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    /// Which run.
    pub run: Run,
    /// The board or graph, as [`Place::entries`](crate::place::Place::entries) gives it.
    pub place: Vec<(String, String)>,
    /// CPU seconds that the solver has.
    pub timeout: f64,
    /// Address space that each process may take, in units of 1024² bytes.
    pub memory_mb: Option<u64>,
    /// Which part of it.
    pub stage: Stage,
    /// The process that waits for the answer: once it is gone, nobody wants it.
    pub parent: u32,
}

/// A program is called by a process that has not made the formula: a new process counts as its own the
/// largest memory of the one that has started it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Stage {
    /// Everything, for a solver in process.
    Whole,
    /// Write the formula to this file.
    Write(PathBuf),
    /// Ask the solver about the formula in this file, which has so many variables.
    Ask(PathBuf, u32),
}

/// What has come of it. Without a verdict the formula is written.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Reply {
    /// Sizes and times.
    pub measured: Measured,
    /// How it ended.
    pub verdict: Option<Verdict>,
    /// On whose word, or why.
    pub word: String,
    /// Whether the answer is verified.
    pub checked: bool,
}

impl Reply {
    /// Without anything measured.
    pub fn new(verdict: Verdict, word: impl Into<String>) -> Reply {
        Reply {
            verdict: Some(verdict),
            word: word.into(),
            ..Reply::default()
        }
    }

    /// What is measured of both; the later one says how it ended.
    pub fn then(self, later: Reply) -> Reply {
        let (first, last) = (self.measured, later.measured);
        Reply {
            measured: Measured {
                variables: last.variables.or(first.variables),
                clauses: last.clauses.or(first.clauses),
                bytes: last.bytes.or(first.bytes),
                encode_seconds: last.encode_seconds.or(first.encode_seconds),
                cpu_seconds: last.cpu_seconds.or(first.cpu_seconds),
                wall_seconds: last.wall_seconds.or(first.wall_seconds),
                peak_kb: last.peak_kb.or(first.peak_kb),
            },
            ..later
        }
    }
}
