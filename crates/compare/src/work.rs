//! A run while it is made.

use super::task::Task;
use knightsat_base::stop::Stop;
use knightsat_encoding::formula_spec::FormulaSpec;
use knightsat_solver::varisat::Limits;
use knightsat_tour::Problem;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Wall-clock seconds for a second of CPU time, for solvers that sleep and machines that are busy.
pub const WALL: u32 = 4;

/// A run, or a part of it.
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
        let wall = WALL * Duration::from_secs_f64(self.task.timeout);
        Limits {
            stop: Stop::after(wall).with_flag(self.stop.clone()),
            work: None,
        }
    }
}
