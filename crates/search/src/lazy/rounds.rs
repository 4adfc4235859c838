//! One formula, asked again and again: a two-factor, its cycles joined, and cut where they are not.

use super::clauses::{cut, encode};
use super::formula::Edges;
use super::two_factor::TwoFactor;
use super::{Found, Search, neighbourhood, patching};
use knightsat_cnf::Answer;
use knightsat_cnf::sink::ClauseSink;
use knightsat_solver::incremental::Incremental;
use knightsat_solver::varisat::{Limits, VarisatError};

impl Search<'_> {
    /// Solves, joins and cuts with these edges as variables, at most `rounds` times.
    pub(super) fn attempt(
        &mut self,
        edges: &Edges,
        work: Option<u64>,
        rounds: u32,
    ) -> Result<Found, VarisatError> {
        let is_whole = rounds == u32::MAX;
        self.progress.attempt += 1;
        self.progress.edges = edges.len();
        self.report();
        let mut solver = self.solver.unchecked(Limits {
            work,
            ..self.limits.clone()
        });
        encode(&self.augmented, &self.cuts, edges, &mut solver);
        self.rounds(edges, &mut solver, u64::from(rounds), is_whole)
    }

    /// Asks the solver, which holds the formula of these edges, at most `rounds` times. Where the
    /// edges are all there are, what it refutes has no tour, and cuts are kept.
    pub(super) fn rounds(
        &mut self,
        edges: &Edges,
        solver: &mut Box<dyn Incremental>,
        rounds: u64,
        is_whole: bool,
    ) -> Result<Found, VarisatError> {
        for _ in 0..rounds {
            let model = match solver.solve()? {
                Answer::Satisfiable(model) => model,
                Answer::Unsatisfiable if is_whole => return Ok(Found::Contradiction),
                _ => return Ok(Found::Nothing),
            };
            let mut factor = TwoFactor::new(edges, &model);
            drop(model);
            let cycles = factor.cycle_numbers().to_vec();
            self.join(&mut factor)?;
            if factor.count() == 1 {
                return Ok(Found::Cycle(factor.walk(0)));
            }
            if self.is_late() {
                return Ok(Found::Nothing);
            }
            self.cut(edges, &cycles, is_whole, solver);
            if factor.cycle_numbers() != cycles {
                self.cut(edges, factor.cycle_numbers(), is_whole, solver);
            }
        }
        Ok(Found::Nothing)
    }

    /// Joins the cycles of a two-factor, by exchanges and then by neighbourhoods, if there may be a tour.
    pub(super) fn join(&mut self, factor: &mut TwoFactor) -> Result<(), VarisatError> {
        self.progress.round += 1;
        self.progress.cycles = factor.count() as u32;
        if self.is_hopeless {
            self.progress.joined = self.progress.cycles;
            self.report();
            return Ok(());
        }
        patching::patch(&self.augmented, factor, &self.limits.stop);
        self.join_windows(factor)
    }

    /// Joins cycles by neighbourhoods, and tells how many are left.
    pub(super) fn join_windows(&mut self, factor: &mut TwoFactor) -> Result<(), VarisatError> {
        if factor.count() > 1 {
            let limits = &self.limits;
            neighbourhood::join(&self.augmented, factor, &mut self.rng, self.solver, limits)?;
        }
        self.progress.joined = factor.count() as u32;
        self.report();
        Ok(())
    }

    /// Cuts the classes, and keeps their sets if asked to.
    pub(super) fn cut<S: ClauseSink>(
        &mut self,
        edges: &Edges,
        class_of: &[u32],
        keep: bool,
        solver: &mut S,
    ) {
        let sets = cut(edges, class_of, solver);
        self.progress.cuts += sets.len() as u32;
        if keep {
            self.cuts.extend(sets);
        }
    }
}
