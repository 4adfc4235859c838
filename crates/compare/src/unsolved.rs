//! Why a run is not solved: out of time, out of memory, or a solver that fails.

use super::row::{Measured, RunVerdict};
use super::task::{Reply, Task};
use knightsat_solver::varisat::Limits;

/// The part of the memory limit, in percent, that a process has reached.
fn percent(task: &Task, measured: &Measured) -> u64 {
    let limit = task.memory_mb.map(|limit| limit << 10);
    let parts = measured.peak_kb.zip(limit);
    parts.map_or(0, |(peak, limit)| 100 * peak / limit.max(1))
}

/// What comes after the limit of CPU time comes too late, and a solver that gives up then gives up for it.
pub fn in_time(task: &Task, reply: Reply) -> Reply {
    let time = reply
        .measured
        .cpu_seconds
        .filter(|&time| time >= task.timeout);
    match (time, reply.verdict) {
        (None, _) | (_, Some(RunVerdict::Wrong | RunVerdict::Memory)) => reply,
        (Some(time), _) => Reply {
            measured: reply.measured,
            ..Reply::new(RunVerdict::Timeout, format!("took {time:.1} s of CPU time"))
        },
    }
}

/// Neither a model nor a refutation. MiniSat says so too where its memory runs out: an array that
/// cannot be doubled may leave it at a quarter of the limit.
pub fn undecided(task: &Task, limits: &Limits, measured: &Measured) -> Reply {
    if limits.is_over() {
        return Reply::new(RunVerdict::Timeout, "stopped at the deadline");
    }
    match percent(task, measured) {
        25.. => Reply::new(RunVerdict::Memory, "gave up near the memory limit"),
        _ => Reply::new(RunVerdict::Failed, "gave up before the deadline"),
    }
}

/// A solver that fails: for want of memory, if it speaks of it, or has taken nearly all of it.
pub fn fault(task: &Task, what: &str, measured: &Measured) -> Reply {
    if what.contains("SIGXCPU") {
        // The system counts a little otherwise than the sum that is told in the end.
        return Reply::new(RunVerdict::Timeout, "stopped at the limit of CPU time");
    }
    const SIGNS: [&str; 3] = ["memory", "alloc", "out of space"];
    let lower = what.to_lowercase();
    let speaks = SIGNS.iter().any(|sign| lower.contains(sign));
    let is_short = task.memory_mb.is_some() && (speaks || percent(task, measured) >= 75);
    let verdict = if is_short {
        RunVerdict::Memory
    } else {
        RunVerdict::Failed
    };
    Reply::new(verdict, what)
}
