//! The task for a process that does one run, and its reply.
//!
//! ```
//! use knightsat_compare::row::RunVerdict;
//! use knightsat_compare::task::Reply;
//!
//! let reply = Reply::new(RunVerdict::Tour, "verified");
//! assert_eq!(reply.verdict, Some(RunVerdict::Tour));
//! ```

use super::row::{Measured, Run, RunLimits, RunVerdict};
use crate::base::stop::Stop;
use crate::base::text;
use crate::encoding::Style;
use crate::solver::Limits;
use crate::tour::Problem;
use crate::tour::place::Place;
use crate::tour::spec::Request;
use knightsat_check::foreign::Map;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The file with the task, in a folder of its own.
pub const TASK: &str = "task.json";
/// The formula for the solver, in the same folder.
pub const FORMULA: &str = "formula.cnf";
/// The foreign formula, unchanged, in the same folder.
pub const FOREIGN: &str = "foreign.cnf";
/// Wall-clock seconds for a second of CPU time, for solvers that sleep and machines that are busy.
pub(super) const WALL: u32 = 4;

/// A run, or a stage of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The key of the run.
    pub run: Run,
    /// The board or graph.
    pub place: Place,
    /// The foreign formula, if the run is about one.
    pub foreign: Option<Theirs>,
    /// The limits of the solver and of each process.
    pub limits: RunLimits,
    /// The stage.
    pub stage: Stage,
    /// The process that waits for the reply; without it, the run ends.
    pub parent: u32,
}

/// A foreign formula, stored in [`FOREIGN`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Theirs {
    /// Its name in rows.
    pub name: String,
    /// The meaning of its variables, unless its comments contain it.
    pub map: Option<Map>,
    /// True for a file of ours, described by its comments.
    pub is_described: bool,
}

impl Theirs {
    /// Returns a checksum of the bytes of the formula and of the meaning of its variables.
    pub fn sum(&self, formula: &[u8]) -> String {
        let map = match &self.map {
            None | Some(Map::Comments(None)) => "",
            Some(Map::Comments(Some(text)) | Map::Text { text, .. } | Map::Expression(text)) => {
                text
            }
        };
        text::of_words([formula, map.as_bytes()])
    }
}

/// A stage of a run. The process that runs a program must not have made the formula: the system
/// counts the largest memory of the parent as that of a new process.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Stage {
    /// Everything, for a solver in process.
    Whole,
    /// Writes the formula to [`FORMULA`].
    Write,
    /// Runs the solver on the formula in that file, which has this number of variables.
    Ask(u32),
}

/// The reply. Without a verdict, the formula was written.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Reply {
    /// Sizes and times.
    pub measured: Measured,
    /// The result.
    pub verdict: Option<RunVerdict>,
    /// The source of the answer, or the reason for a failure.
    pub word: String,
    /// True if the answer is verified.
    pub checked: bool,
}

impl Reply {
    /// Returns a reply without measures.
    pub fn new(verdict: RunVerdict, word: impl Into<String>) -> Reply {
        Reply {
            verdict: Some(verdict),
            word: word.into(),
            ..Reply::default()
        }
    }

    /// Adds the measures of writing the formula to the solver's reply.
    pub(super) fn after(self, writing: Measured) -> Reply {
        let asking = self.measured;
        Reply {
            measured: Measured {
                cpu_seconds: asking.cpu_seconds,
                wall_seconds: asking.wall_seconds,
                peak_kb: asking.peak_kb,
                conflicts: asking.conflicts,
                propagations: asking.propagations,
                ..writing
            },
            ..self
        }
    }
}

/// The result of a stage; a reply if it ended early.
pub(super) type StageResult<T> = Result<T, Box<Reply>>;

/// A failed run, with its reason.
impl From<String> for Box<Reply> {
    fn from(why: String) -> Box<Reply> {
        Box::new(Reply::new(RunVerdict::Failed, why))
    }
}

/// A run, or a stage of it, in progress.
pub(super) struct Work<'t> {
    pub(super) task: &'t Task,
    pub(super) folder: &'t Path,
    pub(super) request: &'t Request,
    /// The style of our formula; `None` for the lazy engine and foreign formulas.
    pub(super) style: Option<Style>,
    pub(super) problem: &'t Problem,
    pub(super) stop: &'t Arc<AtomicBool>,
}

impl Work<'_> {
    /// Returns the limits, without that of CPU time.
    pub(super) fn limits(&self) -> Limits {
        let wall = WALL * Duration::from_secs_f64(self.task.limits.timeout);
        Stop::after(wall).with_flag(self.stop.clone()).into()
    }
}
