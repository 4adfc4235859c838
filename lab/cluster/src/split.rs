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
//! let count = split(home.path(), &plan, &Stop::default())?;
//! assert_eq!(count.open, 8);
//! assert!(home.path().join("cubes.icnf").exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::choose::{self, Chooser, Parts};
use super::cubes::{self, Cube, checksum, choices, numbers, part_of, text};
use super::folder::{Folder, Refuting, Task};
use super::work::{Worker, check_solver};
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

/// The result of a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Parts to be done.
    pub open: usize,
    /// Parts that are closed already.
    pub closed: usize,
}

/// Makes the folder in an empty one. Fails if the graph is directed.
pub fn split(path: &Path, plan: &Plan, stop: &Stop) -> Result<Count> {
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
    let shortcuts = plan.is_lazy && !plan.proof && plan.spec.style.shortcuts;
    let mut close = |cube: &Cube| {
        if shortcuts {
            reason(plan.spec, &problem, cube, stop)
        } else {
            None
        }
    };
    let mut chooser = Chooser::new(&formula, variables, stop)?;
    let root = Cube::new();
    let parts = choose::split(&mut chooser, &root, plan.parts as usize, &mut close, stop);
    let Parts { open, closed } = parts?;
    let all = open.iter().chain(closed.iter().map(|(cube, _)| cube));
    let all: Vec<Cube> = all.cloned().collect();
    let folder = cubes::create(path, task(plan, &formula), &all)?;
    if !plan.is_lazy {
        write_for_others(&folder, &formula, &all)?;
    }
    let worker = Worker::unasked(&folder, stop)?;
    let first = open.len();
    for (part, (cube, reason)) in folder.parts().skip(first).zip(closed.iter()) {
        worker.close(&part, cube, reason.clone())?;
    }
    Ok(Count {
        open: first,
        closed: closed.len(),
    })
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

/// Returns the reason why a part has no tour, if preparation finds one.
fn reason(spec: &FormulaSpec, problem: &Problem, cube: &Cube, stop: &Stop) -> Option<String> {
    let part = part_of(spec, problem, cube)?;
    let reason = part.problem(stop).ok()?.obstruction(stop)?;
    Some(reason.explain(|vertex| spec.place.name(vertex)))
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
