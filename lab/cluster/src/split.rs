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
//! assert!(home.path().join("cubes.icnf").exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::choose::{self, Chooser};
use super::cubes::{self, Cube, checksum, choices, numbers, text};
use super::folder::{Folder, Refuting, Task};
use super::work::check_solver;
use super::{PartsError, Result, write_file};
use crate::cnf::dimacs::write::write_formula;
use crate::prelude::*;
use knightsat_certificate::FORMULA;
use std::io::Write;

/// The formula with its cubes, for solvers of that format.
pub const ICNF: &str = "cubes.icnf";

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
    if !plan.is_lazy {
        write_for_others(&folder, &formula, &parts)?;
    }
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

/// Writes the formula and the cubes in the format of other programs.
fn write_for_others(folder: &Folder, formula: &Cnf, all: &[Cube]) -> Result<()> {
    let path = |name: &str| folder.path.join(name);
    let comments = folder.manifest.task.comments();
    write_file(&path(FORMULA), |out| write_formula(out, formula, comments))?;
    write_file(&path(ICNF), |out| {
        writeln!(out, "p inccnf")?;
        let mut clauses = formula.clauses();
        clauses.try_for_each(|clause| writeln!(out, "{}", text(numbers(clause))))?;
        let mut all = all.iter();
        all.try_for_each(|cube| writeln!(out, "a {}", text(numbers(cube))))
    })
}
