//! The parts of a comparison: a run each, and its row.

use super::comparison::Comparison;
use super::folder::Folder;
use super::part::Part;
use super::{PartsError, Result, ensure};
use crate::base::text;
use crate::base::text::counted;
use knightsat_compare::field::Field;
use knightsat_compare::grid::{Grid, Job};
use knightsat_compare::row::{Row, VERSION};
use serde::{Deserialize, Serialize};

/// The result of a part.
#[derive(Debug, Serialize, Deserialize)]
struct Done {
    /// The row as a line of JSON, since reparsed numbers can differ in their last digit.
    row: String,
    /// A checksum of the row, to detect damage.
    sum: String,
}

impl Done {
    fn new(row: String) -> Done {
        let sum = text::of_words([row.as_bytes()]);
        Done { row, sum }
    }
}

/// The rows of a folder.
#[derive(Debug)]
pub struct Rows {
    /// The finished rows, in the order of the parts.
    pub rows: Vec<Row>,
    /// The names of the unfinished parts.
    pub missing: Vec<String>,
}

/// Returns the runs of a grid, a part each.
pub fn jobs<'g>(folder: &Folder, grid: &'g Grid) -> Result<Vec<Job<'g>>> {
    let (jobs, parts) = (grid.job_list(), folder.manifest().parts);
    let made = jobs.len();
    let runs = counted(parts, "run");
    let message = format!("has {runs}, and this version makes {made} of this comparison");
    ensure(made == parts as usize, folder.path(), message)?;
    Ok(jobs)
}

/// Makes the run of a part, and stores its row in the folder; `None` if the field was stopped.
pub fn work(part: &Part, field: &Field, jobs: &[Job]) -> Result<Option<Row>> {
    let index = part.name().first() as usize - 1;
    let draft = part.draft()?;
    let mut row = None;
    let made = field.race(&jobs[index..=index], 1, |made| {
        row = Some(made);
        Ok::<(), PartsError>(())
    });
    made?;
    if let Some(row) = &row {
        draft.finish(&Done::new(row.json()))?;
    }
    Ok(row)
}

/// Returns all finished rows. Fails if a row does not belong to its part.
pub fn join(folder: &Folder, comparison: &Comparison, jobs: &[Job]) -> Result<Rows> {
    let mut joined = Rows {
        rows: Vec::new(),
        missing: Vec::new(),
    };
    for (part, job) in folder.parts().zip(jobs) {
        match part.result::<Done>()? {
            None => joined.missing.push(part.name().to_string()),
            Some(done) => joined.rows.push(checked(done, &part, comparison, job)?),
        }
    }
    Ok(joined)
}

/// Returns the row of a part, after checks.
fn checked(done: Done, part: &Part, comparison: &Comparison, job: &Job) -> Result<Row> {
    let changed = "has been changed since it was written";
    part.ensure(Done::new(done.row.clone()).sum == done.sum, changed)?;
    let row: Row = serde_json::from_str(&done.row).map_err(|_| part.wrong(changed))?;
    let limits = &comparison.limits;
    let message = format!("has a row of version {}, expected {VERSION}", row.version);
    part.ensure(row.version == VERSION, message)?;
    let message = format!("has the row of {}, expected {}", row.run, job.run);
    part.ensure(row.run == job.run, message)?;
    let is_within = row.limits == *limits;
    part.ensure(is_within, "was run within other limits")?;
    Ok(row)
}
