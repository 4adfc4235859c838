//! The known tours under their facts: which of them are models?

use super::case::Case;
use super::counterexample::{Counterexample, Wrong};
use super::error::InspectError;
use super::theory::{Answer, Theory};
use super::tours::Tours;
use crate::prelude::*;
use knightsat_search::enumerate::Projection;

/// The reason why a tour is counted twice.
pub const REVERSED: &str = "its reverse is a model too, and one of the two is promised";

/// The results of the sweep over the known tours.
#[derive(Default)]
pub struct Sweep {
    pub models: u64,
    /// For each form of each tour, true if it has a model; nothing for a tour that is undecided.
    pub has_model: Vec<Vec<bool>>,
    /// Clauses that exclude the models.
    pub blocking: Vec<Vec<Lit>>,
    /// The first tour without a model.
    pub missing: Option<usize>,
    /// The first tour with models for both directions, although one is promised.
    pub twice: Option<Counterexample>,
    pub is_late: bool,
}

impl Case<'_> {
    /// Looks for a model of every form of each of these tours.
    pub fn sweep(&self, tours: &Tours, theory: &mut Theory) -> Result<Sweep, InspectError> {
        let mut swept = Sweep::default();
        let work = self.work();
        let projection = Projection::Values(self.meaning.projection());
        for (number, tour) in tours.tours.iter().enumerate() {
            if self.options.limits.is_over() {
                swept.is_late = true;
                break;
            }
            let before = swept.models;
            let mut has_model = Vec::new();
            for steps in tour {
                let Ok(assumed) = self.assumptions(steps) else {
                    has_model.push(false);
                    continue;
                };
                match theory.ask(&assumed, work)? {
                    Answer::Found(model) => {
                        let model = self.completed(&model)?;
                        swept.blocking.push(projection.blocking(&model));
                        swept.models += 1;
                        has_model.push(true);
                    }
                    Answer::Refuted => has_model.push(false),
                    Answer::Open => {
                        swept.is_late = true;
                        has_model.clear();
                        break;
                    }
                }
                if swept.models > before + 1 && swept.twice.is_none() {
                    swept.twice = Some(self.counterexample(Wrong::Twice, REVERSED.into(), steps));
                }
            }
            if swept.models == before && has_model.len() == tour.len() {
                swept.missing.get_or_insert(number);
            }
            swept.has_model.push(has_model);
        }
        Ok(swept)
    }
}
