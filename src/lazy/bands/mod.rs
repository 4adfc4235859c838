//! Two-coloured graphs, band by band: a formula of all their vertices would take a kilobyte of
//! memory for each of them, and what a solver looks at next would never be where it looked last.
//!
//! A two-factor is guessed in the graph itself (`guess`). Where moves change colour that succeeds
//! if there is one. Then the edges within a band of vertices that are numbered one after another
//! are chosen anew by a formula of its own, and those that cross its border stay, band after
//! band. Few edges at every vertex are variables, those of the guess among them, so every formula
//! has a model. Cycles are joined as always, in the whole graph. What is left in several cycles is
//! up to those who know the whole graph.

mod band;
mod ends;
mod guess;

use super::two_factor::TwoFactor;
use super::{Found, Search};
use crate::cnf::Answer;
use crate::solver::varisat::{Limits, VarisatError};
use crate::stop::Stopped;
use band::Band;
use std::ops::Range;

/// Vertices of a band.
const BAND: u32 = 1 << 14;
/// Guesses, one after the other.
const ATTEMPTS: u32 = 4;
/// Bytes of proof that a band is worth.
const WORK: u64 = 1 << 22;

impl Search<'_> {
    /// Looks for a tour of a two-coloured graph from guesses; nothing if none leads to one.
    pub(super) fn banded(&mut self) -> Result<Found, VarisatError> {
        let graph = self.augmented.graph();
        let Ok(Some(colour)) = graph.two_colouring_within(&self.limits.stop) else {
            return Ok(Found::Nothing);
        };
        for _ in 0..ATTEMPTS {
            self.progress.attempt += 1;
            self.progress.edges = 0;
            self.report();
            let guess = guess::guess(&self.augmented, &colour, &mut self.rng, &self.limits.stop);
            let found = match guess {
                Ok(Some(links)) => self.tour_from(links)?,
                Ok(None) => self.obstruction().map(Found::Obstruction),
                Err(Stopped) => None,
            };
            if let Some(found) = found {
                return Ok(found);
            }
            if self.is_late() {
                break;
            }
        }
        Ok(Found::Nothing)
    }

    /// What a guess leads to, if to anything.
    fn tour_from(&mut self, mut links: Vec<[u32; 2]>) -> Result<Option<Found>, VarisatError> {
        if !self.bands(&mut links)? {
            return Ok(None);
        }
        let Ok(mut factor) = TwoFactor::within(links, &self.limits.stop) else {
            return Ok(None);
        };
        self.join(&mut factor)?;
        Ok((factor.count() == 1).then(|| Found::Cycle(factor.walk(0))))
    }

    /// Solves one band after the other; whether all have been.
    fn bands(&mut self, links: &mut [[u32; 2]]) -> Result<bool, VarisatError> {
        let len = self.augmented.graph().len();
        // Equal parts, none larger than a band.
        let count = len.div_ceil(BAND);
        let border = |nth: u32| (u64::from(len) * u64::from(nth) / u64::from(count)) as u32;
        for nth in 0..count {
            if self.is_late() || !self.band(border(nth)..border(nth + 1), links)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Chooses the edges within a band anew; whether that has been done.
    fn band(&mut self, band: Range<u32>, links: &mut [[u32; 2]]) -> Result<bool, VarisatError> {
        let formula = Band::new(&self.augmented, &band, links);
        self.progress.edges += formula.edges.len();
        self.report();
        let mut solver = self.solver.unchecked(Limits {
            work: Some(WORK),
            ..self.limits.clone()
        });
        formula.encode(&self.augmented, &mut solver);
        let Answer::Satisfiable(model) = solver.solve()? else {
            return Ok(false);
        };
        formula.apply(&model, links);
        Ok(true)
    }
}
