mod again;
mod count;
mod each;
mod part;
mod run;

use crate::cli::help::{ERROR, Help, LATE};
use crate::cli::shared::exit::Exit;
use crate::cli::shared::solvers::SolverArgs;
use crate::cli::shared::{interrupt, time};
use anyhow::{Result, ensure};
use knightsat::cluster::folder::PartName;
use knightsat::cluster::folder::{Folder, Task};
use std::path::PathBuf;

/// Examples and exit codes.
pub const HELP: Help = Help {
    examples: &[
        (
            "knightsat split 6x6 --parts 8 -o parts && knightsat work parts 7",
            "do one part",
        ),
        (
            "knightsat work parts 8 --split-again 4",
            "it is too hard: split it where it stands",
        ),
        ("knightsat work parts", "do all that nobody is at"),
    ],
    exits: &[
        (0, "done, now or before, or nothing is left to do"),
        ERROR,
        LATE,
    ],
};

/// Do parts of a split problem
///
/// A part that is done is not done again, and a worker may be killed at any instant: its result appears in one
/// step or not at all.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder that split has written
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The part: a number, or 7.2 for a part of a part [default: every part that nobody is at]
    #[arg(value_name = "PART")]
    part: Option<PartName>,
    /// Split this part again into so many, and do none
    #[arg(long, value_name = "N", requires = "part", conflicts_with_all = ["solver", "solver_path"], value_parser = clap::value_parser!(u32).range(2..=100_000), help_heading = "Parts")]
    split_again: Option<u32>,
    #[command(flatten)]
    solvers: SolverArgs,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let stop = time::stop(self.solvers.timeout)?;
        self.solvers.keep_memory()?;
        let folder = Folder::open(&self.folder)?;
        ensure!(
            self.split_again.is_none() || !matches!(folder.manifest().task, Task::Compare { .. }),
            "--split-again: a run has no parts"
        );
        if let (Some(part), Some(parts)) = (&self.part, self.split_again) {
            return again::split_again(&folder, part, parts, &stop);
        }
        // A signal must leave time to stop a program and to give a claim back.
        let _hold = interrupt::hold()?;
        match &folder.manifest().task {
            Task::Formula { .. } | Task::Lazy { .. } => {
                part::work(&folder, self.part.as_ref(), &self.solvers, &stop)
            }
            Task::Count { method, .. } => {
                self.ask_no_solver("counts")?;
                count::work(&folder, self.part.as_ref(), *method, &stop)
            }
            Task::Compare { comparison } => {
                self.ask_no_solver("names its solvers")?;
                ensure!(
                    self.solvers.timeout.is_none(),
                    "--timeout: {} says how long a run may last",
                    self.folder.display()
                );
                let flag = interrupt::flag()?;
                run::work(&folder, self.part.as_ref(), comparison, &flag)
            }
        }
    }

    /// Refuses a solver where the folder says how its parts are done.
    fn ask_no_solver(&self, why: &str) -> Result<()> {
        let folder = self.folder.display();
        ensure!(
            self.solvers.solver.is_none(),
            "--solver: {folder} {why} by itself"
        );
        Ok(())
    }
}
