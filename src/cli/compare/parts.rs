//! A comparison over many machines: the folder with its runs, a run, and the rows of all.

use super::format::CompareFormat;
use super::kept::Kept;
use super::{Args, solver_entries};
use crate::cli::shared::exit::Exit;
use crate::cli::shared::note::note;
use crate::cli::shared::output;
use crate::cli::shared::parts::NewFolder;
use anyhow::{Context, Result};
use itertools::Itertools;
use knightsat::base::plural::{counted, is_or_are};
use knightsat::cluster::comparison::Comparison;
use knightsat::cluster::folder::{Folder, Manifest, Task};
use knightsat::cluster::part::Part;
use knightsat::cluster::rows::{self, Rows};
use knightsat::compare::field::{Field, RunLimits};
use knightsat::compare::grid::{Grid, Job};
use knightsat::compare::machine::Machine;
use knightsat::compare::row::Row;
use knightsat::compare::table;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

impl Args {
    /// Makes a folder in which every run is a part.
    pub fn split(&self, grid: &Grid, job_list: &[Job]) -> Result<Exit> {
        let path = self.output.as_deref().context("--split needs -o DIR")?;
        let task = Task::Compare {
            comparison: Box::new(Comparison::new(grid, self.runs.limits()?)),
        };
        let number = u32::try_from(job_list.len()).context("too many runs")?;
        let new = NewFolder::open(path)?;
        Folder::create(new.draft(), Manifest::new(task, number))?;
        Comparison::write(grid, new.draft())?;
        new.finish(number, ", a run each")?;
        Ok(Exit::Good)
    }
}

/// The runs of a folder, made here.
pub struct Runs {
    grid: Grid,
    limits: RunLimits,
}

impl Runs {
    /// Those of this folder. Fails if one of the solvers is not here.
    pub fn here(folder: &Folder, comparison: &Comparison) -> Result<Runs> {
        let here = solver_entries::named(&comparison.solvers())?;
        Ok(Runs {
            grid: comparison.grid(folder.path(), Some(here))?,
            limits: comparison.limits.clone(),
        })
    }

    /// Makes the run of a part, and says how it ended; nothing if `stop` came first.
    pub fn work(
        &self,
        folder: &Folder,
        part: &Part,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<String>> {
        let jobs = rows::jobs(folder, &self.grid)?;
        let field = Field {
            limits: self.limits.clone(),
            program: super::one_run()?,
            stop,
            machine: Machine::here(),
            keep: None,
        };
        let row = rows::work(part, &field, &jobs)?;
        Ok(row.map(|row| format!("{}: {}", row.run, row.verdict)))
    }
}

/// Puts the rows of all parts into files of the folder, with tables and plots.
pub fn join(folder: &Folder, comparison: &Comparison, is_json: bool) -> Result<Exit> {
    let format = match is_json {
        true => CompareFormat::Json,
        false => CompareFormat::Table,
    };
    let grid = comparison.grid(folder.path(), None)?;
    let jobs = rows::jobs(folder, &grid)?;
    let Rows { rows, missing } = rows::join(folder, comparison, &jobs)?;
    let mut kept = Kept::replaced(folder.path(), &comparison.limits, rows)?;
    let has_wrong = kept.finish()?;
    output::print(&format.text(&kept.rows)?)?;
    for line in table::complaints(&kept.rows) {
        note(line);
    }
    tell_of_machines(&kept.rows);
    if !missing.is_empty() {
        note(left(&missing, jobs.len()));
    }
    Ok(match (has_wrong, missing.is_empty()) {
        (true, _) => Exit::No,
        (false, true) => Exit::Good,
        (false, false) => Exit::Unknown,
    })
}

/// Says which rows come from which machine, if there are several.
fn tell_of_machines(rows: &[Row]) {
    let machines = rows.iter().map(|row| &row.machine).counts();
    if machines.len() < 2 {
        return;
    }
    let machines = machines
        .into_iter()
        .map(|(machine, rows)| (rows, machine.to_string()));
    for (rows, machine) in machines.sorted().rev() {
        let were = if rows == 1 { "was" } else { "were" };
        note(format_args!(
            "{} {were} made on {machine}",
            counted(rows, "row")
        ));
    }
    note("times of different machines do not compare");
}

/// Names the parts that are not done.
fn left(missing: &[String], all: usize) -> String {
    const SHOWN: usize = 8;
    let names = missing.iter().take(SHOWN).format(", ");
    let more = if missing.len() > SHOWN { ", …" } else { "" };
    let (left, all) = (missing.len(), counted(all, "run"));
    format!("{left} of {all} {} left: {names}{more}", is_or_are(left))
}
