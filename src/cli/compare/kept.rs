//! Rows that are kept in a folder, and printed.

use crate::cli::shared::*;
use knightsat_compare::field::RunLimits;
use knightsat_compare::grid::SolverEntry;
use knightsat_compare::journal::{Journal, write_atomically};
use knightsat_compare::machine::Machine;
use knightsat_compare::row::{self, Row, RunVerdict};
use knightsat_compare::table::{self, Score};
use knightsat_compare::{CompareError, plot};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The body of the JSON document.
#[derive(Serialize)]
struct Document<'r> {
    rows: &'r [Row],
    scores: &'r [Score],
}

/// The rows so far, and their folder, if any.
#[derive(Default)]
pub struct Kept {
    pub rows: Vec<Row>,
    folder: Option<(PathBuf, Journal)>,
}

impl Kept {
    pub fn open(folder: Option<&Path>, limits: &RunLimits) -> Result<Kept, CompareError> {
        let Some(folder) = folder else {
            return Ok(Kept::default());
        };
        let (journal, found) = Journal::open(folder, limits)?;
        if found.was_torn {
            let name = folder.display();
            note!("{name}: the last row was cut off, so its run is repeated");
        }
        Ok(Kept {
            rows: found.rows,
            folder: Some((folder.to_path_buf(), journal)),
        })
    }

    /// Writes all rows anew.
    pub fn rewrite(&mut self) -> Result<(), CompareError> {
        match &mut self.folder {
            Some((_, journal)) => journal.replace(&self.rows),
            None => Ok(()),
        }
    }

    /// Reports rows from other machines or other versions of the solvers: their times are not
    /// comparable with new ones.
    pub fn note_others(&self, machine: &Machine, solver_entries: &[SolverEntry]) {
        let Some((folder, _)) = &self.folder else {
            return;
        };
        let folder = folder.display();
        let machines = self.rows.iter().map(|row| &row.machine);
        for other in machines.filter(|other| *other != machine).unique() {
            note!(
                "{folder}: it has rows made on {other}, and this is {machine}: their times are not comparable"
            );
        }
        let others = self.rows.iter().filter_map(|row| {
            let mut entries = solver_entries.iter();
            let entry = entries.find(|entry| entry.name == row.run.solver)?;
            let changed = row.solver_version != entry.version;
            changed.then_some((entry, row.solver_version.as_deref()?))
        });
        for (SolverEntry { name, version, .. }, earlier) in others.unique() {
            let version = version.as_deref().unwrap_or("an unknown version");
            note!("{folder}: it has rows made by {name} {earlier}, and this is {version}");
        }
    }

    pub fn add(&mut self, row: Row) -> Result<(), CompareError> {
        if let Some((_, journal)) = &mut self.folder {
            journal.add(&row)?;
        }
        self.rows.push(row);
        Ok(())
    }

    /// Compares the rows, draws and prints them; returns the exit code, which depends on wrong
    /// answers.
    pub fn finish(&mut self, format: TableFormat) -> Result<Exit> {
        if row::contradict(&mut self.rows) {
            self.rewrite()?;
        }
        let rows = &self.rows[..];
        if let Some((folder, _)) = &self.folder {
            write_atomically(&folder.join("cactus.svg"), &plot::cactus(rows))?;
            write_atomically(&folder.join("scaling.svg"), &plot::scaling(rows))?;
        }
        print(&match format {
            TableFormat::Table => table::table(rows),
            TableFormat::Csv => row::csv(rows),
            TableFormat::Json => {
                let scores = &table::scores(rows);
                json_lines("compare", Document { rows, scores })?
            }
        })?;
        for line in table::complaints(rows) {
            note!("{line}");
        }
        let has_wrong = rows.iter().any(|row| row.verdict == RunVerdict::Wrong);
        Ok(if has_wrong { Exit::No } else { Exit::Good })
    }
}
