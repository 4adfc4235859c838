//! What a process that does one run is told, and what it answers.
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
use crate::encoding::formula_spec::FormulaSpec;
use crate::solver::varisat::Limits;
use crate::tour::Problem;
use crate::tour::place::Place;
use knightsat_check::foreign::Map;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The file with the task, in a folder of its own.
pub const TASK: &str = "task.json";
/// The formula that the solver is given, beside it.
pub const FORMULA: &str = "formula.cnf";
/// The formula of others, as it was found, beside it.
pub const FOREIGN: &str = "foreign.cnf";
/// Wall-clock seconds for a second of CPU time, for solvers that sleep and machines that are busy.
pub(super) const WALL: u32 = 4;

/// One run, or a part of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    /// Which run.
    pub run: Run,
    /// The board or graph.
    pub place: Place,
    /// Which formula of others it is about, if it is about one.
    pub foreign: Option<Theirs>,
    /// What the solver, and each process, may take.
    pub limits: RunLimits,
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
        text::of_words([formula, map.as_bytes()])
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

    /// The reply about asking the solver, with the measures of writing the formula before.
    pub(super) fn after(self, writing: Measured) -> Reply {
        let asking = self.measured;
        Reply {
            measured: Measured {
                cpu_seconds: asking.cpu_seconds,
                wall_seconds: asking.wall_seconds,
                peak_kb: asking.peak_kb,
                ..writing
            },
            ..self
        }
    }
}

/// The result of a part of a run; a reply if it is cut short.
pub(super) type Part<T> = Result<T, Box<Reply>>;

/// The reply of a run that has failed for this reason.
impl From<String> for Box<Reply> {
    fn from(why: String) -> Box<Reply> {
        Box::new(Reply::new(RunVerdict::Failed, why))
    }
}

/// A run, or a part of it, while it is made.
pub(super) struct Work<'t> {
    pub(super) task: &'t Task,
    pub(super) folder: &'t Path,
    pub(super) spec: &'t FormulaSpec,
    pub(super) problem: &'t Problem,
    pub(super) stop: &'t Arc<AtomicBool>,
}

impl Work<'_> {
    /// Without the limit of CPU time.
    pub(super) fn limits(&self) -> Limits {
        let wall = WALL * Duration::from_secs_f64(self.task.limits.timeout);
        Stop::after(wall).with_flag(self.stop.clone()).into()
    }
}
