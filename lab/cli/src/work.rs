//! The command `work`: does parts of a folder that no other worker does.

use crate::compare::grid::{field, here};
use anyhow::{Result, bail, ensure};
use knightsat::cli::count::tally;
use knightsat::cli::shared::number::within;
use knightsat::cli::shared::report::{Exit, Line, note, print};
use knightsat::cli::shared::solvers::SolverArgs;
use knightsat::cli::shared::{problem, process};
use knightsat::prelude::Stop;
use knightsat_base::text::counted;
use knightsat_cluster::PartsError;
use knightsat_cluster::comparison::Comparison;
use knightsat_cluster::counts::{self, PartCounter};
use knightsat_cluster::cubes::{Cube, Cubes};
use knightsat_cluster::folder::{Folder, PartName, Task};
use knightsat_cluster::outcome::{Outcome, PartAnswer};
use knightsat_cluster::part::{Claimant, Part};
use knightsat_cluster::split::split_again as split_part;
use knightsat_cluster::work::Worker;
use std::collections::HashSet;
use std::path::PathBuf;

/// Do parts of a split problem
///
/// A finished part is not done again. You may kill a worker at any instant: a result appears
/// complete or not at all.
///
/// $ knightsat split 6x6 --parts 8 -o parts && knightsat work parts 7 # do one part
///
/// $ knightsat work parts 8 --split-again 4 # it is too hard: split it again
///
/// $ knightsat work parts # do all unclaimed parts
///
/// 0: finished, now or before, or no work is left
///
/// 2: usage, input or output, or a solver at fault
///
/// 3: unknown: out of time
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder written by split
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The part: a number, or 7.2 for a part of a part [default: every unclaimed part]
    #[arg(value_name = "PART")]
    part: Option<PartName>,
    /// Split this part into this many parts, without running any
    #[arg(long, value_name = "N", requires = "part", conflicts_with_all = ["solver", "solver_path"], value_parser = |text: &str| within(text, 2_u32..=100_000), help_heading = "Parts")]
    split_again: Option<u32>,
    #[command(flatten)]
    solvers: SolverArgs,
}

/// Parts, each with its work.
type Todo<'f, W> = Vec<(Part<'f>, W)>;

impl Args {
    pub fn run(self) -> Result<Exit> {
        let stop = self.solvers.time.stop()?;
        self.solvers.keep_memory()?;
        process::supervise();
        let folder = Folder::open(&self.folder)?;
        if let (Some(_), Some(whole)) = (self.split_again, whole(&folder)) {
            bail!("--split-again: a {whole} has no parts");
        }
        if let (Some(part), Some(parts)) = (&self.part, self.split_again) {
            return split_again(&folder, part, parts, &stop);
        }
        // A signal must leave time to stop a program and to give a claim back.
        let _hold = process::hold()?;
        match &folder.manifest.task {
            Task::Formula { .. } | Task::Lazy { .. } => self.parts(&folder, &stop),
            Task::Count { .. } | Task::Sweep { .. } => {
                self.refuse_solver("is counted without a solver")?;
                self.counts(&folder, &stop)
            }
            Task::Compare { comparison } => {
                self.refuse_solver("contains the solvers")?;
                ensure!(
                    self.solvers.time.timeout.is_none(),
                    "--timeout: {} contains the time limit of a run: leave the option out",
                    self.folder.display()
                );
                self.runs(&folder, comparison)
            }
        }
    }

    /// Refuses a solver if the folder determines the method.
    fn refuse_solver(&self, why: &str) -> Result<()> {
        let (folder, solver) = (self.folder.display(), &self.solvers.solver);
        if solver.is_some() {
            bail!("--solver: {folder} {why}: leave the option out");
        }
        Ok(())
    }

    /// Does parts of a formula or of the lazy search, until one of them has a tour.
    fn parts(&self, folder: &Folder, stop: &Stop) -> Result<Exit> {
        let cubes = Cubes::read(folder)?;
        let mut crew = None;
        // Parts whose results have been read.
        let mut known = HashSet::new();
        self.run_parts(self.leaves(folder, &cubes)?, stop, |part, cube, line| {
            let (worker, formula) = match &crew {
                Some(crew) => crew,
                None => {
                    let named = self.solvers.solver.is_some();
                    let solver = named.then(|| self.solvers.choose()).transpose()?;
                    let worker = Worker::new(folder, solver, stop)?;
                    line.set("writing the formula");
                    let formula = worker.formula()?;
                    &*crew.insert((worker, formula))
                }
            };
            for (name, _) in cubes.leaves() {
                if known.contains(name) {
                    continue;
                }
                let Some(outcome) = worker.result(&folder.part(name.clone())?)? else {
                    continue;
                };
                if matches!(outcome.found, PartAnswer::Tour { .. }) {
                    let report = format!("part {name} has a tour, so nothing is left to do");
                    return Ok((report, true));
                }
                worker.learn(&outcome);
                known.insert(name);
            }
            let name = &part.name;
            line.set(format!("part {name}"));
            let outcome = worker.work(part, cube, formula)?;
            let is_last = matches!(outcome.found, PartAnswer::Tour { .. });
            Ok((describe(name, &outcome), is_last))
        })
    }

    /// Does parts of a count.
    fn counts(&self, folder: &Folder, stop: &Stop) -> Result<Exit> {
        let spec = folder.spec()?;
        let problem = match problem::problem(&spec, stop) {
            Err(error) if is_late(&error) => {
                print(&format!("unknown: nothing is counted: {error}\n"))?;
                return Ok(Exit::Unknown);
            }
            problem => problem?,
        };
        if let Task::Sweep { primes, .. } = &folder.manifest.task {
            return self.run_parts(self.whole_parts(folder)?, stop, |part, (), line| {
                let name = &part.name;
                let so_far = |progress| format!("part {name}: {}", tally::describe(&progress));
                let mut report = |progress| line.set(so_far(progress));
                let seconds = counts::sweep(part, &problem, primes, stop, &mut report)?;
                Ok((format!("part {name}: swept ({seconds:.1} s)"), false))
            });
        }
        let cubes = Cubes::read(folder)?;
        let todo = self.leaves(folder, &cubes)?;
        let mut counter = PartCounter::new(&spec, &problem, stop)?;
        self.run_parts(todo, stop, |part, cube, _| {
            let counted = counter.work(part, cube, stop)?;
            let counted = counted.ok_or_else(|| stop.stopped())?;
            let (name, tours, seconds) = (&part.name, counted.tours, counted.seconds);
            let noun = if tours == "1" { "tour" } else { "tours" };
            let report = format!("part {name}: {tours} {noun} ({seconds:.1} s)");
            Ok((report, false))
        })
    }

    /// Makes runs of a comparison.
    fn runs(&self, folder: &Folder, comparison: &Comparison) -> Result<Exit> {
        let flag = process::flag()?;
        let todo = self.whole_parts(folder)?;
        let comparison = here(folder, comparison)?;
        let field = field(comparison.limits.clone(), &flag, None)?;
        let stop = Stop::default().with_flag(flag.clone());
        self.run_parts(todo, &stop, |part, (), _| {
            let row = comparison.work(folder, part, &field)?;
            let row = row.ok_or_else(|| stop.stopped())?;
            let report = format!("part {}: {}: {}", part.name, row.run, row.verdict);
            Ok((report, false))
        })
    }

    /// Returns the named part, or every part, of a folder whose parts have no parts.
    fn whole_parts<'f>(&self, folder: &'f Folder) -> Result<Todo<'f, ()>> {
        let parts: Vec<Part> = match &self.part {
            Some(name) => {
                let number = PartName::new(name.first());
                let whole = whole(folder).unwrap_or("part");
                ensure!(*name == number, "a {whole} has no parts: name it {number}");
                vec![folder.part(number)?]
            }
            None => folder.parts().collect(),
        };
        Ok(parts.into_iter().map(|part| (part, ())).collect())
    }

    /// Returns the named part with all its parts, or every part.
    fn leaves<'f>(&'f self, folder: &'f Folder, cubes: &'f Cubes) -> Result<Todo<'f, &'f Cube>> {
        let leaves: Vec<(&PartName, &Cube)> = match &self.part {
            Some(name) => {
                folder.part(name.clone())?;
                let within: Vec<_> = cubes.within(name).collect();
                ensure!(!within.is_empty(), "there is no part {name}");
                within
            }
            None => cubes.leaves().collect(),
        };
        let leaves = leaves.into_iter();
        let leaves = leaves.map(|(name, cube)| Ok((folder.part(name.clone())?, cube)));
        leaves.collect()
    }

    /// Does these parts. A named part is done even if another worker has claimed it. `work` returns
    /// the report of a part, and true if it is the last one; an early stop is an error.
    fn run_parts<'f, W>(
        &self,
        todo: Todo<'f, W>,
        stop: &Stop,
        mut work: impl FnMut(&Part<'f>, W, &Line) -> Result<(String, bool)>,
    ) -> Result<Exit> {
        let (line, is_named) = (Line::new(""), self.part.is_some());
        let (mut any, mut others) = (false, 0);
        for (part, what) in todo {
            let name = &part.name;
            if part.is_done() && is_named {
                print(&format!("part {name}: done before\n"))?;
                any = true;
            }
            if part.is_done() {
                continue;
            }
            let claim = part.claim()?;
            if claim.is_err() && !is_named {
                others += 1;
                continue;
            }
            if let Err(Claimant { process, host, .. }) = &claim {
                note!("part {name}: process {process} on {host} is already working on it");
            }
            any = true;
            line.set(format!("part {name}"));
            let (report, is_last) = match work(&part, what, &line) {
                Err(error) if is_late(&error) => {
                    print(&format!("part {name}: unknown: {}\n", stop.stopped()))?;
                    return Ok(Exit::Unknown);
                }
                worked => worked?,
            };
            drop(claim);
            print(&format!("{report}\n"))?;
            if is_last {
                break;
            }
        }
        if !any {
            print(&idle(others))?;
        }
        Ok(Exit::Good)
    }
}

/// Returns the name of a part of a folder, if it has no parts itself.
fn whole(folder: &Folder) -> Option<&'static str> {
    match &folder.manifest.task {
        Task::Compare { .. } => Some("run"),
        Task::Sweep { .. } => Some("sweep"),
        _ => None,
    }
}

/// Reports that there was no part to do.
fn idle(others: u32) -> String {
    match others {
        0 => "nothing is left to do\n".into(),
        _ => format!("other workers have claimed all remaining parts: {others}\n"),
    }
}

/// Returns true if a deadline or a signal has ended the work.
pub fn is_late(error: &anyhow::Error) -> bool {
    let is_stopped = error.downcast_ref().is_some_and(PartsError::is_stopped);
    is_stopped || process::stopped(error).is_some()
}

/// Describes the result of a part.
fn describe(name: &PartName, outcome: &Outcome) -> String {
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
    format!("part {name}: {what} ({by}, {seconds:.1} s)")
}

/// Splits a part again, and reports the names of its parts.
fn split_again(folder: &Folder, name: &PartName, parts: u32, stop: &Stop) -> Result<Exit> {
    let part = folder.part(name.clone())?;
    ensure!(!part.is_done(), "part {name} is done");
    let cubes = Cubes::read(folder)?;
    let leaf = cubes.leaves().find(|(leaf, _)| *leaf == name);
    let Some(leaf) = leaf else {
        let within = cubes.within(name).count();
        ensure!(within > 0, "there is no part {name}");
        print(&format!(
            "part {name} is split already, into {}\n",
            counted(within, "part")
        ))?;
        return Ok(Exit::Good);
    };
    let worker = Worker::unasked(folder, stop)?;
    let (count, is_ours) = match split_part(&worker, leaf, parts as usize) {
        Err(error) if error.is_stopped() => {
            let stopped = stop.stopped();
            print(&format!("unknown: part {name} was not split: {stopped}\n"))?;
            return Ok(Exit::Unknown);
        }
        split => split?,
    };
    if count <= 1 {
        bail!("part {name} cannot be split: everything there is decided by propagation");
    }
    let (first, last) = (name.child(1), name.child(count as u32));
    print(&if is_ours {
        format!("part {name} is {first} to {last} now\n")
    } else {
        format!("another worker has just split part {name}\n")
    })?;
    Ok(Exit::Good)
}
