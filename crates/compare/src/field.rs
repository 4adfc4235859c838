//! The parent's side: starts a process for every run, stops it in time, and makes a row of what it says.
//!
//! ```
//! use knightsat_compare::field::RunLimits;
//!
//! let limits = RunLimits { timeout: 10.0, memory_mb: None };
//! assert_eq!(serde_json::to_string(&limits)?, r#"{"timeout":10.0,"memory_mb":null}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::grid::{Job, SolverEntry};
use super::keep::Keep;
use super::machine::Machine;
use super::method::LAZY;
use super::row::{Row, RunVerdict, VERSION};
use super::task::{FOREIGN, FORMULA, Reply, Stage, TASK, Task};
use super::work::WALL;
use knightsat_base::stop::Stop;
use knightsat_base::system;
use knightsat_solver::process::{self, Ended};
use knightsat_solver::varisat::Limits;
use serde::{Deserialize, Serialize};
use signal_hook::consts::SIGKILL;
use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Time for a process to see its solver off once it has been told to end.
const GRACE: Duration = Duration::from_secs(2);
/// Time beyond the limits of encoder and solver, to start and to check.
const SLACK: Duration = Duration::from_secs(10);
/// Bytes read of a reply, and more of it than there can be.
const REPLY: u64 = 1 << 20;

/// What holds for every run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunLimits {
    /// CPU seconds that a solver has.
    pub timeout: f64,
    /// Address space of its process in units of 1024² bytes, if it is limited.
    pub memory_mb: Option<u64>,
}

/// Where runs are made.
#[derive(Debug)]
pub struct Field<'f> {
    /// What holds for every run.
    pub limits: RunLimits,
    /// The program and the arguments after which the file with a [`Task`] goes: it prints a [`Reply`].
    pub program: (PathBuf, Vec<OsString>),
    /// Ends everything soon, once somebody sets it.
    pub stop: &'f Arc<AtomicBool>,
    /// Where they are made.
    pub machine: Machine,
    /// Where formulas are kept, if they are.
    pub keep: Option<Keep>,
}

impl Field<'_> {
    /// Makes the runs, `jobs` at a time; `done` is given each row as soon as it is there. Runs that
    /// `stop` has cut off give none. Ends at the first error of `done`.
    pub fn race<E: Send>(
        &self,
        job_list: &[Job],
        jobs: usize,
        done: impl FnMut(Row) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let next = AtomicUsize::new(0);
        let called_off = AtomicBool::new(false);
        let state = Mutex::new((done, None));
        let work = || {
            while !self.stop.load(Ordering::Relaxed) && !called_off.load(Ordering::Relaxed) {
                let Some(job) = job_list.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    break;
                };
                let Some(row) = self.row(job) else { break };
                let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
                let (done, error) = &mut *state;
                if let Err(first) = done(row) {
                    called_off.store(true, Ordering::Relaxed);
                    error.get_or_insert(first);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..jobs.min(job_list.len()) {
                scope.spawn(work);
            }
        });
        let (_, error) = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        error.map_or(Ok(()), Err)
    }

    /// The row of a run; `None` if it was cut off.
    fn row(&self, job: &Job) -> Option<Row> {
        let reply = self.run(job);
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let SolverEntry { version, .. } = job.solver_entry;
        Some(Row {
            version: VERSION,
            knightsat: env!("CARGO_PKG_VERSION").to_string(),
            run: job.run.clone(),
            solver_version: version.clone(),
            timeout: self.limits.timeout,
            memory_mb: self.limits.memory_mb,
            measured: reply.measured,
            verdict: reply.verdict.unwrap_or(RunVerdict::Failed),
            word: reply.word,
            checked: reply.checked,
            machine: self.machine.clone(),
        })
    }

    fn run(&self, job: &Job) -> Reply {
        // For everything temporary, also what a process leaves behind that is killed.
        let folder = tempfile::Builder::new().prefix("knightsat-").tempdir();
        let folder = match folder {
            Ok(folder) => folder,
            Err(error) => {
                let why = format!(
                    "no temporary folder can be made: {}",
                    system::message(&error)
                );
                return Reply::new(RunVerdict::Failed, why);
            }
        };
        let made = self.stages(job, folder.path());
        made.unwrap_or_else(|why| Reply::new(RunVerdict::Failed, why))
    }

    /// Writes the formula if it is to be kept or a program reads it, and asks the solver.
    fn stages(&self, job: &Job, folder: &Path) -> Result<Reply, String> {
        let stage = |stage| self.stage(job, folder, stage);
        if let Some(foreign) = job.foreign {
            let path = fs::canonicalize(&foreign.path);
            let linked = path.and_then(|path| symlink(path, folder.join(FOREIGN)));
            linked.map_err(|error| {
                format!("{}: {}", foreign.path.display(), system::message(&error))
            })?;
        }
        let is_lazy = job.foreign.is_none() && job.run.encoding == LAZY;
        let keep = self
            .keep
            .as_ref()
            .filter(|keep| keep.wants(&job.run) && !is_lazy);
        let is_whole = job.solver_entry.is_in_process || is_lazy;
        if is_whole && keep.is_none() {
            return Ok(stage(Stage::Whole));
        }
        let written = stage(Stage::Write);
        let (None, Some(variables)) = (written.verdict, written.measured.variables) else {
            return Ok(written);
        };
        if let Some(keep) = keep {
            let kept = keep.keep(&job.run, &folder.join(FORMULA));
            kept.map_err(|error| {
                format!("the formula cannot be kept: {}", system::message(&error))
            })?;
        }
        if is_whole {
            return Ok(stage(Stage::Whole));
        }
        // In range: it has been written.
        Ok(written.then(stage(Stage::Ask(variables as u32))))
    }

    /// A part of a run in a process of its own.
    fn stage(&self, job: &Job, folder: &Path, stage: Stage) -> Reply {
        let entries = job.place.entries().into_iter();
        let task = Task {
            run: job.run.clone(),
            place: entries
                .map(|(key, value)| (key.to_string(), value))
                .collect(),
            foreign: job.foreign.map(|foreign| foreign.theirs.clone()),
            timeout: self.limits.timeout,
            memory_mb: self.limits.memory_mb,
            stage,
            parent: std::process::id(),
        };
        self.child(&task, folder)
            .unwrap_or_else(|why| Reply::new(RunVerdict::Failed, why))
    }

    fn child(&self, task: &Task, folder: &Path) -> Result<Reply, String> {
        let path = folder.join(TASK);
        let text = serde_json::to_string(task).map_err(|error| error.to_string())?;
        fs::write(&path, text)
            .map_err(|error| format!("no temporary file: {}", system::message(&error)))?;
        let (program, arguments) = &self.program;
        let mut command = Command::new(program);
        command.args(arguments).arg(&path).env("TMPDIR", folder);
        let timeout = Duration::from_secs_f64(self.limits.timeout);
        let within = match task.stage {
            Stage::Write => WALL * timeout + SLACK,
            Stage::Whole | Stage::Ask(_) => 2 * WALL * timeout + SLACK,
        };
        let limits = Limits {
            stop: Stop::after(within).with_flag(self.stop.clone()),
            work: None,
        };
        let read = |output: ChildStdout| {
            let mut text = String::new();
            output.take(REPLY).read_to_string(&mut text).map(|_| text)
        };
        let ended = process::run_with_grace(command, &limits, GRACE, read, |_| false);
        Ok(reply(
            &ended.map_err(|error| format!("cannot be started: {}", system::message(&error)))?,
            task,
        ))
    }
}

/// What a process has said, or what became of it if it has said nothing.
fn reply(ended: &Ended<std::io::Result<String>>, task: &Task) -> Reply {
    let Some(status) = ended.status else {
        let why = "stopped by force: encoding, solving or checking did not end in time";
        return Reply::new(RunVerdict::Timeout, why);
    };
    let said = ended
        .output
        .as_ref()
        .and_then(|output| output.as_ref().ok());
    if let Some(reply) = said.and_then(|text| serde_json::from_str(text).ok()) {
        return reply;
    }
    let mut lines = ended.errors.lines().filter(|line| !line.is_empty());
    let of_memory = lines.clone().find(|line| line.contains("memory"));
    let last = of_memory.or_else(|| lines.next_back());
    let last = last.unwrap_or("no message").trim();
    let is_short = ended.errors.contains("memory") || status.signal() == Some(SIGKILL);
    match task.memory_mb.filter(|_| is_short) {
        Some(_) => Reply::new(RunVerdict::Memory, last),
        None => Reply::new(RunVerdict::Failed, format!("{status}: {last}")),
    }
}
