//! One part at a time: solved, or refuted with a proof.

use super::PartsError;
use super::cubes::Cube;
use super::folder::{Folder, Task};
use super::outcome::{Found, Outcome, Rests};
use super::part::{Draft, Part};
use super::whole::{checksum, clauses, part_of};
use crate::cnf::sink::Cnf;
use crate::cnf::{Answer, Model};
use crate::count::frontier::FrontierError;
use crate::count::tours::ToursError;
use crate::encoding::formula_spec::FormulaSpec;
use crate::encoding::{Formula, FormulaError};
use crate::lazy::{self, LazyError};
use crate::problem::tour::{Tour, TourError};
use crate::problem::{Problem, ProblemError, Verdict};
use crate::solver::cube::refute_under;
use crate::solver::external::External;
use crate::solver::portfolio::{Solver, decide};
use crate::solver::refute::RefuteError;
use crate::solver::varisat::Limits;
use crate::solver::{Extended, SolverError};
use crate::spec::tour::SpecError;
use crate::stop::{Stop, Stopped};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufWriter;
use std::time::Instant;
use thiserror::Error;

/// The proof in a part's folder.
pub const PROOF: &str = "proof.lrat";
/// A solver's own proof, for a while.
const THEIRS: &str = "proof.solver";

/// A part cannot be done.
#[derive(Debug, Error)]
pub enum WorkError {
    /// The folder.
    #[error(transparent)]
    Parts(#[from] PartsError),
    /// The problem.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The formula.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// The solver.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The refutation.
    #[error(transparent)]
    Refute(#[from] RefuteError),
    /// The lazy search.
    #[error(transparent)]
    Lazy(#[from] LazyError),
    /// What refutes a relaxation is not its clauses alone.
    #[error(
        "a model of this formula may be several cycles, and its parts could not be joined: use another encoding, or lazy"
    )]
    Relaxation,
    /// The frontier method.
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    /// The search for all tours.
    #[error(transparent)]
    Tours(#[from] ToursError),
    /// What was found is no tour: never the user's fault.
    #[error("what was found in a part is not a tour: {0}")]
    NoTour(#[from] TourError),
}

impl WorkError {
    /// Whether it is only that there was no time.
    pub fn is_stopped(&self) -> bool {
        matches!(
            self,
            WorkError::Parts(PartsError::Stopped(_))
                | WorkError::Formula(FormulaError::Stopped(_))
                | WorkError::Spec(SpecError::Problem(ProblemError::Stopped(_)))
        )
    }
}

/// A folder, and what of its problem is needed for every part.
pub struct Worker<'f> {
    folder: &'f Folder,
    spec: FormulaSpec,
    problem: Problem,
    solver: Solver,
    wants_proof: bool,
    /// Cuts that parts have needed which are done: those of all are cuts of each.
    cuts: RefCell<BTreeSet<Vec<u32>>>,
}

impl<'f> Worker<'f> {
    /// Reads what is split; `solver` is asked in the place of the one that the folder names.
    pub fn new(
        folder: &'f Folder,
        solver: Option<Solver>,
        stop: &Stop,
    ) -> Result<Worker<'f>, WorkError> {
        let named = match &folder.manifest().task {
            Task::Formula { solver, .. } | Task::Lazy { solver, .. } => solver,
            Task::Count { .. } | Task::Compare { .. } => "varisat",
        };
        let solver = solver.map_or_else(|| Solver::new(named, None), Ok)?;
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
            return Ok(super::whole::degrees(&self.problem));
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
            found,
            by: self.solver.name().to_string(),
            seconds: begun.elapsed().as_secs_f64(),
        };
        draft.finish(&outcome)?;
        self.learn(&outcome);
        Ok(Some(outcome))
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
            by: "preparation".into(),
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

    fn lazily(
        &self,
        cube: &Cube,
        limits: &Limits,
        draft: &Draft,
    ) -> Result<Option<Found>, WorkError> {
        let part = part_of(&self.spec, &self.problem, cube);
        let part = part.ok_or_else(|| {
            PartsError::wrong(
                self.folder.path(),
                "a cube has a literal that is of no edge",
            )
        })?;
        let problem = part.problem_within(&limits.stop)?;
        let shortcuts = self.spec.style.shortcuts && !self.wants_proof;
        if shortcuts && let Some(reason) = problem.obstruction_within(&limits.stop) {
            return Ok(Some(seen(reason.explain(|v| self.spec.place.name(v)))));
        }
        let options = lazy::Options {
            solver: self.solver.in_process().unwrap_or_default(),
            stop: limits.stop.clone(),
            cuts: self.cuts.borrow().iter().cloned().collect(),
            shortcuts,
            ..lazy::Options::default()
        };
        let refutation = match lazy::solve(&problem, options)? {
            Verdict::Unknown(Stopped) => return Ok(None),
            Verdict::Tour(tour) => {
                let tour = Tour::verify(&self.problem, tour.steps().to_vec())?;
                return Ok(Some(self.tour(&tour)));
            }
            Verdict::None(lazy::Evidence::Obstruction(reason)) => {
                return Ok(Some(seen(reason.explain(|v| self.spec.place.name(v)))));
            }
            Verdict::None(lazy::Evidence::Refutation(refutation)) => refutation,
        };
        let rests = Rests {
            cuts: refutation.cuts().to_vec(),
            matchings: refutation.with_matchings(),
        };
        if self.wants_proof {
            let formula = refutation.formula(&self.problem).formula;
            match self.refute(&formula, cube, limits, draft)? {
                Answer::Unsatisfiable => {}
                Answer::Unknown => return Ok(None),
                Answer::Satisfiable(_) => return Err(LazyError::Unconfirmed.into()),
            }
        }
        Ok(Some(self.none(rests)))
    }

    fn refute(
        &self,
        formula: &Cnf,
        cube: &Cube,
        limits: &Limits,
        draft: &Draft,
    ) -> Result<Answer, WorkError> {
        let path = draft.path().join(PROOF);
        let file = File::create(&path).map_err(PartsError::io(&path))?;
        let theirs = draft.path().join(THEIRS);
        let out = BufWriter::new(file);
        Ok(refute_under(
            formula,
            cube,
            self.external()?,
            &theirs,
            limits,
            out,
        )?)
    }

    /// Who refutes, if not varisat.
    fn external(&self) -> Result<Option<&External>, SolverError> {
        match &self.solver {
            Solver::Varisat => Ok(None),
            Solver::External(external) => Ok(Some(external)),
            #[allow(
                unreachable_patterns,
                reason = "there are more with the feature cadical"
            )]
            other => Err(SolverError::Choice(format!(
                "{} cannot write a proof in process: use --solver cadical",
                other.name()
            ))),
        }
    }

    fn tour(&self, tour: &Tour) -> Found {
        let names = tour
            .steps()
            .iter()
            .map(|&vertex| self.spec.place.name(vertex));
        Found::Tour {
            tour: names.collect(),
        }
    }

    fn none(&self, rests: Rests) -> Found {
        Found::None {
            reason: None,
            proof: self.wants_proof,
            rests,
        }
    }
}

/// What needs no solver.
fn seen(reason: String) -> Found {
    Found::None {
        reason: Some(reason),
        proof: false,
        rests: Rests::default(),
    }
}
