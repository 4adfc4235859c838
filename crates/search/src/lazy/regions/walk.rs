//! Walks over models: from a first model to others, in which some regions keep their way and the
//! others are chosen anew. A walk only finds tours; it proves nothing.

use super::Regions;
use crate::cnf::shuffle::{Renaming, shuffle_to};
use crate::cnf::sink::{ClauseSink, Cnf};
use crate::cnf::{Answer, Lit, Model};
use crate::lazy::{Found, Search};
use knightsat_solver::SolverError;

/// Walks before each attempt with edges.
const WALKS: u64 = 64;
/// Bytes of proof for a first model with the least effort, and for a step.
const START: u64 = 1 << 19;
const STEP: u64 = 1 << 20;
/// The effort from which a first model must be a new one. Excluding all others slows the solver.
const THOROUGH: u64 = 16;
/// Attempts at a step, and the percentage of the regions that keep their way: the least, and the
/// most beyond it.
const TRIES: usize = 10;
const FEWEST: usize = 5;
const MORE: usize = 25;
/// Two-factors with an even number of cycles after which a walk ends: their parity seldom changes.
const EVEN: usize = 8;

impl Regions {
    /// Solves a formula in a random order.
    fn solve(search: &mut Search, formula: &Cnf, work: u64) -> Result<Answer<Model>, SolverError> {
        let seed = search.rng.word();
        let mut solver = search.solver(work);
        shuffle_to(formula, seed, &mut solver);
        let renaming = Renaming::new(seed, formula.variables());
        Ok(match solver.solve()? {
            Answer::Satisfiable(model) => Answer::Satisfiable(renaming.undo(&model)),
            answer => answer,
        })
    }

    /// Makes several walks, as many for each attempt with edges.
    pub(in crate::lazy) fn walks(
        &mut self,
        search: &mut Search,
        attempt: u64,
    ) -> Result<Found, SolverError> {
        for nth in WALKS * attempt + 1..=WALKS * (attempt + 1) {
            let found = self.walk(search, nth)?;
            if !matches!(found, Found::Nothing) || search.is_late() {
                return Ok(found);
            }
        }
        Ok(Found::Nothing)
    }

    /// Walks from a first model to others until one is a tour. `nth` bounds the work for the first
    /// model, and chooses the symmetry that all models have, if any. If no model remains, the
    /// result is a contradiction.
    pub(super) fn walk(&mut self, search: &mut Search, nth: u64) -> Result<Found, SolverError> {
        let mut formula = self.formula.clone();
        let kinds = 1 + self.symmetries.len() as u64;
        let imposed = self.symmetries.get(((nth - 1) % kinds) as usize);
        for &[a, b] in imposed.into_iter().flatten() {
            formula.clause(&[!a, b]);
            formula.clause(&[a, !b]);
        }
        let effort = luby(nth.div_ceil(kinds));
        let mut first = formula.clone();
        if effort >= THOROUGH {
            self.learnt.replay(&mut first);
        }
        let mut next = Self::solve(search, &first, START.saturating_mul(effort))?;
        if matches!(next, Answer::Unsatisfiable) && imposed.is_none() {
            return Ok(Found::Contradiction);
        }
        let mut even = 0;
        while let Answer::Satisfiable(model) = next {
            let factor = self.learn(search, &model);
            search.progress.round += 1;
            search.progress.cycles = factor.count() as u32;
            search.progress.joined = search.progress.cycles;
            search.report();
            if factor.count() == 1 {
                return Ok(Found::Cycle(self.cycle(&factor)));
            }
            even = (even + 1) * usize::from(factor.count().is_multiple_of(2));
            if even == EVEN {
                break;
            }
            next = self.step(search, &formula, &model)?;
        }
        Ok(Found::Nothing)
    }

    /// Returns another model in which some regions keep their ways.
    fn step(
        &self,
        search: &mut Search,
        formula: &Cnf,
        model: &Model,
    ) -> Result<Answer<Model>, SolverError> {
        for _ in 0..TRIES {
            let ways = self.taken(model);
            let mut kept: Vec<Lit> = ways.map(|(region, way)| self.ways[region][way]).collect();
            search.rng.shuffle(&mut kept);
            kept.truncate(kept.len() * (FEWEST + search.rng.below(MORE)) / 100);
            let mut formula = formula.clone();
            self.learnt.replay(&mut formula);
            kept.iter().for_each(|&lit| formula.clause(&[lit]));
            let next = Self::solve(search, &formula, STEP)?;
            if matches!(next, Answer::Satisfiable(_)) || search.is_late() {
                return Ok(next);
            }
        }
        Ok(Answer::Unknown)
    }
}

/// Returns an entry of 1, 1, 2, 1, 1, 2, 4, …, counted from 1.
pub(in crate::lazy) fn luby(nth: u64) -> u64 {
    let mut nth = nth;
    loop {
        // The length of the shortest series, one less than a power of two, that has an nth entry.
        let length = (nth + 1).next_power_of_two() - 1;
        if nth == length {
            return length.div_ceil(2);
        }
        nth -= length / 2;
    }
}
