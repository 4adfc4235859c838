//! The parts of a comparison: a run each, and its row.

use super::comparison::Comparison;
use super::folder::Folder;
use super::part::Part;
use super::{Result, ensure};
use crate::base::text::{counted, of_words};
use knightsat_compare::field::Field;
use knightsat_compare::grid::Job;
use knightsat_compare::row::{Row, VERSION};
use serde::{Deserialize, Serialize};

impl Comparison {
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
        let row = field.row(&jobs[part.number as usize - 1]);
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
                None => joined.missing.push(part.number),
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
    /// The unfinished parts.
    pub missing: Vec<u32>,
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
