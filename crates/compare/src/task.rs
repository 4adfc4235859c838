//! What a process that does one run is told, and what it answers.
//!
//! ```
//! use knightsat_compare::row::RunVerdict;
//! use knightsat_compare::task::Reply;
//!
//! let reply = Reply::new(RunVerdict::Tour, "verified");
//! assert_eq!(reply.verdict, Some(RunVerdict::Tour));
//! ```

use super::row::{Measured, Run, RunVerdict};
use knightsat_base::checksum;
use knightsat_check::foreign::Map;
use serde::{Deserialize, Serialize};

/// The file with the task, in a folder of its own.
pub const TASK: &str = "task.json";
/// The formula that the solver is given, beside it.
pub const FORMULA: &str = "formula.cnf";
/// The formula of others, as it was found, beside it.
pub const FOREIGN: &str = "foreign.cnf";

/// One run, or a part of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    /// Which run.
    pub run: Run,
    /// The board or graph, as [`Place::entries`](knightsat_tour::place::Place::entries) gives it.
    pub place: Vec<(String, String)>,
    /// Which formula of others it is about, if it is about one.
    pub foreign: Option<Theirs>,
    /// CPU seconds that the solver has.
    pub timeout: f64,
    /// Address space that each process may take, in units of 1024² bytes.
    pub memory_mb: Option<u64>,
    /// Which part of it.
    pub stage: Stage,
    /// The process that waits for the answer: once it is gone, nobody wants it.
    pub parent: u32,
}

/// A formula of others, which is in [`FOREIGN`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Theirs {
    /// The name that rows have for it.
    pub name: String,
    /// What says what its variables mean, if that is not in its comments.
    pub map: Option<Map>,
    /// Whether it is a file of ours, whose comments say everything.
    pub is_described: bool,
}

impl Theirs {
    /// A checksum of the formula, which these bytes are, and of what says what its variables mean.
    pub fn sum(&self, formula: &[u8]) -> String {
        let map = match &self.map {
            None | Some(Map::Comments(None)) => "",
            Some(Map::Comments(Some(text)) | Map::Text { text, .. } | Map::Expression(text)) => {
                text
            }
        };
        checksum::of_words([formula, map.as_bytes()])
    }
}

/// A program is called by a process that has not made the formula: a new process counts as its own the
/// largest memory of the one that has started it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Stage {
    /// Everything, for a solver in process.
    Whole,
    /// Write the formula to [`FORMULA`].
    Write,
    /// Ask the solver about the formula in that file, which has so many variables.
    Ask(u32),
}

/// What has come of it. Without a verdict the formula is written.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Reply {
    /// Sizes and times.
    pub measured: Measured,
    /// How it ended.
    pub verdict: Option<RunVerdict>,
    /// On whose word, or why.
    pub word: String,
    /// Whether the answer is verified.
    pub checked: bool,
}

impl Reply {
    /// Without anything measured.
    pub fn new(verdict: RunVerdict, word: impl Into<String>) -> Reply {
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
