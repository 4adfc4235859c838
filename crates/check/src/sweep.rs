//! The known tours under their facts: which of them are models?

use super::case::Case;
use super::counterexample::{Counterexample, Wrong};
use super::theory::{Answer, Theory};
use super::tours::Tours;
use crate::prelude::*;
use crate::solver::SolverError;
use knightsat_search::enumerate::Projection;

/// The reason why a tour is counted twice.
pub const REVERSED: &str = "its reverse is a model too, and one of the two is promised";

/// The results of the sweep over the known tours.
#[derive(Default)]
pub struct Sweep {
    /// The forms of tours that are models.
    pub models: Vec<Vec<u32>>,
    /// A form of each tour without a model.
    pub lost: Vec<Vec<u32>>,
    /// Clauses that exclude the models.
    pub blocking: Vec<Vec<Lit>>,
    /// The first tour with models for both directions, although one is promised.
    pub twice: Option<Counterexample>,
    pub is_late: bool,
}

impl Case<'_> {
    /// Looks for a model of every form of each of these tours.
    pub fn sweep(&self, tours: &Tours, theory: &mut Theory) -> Result<Sweep, SolverError> {
        let mut swept = Sweep::default();
        let work = self.work();
        let projection = Projection::Values(self.meaning.projection());
        for tour in &tours.tours {
            if self.options.limits.is_over() {
                swept.is_late = true;
                break;
            }
            let (before, mut is_open) = (swept.models.len(), false);
            for steps in tour {
                let Ok(assumed) = self.assumptions(steps) else {
                    continue;
                };
                match theory.ask(&assumed, work)? {
                    Answer::Found(model) => {
                        let model = self.completed(&model)?;
                        swept.blocking.push(projection.blocking(&model));
                        swept.models.push(steps.clone());
                    }
                    Answer::Refuted => {}
                    Answer::Open => is_open = true,
                }
                if swept.models.len() > before + 1 && swept.twice.is_none() {
                    swept.twice = Some(self.counterexample(Wrong::Twice, REVERSED.into(), steps));
                }
            }
            swept.is_late |= is_open;
            if swept.models.len() == before && !is_open {
                swept.lost.extend(tour.first().cloned());
            }
        }
        Ok(swept)
    }
}
