//! The command `work`: does a part of a folder.

use anyhow::{Result, ensure};
use knightsat::cli::count::tally;
use knightsat::cli::shared::number::within;
use knightsat::cli::shared::report::{Exit, Line, print};
use knightsat::cli::shared::solvers::SolverArgs;
use knightsat::cli::shared::{problem, process};
use knightsat::prelude::{Solver, Stop};
use knightsat_cluster::PartsError;
use knightsat_cluster::counts;
use knightsat_cluster::folder::{Folder, Task};
use knightsat_cluster::outcome::{Outcome, PartAnswer};
use knightsat_cluster::part::Part;
use knightsat_cluster::work::Worker;
use std::path::PathBuf;

/// Do a part of a split problem
///
/// A finished part is not done again. You may kill a worker at any instant: a result appears
/// complete or not at all.
///
/// $ knightsat split 6x6 --parts 8 -o parts && knightsat work parts 7 # do one part
///
/// 0: finished, now or before, or another part has a tour
///
/// 2: usage, input or output, or a solver at fault
///
/// 3: unknown: out of time
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder written by split
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The number of the part, from 1
    #[arg(value_name = "PART", value_parser = |text: &str| within(text, 1_u32..))]
    part: u32,
    #[command(flatten)]
    solvers: SolverArgs,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let stop = self.solvers.time.stop()?;
        self.solvers.keep_memory()?;
        let folder = Folder::open(&self.folder)?;
        let part = folder.part(self.part)?;
        // A signal must leave time to stop a program.
        let _hold = process::hold()?;
        let task = &folder.manifest.task;
        ensure!(
            self.solvers.solver.is_none() || matches!(task, Task::Search { .. }),
            "--solver: {} is counted without a solver: leave the option out",
            self.folder.display()
        );
        let number = part.number;
        if part.is_done() {
            print(&format!("part {number}: done before\n"))?;
            return Ok(Exit::Good);
        }
        let line = Line::new(&format!("part {number}"));
        let report = match task {
            Task::Search { solver, .. } => self.search(&part, solver, &stop, &line),
            Task::Count => count(&part, &stop),
            Task::Sweep { primes, .. } => sweep(&part, primes, &stop, &line),
        };
        drop(line);
        match report {
            Err(error) if is_late(&error) => {
                print(&format!("part {number}: unknown: {}\n", stop.stopped()))?;
                Ok(Exit::Unknown)
            }
            report => {
                print(&format!("{}\n", report?))?;
                Ok(Exit::Good)
            }
        }
    }

    /// Searches the part of a formula or of the lazy engine, unless another part has a tour.
    fn search(&self, part: &Part, solver: &str, stop: &Stop, line: &Line) -> Result<String> {
        let solver = match self.solvers.solver {
            Some(_) => self.solvers.choose()?,
            None => Solver::new(solver, None)?,
        };
        let worker = Worker::new(part.folder, solver, stop)?;
        let others = worker.results()?;
        let is_tour = |outcome: &Outcome| matches!(outcome.found, PartAnswer::Tour { .. });
        if let Some((number, _)) = others.iter().find(|(_, outcome)| is_tour(outcome)) {
            return Ok(format!(
                "part {number} has a tour, so nothing is left to do"
            ));
        }
        line.set("writing the formula");
        let formula = worker.formula()?;
        line.set(format!("part {}", part.number));
        let outcome = worker.work(part, &formula, &others)?;
        Ok(describe(part.number, &outcome))
    }
}

/// Counts the tours of the part of a search.
fn count(part: &Part, stop: &Stop) -> Result<String> {
    let spec = part.folder.spec()?;
    let problem = problem::problem(&spec, stop)?;
    let counts::Counted { tours, seconds, .. } = counts::search(part, &spec, &problem, stop)?;
    let noun = if tours == "1" { "tour" } else { "tours" };
    let part = part.number;
    Ok(format!("part {part}: {tours} {noun} ({seconds:.1} s)"))
}

/// Does the part of a sweep.
fn sweep(part: &Part, primes: &[u64], stop: &Stop, line: &Line) -> Result<String> {
    let spec = part.folder.spec()?;
    let problem = problem::problem(&spec, stop)?;
    let number = part.number;
    let so_far = |progress| format!("part {number}: {}", tally::describe(&progress));
    let mut report = |progress| line.set(so_far(progress));
    let seconds = counts::sweep(part, &problem, primes, stop, &mut report)?;
    Ok(format!("part {number}: swept ({seconds:.1} s)"))
}

/// Returns true if a deadline or a signal has ended the work.
pub fn is_late(error: &anyhow::Error) -> bool {
    let is_stopped = error.downcast_ref().is_some_and(PartsError::is_stopped);
    is_stopped || process::stopped(error).is_some()
}

/// Describes the result of a part.
fn describe(part: u32, outcome: &Outcome) -> String {
    let what = match &outcome.found {
        PartAnswer::Tour { .. } => "a tour".to_string(),
        PartAnswer::None {
            reason: Some(reason),
            ..
        } => format!("no tour, {reason}"),
        PartAnswer::None { proof: true, .. } => "no tour, with a proof".into(),
        PartAnswer::None { .. } => "no tour".into(),
    };
    let (by, seconds) = (&outcome.by, outcome.seconds);
    format!("part {part}: {what} ({by}, {seconds:.1} s)")
}
