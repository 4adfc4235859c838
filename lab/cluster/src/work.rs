//! One part at a time: solved, or refuted with a proof.
//!
//! ```
//! use knightsat_cluster::encoding::formula_spec::FormulaSpec;
//! use knightsat_cluster::tour::spec::Requesting;
//! use knightsat_cluster::folder::Folder;
//! use knightsat_cluster::outcome::PartAnswer;
//! use knightsat_cluster::split::{Plan, split};
//! use knightsat_cluster::work::Worker;
//! use knightsat_cluster::base::stop::Stop;
//!
//! let spec = "6x6".parse::<FormulaSpec>()?.closed();
//! let (home, stop) = (tempfile::tempdir()?, Stop::default());
//! let plan = Plan { spec: &spec, is_lazy: true, solver: "varisat", proof: false, parts: 1 };
//! split(home.path(), &plan, &stop)?;
//! let folder = Folder::open(home.path())?;
//! let worker = Worker::new(&folder, Default::default(), &stop)?;
//! let outcome = worker.work(&folder.part(1)?, &worker.formula()?, &worker.results()?)?;
//! assert!(matches!(outcome.found, PartAnswer::Tour { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::cube::refute_under;
use super::cubes::{Cube, checksum, choices, derived, part_of};
use super::folder::{Folder, Task};
use super::outcome::{Outcome, PartAnswer, Premises};
use super::part::{Draft, Part};
use super::{PartsError, Result, ensure};
use crate::base::text::OptionName;
use crate::prelude::*;
use crate::solver::certify::can_certify;
use crate::solver::portfolio::decide;
use crate::solver::{IN_PROCESS, Program, Solver, SolverError};
use knightsat_search::{Evidence, Verdict};
use knightsat_search::{SolveError, lazy};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::BufWriter;
use std::time::Instant;

/// The name in a result without a solver.
const PREPARATION: &str = "preparation";

/// The proof in a part's folder.
pub const PROOF: &str = "proof.lrat";

/// The results of finished parts, by their numbers.
pub type Outcomes = BTreeMap<u32, Outcome>;

/// A folder, the common data of all its parts, and the time for them.
pub struct Worker<'f> {
    /// The folder.
    pub folder: &'f Folder,
    /// The spec of the problem.
    pub spec: FormulaSpec,
    /// The problem.
    pub problem: Problem,
    solver: Solver,
    /// The checksum of the formula; `None` for the lazy engine.
    pub(super) clauses: Option<&'f str>,
    pub(super) wants_proof: bool,
    pub(super) stop: Stop,
}

impl<'f> Worker<'f> {
    /// Reads the task. Fails if this solver cannot do the parts.
    pub fn new(folder: &'f Folder, solver: Solver, stop: &Stop) -> Result<Worker<'f>> {
        let (clauses, wants_proof) = match &folder.manifest.task {
            Task::Search { clauses, proof, .. } => (clauses.as_deref(), *proof),
            _ => (None, false),
        };
        check_solver(clauses.is_none(), wants_proof, solver.name())?;
        let spec = folder.spec()?;
        Ok(Worker {
            problem: spec.problem(stop)?,
            folder,
            spec,
            solver,
            clauses,
            wants_proof,
            stop: stop.clone(),
        })
    }

    /// Returns the formula of the cubes: [degrees](super::cubes::degrees) if it grows with cuts.
    ///
    /// Fails if it differs from the formula that was split.
    pub fn formula(&self) -> Result<Cnf> {
        let is_lazy = self.clauses.is_none();
        let (formula, _) = choices(&self.spec, &self.problem, is_lazy, &self.stop)?;
        let is_same = self.clauses.is_none_or(|sum| sum == checksum(&formula));
        let program = &self.folder.manifest.program;
        let message = format!("the formula is another one: the folder was written by {program}");
        ensure(is_same, &self.folder.path, message)?;
        Ok(formula)
    }

    /// Does a part, and stores the result in the folder. Cuts in results of other parts are valid
    /// for this one.
    pub fn work(&self, part: &Part, formula: &Cnf, others: &Outcomes) -> Result<Outcome> {
        let begun = Instant::now();
        let (draft, cube, is_lazy) = (part.draft()?, part.cube(), self.clauses.is_none());
        let found = if is_lazy {
            self.search_lazily(cube, others, &draft)?
        } else {
            self.by_formula(cube, formula, &draft)?
        };
        // The solver may find a reason without a search.
        let by = match &found {
            PartAnswer::None {
                reason: Some(_), ..
            } => PREPARATION,
            PartAnswer::Tour { .. } if is_lazy && self.solver.in_process().is_none() => "varisat",
            _ => self.solver.name(),
        };
        let outcome = Outcome {
            by: by.into(),
            found,
            seconds: begun.elapsed().as_secs_f64(),
        };
        draft.finish(&outcome)?;
        Ok(outcome)
    }

    /// Returns the results of the finished parts, by their numbers.
    pub fn results(&self) -> Result<Outcomes> {
        let results: Outcomes = self.folder.results()?;
        for (&part, outcome) in &results {
            if let PartAnswer::None { rests, .. } = &outcome.found {
                let message = "has a cut without edges that leave it";
                self.folder
                    .part(part)?
                    .ensure(rests.fits(&self.problem), message)?;
            }
        }
        Ok(results)
    }

    fn by_formula(&self, cube: &Cube, cnf: &Cnf, draft: &Draft) -> Result<PartAnswer> {
        let answer = if self.wants_proof {
            self.refute(cnf, cube, draft)?
        } else {
            let mut under = Extended::new(cnf);
            cube.iter().for_each(|&lit| under.add(&[lit]));
            let (solvers, limits) = ([self.solver.clone()], self.stop.clone().into());
            decide(&under, &solvers, &limits, &mut |_| ())?.answer
        };
        match answer {
            Answer::Unknown => Err(self.stop.stopped().into()),
            Answer::Unsatisfiable => Ok(PartAnswer::none(self.wants_proof, Premises::default())),
            Answer::Satisfiable(model) => {
                let formula = Formula::within(&self.problem, self.spec.style, &self.stop)?;
                Ok(self.tour(&formula.decode(&model)?))
            }
        }
    }

    /// Searches a part. If proofs are required, refutes its final formula again under the cube.
    fn search_lazily(&self, cube: &Cube, others: &Outcomes, draft: &Draft) -> Result<PartAnswer> {
        let cuts = others.values().filter_map(|outcome| match &outcome.found {
            PartAnswer::None { rests, .. } => Some(&rests.cuts),
            PartAnswer::Tour { .. } => None,
        });
        let cuts: BTreeSet<Vec<u32>> = cuts.flatten().cloned().collect();
        let problem = part_of(&self.spec, &self.problem, cube, &self.stop)?;
        let shortcuts = self.spec.style.shortcuts && !self.wants_proof;
        let options = lazy::Options {
            solver: self.solver.in_process().cloned().unwrap_or_default(),
            stop: self.stop.clone(),
            cuts: cuts.into_iter().collect(),
            shortcuts,
            ..lazy::Options::default()
        };
        let refutation = match lazy::solve(&problem, options).map_err(PartsError::work)? {
            Verdict::Tour(tour) => {
                let tour = Tour::verify(&self.problem, tour.steps().to_vec());
                let tour = tour.map_err(PartsError::work)?;
                return Ok(self.tour(&tour));
            }
            Verdict::None(Evidence::Obstruction(reason)) => {
                let reason = reason.explain(|vertex| self.spec.place.name(vertex));
                return Ok(PartAnswer::None {
                    reason: Some(reason),
                    proof: false,
                    rests: Premises::default(),
                });
            }
            Verdict::None(Evidence::Cuts(refutation)) => refutation,
            // The lazy engine has no other evidence.
            Verdict::None(_) | Verdict::Unknown(_) => return Err(self.stop.stopped().into()),
        };
        let (cuts, matchings) = (refutation.sets.clone(), refutation.matchings);
        let rests = Premises { cuts, matchings };
        if !self.wants_proof {
            return Ok(PartAnswer::none(false, rests));
        }
        let formula = derived(&self.problem, refutation, &self.stop)?;
        match self.refute(&formula, cube, draft)? {
            Answer::Unsatisfiable => Ok(PartAnswer::none(true, rests)),
            Answer::Unknown => Err(self.stop.stopped().into()),
            Answer::Satisfiable(_) => Err(PartsError::work(SolveError::Unconfirmed)),
        }
    }

    fn refute(&self, formula: &Cnf, cube: &Cube, draft: &Draft) -> Result<Answer> {
        let path = draft.path.join(PROOF);
        let out = BufWriter::new(File::create(&path).map_err(PartsError::io(&path))?);
        // varisat refutes, if no other solver.
        let external = match &self.solver {
            Solver::External(external) => Some(external as &dyn Program),
            _ => None,
        };
        let limits = self.stop.clone().into();
        let answer = refute_under(formula, cube, external, &draft.path, &limits, out);
        answer.map_err(PartsError::work)
    }

    fn tour(&self, tour: &Tour) -> PartAnswer {
        let name = |&vertex: &u32| self.spec.place.name(vertex);
        let tour = tour.steps().iter().map(name).collect();
        PartAnswer::Tour { tour }
    }
}

/// Fails if the solver of this name cannot do the parts. It must write proofs if they are required;
/// otherwise the lazy engine needs it in process. The solver need not be installed.
pub(super) fn check_solver(is_lazy: bool, proof: bool, solver: &str) -> Result<(), SolverError> {
    match (proof, is_lazy) {
        (true, _) => can_certify(solver),
        (false, true) if !IN_PROCESS.contains(&solver) => Err(SolverError::Choice(format!(
            "{solver} cannot do these parts, as the lazy engine asks a solver in process: leave {} out, \
             or split with {} position",
            OptionName("solver"),
            OptionName("encoding")
        ))),
        _ => Ok(()),
    }
}
