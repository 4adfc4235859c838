//! Proofs for VeriPB that a problem has no tour: [`derivation`] describes their content.
//!
//! ```
//! use knightsat_veripb::encoding::formula_spec::FormulaSpec;
//! use knightsat_veripb::tour::Verdict;
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

pub use knightsat_search::{base, cnf, encoding, solver, tour};

mod colours;
pub mod derivation;
pub mod textbook;

use crate::base::stop::{Stop, Writing};
use crate::cnf::dimacs::opb::Writer;
use crate::cnf::dimacs::write::write_formula;
use crate::cnf::{Answer, Lit, Model};
use crate::derivation::{Refutation, write_reason};
use crate::encoding::flow::{Flow, FlowError};
use crate::solver::certify::refute_by;
use crate::solver::refute::refute;
use crate::tour::tour::{Tour, TourError};
use crate::tour::{Obstruction, Verdict};
use knightsat_certificate::ProofError;
use knightsat_certificate::steps::{MOST, Timetable};
use knightsat_search::lazy::{self, LazyError};
use knightsat_search::prove::{Ground, ProveError, Task, look};
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::Path;

/// Name of the problem in constraints.
pub const PROBLEM: &str = "problem.opb";
/// Name of the proof.
pub const PROOF: &str = "proof.pbp";
/// Temporary names of another solver's clauses and proof.
const CLAUSES: &str = "clauses.cnf";
const THEIRS: &str = "proof.solver";

/// The content of a proof that no checker has read yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofContent {
    /// A short reason.
    Reason(Obstruction),
    /// A refutation.
    Refutation {
        /// Clauses that a solver has refuted.
        clauses: u64,
        /// Cuts among them that the refutation needed.
        cuts: u64,
    },
}

/// Searches for a tour. If none exists, writes the problem, with these comments, and the proof to
/// the existing folder `folder`. `report` receives the progress of the search.
pub fn prove(
    task: &Task,
    comments: &[String],
    folder: &Path,
    report: &mut dyn FnMut(lazy::Progress),
) -> Result<Verdict<ProofContent>, ProveError> {
    look(task, report)?.and_then(|ground| derive(task, comments, &ground, folder))
}

/// Writes the problem and the proof for these grounds. Fails if the graph is directed.
pub fn derive(
    task: &Task,
    comments: &[String],
    ground: &Ground,
    folder: &Path,
) -> Result<Verdict<ProofContent>, ProveError> {
    if task.problem.graph().is_directed() {
        return Err(ProveError::Directed);
    }
    unless_late(
        write_both(task, comments, ground, folder),
        &task.options.stop,
    )
}

/// Abandons the output at the deadline.
fn unless_late<E>(
    proved: Result<Verdict<E>, ProveError>,
    stop: &Stop,
) -> Result<Verdict<E>, ProveError> {
    match proved {
        Err(ProveError::Rejected(ProofError::Stopped(stopped))) => Ok(Verdict::Unknown(stopped)),
        Err(ProveError::Io(..)) if stop.is_over() => Ok(Verdict::Unknown(stop.stopped())),
        proved => proved,
    }
}

fn write_both(
    task: &Task,
    comments: &[String],
    ground: &Ground,
    folder: &Path,
) -> Result<Verdict<ProofContent>, ProveError> {
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
        Ground::Reason(reason) => {
            let out = Writing::new(create(folder, PROOF)?, stop);
            let written = write_reason(&flow, task.problem, reason, stop, out);
            if !written.map_err(failed)? {
                return Err(LazyError::Symmetry.into());
            }
            ProofContent::Reason(reason.clone())
        }
        Ground::Steps => match by_steps(task, &flow, folder)? {
            Verdict::None(rests) => rests,
            other => return Ok(other),
        },
        Ground::Cuts(found) => match by_cuts(task, &flow, found, folder)? {
            Some(rests) => rests,
            None => return Ok(Verdict::Unknown(stop.stopped())),
        },
    };
    let file = Writing::new(create(folder, PROBLEM)?, stop);
    let mut writer = Writer::new(file, flow.size(), comments);
    flow.constraints(|constraint| {
        writer.constraint(constraint);
        !writer.is_done()
    });
    let written = writer.finish();
    written.map_err(|error| ProveError::Io(PROBLEM, error))?;
    Ok(Verdict::None(rests))
}

fn create(folder: &Path, name: &'static str) -> Result<File, ProveError> {
    File::create(folder.join(name)).map_err(|error| ProveError::Io(name, error))
}

fn failed(error: io::Error) -> ProveError {
    ProveError::Io(PROOF, error)
}

/// Writes the proof of a refutation, unless the deadline passes.
fn by_cuts(
    task: &Task,
    flow: &Flow,
    found: &lazy::Refutation,
    folder: &Path,
) -> Result<Option<ProofContent>, ProveError> {
    let stop = &task.options.stop;
    let out = Writing::new(create(folder, PROOF)?, stop);
    let (cuts, with_matchings) = (found.cuts(), found.with_matchings());
    let refutation = Refutation::new(flow, task.problem, cuts, with_matchings, stop, out);
    match refuted(task, refutation.map_err(failed)?, folder)? {
        (Answer::Unknown, _) => Ok(None),
        (Answer::Satisfiable(_), _) => Err(LazyError::Unconfirmed.into()),
        (Answer::Unsatisfiable, rests) => Ok(Some(rests)),
    }
}

/// Writes the proof of a refutation by steps, unless the clauses have a model.
fn by_steps(task: &Task, flow: &Flow, folder: &Path) -> Result<Verdict<ProofContent>, ProveError> {
    let stop = &task.options.stop;
    let out = Writing::new(create(folder, PROOF)?, stop);
    let refutation = Refutation::by_steps(flow, task.problem, stop, out).map_err(failed)?;
    let model = match refuted(task, refutation, folder)? {
        (Answer::Unknown, _) => return Ok(Verdict::Unknown(stop.stopped())),
        (Answer::Unsatisfiable, rests) => return Ok(Verdict::None(rests)),
        (Answer::Satisfiable(model), _) => model,
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

/// Has the clauses refuted, and writes the steps of the refutation.
fn refuted(
    task: &Task,
    mut refutation: Refutation,
    folder: &Path,
) -> Result<(Answer<Model>, ProofContent), ProveError> {
    let stop = &task.options.stop;
    let clauses = refutation.clauses().clone();
    let steps = BufWriter::new(&mut refutation);
    let answer = match task.solver {
        None => refute(&clauses, stop, steps, io::sink()),
        Some(solver) => {
            let (cnf, theirs) = (folder.join(CLAUSES), folder.join(THEIRS));
            let file = File::create(&cnf).map(|file| Writing::new(file, stop));
            let written = file.and_then(|file| write_formula(file, &clauses, &[]));
            written.map_err(failed)?;
            let limits = stop.clone().into();
            let answer = refute_by(solver, &cnf, &clauses, &theirs, &limits, steps, io::sink());
            let _ = fs::remove_file(cnf);
            answer
        }
    };
    let answer = answer?;
    let rests = ProofContent::Refutation {
        clauses: clauses.len(),
        cuts: refutation.cuts(),
    };
    if answer == Answer::Unsatisfiable {
        refutation.finish().map_err(failed)?;
    }
    Ok((answer, rests))
}
