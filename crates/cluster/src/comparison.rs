//! The parts of a comparison: a run each, and its row.

use super::folder::Folder;
use super::part::Part;
use super::{PartsError, Result, ensure};
use crate::base::text::{counted, of_words};
use knightsat_compare::field::{Field, RunLimits};
use knightsat_compare::grid::{Grid, Job, SolverEntry};
use knightsat_compare::row::{Row, VERSION};
use knightsat_compare::task::FOREIGN;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// A grid of runs, with their limits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The runs. A foreign formula is stored in the folder as [`FOREIGN`].
    #[serde(flatten)]
    pub grid: Grid,
    /// The limits of every run.
    pub limits: RunLimits,
}

impl Comparison {
    /// Writes the files that the runs read to the folder.
    pub fn write_files(&self, folder: &Path) -> Result<()> {
        if let Some(foreign) = &self.grid.foreign {
            let copied = fs::copy(&foreign.path, folder.join(FOREIGN));
            copied.map_err(PartsError::io(&foreign.path))?;
        }
        Ok(())
    }

    /// Returns the comparison with the foreign formula in the folder and the solvers on this
    /// machine; `here` is empty if no run follows.
    pub fn on_this_machine(&self, folder: &Path, here: Vec<SolverEntry>) -> Result<Comparison> {
        let mut comparison = self.clone();
        let grid = &mut comparison.grid;
        if let Some(foreign) = &mut grid.foreign {
            let path = folder.join(FOREIGN);
            let bytes = fs::read(&path).map_err(PartsError::io(&path))?;
            let message = "has been changed since it was put here";
            ensure(foreign.theirs.sum(&bytes) == foreign.sum, &path, message)?;
            foreign.path = path;
        }
        for (there, here) in grid.solver_entries.iter_mut().zip(here) {
            let message = format!(
                "{} is in one build of knightsat and not in the other: use the build that made the folder",
                here.name
            );
            ensure(here.is_in_process == there.is_in_process, folder, message)?;
            *there = here;
        }
        Ok(comparison)
    }

    /// Returns the runs, a part each.
    fn jobs(&self, folder: &Folder) -> Result<Vec<Job<'_>>> {
        let (jobs, parts) = (self.grid.job_list(), folder.manifest.parts);
        let made = jobs.len();
        let runs = counted(parts, "run");
        let message = format!("has {runs}, and this version makes {made} of this comparison");
        ensure(made == parts as usize, &folder.path, message)?;
        Ok(jobs)
    }

    /// Makes the run of a part, and stores its row in the folder; `None` if the field was stopped.
    pub fn work(&self, folder: &Folder, part: &Part, field: &Field) -> Result<Option<Row>> {
        let jobs = self.jobs(folder)?;
        let draft = part.draft()?;
        let row = field.row(&jobs[part.name.first() as usize - 1]);
        if let Some(row) = &row {
            let (row, sum) = (row.json(), sum(&row.json()));
            draft.finish(&Done { row, sum })?;
        }
        Ok(row)
    }

    /// Returns all finished rows. Fails if a row does not belong to its part.
    pub fn join(&self, folder: &Folder) -> Result<Rows> {
        let mut joined = Rows::default();
        for (part, job) in folder.parts().zip(&self.jobs(folder)?) {
            match part.result::<Done>()? {
                None => joined.missing.push(part.name.to_string()),
                Some(done) => joined.rows.push(self.checked(done, &part, job)?),
            }
        }
        Ok(joined)
    }

    /// Returns the row of a part, after checks.
    fn checked(&self, done: Done, part: &Part, job: &Job) -> Result<Row> {
        let changed = "has been changed since it was written";
        part.ensure(sum(&done.row) == done.sum, changed)?;
        let row: Row = serde_json::from_str(&done.row).map_err(|_| part.wrong(changed))?;
        let message = format!("has a row of version {}, expected {VERSION}", row.version);
        part.ensure(row.version == VERSION, message)?;
        let message = format!("has the row of {}, expected {}", row.run, job.run);
        part.ensure(row.run == job.run, message)?;
        part.ensure(row.limits == self.limits, "was run within other limits")?;
        Ok(row)
    }
}

/// The rows of a folder.
#[derive(Debug, Default)]
pub struct Rows {
    /// The finished rows, in the order of the parts.
    pub rows: Vec<Row>,
    /// The names of the unfinished parts.
    pub missing: Vec<String>,
}

/// The result of a part.
#[derive(Debug, Serialize, Deserialize)]
struct Done {
    /// The row as a line of JSON, since reparsed numbers can differ in their last digit.
    row: String,
    /// A checksum of the row, to detect damage.
    sum: String,
}

fn sum(row: &str) -> String {
    of_words([row.as_bytes()])
}
