//! From a problem to a proof for VeriPB that it has no tour: see [`derivation`](super::derivation) for
//! what is in one.
//!
//! ```
//! use knightsat::encoding::formula_spec::FormulaSpec;
//! use knightsat::problem::Verdict;
//! use knightsat::proof::Names;
//! use knightsat::solve::prove::Task;
//! use knightsat::solve::veripb::{PROOF, prove};
//!
//! let spec = "4x4".parse::<FormulaSpec>()?;
//! let problem = spec.problem()?;
//! let names = Names {
//!     of: &|vertex| spec.place.name(vertex),
//!     vertex: &|name| spec.place.vertex(name).ok(),
//! };
//! let task = Task {
//!     problem: &problem,
//!     claim: "no open knight's tour of 4x4",
//!     names,
//!     shortcuts: true,
//!     solver: None,
//!     options: Default::default(),
//! };
//! let folder = std::env::temp_dir().join(format!("knightsat-veripb-{}", std::process::id()));
//! std::fs::create_dir(&folder)?;
//! let verdict = prove(&task, &[], &folder, &mut |_| ())?;
//! assert!(matches!(verdict, Verdict::None(_)) && folder.join(PROOF).exists());
//! std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::derivation::{Refutation, write_reason};
use super::prove::{ProveError, Task};
use crate::cnf::Answer;
use crate::cnf::sink::{ClauseSink, Cnf};
use crate::dimacs::opb::Writer;
use crate::dimacs::read::Header;
use crate::dimacs::write::Writer as CnfWriter;
use crate::encoding::flow::{Flow, FlowError};
use crate::lazy::{self, Evidence, LazyError};
use crate::problem::{Obstruction, Verdict};
use crate::solver::certify::refute_by;
use crate::solver::refute::refute;
use crate::stop::{Stop, Stopped, Writing};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Name of the problem in constraints.
pub const PROBLEM: &str = "problem.opb";
/// Name of the proof.
pub const PROOF: &str = "proof.pbp";
/// Names of another solver's clauses and proof, for a while.
const CLAUSES: &str = "clauses.cnf";
const THEIRS: &str = "proof.solver";

/// What a proof rests on, that nobody has checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rests {
    /// A cheap reason.
    Reason(Obstruction),
    /// A refutation.
    Refutation {
        /// Clauses that a solver has refuted.
        clauses: u64,
        /// Cuts that were derived for them.
        cuts: u64,
    },
}

/// Looks for a tour, and if there is none writes the problem, with these comments, and the proof to
/// `folder`, which must be there. `report` is told how far the search is.
pub fn prove(
    task: &Task,
    comments: &[String],
    folder: &Path,
    report: &mut dyn FnMut(lazy::Progress),
) -> Result<Verdict<Rests>, ProveError> {
    let proved = decide(task, comments, folder, report);
    match proved {
        // What is late is written to no end.
        Err(ProveError::Io(..)) if task.options.stop.is_over() => Ok(Verdict::Unknown(Stopped)),
        proved => proved,
    }
}

fn decide(
    task: &Task,
    comments: &[String],
    folder: &Path,
    report: &mut dyn FnMut(lazy::Progress),
) -> Result<Verdict<Rests>, ProveError> {
    let stop = &task.options.stop;
    let flow = match Flow::new(task.problem, stop) {
        Err(FlowError::Stopped(_)) => return Ok(Verdict::Unknown(Stopped)),
        flow => flow.map_err(|error| ProveError::Io(PROBLEM, io::Error::other(error)))?,
    };
    let cheap = task
        .shortcuts
        .then(|| task.problem.obstruction_within(stop));
    let rests = match cheap.flatten() {
        Some(reason) => reasoned(task, &flow, reason, folder)?,
        None => match searched(task, &flow, folder, report)? {
            Verdict::None(rests) => rests,
            other => return Ok(other),
        },
    };
    write_problem(&flow, comments, folder, stop).map_err(|error| ProveError::Io(PROBLEM, error))?;
    Ok(Verdict::None(rests))
}

/// Has the lazy engine look for a tour, and writes the proof if there is none.
fn searched(
    task: &Task,
    flow: &Flow,
    folder: &Path,
    report: &mut dyn FnMut(lazy::Progress),
) -> Result<Verdict<Rests>, ProveError> {
    let options = lazy::Options {
        shortcuts: task.shortcuts,
        ..task.options.clone()
    };
    let rests = match lazy::solve_with(task.problem, options, report)? {
        Verdict::Tour(tour) => return Ok(Verdict::Tour(tour)),
        Verdict::Unknown(stopped) => return Ok(Verdict::Unknown(stopped)),
        Verdict::None(Evidence::Obstruction(reason)) => reasoned(task, flow, reason, folder)?,
        Verdict::None(Evidence::Refutation(found)) => match refuted(task, flow, &found, folder)? {
            Some(rests) => rests,
            None => return Ok(Verdict::Unknown(Stopped)),
        },
    };
    Ok(Verdict::None(rests))
}

/// Writes the constraints.
fn write_problem(flow: &Flow, comments: &[String], folder: &Path, stop: &Stop) -> io::Result<()> {
    let file = Writing::new(File::create(folder.join(PROBLEM))?, stop);
    let mut writer = Writer::new(file, flow.size(), comments);
    flow.constraints(|constraint| {
        writer.constraint(constraint);
        !writer.is_done()
    });
    writer.finish()?;
    Ok(())
}

fn create<'s>(folder: &Path, stop: &'s Stop) -> Result<Writing<'s, File>, ProveError> {
    let file = File::create(folder.join(PROOF)).map_err(|error| ProveError::Io(PROOF, error))?;
    Ok(Writing::new(file, stop))
}

fn reasoned(
    task: &Task,
    flow: &Flow,
    reason: Obstruction,
    folder: &Path,
) -> Result<Rests, ProveError> {
    let stop = &task.options.stop;
    let out = create(folder, stop)?;
    let written = write_reason(flow, task.problem, &reason, stop, out);
    if written.map_err(|error| ProveError::Io(PROOF, error))? {
        Ok(Rests::Reason(reason))
    } else {
        Err(LazyError::Symmetry.into())
    }
}

/// Writes the proof of a refutation, unless it gets too late.
fn refuted(
    task: &Task,
    flow: &Flow,
    found: &lazy::Refutation,
    folder: &Path,
) -> Result<Option<Rests>, ProveError> {
    let stop = &task.options.stop;
    let failed = |error| ProveError::Io(PROOF, error);
    let out = create(folder, stop)?;
    let (cuts, with_matchings) = (found.cuts(), found.with_matchings());
    let refutation = Refutation::new(flow, task.problem, cuts, with_matchings, stop, out);
    let mut refutation = refutation.map_err(failed)?;
    let clauses = refutation.clauses().clone();
    let steps = BufWriter::new(&mut refutation);
    let answer = match task.solver {
        None => refute(&clauses, stop, steps, io::sink()),
        Some(solver) => {
            let (cnf, theirs) = (folder.join(CLAUSES), folder.join(THEIRS));
            write_clauses(&clauses, &cnf, stop).map_err(failed)?;
            let limits = stop.clone().into();
            let answer = refute_by(solver, &cnf, &clauses, &theirs, &limits, steps, io::sink());
            let _ = fs::remove_file(cnf);
            answer
        }
    };
    match answer? {
        Answer::Unknown => return Ok(None),
        Answer::Satisfiable(_) => return Err(LazyError::Unconfirmed.into()),
        Answer::Unsatisfiable => {}
    }
    let mut out = refutation.finish().map_err(failed)?;
    out.flush().map_err(failed)?;
    Ok(Some(Rests::Refutation {
        clauses: clauses.len(),
        cuts: cuts.len() as u64,
    }))
}

/// Writes the clauses for a solver that is a program.
fn write_clauses(clauses: &Cnf, cnf: &Path, stop: &Stop) -> io::Result<()> {
    let header = Header {
        variables: clauses.variables(),
        clauses: clauses.len(),
    };
    let file = Writing::new(File::create(cnf)?, stop);
    let mut writer = CnfWriter::new(file, header, &[]);
    writer.new_vars(clauses.variables());
    clauses.clauses().for_each(|clause| writer.clause(clause));
    writer.finish().map(|_| ())
}
