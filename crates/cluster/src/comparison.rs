//! The runs of a comparison in a folder of parts, described independently of their source files.

use super::{PartsError, Result, ensure};
use crate::tour::place::Place;
use crate::tour::spec::TourSpec;
use knightsat_compare::field::RunLimits;
use knightsat_compare::grid::{Foreign, Grid, Instance, SolverEntry};
use knightsat_compare::method::Method;
use knightsat_compare::task::{FOREIGN, Theirs};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// A serializable [`Grid`], with the limits of its runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    instances: Vec<Where>,
    methods: Vec<Method>,
    /// A foreign formula, stored in the folder as [`FOREIGN`].
    foreign: Option<TheirFormula>,
    solvers: Vec<Solver>,
    shuffles: u64,
    /// The limits of every run.
    pub limits: RunLimits,
}

/// An [`Instance`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Where {
    name: String,
    place: Place,
    asked: TourSpec,
}

/// The description of the foreign formula.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct TheirFormula {
    theirs: Theirs,
    sum: String,
}

/// A solver. Its version is that on the machine of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Solver {
    name: String,
    is_in_process: bool,
}

impl Comparison {
    /// Describes a grid and its limits.
    pub fn new(grid: &Grid, limits: RunLimits) -> Comparison {
        let instances = grid.instances.iter().map(|instance| Where {
            name: instance.name.clone(),
            place: instance.place.clone(),
            asked: instance.asked.clone(),
        });
        let solvers = grid.solver_entries.iter().map(|entry| Solver {
            name: entry.name.clone(),
            is_in_process: entry.is_in_process,
        });
        let foreign = grid.foreign.as_ref().map(|foreign| TheirFormula {
            theirs: foreign.theirs.clone(),
            sum: foreign.sum.clone(),
        });
        Comparison {
            instances: instances.collect(),
            methods: grid.methods.clone(),
            foreign,
            solvers: solvers.collect(),
            shuffles: grid.shuffles,
            limits,
        }
    }

    /// Writes the files that the runs read to the folder.
    pub fn write(grid: &Grid, folder: &Path) -> Result<()> {
        if let Some(foreign) = &grid.foreign {
            let copied = fs::copy(&foreign.path, folder.join(FOREIGN));
            copied.map_err(PartsError::io(&foreign.path))?;
        }
        Ok(())
    }

    /// Returns the names of the solvers, in order.
    pub fn solvers(&self) -> Vec<String> {
        let names = self.solvers.iter().map(|solver| solver.name.clone());
        names.collect()
    }

    /// Returns the grid, with the solvers on this machine; `None` if no run follows.
    pub fn grid(&self, folder: &Path, here: Option<Vec<SolverEntry>>) -> Result<Grid> {
        let wrong = |message: String| PartsError::wrong(folder, message);
        let instances = self.instances.iter().map(|instance| Instance {
            name: instance.name.clone(),
            place: instance.place.clone(),
            asked: instance.asked.clone(),
        });
        Ok(Grid {
            instances: instances.collect(),
            methods: self.methods.clone(),
            foreign: self.foreign(folder)?,
            solver_entries: self.entries(here).map_err(wrong)?,
            shuffles: self.shuffles,
        })
    }

    /// Returns the foreign formula as of the creation of the folder.
    fn foreign(&self, folder: &Path) -> Result<Option<Foreign>> {
        let Some(TheirFormula { theirs, sum }) = &self.foreign else {
            return Ok(None);
        };
        let path = folder.join(FOREIGN);
        let bytes = fs::read(&path).map_err(PartsError::io(&path))?;
        let message = "has been changed since it was put here";
        ensure(theirs.sum(&bytes) == *sum, &path, message)?;
        Ok(Some(Foreign {
            path,
            theirs: theirs.clone(),
            sum: sum.clone(),
        }))
    }

    /// Returns the solvers, with the versions of those on this machine.
    fn entries(&self, here: Option<Vec<SolverEntry>>) -> Result<Vec<SolverEntry>, String> {
        let Some(here) = here else {
            let entries = self.solvers.iter().map(|solver| SolverEntry {
                name: solver.name.clone(),
                version: None,
                is_in_process: solver.is_in_process,
            });
            return Ok(entries.collect());
        };
        let mut solvers = here.iter().zip(&self.solvers);
        match solvers.find(|(here, there)| here.is_in_process != there.is_in_process) {
            None => Ok(here),
            Some((SolverEntry { name, .. }, _)) => Err(format!(
                "{name} is in one build of knightsat and not in the other: use the build that made the folder"
            )),
        }
    }
}
