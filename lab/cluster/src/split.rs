//! Splits a problem into a folder of parts.
//!
//! ```
//! use knightsat_cluster::encoding::formula_spec::FormulaSpec;
//! use knightsat_cluster::split::{Plan, split};
//! use knightsat_cluster::base::stop::Stop;
//!
//! let spec = "6x6".parse::<FormulaSpec>()?;
//! let home = tempfile::tempdir()?;
//! let plan = Plan { spec: &spec, is_lazy: false, solver: "varisat", proof: true, parts: 8 };
//! let parts = split(home.path(), &plan, &Stop::default())?;
//! assert_eq!(parts, 8);
//! assert!(home.path().join("cubes.txt").exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::choose::{self, Chooser};
use super::cubes::{self, checksum, choices};
use super::folder::{Refuting, Task};
use super::work::check_solver;
use super::{PartsError, Result};
use crate::prelude::*;

/// The problem to split, and the way of solving its parts.
#[derive(Clone, Debug)]
pub struct Plan<'p> {
    /// The problem and its encoding.
    pub spec: &'p FormulaSpec,
    /// True if the lazy engine does the parts.
    pub is_lazy: bool,
    /// The solver. With the lazy engine it refutes parts with proofs.
    pub solver: &'p str,
    /// True if refutations need proofs.
    pub proof: bool,
    /// The number of parts.
    pub parts: u32,
}

/// Makes the folder in an empty one; returns the number of parts. Fails if the graph is directed.
pub fn split(path: &Path, plan: &Plan, stop: &Stop) -> Result<u32> {
    if plan.spec.place.is_directed() {
        return Err(PartsError::Directed);
    }
    check_solver(plan.is_lazy, plan.proof, plan.solver)?;
    let spec = FormulaSpec::from_texts(&plan.spec.comments())
        .ok()
        .flatten();
    let plan = &Plan {
        spec: spec.as_ref().unwrap_or(plan.spec),
        ..*plan
    };
    let problem = plan.spec.problem(stop)?;
    let (formula, variables) = choices(plan.spec, &problem, plan.is_lazy, stop)?;
    let mut chooser = Chooser::new(&formula, variables, stop)?;
    let parts = choose::split(&mut chooser, plan.parts as usize, stop)?;
    let folder = cubes::create(path, task(plan, &formula), &parts)?;
    Ok(folder.manifest.parts)
}

/// Returns the description of the task for the manifest.
fn task(plan: &Plan, formula: &Cnf) -> Task {
    let search = Refuting {
        comments: plan.spec.comments(),
        solver: plan.solver.to_string(),
        proof: plan.proof,
    };
    if plan.is_lazy {
        Task::Lazy(search)
    } else {
        Task::Formula {
            search,
            clauses: checksum(formula),
        }
    }
}
