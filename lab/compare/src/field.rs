//! The parent process: starts a process for every run, ends it at its deadline, and makes a row of
//! its reply.
//!
//! ```
//! use knightsat_compare::field::RunLimits;
//!
//! let limits = RunLimits { timeout: 10.0, memory_mb: None };
//! assert_eq!(serde_json::to_string(&limits)?, r#"{"timeout":10.0,"memory_mb":null}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::grid::{Foreign, Job};
use super::machine::Machine;
use super::method::LAZY;
pub use super::row::RunLimits;
use super::row::{Row, RunVerdict, VERSION};
use super::task::{FOREIGN, Reply, Stage, TASK, Task, WALL};
use super::{CompareError, io_message};
use crate::base::stop::Stop;
use crate::base::system;
use crate::solver::process::{self, Ended};
use signal_hook::consts::SIGKILL;
use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

/// Time for a process to reap its solver after the signal to end.
const GRACE: Duration = Duration::from_secs(2);
/// Time beyond the limits of encoder and solver, for start-up and checks.
const SLACK: Duration = Duration::from_secs(10);
/// The most bytes read of a reply, far above any valid one.
const REPLY: u64 = 1 << 20;

/// The environment of the runs.
#[derive(Debug)]
pub struct Field<'f> {
    /// The limits of every run.
    pub limits: RunLimits,
    /// The program and its arguments, followed by the file with a [`Task`]: it prints a [`Reply`].
    pub program: (PathBuf, Vec<OsString>),
    /// A flag that ends all runs soon.
    pub stop: &'f Arc<AtomicBool>,
    /// The machine of the runs.
    pub machine: Machine,
}

impl Field<'_> {
    /// Makes the runs, `jobs` at a time, and passes each row to `done` at once. Runs that `stop`
    /// cuts short have no row. Ends at the first error of `done`.
    pub fn race(
        &self,
        job_list: &[Job],
        jobs: usize,
        mut done: impl FnMut(Row) -> Result<(), CompareError>,
    ) -> Result<(), CompareError> {
        let next = AtomicUsize::new(0);
        let (send, rows) = mpsc::channel();
        let work = |send: Sender<Row>| {
            while !self.is_stopped()
                && let Some(job) = job_list.get(next.fetch_add(1, Ordering::Relaxed))
                && let Some(row) = self.row(job)
                // The receiver is gone after an error.
                && send.send(row).is_ok()
            {}
        };
        thread::scope(|scope| {
            for _ in 0..jobs.min(job_list.len()) {
                let send = send.clone();
                scope.spawn(|| work(send));
            }
            drop(send);
            rows.into_iter().try_for_each(&mut done)
        })
    }

    /// Returns true if the runs are to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Makes a run, and returns its row; `None` if it was cut short.
    pub fn row(&self, job: &Job) -> Option<Row> {
        let failed = |why| Reply::new(RunVerdict::Failed, why);
        let reply = self.run(job).unwrap_or_else(failed);
        (!self.is_stopped()).then(|| self.row_of(job, reply))
    }

    fn row_of(&self, job: &Job, reply: Reply) -> Row {
        Row {
            version: VERSION,
            knightsat: env!("CARGO_PKG_VERSION").to_string(),
            run: job.run.clone(),
            solver_version: job.solver_entry.version.clone(),
            limits: self.limits.clone(),
            measured: reply.measured,
            verdict: reply.verdict.unwrap_or(RunVerdict::Failed),
            word: reply.word,
            checked: reply.checked,
            machine: self.machine.clone(),
        }
    }

    /// Writes the formula if a program reads it, and runs the solver. The error is the reason for a
    /// failure.
    fn run(&self, job: &Job) -> Result<Reply, String> {
        // For all temporary files, including those of killed processes.
        let folder = tempfile::Builder::new().prefix("knightsat-").tempdir();
        let folder = folder.map_err(system::without_text);
        let folder = folder.map_err(io_message("no temporary folder can be made"))?;
        let folder = folder.path();
        if let Some(Foreign { path, .. }) = job.foreign {
            let linked =
                fs::canonicalize(path).and_then(|path| symlink(path, folder.join(FOREIGN)));
            linked.map_err(io_message(path.display()))?;
        }
        let is_lazy = job.foreign.is_none() && job.run.encoding == LAZY;
        if job.solver_entry.is_in_process || is_lazy {
            return self.stage(job, folder, Stage::Whole);
        }
        let written = self.stage(job, folder, Stage::Write)?;
        let (None, Some(variables)) = (written.verdict, written.measured.variables) else {
            return Ok(written);
        };
        // In range: the formula has been written.
        let asked = self.stage(job, folder, Stage::Ask(variables as u32));
        let failed = |why| Reply::new(RunVerdict::Failed, why);
        Ok(asked.unwrap_or_else(failed).after(written.measured))
    }

    /// Does a stage of a run in a process of its own.
    fn stage(&self, job: &Job, folder: &Path, stage: Stage) -> Result<Reply, String> {
        let task = Task {
            run: job.run.clone(),
            place: job.place.clone(),
            foreign: job.foreign.map(|foreign| foreign.theirs.clone()),
            limits: self.limits.clone(),
            stage,
            parent: std::process::id(),
        };
        let path = folder.join(TASK);
        let text = serde_json::to_string(&task).map_err(|error| error.to_string())?;
        fs::write(&path, text).map_err(io_message("no temporary file"))?;
        let (program, arguments) = &self.program;
        let mut command = Command::new(program);
        command.args(arguments).arg(&path).env("TMPDIR", folder);
        let walls = match stage {
            Stage::Write => WALL,
            Stage::Whole | Stage::Ask(_) => 2 * WALL,
        };
        let within = walls * Duration::from_secs_f64(self.limits.timeout) + SLACK;
        let limits = Stop::after(within).with_flag(self.stop.clone()).into();
        let read = |output: ChildStdout| {
            let mut text = String::new();
            output.take(REPLY).read_to_string(&mut text).map(|_| text)
        };
        let ended = process::run_with_grace(command, &limits, GRACE, read, |_| false);
        Ok(reply(
            &ended.map_err(io_message("cannot be started"))?,
            &task,
        ))
    }
}

/// Returns the reply of a process, or a reply about its end if it printed none.
fn reply(ended: &Ended<std::io::Result<String>>, task: &Task) -> Reply {
    let Some(status) = ended.status else {
        let why = "stopped by force: encoding, solving or checking did not end in time";
        return Reply::new(RunVerdict::Timeout, why);
    };
    let said = ended.output.as_ref();
    let said = said.and_then(|output| serde_json::from_str(output.as_ref().ok()?).ok());
    if let Some(reply) = said {
        return reply;
    }
    let mut lines = ended.errors.lines().filter(|line| !line.is_empty());
    let of_memory = lines.clone().find(|line| line.contains("memory"));
    let last = of_memory.or_else(|| lines.next_back());
    let last = last.unwrap_or("no message").trim();
    let is_short = ended.errors.contains("memory") || status.signal() == Some(SIGKILL);
    if is_short && task.limits.memory_mb.is_some() {
        Reply::new(RunVerdict::Memory, last)
    } else {
        Reply::new(RunVerdict::Failed, format!("{status}: {last}"))
    }
}
