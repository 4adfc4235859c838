//! The checks of tours: each should have a model.

use super::counterexample::{Counterexample, Wrong};
use super::inspect::{Inspection, REVERSED};
use crate::cnf::Lit;
use crate::cnf::sink::ClauseSink;
use crate::solver::incremental::{Assuming, Incremental};
use knightsat_search::enumerate::EnumerateError;

/// The results of the sweep over all tours.
#[derive(Default)]
struct Sweep {
    models: u64,
    /// The first tour without a model.
    missing: Option<usize>,
    /// The first tour with models for both directions, although one is promised.
    twice: Option<Counterexample>,
    is_late: bool,
}

impl Inspection<'_> {
    /// Checks that every tour has a model. If every model is known to be a tour, reports the models
    /// too.
    pub fn tours(&mut self, cuts: &[Vec<Lit>], are_tours: bool) -> Result<(), EnumerateError> {
        let mut solver = self.options.solver.unchecked(self.options.limits.clone());
        self.formula.replay(&mut solver);
        cuts.iter().for_each(|cut| solver.clause(cut));
        let swept = self.sweep(&mut solver)?;
        if are_tours {
            self.report.models = swept.models;
            self.verdict(swept.is_late);
            self.sound(swept.twice, swept.is_late);
        }
        if swept.is_late {
            self.late("complete");
            self.late("count");
            return Ok(());
        }
        match swept.missing {
            Some(tour) => {
                let steps = &self.expected.tours[tour][0];
                let missing = self.no_model(steps, cuts, &mut solver)?;
                self.wrong("complete", format!("{}: {}", missing.wrong, missing.why));
                self.report.counterexample.get_or_insert(missing);
            }
            None => {
                let found = self.found(self.expected.tours.len() as u64, "tour");
                self.good("complete", found + ", all models");
            }
        }
        self.count();
        Ok(())
    }

    /// Solves for a model of every form of every tour.
    fn sweep(&self, solver: &mut dyn Incremental) -> Result<Sweep, EnumerateError> {
        let mut swept = Sweep::default();
        for (number, tour) in self.expected.tours.iter().enumerate() {
            let before = swept.models;
            for steps in tour {
                let Ok(assumed) = self.assumptions(steps) else {
                    continue;
                };
                match solver.solve_assuming(&assumed)? {
                    Assuming::Satisfiable(model) => {
                        self.whole(&model)?;
                        swept.models += 1;
                    }
                    Assuming::Failed(_) => {}
                    Assuming::Unknown => {
                        swept.is_late = true;
                        return Ok(swept);
                    }
                }
                if swept.models > before + 1 && swept.twice.is_none() {
                    swept.twice = Some(self.counterexample(Wrong::Twice, REVERSED.into(), steps));
                }
            }
            if swept.models == before {
                swept.missing.get_or_insert(number);
            }
        }
        Ok(swept)
    }
}
