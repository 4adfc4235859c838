//! From a problem to a proof for VeriPB that it has no tour: see [`derivation`] for
//! what is in one.
//!
//! ```
//! use knightsat_encoding::formula_spec::FormulaSpec;
//! use knightsat_tour::Verdict;
//! use knightsat_certificate::Names;
//! use knightsat_search::prove::Task;
//! use knightsat_veripb::{PROOF, prove};
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

mod colours;
pub mod derivation;
mod pigeonhole;
pub mod textbook;

use crate::derivation::{Refutation, write_reason};
use knightsat_base::stop::{Stop, Writing};
use knightsat_certificate::steps::{MOST, Timetable};
use knightsat_cnf::dimacs::opb::Writer;
use knightsat_cnf::dimacs::write::write_formula;
use knightsat_cnf::sink::Cnf;
use knightsat_cnf::{Answer, Lit, Model};
use knightsat_encoding::flow::{Flow, FlowError};
use knightsat_search::lazy::{self, LazyError};
use knightsat_search::prove::{Ground, ProveError, Task, look};
use knightsat_solver::certify::refute_by;
use knightsat_solver::refute::refute;
use knightsat_tour::tour::{Tour, TourError};
use knightsat_tour::{Obstruction, Verdict};
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
        /// Cuts among them that the refutation needed, and that were derived.
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
    look(task, report)?.and_then(|ground| derive(task, comments, &ground, folder))
}

/// Writes the problem and the proof on this ground.
pub fn derive(
    task: &Task,
    comments: &[String],
    ground: &Ground,
    folder: &Path,
) -> Result<Verdict<Rests>, ProveError> {
    match write_both(task, comments, ground, folder) {
        // What is late is written to no end.
        Err(ProveError::Io(..)) if task.options.stop.is_over() => {
            Ok(Verdict::Unknown(task.options.stop.stopped()))
        }
        proved => proved,
    }
}

fn write_both(
    task: &Task,
    comments: &[String],
    ground: &Ground,
    folder: &Path,
) -> Result<Verdict<Rests>, ProveError> {
    let stop = &task.options.stop;
    let len = task.problem.graph().len();
    if len > MOST && !lazy::can_express(task.problem) {
        return Err(ProveError::TooLarge(len));
    }
    let flow = match Flow::new(task.problem, stop) {
        Err(FlowError::Stopped(stopped)) => return Ok(Verdict::Unknown(stopped)),
        flow => flow.map_err(|error| ProveError::Io(PROBLEM, io::Error::other(error)))?,
    };
    let rests = match ground {
        Ground::Reason(reason) => reasoned(task, &flow, reason, folder)?,
        Ground::Steps => match by_steps(task, &flow, folder)? {
            Verdict::None(rests) => rests,
            other => return Ok(other),
        },
        Ground::Cuts(found) => match by_cuts(task, &flow, found, folder)? {
            Some(rests) => rests,
            None => return Ok(Verdict::Unknown(stop.stopped())),
        },
    };
    write_problem(&flow, comments, folder, stop).map_err(|error| ProveError::Io(PROBLEM, error))?;
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
    reason: &Obstruction,
    folder: &Path,
) -> Result<Rests, ProveError> {
    let stop = &task.options.stop;
    let out = create(folder, stop)?;
    let written = write_reason(flow, task.problem, reason, stop, out);
    if written.map_err(|error| ProveError::Io(PROOF, error))? {
        Ok(Rests::Reason(reason.clone()))
    } else {
        Err(LazyError::Symmetry.into())
    }
}

/// Writes the proof of a refutation, unless it gets too late.
fn by_cuts(
    task: &Task,
    flow: &Flow,
    found: &lazy::Refutation,
    folder: &Path,
) -> Result<Option<Rests>, ProveError> {
    let stop = &task.options.stop;
    let out = create(folder, stop)?;
    let (cuts, with_matchings) = (found.cuts(), found.with_matchings());
    let refutation = Refutation::new(flow, task.problem, cuts, with_matchings, stop, out);
    let refutation = refutation.map_err(failed)?;
    let clauses = refutation.clauses().len();
    match refuted(task, refutation, folder)? {
        (Answer::Unknown, _) => Ok(None),
        (Answer::Satisfiable(_), _) => Err(LazyError::Unconfirmed.into()),
        (Answer::Unsatisfiable, cuts) => Ok(Some(Rests::Refutation { clauses, cuts })),
    }
}

/// Writes the proof of a refutation by steps, unless the clauses have a model.
fn by_steps(task: &Task, flow: &Flow, folder: &Path) -> Result<Verdict<Rests>, ProveError> {
    let stop = &task.options.stop;
    let out = create(folder, stop)?;
    let refutation = Refutation::by_steps(flow, task.problem, stop, out).map_err(failed)?;
    let clauses = refutation.clauses().len();
    let model = match refuted(task, refutation, folder)?.0 {
        Answer::Unknown => return Ok(Verdict::Unknown(stop.stopped())),
        Answer::Unsatisfiable => {
            return Ok(Verdict::None(Rests::Refutation { clauses, cuts: 0 }));
        }
        Answer::Satisfiable(model) => model,
    };
    // The first variables are those of a timetable.
    let timetable = Timetable::new(task.problem);
    let timetable = timetable.ok_or(ProveError::TooLarge(flow.steps()))?;
    let holds = |number| Lit::from_dimacs(number).is_some_and(|lit| model.satisfies(lit));
    match Tour::verify(task.problem, timetable.steps(holds)) {
        Err(TourError::Sum { .. }) => Err(ProveError::Sums),
        tour => Ok(Verdict::Tour(tour?)),
    }
}

fn failed(error: io::Error) -> ProveError {
    ProveError::Io(PROOF, error)
}

/// Has the clauses refuted, and writes the steps of that; also how many cuts they needed.
fn refuted(
    task: &Task,
    mut refutation: Refutation<Writing<File>>,
    folder: &Path,
) -> Result<(Answer<Model>, u64), ProveError> {
    let stop = &task.options.stop;
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
    let answer = answer?;
    let cuts = refutation.cuts();
    if answer == Answer::Unsatisfiable {
        let mut out = refutation.finish().map_err(failed)?;
        out.flush().map_err(failed)?;
    }
    Ok((answer, cuts))
}

/// Writes the clauses for a solver that is a program.
fn write_clauses(clauses: &Cnf, cnf: &Path, stop: &Stop) -> io::Result<()> {
    write_formula(Writing::new(File::create(cnf)?, stop), clauses, &[])
}
