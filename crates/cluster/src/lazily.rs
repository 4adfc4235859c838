//! A part done by the lazy engine.

use super::cubes::Cube;
use super::error::{PartsError, WorkError};
use super::outcome::{Found, Rests};
use super::part::Draft;
use super::whole::part_of;
use super::work::{Worker, seen};
use knightsat_base::stop::Stop;
use knightsat_cnf::Answer;
use knightsat_search::Evidence;
use knightsat_search::lazy::{self, LazyError};
use knightsat_solver::varisat::Limits;
use knightsat_tour::tour::Tour;
use knightsat_tour::{Obstruction, Problem, Verdict};

impl Worker<'_> {
    /// Searches a part, and has what refutes it refuted once more under the cube where proofs are wanted.
    pub(super) fn lazily(
        &self,
        cube: &Cube,
        limits: &Limits,
        draft: &Draft,
    ) -> Result<Option<Found>, WorkError> {
        let problem = self.part_of(cube, &limits.stop)?;
        let shortcuts = self.spec.style.shortcuts && !self.wants_proof;
        let options = lazy::Options {
            solver: self.solver.in_process().unwrap_or_default(),
            stop: limits.stop.clone(),
            cuts: self.cuts.borrow().iter().cloned().collect(),
            shortcuts,
            ..lazy::Options::default()
        };
        let refutation = match lazy::solve(&problem, options)? {
            Verdict::Unknown(_) => return Ok(None),
            Verdict::Tour(tour) => {
                let tour = Tour::verify(&self.problem, tour.steps().to_vec())?;
                return Ok(Some(self.tour(&tour)));
            }
            Verdict::None(Evidence::Obstruction(reason)) => {
                return Ok(Some(self.obstructed(&reason)));
            }
            Verdict::None(Evidence::Cuts(refutation)) => refutation,
            // The lazy engine has no other evidence.
            Verdict::None(_) => return Ok(None),
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

    /// The problem of a part.
    fn part_of(&self, cube: &Cube, stop: &Stop) -> Result<Problem, WorkError> {
        let part = part_of(&self.spec, &self.problem, cube);
        let part = part.ok_or_else(|| {
            let message = "a cube has a literal that is of no edge";
            PartsError::wrong(self.folder.path(), message)
        })?;
        Ok(part.problem_within(stop)?)
    }

    fn obstructed(&self, reason: &Obstruction) -> Found {
        seen(reason.explain(|vertex| self.spec.place.name(vertex)))
    }
}
