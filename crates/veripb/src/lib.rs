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
use crate::cnf::{Answer, Model};
use crate::derivation::{Prover, Refutation, write_reason};
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

/// The result of a search for a proof with this content.
type Proved<T> = Result<Verdict<T>, ProveError>;

/// Searches for a tour. If none exists, writes the problem, with these comments, and the proof to
/// the existing folder `folder`. `report` receives the progress of the search.
pub fn prove(
    task: &Task,
    comments: &[String],
    folder: &Path,
    report: &mut dyn FnMut(lazy::Progress),
) -> Proved<ProofContent> {
    look(task, report)?.and_then(|ground| derive(task, comments, &ground, folder))
}

/// Writes the problem and the proof for these grounds. Fails if the graph is directed.
pub fn derive(
    task: &Task,
    comments: &[String],
    ground: &Ground,
    folder: &Path,
) -> Proved<ProofContent> {
    if task.problem.graph().is_directed() {
        return Err(ProveError::Directed);
    }
    task.unless_late(Draft { task, folder }.write(comments, ground))
}

/// A task, and the folder for its proof.
struct Draft<'d> {
    task: &'d Task<'d>,
    folder: &'d Path,
}

impl<'d> Draft<'d> {
    fn stop(&self) -> &'d Stop {
        &self.task.options.stop
    }

    /// Creates a file, to be written until the deadline.
    fn create(&self, name: &'static str) -> Result<Writing<'d, File>, ProveError> {
        let file = File::create(self.folder.join(name));
        let file = file.map_err(|error| ProveError::Io(name, error))?;
        Ok(Writing::new(file, self.stop()))
    }

    /// Writes the problem, with these comments, and the proof.
    fn write(&self, comments: &[String], ground: &Ground) -> Proved<ProofContent> {
        let (problem, stop) = (self.task.problem, self.stop());
        let len = problem.graph().len();
        if len > MOST && !lazy::can_express(problem) {
            return Err(ProveError::TooLarge(len));
        }
        let flow = match Flow::new(problem, stop) {
            Err(FlowError::Stopped(stopped)) => return Ok(Verdict::Unknown(stopped)),
            flow => flow.map_err(|error| ProveError::Io(PROBLEM, io::Error::other(error)))?,
        };
        let prover = Prover::new(&flow, problem, stop, self.create(PROOF)?);
        let content = match ground {
            Ground::Reason(reason) => {
                if !write_reason(prover, reason).map_err(failed)? {
                    return Err(LazyError::Symmetry.into());
                }
                Verdict::None(ProofContent::Reason(reason.clone()))
            }
            Ground::Steps => self.refute(Refutation::by_steps(prover), |model| self.tour(model))?,
            Ground::Cuts(found) => {
                let (cuts, matchings) = (found.cuts(), found.with_matchings());
                let refutation = Refutation::new(prover, cuts, matchings);
                self.refute(refutation, |_| Err(LazyError::Unconfirmed.into()))?
            }
        };
        content.and_then(|content| {
            let mut writer = Writer::new(self.create(PROBLEM)?, flow.size(), comments);
            flow.constraints(|constraint| {
                writer.constraint(constraint);
                !writer.is_done()
            });
            let written = writer.finish();
            written.map_err(|error| ProveError::Io(PROBLEM, error))?;
            Ok(Verdict::None(content))
        })
    }

    /// Returns the tour of a model of the clauses of steps, whose first variables are those of a
    /// timetable.
    fn tour(&self, model: &Model) -> Proved<ProofContent> {
        let problem = self.task.problem;
        let timetable = Timetable::new(problem);
        let timetable = timetable.ok_or(ProveError::TooLarge(problem.graph().len()))?;
        self.task.tour(&timetable, model)
    }

    /// Has the clauses refuted, and writes the steps of the refutation. `tour` is for their models.
    fn refute(
        &self,
        refutation: io::Result<Refutation>,
        tour: impl FnOnce(&Model) -> Proved<ProofContent>,
    ) -> Proved<ProofContent> {
        let mut refutation = refutation.map_err(failed)?;
        let (cnf, clauses) = (self.folder.join(CLAUSES), refutation.clauses().clone());
        if self.task.solver.is_some() {
            write_formula(self.create(CLAUSES)?, &clauses, &[]).map_err(failed)?;
        }
        let lrat = BufWriter::new(&mut refutation);
        let answer = self.task.refute(&clauses, &cnf, lrat, io::sink());
        // Only another solver needs the file.
        let _ = fs::remove_file(cnf);
        match answer? {
            Answer::Unknown => Ok(Verdict::Unknown(self.stop().stopped())),
            Answer::Satisfiable(model) => tour(&model),
            Answer::Unsatisfiable => {
                let (clauses, cuts) = (clauses.len(), refutation.cuts());
                refutation.finish().map_err(failed)?;
                Ok(Verdict::None(ProofContent::Refutation { clauses, cuts }))
            }
        }
    }
}

fn failed(error: io::Error) -> ProveError {
    ProveError::Io(PROOF, error)
}
