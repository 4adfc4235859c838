//! Refutations of the textbook formula as it stands: short ones where colours rule a tour out, else by
//! a solver.
//!
//! ```
//! use knightsat_encoding::Style;
//! use knightsat_encoding::formula_spec::FormulaSpec;
//! use knightsat_tour::Verdict;
//! use knightsat_certificate::Names;
//! use knightsat_search::prove::Task;
//! use knightsat_veripb::textbook::prove;
//!
//! let spec = "3x3".parse::<FormulaSpec>()?;
//! let problem = spec.problem()?;
//! let names = Names {
//!     of: &|vertex| spec.place.name(vertex),
//!     vertex: &|name| spec.place.vertex(name).ok(),
//! };
//! let task = Task {
//!     problem: &problem,
//!     claim: "no open knight's tour of 3x3",
//!     names,
//!     shortcuts: true,
//!     solver: None,
//!     options: Default::default(),
//! };
//! let folder = std::env::temp_dir().join(format!("knightsat-textbook-{}", std::process::id()));
//! std::fs::create_dir(&folder)?;
//! let spec = FormulaSpec { style: Style::TEXTBOOK, ..spec.clone() };
//! let verdict = prove(&task, &spec, &folder, &mut |_| ())?;
//! assert!(matches!(verdict, Verdict::None(_)));
//! std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::PROOF;
use super::colours::Colours;
use super::derivation::write_count;
use knightsat_base::stop::Writing;
use knightsat_certificate::{ProofError, Verified, verify_formula};
use knightsat_cnf::Answer;
use knightsat_cnf::dimacs::write;
use knightsat_cnf::sink::Cnf;
use knightsat_encoding::formula_spec::FormulaSpec;
use knightsat_encoding::{Formula, Name};
use knightsat_search::lazy;
use knightsat_search::prove::{ProveError, Task};
use knightsat_solver::certify::refute_by;
use knightsat_solver::derive::derive;
use knightsat_solver::refute::refute;
use knightsat_tour::Verdict;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

/// Name of another solver's own proof, for a while.
const THEIRS: &str = "proof.solver";

/// How the formula is refuted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// By an LRAT and a DRAT proof, which have been verified.
    Resolution(Verified),
    /// By a proof for VeriPB, which nobody has checked yet; and on a small board by an LRAT and a DRAT proof, too.
    Counting(Option<Verified>),
}

/// Writes the textbook formula of the spec's problem and a proof that it has no model to `folder`, which
/// must be there.
pub fn prove(
    task: &Task,
    spec: &FormulaSpec,
    folder: &Path,
    report: &mut dyn FnMut(lazy::Progress),
) -> Result<Verdict<Refutation>, ProveError> {
    match decide(task, spec, folder, report) {
        Err(ProveError::Rejected(ProofError::Stopped(stopped))) => Ok(Verdict::Unknown(stopped)),
        // What is late is written to no end.
        Err(ProveError::Io(..)) if task.options.stop.is_over() => {
            Ok(Verdict::Unknown(task.options.stop.stopped()))
        }
        proved => proved,
    }
}

fn decide(
    task: &Task,
    spec: &FormulaSpec,
    folder: &Path,
    report: &mut dyn FnMut(lazy::Progress),
) -> Result<Verdict<Refutation>, ProveError> {
    let stop = &task.options.stop;
    let Ok(colours) = Colours::of(task.problem, stop) else {
        return Ok(Verdict::Unknown(stop.stopped()));
    };
    if colours.is_none() && task.problem.obstruction_within(stop).is_none() {
        match lazy::solve_with(task.problem, task.options.clone(), report)? {
            Verdict::Tour(tour) => return Ok(Verdict::Tour(tour)),
            Verdict::Unknown(_) => return Ok(Verdict::Unknown(stop.stopped())),
            Verdict::None(_) => {}
        }
    }
    let cnf = write_formula(task, spec, folder)?;
    match colours {
        Some(colours) if !colours.is_parity() => count(task, colours, &cnf, folder),
        colours => {
            let proved = resolve(task, colours, &cnf, folder)?;
            Ok(proved.map(Refutation::Resolution))
        }
    }
}

/// Writes the formula, and gives it.
fn write_formula(task: &Task, spec: &FormulaSpec, folder: &Path) -> Result<Cnf, ProveError> {
    let stop = &task.options.stop;
    let failed = |error| ProveError::Io(knightsat_certificate::FORMULA, error);
    let formula = Formula::within(task.problem, Name::Textbook.style(), stop);
    let formula = formula.map_err(|error| failed(io::Error::other(error)))?;
    let comments = spec.formula_comments(&formula);
    let mut cnf = Cnf::default();
    formula.encode(&mut cnf);
    let file = File::create(folder.join(knightsat_certificate::FORMULA)).map_err(failed)?;
    write::write_formula(Writing::new(file, stop), &cnf, &comments).map_err(failed)?;
    Ok(cnf)
}

/// Counts the squares of the colours, by cutting planes and if there are few in resolution too.
fn count(
    task: &Task,
    colours: Colours,
    cnf: &Cnf,
    folder: &Path,
) -> Result<Verdict<Refutation>, ProveError> {
    let file = create(folder, PROOF)?;
    let written = write_count(&colours, cnf, Writing::new(file, &task.options.stop));
    written.map_err(|error| ProveError::Io(PROOF, error))?;
    if !colours.is_small() {
        return Ok(Verdict::None(Refutation::Counting(None)));
    }
    let proved = resolve(task, Some(colours), cnf, folder)?;
    Ok(proved.map(|verified| Refutation::Counting(Some(verified))))
}

fn resolve(
    task: &Task,
    colours: Option<Colours>,
    cnf: &Cnf,
    folder: &Path,
) -> Result<Verdict<Verified>, ProveError> {
    let stop = &task.options.stop;
    let lrat = BufWriter::new(create(folder, knightsat_certificate::LRAT)?);
    let drat = BufWriter::new(create(folder, knightsat_certificate::DRAT)?);
    let refuted = match (colours, task.solver) {
        (Some(colours), _) => {
            let derived = derive(cnf, colours.proof(cnf.variables()), stop, lrat, drat);
            if !derived.map_err(|error| ProveError::Io(knightsat_certificate::LRAT, error))? {
                return Err(lazy::LazyError::Unconfirmed.into());
            }
            Answer::Unsatisfiable
        }
        (None, None) => refute(cnf, stop, lrat, drat)?,
        (None, Some(solver)) => {
            let (file, theirs) = (
                folder.join(knightsat_certificate::FORMULA),
                folder.join(THEIRS),
            );
            let limits = stop.clone().into();
            refute_by(solver, &file, cnf, &theirs, &limits, lrat, drat)?
        }
    };
    match refuted {
        Answer::Unknown => Ok(Verdict::Unknown(stop.stopped())),
        Answer::Satisfiable(_) => Err(lazy::LazyError::Unconfirmed.into()),
        Answer::Unsatisfiable => {
            let verified = verify_formula(folder, numbers(cnf), "of the textbook", stop)?;
            Ok(Verdict::None(verified))
        }
    }
}

fn create(folder: &Path, name: &'static str) -> Result<File, ProveError> {
    File::create(folder.join(name)).map_err(|error| ProveError::Io(name, error))
}

/// The clauses as numbers, as files have them.
fn numbers(cnf: &Cnf) -> impl Iterator<Item = Vec<i32>> {
    let clauses = cnf.clauses();
    clauses.map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect())
}
