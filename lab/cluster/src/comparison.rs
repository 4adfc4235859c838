//! The runs of a comparison in a folder of parts, described independently of their source files.

use super::{PartsError, Result, ensure};
use crate::prelude::*;
use knightsat_compare::field::RunLimits;
use knightsat_compare::grid::{Grid, SolverEntry};
use knightsat_compare::task::FOREIGN;

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
}
