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
//! assert!(home.path().join("split.json").exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::choose::Branch;
use super::cubes::{checksum, choices};
use super::folder::{Folder, Task};
use super::work::check_solver;
use super::{Result, refuse_directed};
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
    refuse_directed(plan.spec)?;
    check_solver(plan.is_lazy, plan.proof, plan.solver)?;
    // The edges of a graph have the order of the comments.
    let comments = plan.spec.comments();
    let spec = FormulaSpec::from_texts(&comments).ok().flatten();
    let spec = spec.as_ref().unwrap_or(plan.spec);
    let problem = spec.problem(stop)?;
    let (formula, variables) = choices(spec, &problem, plan.is_lazy, stop)?;
    let mut branch = Branch::new(&formula, variables, stop)?;
    let cubes = branch.split(plan.parts, stop, Branch::choice)?;
    let task = Task::Search {
        solver: plan.solver.to_string(),
        proof: plan.proof,
        clauses: (!plan.is_lazy).then(|| checksum(&formula)),
    };
    let parts = cubes.len() as u32;
    Folder::create(path, comments, task, parts, &cubes)?;
    Ok(parts)
}
