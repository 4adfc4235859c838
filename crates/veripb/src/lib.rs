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

use crate::base::stop::Writing;
use crate::cnf::dimacs::opb::Writer;
use crate::cnf::dimacs::write::write_formula;
use crate::cnf::{Answer, Model};
use crate::derivation::{Refutation, write_reason};
use crate::encoding::flow::{Flow, FlowError};
use crate::tour::{Obstruction, Verdict};
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
/// Temporary name of another solver's clauses.
const CLAUSES: &str = "clauses.cnf";

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
    task.unless_late(write_both(task, comments, ground, folder))
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
            Verdict::None(ProofContent::Reason(reason.clone()))
        }
        Ground::Steps => by_steps(task, &flow, folder)?,
        Ground::Cuts(found) => by_cuts(task, &flow, found, folder)?,
    };
    rests.and_then(|rests| {
        let file = Writing::new(create(folder, PROBLEM)?, stop);
        let mut writer = Writer::new(file, flow.size(), comments);
        flow.constraints(|constraint| {
            writer.constraint(constraint);
            !writer.is_done()
        });
        let written = writer.finish();
        written.map_err(|error| ProveError::Io(PROBLEM, error))?;
        Ok(Verdict::None(rests))
    })
}

fn create(folder: &Path, name: &'static str) -> Result<File, ProveError> {
    File::create(folder.join(name)).map_err(|error| ProveError::Io(name, error))
}

fn failed(error: io::Error) -> ProveError {
    ProveError::Io(PROOF, error)
}

/// Writes the proof of a refutation.
fn by_cuts(
    task: &Task,
    flow: &Flow,
    found: &lazy::Refutation,
    folder: &Path,
) -> Result<Verdict<ProofContent>, ProveError> {
    let stop = &task.options.stop;
    let out = Writing::new(create(folder, PROOF)?, stop);
    let (cuts, with_matchings) = (found.cuts(), found.with_matchings());
    let refutation = Refutation::new(flow, task.problem, cuts, with_matchings, stop, out);
    refuted(task, refutation, folder, |_| {
        Err(LazyError::Unconfirmed.into())
    })
}

/// Writes the proof of a refutation by steps, unless the clauses have a model.
fn by_steps(task: &Task, flow: &Flow, folder: &Path) -> Result<Verdict<ProofContent>, ProveError> {
    let stop = &task.options.stop;
    let out = Writing::new(create(folder, PROOF)?, stop);
    let refutation = Refutation::by_steps(flow, task.problem, stop, out);
    refuted(task, refutation, folder, |model| {
        // The first variables are those of a timetable.
        let timetable = Timetable::new(task.problem);
        let timetable = timetable.ok_or(ProveError::TooLarge(flow.steps()))?;
        task.tour(&timetable, model)
    })
}

/// Has the clauses refuted, and writes the steps of the refutation. `tour` is for their models.
fn refuted(
    task: &Task,
    refutation: io::Result<Refutation>,
    folder: &Path,
    tour: impl FnOnce(&Model) -> Result<Verdict<ProofContent>, ProveError>,
) -> Result<Verdict<ProofContent>, ProveError> {
    let stop = &task.options.stop;
    let mut refutation = refutation.map_err(failed)?;
    let (cnf, clauses) = (folder.join(CLAUSES), refutation.clauses().clone());
    if task.solver.is_some() {
        let file = Writing::new(create(folder, CLAUSES)?, stop);
        write_formula(file, &clauses, &[]).map_err(failed)?;
    }
    let answer = task.refute(&clauses, &cnf, BufWriter::new(&mut refutation), io::sink());
    // Only another solver needs the file.
    let _ = fs::remove_file(cnf);
    match answer? {
        Answer::Unknown => Ok(Verdict::Unknown(stop.stopped())),
        Answer::Satisfiable(model) => tour(&model),
        Answer::Unsatisfiable => {
            let (clauses, cuts) = (clauses.len(), refutation.cuts());
            refutation.finish().map_err(failed)?;
            Ok(Verdict::None(ProofContent::Refutation { clauses, cuts }))
        }
    }
}
