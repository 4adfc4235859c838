//! Proofs for VeriPB that a problem has no tour: [`derivation`] describes their content.
//!
//! ```
//! use knightsat_veripb::encoding::formula_spec::FormulaSpec;
//! use knightsat_veripb::tour::Verdict;
//! use knightsat_search::prove::{Task, look};
//! use knightsat_veripb::{PROOF, derive};
//!
//! let spec = "4x4".parse::<FormulaSpec>()?;
//! let problem = spec.problem(&Default::default())?;
//! let folder = std::env::temp_dir().join(format!("knightsat-veripb-{}", std::process::id()));
//! std::fs::create_dir(&folder)?;
//! let task = Task {
//!     problem: &problem,
//!     folder: &folder,
//!     request: &spec,
//!     solver: None,
//!     options: Default::default(),
//! };
//! let ground = look(&task, &mut |_| ())?;
//! let verdict = ground.and_then(|ground| derive(&task, &[], &ground))?;
//! assert!(matches!(verdict, Verdict::None(_)) && folder.join(PROOF).exists());
//! std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use knightsat_certificate::{PROBLEM, PROOF};
pub use knightsat_search::{base, cnf, encoding, solver, tour};

pub mod checker;
mod colours;
pub mod derivation;
pub mod flow;
pub mod opb;
pub mod optimum;
pub mod textbook;

use crate::cnf::dimacs::write::write_formula;
use crate::cnf::{Answer, Model};
use crate::derivation::{PbRefutation, Prover, write_reason};
use crate::flow::{Flow, FlowError};
use crate::tour::table::{self, Backend};
use crate::tour::{Obstruction, Verdict};
use knightsat_certificate::steps::{MOST, Timetable};
use knightsat_search::SolveError;
use knightsat_search::prove::{Ground, Proved, Task, unless_late};
use std::fs;
use std::io::{self, BufWriter};

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

/// Writes the problem, with these comments, and the proof for these grounds. Fails if such proofs
/// do not support the problem, such as a directed graph.
pub fn derive(task: &Task, comments: &[String], ground: &Ground) -> Proved<ProofContent> {
    table::reductions(task.problem, Backend::PbProof)?;
    unless_late(write(task, comments, ground), &task.options.stop)
}

/// Writes the problem, with these comments, and the proof.
fn write(task: &Task, comments: &[String], ground: &Ground) -> Proved<ProofContent> {
    let (problem, stop) = (task.problem, &task.options.stop);
    let len = problem.graph().len();
    if len > MOST && !Backend::CutProof.supports(problem.demands()) {
        return Err(SolveError::TooLarge(len));
    }
    let flow = match Flow::new(problem, stop) {
        Err(FlowError::Stopped(stopped)) => return Ok(Verdict::Unknown(stopped)),
        flow => flow.map_err(|error| SolveError::Io(PROBLEM, io::Error::other(error)))?,
    };
    let prover = Prover::new(&flow, problem, stop, task.create(PROOF)?);
    let content = match ground {
        Ground::Reason(reason) => {
            write_reason(prover, reason).map_err(failed)?;
            Verdict::None(ProofContent::Reason(reason.clone()))
        }
        Ground::Steps => refute(task, PbRefutation::by_steps(prover), |model| {
            tour(task, model)
        })?,
        Ground::Cuts(found) => {
            let (cuts, matchings) = (&found.sets, found.matchings);
            let refutation = PbRefutation::new(prover, cuts, matchings);
            refute(task, refutation, |_| Err(SolveError::Unconfirmed))?
        }
    };
    content.and_then(|content| {
        let written = opb::write(&flow, comments, task.create(PROBLEM)?);
        written.map_err(|error| SolveError::Io(PROBLEM, error))?;
        Ok(Verdict::None(content))
    })
}

/// Returns the tour of a model of the clauses of steps, whose first variables are those of a
/// timetable.
fn tour(task: &Task, model: &Model) -> Proved<ProofContent> {
    let problem = task.problem;
    let timetable = Timetable::new(problem);
    let timetable = timetable.ok_or(SolveError::TooLarge(problem.graph().len()))?;
    match task.tour(&timetable, model) {
        Err(SolveError::NoTour(error)) => {
            // It derives no sums, which models may lack.
            table::reductions(problem, Backend::PbRefutation)?;
            Err(SolveError::NoTour(error))
        }
        tour => tour,
    }
}

/// Has the clauses refuted, and writes the steps of the refutation. `tour` is for their models.
fn refute(
    task: &Task,
    refutation: io::Result<PbRefutation>,
    tour: impl FnOnce(&Model) -> Proved<ProofContent>,
) -> Proved<ProofContent> {
    let mut refutation = refutation.map_err(failed)?;
    let (cnf, clauses) = (task.folder.join(CLAUSES), refutation.clauses().clone());
    if task.solver.is_some() {
        write_formula(task.create(CLAUSES)?, &clauses, &[]).map_err(failed)?;
    }
    let lrat = BufWriter::new(&mut refutation);
    let answer = task.refute(&clauses, &cnf, lrat, io::sink());
    // Only another solver needs the file.
    let _ = fs::remove_file(cnf);
    match answer? {
        Answer::Unknown => Ok(Verdict::Unknown(task.options.stop.stopped())),
        Answer::Satisfiable(model) => tour(&model),
        Answer::Unsatisfiable => {
            let (clauses, cuts) = (clauses.len(), refutation.cuts());
            refutation.finish().map_err(failed)?;
            Ok(Verdict::None(ProofContent::Refutation { clauses, cuts }))
        }
    }
}

fn failed(error: io::Error) -> SolveError {
    SolveError::Io(PROOF, error)
}
