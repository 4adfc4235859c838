//! Rows that are kept in a folder.

use crate::cli::shared::note::note;
use itertools::Itertools;
use knightsat::base::plural::counted;
use knightsat::compare::field::RunLimits;
use knightsat::compare::grid::{Job, SolverEntry};
use knightsat::compare::journal::{Journal, write_whole};
use knightsat::compare::machine::Machine;
use knightsat::compare::row::{Row, Run, RunVerdict};
use knightsat::compare::{CompareError, plot, row};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The rows so far, and the folder where they are kept, if there is one.
pub struct Kept {
    pub rows: Vec<Row>,
    folder: Option<(PathBuf, Journal)>,
}

impl Kept {
    pub fn open(folder: Option<&Path>, limits: &RunLimits) -> Result<Kept, CompareError> {
        let Some(folder) = folder else {
            return Ok(Kept {
                rows: Vec::new(),
                folder: None,
            });
        };
        let (journal, found) = Journal::open(folder, limits)?;
        if found.was_torn {
            let folder = folder.display();
            note(format_args!(
                "{folder}: the last row was cut off, so its run is repeated"
            ));
        }
        Ok(Kept {
            rows: found.rows,
            folder: Some((folder.to_path_buf(), journal)),
        })
    }

    /// The same with these rows in the place of those that are there.
    pub fn replaced(
        folder: &Path,
        limits: &RunLimits,
        rows: Vec<Row>,
    ) -> Result<Kept, CompareError> {
        let mut kept = Kept::open(Some(folder), limits)?;
        if let Some((_, journal)) = &mut kept.folder {
            journal.replace(&rows)?;
        }
        kept.rows = rows;
        Ok(kept)
    }

    /// Says which rows were made on other machines or by other versions of the solvers: their times do
    /// not compare with those to come.
    pub fn tell_of_others(&self, machine: &Machine, solver_entries: &[SolverEntry]) {
        let Some((folder, _)) = &self.folder else {
            return;
        };
        let folder = folder.display();
        let machines = self.rows.iter().map(|row| &row.machine);
        for other in machines.filter(|other| *other != machine).unique() {
            note(format_args!(
                "{folder}: it has rows made on {other}, and this is {machine}: their times do not compare"
            ));
        }
        let of_rows = self.rows.iter().filter_map(|row| {
            let solver_entry = solver_entries
                .iter()
                .find(|one| one.name == row.run.solver)?;
            let changed = row.solver_version != solver_entry.version;
            changed.then_some((solver_entry, row.solver_version.as_deref()?))
        });
        for (SolverEntry { name, version, .. }, earlier) in of_rows.unique() {
            let version = version.as_deref().unwrap_or("an unknown version");
            note(format_args!(
                "{folder}: it has rows made by {name} {earlier}, and this is {version}"
            ));
        }
    }

    /// The runs that have no row yet; says how many there are.
    pub fn missing<'c, 'g>(&self, job_list: &'c [Job<'g>]) -> Vec<Job<'g>> {
        let is_there: HashSet<&Run> = self.rows.iter().map(|row| &row.run).collect();
        let is_new = |job: &&'c Job<'g>| !is_there.contains(&job.run);
        let todo: Vec<Job> = job_list.iter().filter(is_new).cloned().collect();
        let (there, all) = (job_list.len() - todo.len(), job_list.len());
        if there > 0 {
            let (all, verb) = (
                counted(all, "row"),
                if there == 1 { "exists" } else { "exist" },
            );
            note(format_args!("{there} of {all} {verb} already"));
        }
        todo
    }

    pub fn add(&mut self, row: Row) -> Result<(), CompareError> {
        if let Some((_, journal)) = &mut self.folder {
            journal.add(&row)?;
        }
        self.rows.push(row);
        Ok(())
    }

    /// Compares the rows, and draws them; says whether one of them is wrong.
    pub fn finish(&mut self) -> Result<bool, CompareError> {
        let is_changed = row::contradict(&mut self.rows);
        if let Some((folder, journal)) = &mut self.folder {
            if is_changed {
                journal.replace(&self.rows)?;
            }
            write_whole(&folder.join("cactus.svg"), &plot::cactus(&self.rows))?;
            write_whole(&folder.join("scaling.svg"), &plot::scaling(&self.rows))?;
        }
        Ok(self.rows.iter().any(|row| row.verdict == RunVerdict::Wrong))
    }
}
