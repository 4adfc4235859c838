//! One part at a time: solved, or refuted with a proof.
//!
//! ```
//! use knightsat_encoding::formula_spec::FormulaSpec;
//! use knightsat_cluster::cubes::Cubes;
//! use knightsat_cluster::folder::Folder;
//! use knightsat_cluster::outcome::Found;
//! use knightsat_cluster::split::{Plan, split};
//! use knightsat_cluster::work::Worker;
//! use knightsat_base::stop::Stop;
//!
//! let spec = "6x6".parse::<FormulaSpec>()?.closed();
//! let (home, stop) = (tempfile::tempdir()?, Stop::default());
//! let plan = Plan { spec: &spec, is_lazy: true, solver: "varisat", proof: false, parts: 1 };
//! split(home.path(), &plan, &stop)?;
//! let folder = Folder::open(home.path())?;
//! let worker = Worker::new(&folder, None, &stop)?;
//! let cubes = Cubes::read(&folder)?;
//! let (name, cube) = cubes.leaves().next().unwrap();
//! let part = folder.part(name.clone())?;
//! let outcome = worker.work(&part, cube, &worker.formula(&stop)?, &stop.into())?;
//! assert!(matches!(outcome.unwrap().found, Found::Tour { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::cubes::Cube;
use super::error::{PartsError, WorkError};
use super::folder::{Folder, Task};
use super::outcome::{Found, Outcome, Rests};
use super::part::{Draft, Part};
use super::whole::{checksum, clauses};
use knightsat_base::stop::Stop;
use knightsat_cnf::Extended;
use knightsat_cnf::sink::Cnf;
use knightsat_cnf::{Answer, Model};
use knightsat_encoding::formula_spec::FormulaSpec;
use knightsat_encoding::{Formula, FormulaError};
use knightsat_solver::certify::can_certify;
use knightsat_solver::cube::refute_under;
use knightsat_solver::portfolio::{IN_PROCESS, Solver, decide};
use knightsat_solver::varisat::Limits;
use knightsat_solver::{Program, SolverError};
use knightsat_tour::Problem;
use knightsat_tour::tour::Tour;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufWriter;
use std::time::Instant;

/// The name in a result that needed no solver.
pub(super) const PREPARATION: &str = "preparation";

/// The proof in a part's folder.
pub const PROOF: &str = "proof.lrat";

/// A folder, and what of its problem is needed for every part.
pub struct Worker<'f> {
    pub(super) folder: &'f Folder,
    pub(super) spec: FormulaSpec,
    pub(super) problem: Problem,
    pub(super) solver: Solver,
    pub(super) wants_proof: bool,
    /// Cuts that parts have needed which are done: those of all are cuts of each.
    pub(super) cuts: RefCell<BTreeSet<Vec<u32>>>,
}

impl<'f> Worker<'f> {
    /// Reads what is split; `solver` is asked in the place of the one that the folder names.
    pub fn new(
        folder: &'f Folder,
        solver: Option<Solver>,
        stop: &Stop,
    ) -> Result<Worker<'f>, WorkError> {
        let (named, is_lazy, proof) = match &folder.manifest().task {
            Task::Formula { solver, proof, .. } => (&solver[..], false, *proof),
            Task::Lazy { solver, proof, .. } => (&solver[..], true, *proof),
            Task::Count { .. } | Task::Compare { .. } => ("varisat", false, false),
        };
        let solver = solver.map_or_else(|| Solver::new(named, None), Ok)?;
        check_solver(is_lazy, proof, solver.name())?;
        Ok(Worker {
            solver,
            ..Worker::unasked(folder, stop)?
        })
    }

    /// The same for somebody who asks no solver.
    pub fn unasked(folder: &'f Folder, stop: &Stop) -> Result<Worker<'f>, WorkError> {
        let wants_proof = match folder.manifest().task {
            Task::Formula { proof, .. } | Task::Lazy { proof, .. } => proof,
            Task::Count { .. } | Task::Compare { .. } => false,
        };
        let spec = folder.spec()?;
        Ok(Worker {
            problem: spec.problem_within(stop)?,
            folder,
            spec,
            solver: Solver::Varisat,
            wants_proof,
            cuts: RefCell::default(),
        })
    }

    /// The problem that is split.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// How it is written down.
    pub fn spec(&self) -> &FormulaSpec {
        &self.spec
    }

    /// The formula of which cubes are made: [degrees](super::whole::degrees), where it grows with cuts.
    ///
    /// Fails if it is not the one that was split.
    pub fn formula(&self, stop: &Stop) -> Result<Cnf, WorkError> {
        let Task::Formula { clauses: sum, .. } = &self.folder.manifest().task else {
            return Ok(super::whole::degrees(&self.problem, stop)?);
        };
        let formula = Formula::within(&self.problem, self.spec.style, stop)?;
        let formula = clauses(&formula, stop).map_err(PartsError::from)?;
        if checksum(&formula) != *sum {
            let program = &self.folder.manifest().program;
            let message =
                format!("the formula is another one: the folder was written by {program}");
            return Err(PartsError::wrong(self.folder.path(), message).into());
        }
        Ok(formula)
    }

    /// Does a part, and leaves the result in the folder, unless somebody else has. `None` if there was no
    /// time.
    pub fn work(
        &self,
        part: &Part,
        cube: &Cube,
        formula: &Cnf,
        limits: &Limits,
    ) -> Result<Option<Outcome>, WorkError> {
        let begun = Instant::now();
        let draft = part.draft()?;
        let found = match self.folder.manifest().task {
            Task::Lazy { .. } => self.lazily(cube, limits, &draft)?,
            _ => self.by_formula(cube, formula, limits, &draft)?,
        };
        let Some(found) = found else {
            return Ok(None);
        };
        let outcome = Outcome {
            cube: cube.iter().map(|lit| lit.to_dimacs()).collect(),
            by: self.by(&found).to_string(),
            found,
            seconds: begun.elapsed().as_secs_f64(),
        };
        draft.finish(&outcome)?;
        self.learn(&outcome);
        Ok(Some(outcome))
    }

    /// Returns the name of the solver that has found this: it may refute without having searched.
    fn by(&self, found: &Found) -> &str {
        let is_lazy = matches!(self.folder.manifest().task, Task::Lazy { .. });
        match found {
            Found::None {
                reason: Some(_), ..
            } => PREPARATION,
            Found::Tour { .. } if is_lazy && self.solver.in_process().is_none() => {
                Solver::Varisat.name()
            }
            _ => self.solver.name(),
        }
    }

    /// The result of a part, if it is done.
    pub fn result(&self, part: &Part) -> Result<Option<Outcome>, PartsError> {
        let outcome: Option<Outcome> = part.result()?;
        match &outcome {
            Some(Outcome {
                found: Found::None { rests, .. },
                ..
            }) if !rests.fits(&self.problem) => {
                let name = part.name();
                let message = format!("part {name} has a cut that is no set of vertices to leave");
                Err(PartsError::wrong(&part.path(), message))
            }
            _ => Ok(outcome),
        }
    }

    /// Takes note of what the result of another part says of all.
    pub fn learn(&self, outcome: &Outcome) {
        if let Found::None { rests, .. } = &outcome.found {
            self.cuts.borrow_mut().extend(rests.cuts.iter().cloned());
        }
    }

    /// Leaves a reason as the result of a part that needs no solver.
    pub fn close(&self, part: &Part, cube: &Cube, reason: String) -> Result<(), WorkError> {
        let outcome = Outcome {
            cube: cube.iter().map(|lit| lit.to_dimacs()).collect(),
            found: seen(reason),
            by: PREPARATION.into(),
            seconds: 0.0,
        };
        part.draft()?.finish(&outcome)?;
        Ok(())
    }

    fn by_formula(
        &self,
        cube: &Cube,
        cnf: &Cnf,
        limits: &Limits,
        draft: &Draft,
    ) -> Result<Option<Found>, WorkError> {
        let answer = match self.wants_proof {
            true => self.refute(cnf, cube, limits, draft)?,
            false => {
                let mut under = Extended::new(cnf);
                cube.iter().for_each(|&lit| under.add(&[lit]));
                let solvers = [self.solver.clone()];
                decide(&under, &solvers, limits, &mut |_| ())?.answer
            }
        };
        match answer {
            Answer::Unknown => Ok(None),
            Answer::Unsatisfiable => Ok(Some(self.none(Rests::default()))),
            Answer::Satisfiable(model) => self.decoded(&model, &limits.stop),
        }
    }

    /// The tour of a model, `None` if there is no time to decode it.
    fn decoded(&self, model: &Model, stop: &Stop) -> Result<Option<Found>, WorkError> {
        match Formula::within(&self.problem, self.spec.style, stop) {
            Err(FormulaError::Stopped(_)) => Ok(None),
            formula => Ok(Some(self.tour(&formula?.decode(model)?))),
        }
    }

    pub(super) fn refute(
        &self,
        formula: &Cnf,
        cube: &Cube,
        limits: &Limits,
        draft: &Draft,
    ) -> Result<Answer, WorkError> {
        let path = draft.path().join(PROOF);
        let file = File::create(&path).map_err(PartsError::io(&path))?;
        let out = BufWriter::new(file);
        Ok(refute_under(
            formula,
            cube,
            self.external(),
            draft.path(),
            limits,
            out,
        )?)
    }

    /// Who refutes, if not varisat.
    fn external(&self) -> Option<&dyn Program> {
        match &self.solver {
            Solver::External(external) => Some(external),
            _ => None,
        }
    }

    pub(super) fn tour(&self, tour: &Tour) -> Found {
        let names = tour
            .steps()
            .iter()
            .map(|&vertex| self.spec.place.name(vertex));
        Found::Tour {
            tour: names.collect(),
        }
    }

    pub(super) fn none(&self, rests: Rests) -> Found {
        Found::None {
            reason: None,
            proof: self.wants_proof,
            rests,
        }
    }
}

/// Fails if the solver of this name cannot do such parts: it has to write proofs if they are wanted, and
/// otherwise the lazy engine needs it in process. The solver need not be installed.
pub(super) fn check_solver(is_lazy: bool, proof: bool, solver: &str) -> Result<(), SolverError> {
    match (proof, is_lazy) {
        (true, _) => can_certify(solver),
        (false, true) if !IN_PROCESS.contains(&solver) => Err(SolverError::Choice(format!(
            "{solver} cannot do these parts, as the lazy engine asks a solver in process: leave --solver out, \
             or split with --encoding position"
        ))),
        _ => Ok(()),
    }
}

/// What needs no solver.
pub(super) fn seen(reason: String) -> Found {
    Found::None {
        reason: Some(reason),
        proof: false,
        rests: Rests::default(),
    }
}
