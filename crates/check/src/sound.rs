//! *Sound*: does the formula entail the definition of a tour? Then every model is a tour.

use super::case::Case;
use super::counterexample::{Counterexample, Wrong};
use super::decode::decode;
use super::evidence::Evidence;
use super::sweep::REVERSED;
use super::table::Outcome;
use super::theory::{Answer, Unproved};
use crate::prelude::*;

/// The reason why nothing is proved of a model: it is a tour, or no tour that counts.
const BACKWARDS: &str = "not proved: a model is a tour backwards";

impl Evidence<'_> {
    /// Decides if every model is a tour: by entailment, or by all tours if they are known. A known
    /// tour with two models, its own and that of its reverse, is a fault.
    pub fn sound(&mut self) -> Result<Outcome, Unproved> {
        if let Some(twice) = self.swept.twice.take() {
            return Ok(Outcome::Fails(twice));
        }
        let (case, is_whole) = (self.case, self.is_whole());
        let all = counted(self.swept.models.len(), "model") + ", all tours";
        let open = match case.prove_sound() {
            Err(Unproved::Open(why)) => Outcome::Skipped(why),
            Err(Unproved::Model(model)) => self.judge(model)?,
            Err(error) => return Err(error),
            Ok(()) if !case.is_determined() => {
                Outcome::Skipped("a tour may have several models".into())
            }
            Ok(()) if is_whole => return Ok(Outcome::Good(all)),
            Ok(()) => return Ok(Outcome::Good("proved: every model is a tour".into())),
        };
        if !is_whole || matches!(open, Outcome::Fails(_)) {
            return Ok(open);
        }
        // No model is left if clauses exclude those of all tours.
        let mut theory = case.theory()?;
        let blocking = self.swept.blocking.iter();
        blocking.for_each(|clause| theory.clause(clause));
        Ok(match theory.ask(&[], case.work())? {
            Answer::Found(model) => self.judge(model)?,
            Answer::Open => Outcome::Late,
            Answer::Refuted => Outcome::Good(all),
        })
    }

    /// Returns the fault of a model: it is no tour, or a second model of one.
    fn judge(&mut self, model: Model) -> Result<Outcome, Unproved> {
        let case = self.case;
        let held = case.meaning.held(&case.completed(&model)?);
        let found = match decode(case.problem, case.place, &case.meaning, &held) {
            Err(why) => case.no_tour(&held, why),
            // It is promised in the other direction, or in either.
            Ok(tour) if !case.definition().is_forward(tour.steps()) => {
                return Ok(Outcome::Skipped(BACKWARDS.into()));
            }
            Ok(tour) => case.second(&held, tour.steps()),
        };
        self.model = Some(model);
        Ok(Outcome::Fails(found))
    }
}

impl Case<'_> {
    /// Returns the counterexample of a tour with another model, or in another form than promised.
    fn second(&self, held: &[Fact], steps: &[u32]) -> Counterexample {
        let is_promised = if self.expected.is_whole {
            self.expected.of.contains_key(held)
        } else {
            self.meaning.first.is_none_or(|first| first == steps[0])
        };
        let why = if !is_promised {
            let first = self.place.name(steps[0]);
            format!("it begins at {first}, and the formula promises another form of it")
        } else if self.expected.of.contains_key(held) {
            "two models differ only in variables of the map".to_string()
        } else {
            REVERSED.to_string()
        };
        self.counterexample(Wrong::Twice, why, steps)
    }
}
