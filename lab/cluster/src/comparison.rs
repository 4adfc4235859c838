//! The runs of a comparison in a folder of parts, described independently of their source files.

use super::{PartsError, Result, ensure};
use crate::prelude::*;
use knightsat_compare::field::RunLimits;
use knightsat_compare::grid::{Grid, SolverEntry};
use knightsat_compare::task::FOREIGN;

/// A grid of runs, with their limits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The runs. Foreign formulas are stored in the folder, see [`FOREIGN`].
    #[serde(flatten)]
    pub grid: Grid,
    /// The limits of every run.
    pub limits: RunLimits,
}

impl Comparison {
    /// Writes the files that the runs read to the folder.
    pub fn write_files(&self, folder: &Path) -> Result<()> {
        for (number, instance) in self.grid.instances.iter().enumerate() {
            if let Some(foreign) = &instance.foreign {
                let copied = fs::copy(&foreign.path, stored(folder, number));
                copied.map_err(PartsError::io(&foreign.path))?;
            }
        }
        Ok(())
    }

    /// Returns the comparison with the foreign formula in the folder and the solvers on this
    /// machine; `here` is empty if no run follows.
    pub fn on_this_machine(&self, folder: &Path, here: Vec<SolverEntry>) -> Result<Comparison> {
        let mut comparison = self.clone();
        let grid = &mut comparison.grid;
        for (number, instance) in grid.instances.iter_mut().enumerate() {
            let Some(foreign) = &mut instance.foreign else {
                continue;
            };
            let path = stored(folder, number);
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

/// Returns the path of the foreign formula of an instance, by its number from 0.
fn stored(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("{}-{FOREIGN}", number + 1))
}
