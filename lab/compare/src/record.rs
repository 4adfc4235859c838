//! The record of a comparison: one file with which it can be made again, on any machine.
//!
//! ```
//! use knightsat_compare::record::ComparisonRecord;
//!
//! // It names the build, if that was in a git repository or its maker set KNIGHTSAT_COMMIT.
//! assert!(ComparisonRecord::COMMIT.is_none_or(|commit| !commit.is_empty()));
//! ```

use super::grid::{Grid, SolverEntry};
use super::machine::Machine;
use super::row::{Row, Run, RunLimits};
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::PathBuf;

/// The version of the format.
const VERSION: u32 = 2;

/// A comparison with its results.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ComparisonRecord {
    /// The version of the format.
    pub version: u32,
    /// Version of the program.
    pub knightsat: String,
    /// Commit of the program, if known.
    pub commit: Option<String>,
    /// The machine of the runs.
    pub machine: Machine,
    /// The number of runs at a time.
    pub jobs: u16,
    /// The boards, encodings and solvers.
    pub grid: Grid,
    /// The file of a foreign formula.
    pub formula: Option<PathBuf>,
    /// Versions of the solvers, in the order of the grid.
    pub solver_versions: Vec<Option<String>>,
    /// The limits of every run.
    pub limits: RunLimits,
    /// The number of failures after which larger boards are skipped.
    pub stop_after: Option<u64>,
    /// The results.
    pub rows: Vec<Row>,
}

impl ComparisonRecord {
    /// The commit of this program, with `-dirty` after it if files had been changed. None if it was
    /// built outside a git repository without `KNIGHTSAT_COMMIT` in the environment.
    pub const COMMIT: Option<&str> = option_env!("KNIGHTSAT_COMMIT");

    /// Returns the record of a comparison by this program, without rows.
    pub fn new(
        grid: Grid,
        limits: RunLimits,
        stop_after: Option<u64>,
        jobs: u16,
    ) -> ComparisonRecord {
        let versions = grid
            .solver_entries
            .iter()
            .map(|entry| entry.version.clone());
        let mut foreign = grid.instances.iter();
        let foreign = foreign.find_map(|instance| instance.foreign.as_ref());
        ComparisonRecord {
            version: VERSION,
            knightsat: env!("CARGO_PKG_VERSION").to_string(),
            commit: ComparisonRecord::COMMIT.map(String::from),
            machine: Machine::here(),
            jobs,
            formula: foreign.map(|foreign| foreign.path.clone()),
            solver_versions: versions.collect(),
            grid,
            limits,
            stop_after,
            rows: Vec::new(),
        }
    }

    /// Returns the record of the same comparison by this program, with the solvers of this machine
    /// and without rows. The error is a message.
    pub fn again(
        &self,
        solver_entries: Vec<SolverEntry>,
        jobs: u16,
    ) -> Result<ComparisonRecord, String> {
        if self.version != VERSION {
            let message = "a record of version";
            return Err(format!("{message} {}, expected {VERSION}", self.version));
        }
        let mut grid = self.grid.clone();
        grid.solver_entries = solver_entries;
        let mut foreign = grid.instances.iter_mut();
        let foreign = foreign.find_map(|instance| instance.foreign.as_mut());
        if let (Some(foreign), Some(path)) = (foreign, &self.formula) {
            let path = path.clone();
            let bytes = std::fs::read(&path).map_err(super::io_message(path.display()))?;
            if foreign.theirs.sum(&bytes) != foreign.sum {
                return Err(format!("{}: has been changed since", path.display()));
            }
            foreign.path = path;
        }
        Ok(ComparisonRecord::new(
            grid,
            self.limits.clone(),
            self.stop_after,
            jobs,
        ))
    }

    /// Names what differs in a later record of this comparison: the program, the machine, the
    /// solvers, and the formulas and answers of runs. Times differ always.
    pub fn differences(&self, later: &ComparisonRecord) -> Vec<String> {
        let unknown = || "unknown".to_string();
        let pair = |part: fn(&ComparisonRecord) -> Option<String>| {
            [self, later].map(|record| part(record).unwrap_or_else(unknown))
        };
        let mut pairs = vec![
            (
                "knightsat".to_string(),
                pair(|record| Some(record.knightsat.clone())),
            ),
            ("commit".to_string(), pair(|record| record.commit.clone())),
            (
                "machine".to_string(),
                pair(|record| Some(record.machine.to_string())),
            ),
            (
                "jobs".to_string(),
                pair(|record| Some(record.jobs.to_string())),
            ),
        ];
        let versions = self.solver_versions.iter().zip(&later.solver_versions);
        for (entry, (then, now)) in self.grid.solver_entries.iter().zip(versions) {
            let versions = [then, now].map(|version| version.clone().unwrap_or_else(unknown));
            pairs.push((entry.name.clone(), versions));
        }
        let now: HashMap<&Run, &Row> = later.rows.iter().map(|row| (&row.run, row)).collect();
        for row in &self.rows {
            let rows = [Some(row), now.get(&row.run).copied()];
            let verdict = |row: &Row| row.verdict.to_string();
            let verdicts = rows.map(|row| row.map_or("no row".to_string(), verdict));
            pairs.push((row.run.to_string(), verdicts));
            let size = |row: &Row| {
                let (variables, clauses) = (row.measured.variables?, row.measured.clauses?);
                Some(format!("{variables} variables and {clauses} clauses"))
            };
            if let [Some(then), Some(now)] = rows.map(|row| row.and_then(size)) {
                pairs.push((row.run.to_string(), [then, now]));
            }
        }
        let differing = pairs.into_iter().filter(|(_, [then, now])| then != now);
        let lines = differing.map(|(what, [then, now])| format!("{what}: {then} then, {now} now"));
        lines.unique().collect()
    }
}
