//! *Sound*: does the formula entail the definition of a tour? Then every model is a tour.

use super::case::Case;
use super::counterexample::{Counterexample, Wrong};
use super::decode::decode;
use super::error::InspectError;
use super::evidence::{Decision, Evidence, timely};
use super::sweep::REVERSED;
use super::theory::{Answer, Unproved};
use crate::prelude::*;
use std::ops::ControlFlow;

/// The reason why nothing is proved of a model: it is a tour, or no tour that counts.
const BACKWARDS: &str = "not proved: a model is a tour backwards, or is excluded during the search";

impl Evidence<'_> {
    /// Decides if every model is a tour: by entailment, or by all tours if they are known. A known
    /// tour with two models, its own and that of its reverse, is a fault.
    pub fn sound(&mut self) -> Result<Decision, InspectError> {
        if let Some(twice) = self.swept.twice.take() {
            return Ok(Decision::Fails(twice));
        }
        match self.sound_by_entailment()? {
            Decision::Open(_) if self.is_whole() => self.sound_by_exhaustion(),
            decision => Ok(decision),
        }
    }

    /// Decides if the formula entails each clause of the definition, besides those that the subject
    /// adds during the search. If all tours are known, exhaustion finds these.
    fn sound_by_entailment(&mut self) -> Result<Decision, InspectError> {
        let (case, is_whole) = (self.case, self.is_whole());
        let models = counted(self.swept.models, "model");
        Ok(match case.prove_sound() {
            Err(Unproved::Fault(error)) => return Err(error),
            Err(Unproved::Model(model)) => match case.fault(&model)? {
                Some(fault) => {
                    self.model = Some(model);
                    Decision::Fails(fault)
                }
                None => Decision::Open(Some(BACKWARDS.into())),
            },
            Ok(true) if !is_whole => {
                self.cuts = None;
                let why = "proved: every model is a tour, or is cut during the search";
                Decision::Holds(why.into())
            }
            Ok(false) if case.is_determined() && is_whole => {
                Decision::Holds(format!("{models}, all tours"))
            }
            Ok(false) if case.is_determined() => {
                Decision::Holds("proved: every model is a tour".into())
            }
            Err(Unproved::Open(why)) => Decision::Open(Some(why)),
            _ => Decision::Open(Some("a tour may have several models".into())),
        })
    }

    /// No model is left if clauses exclude those of all tours, and the subject cuts off others.
    fn sound_by_exhaustion(&mut self) -> Result<Decision, InspectError> {
        let case = self.case;
        let Some((mut theory, _)) = timely(case.theory())? else {
            return Ok(Decision::Open(None));
        };
        let blocking = self.swept.blocking.iter();
        blocking.for_each(|clause| theory.clause(clause));
        let mut cuts: Vec<Vec<Lit>> = Vec::new();
        let limits = (case.work(), u64::MAX);
        let shown = &mut self.model;
        let answer = theory.refine(&[], limits, |found, theory| {
            let model = case.completed(&found)?;
            if let Some(fault) = case.fault(&model)? {
                *shown = Some(found);
                return Ok(ControlFlow::Break(Decision::Fails(fault)));
            }
            let new = case.subject.cut(&model);
            if new.is_empty() {
                return Ok(ControlFlow::Break(Decision::Open(Some(BACKWARDS.into()))));
            }
            new.iter().for_each(|cut| theory.clause(cut));
            cuts.extend(new);
            Ok::<_, InspectError>(ControlFlow::Continue(()))
        })?;
        Ok(match answer {
            Answer::Found(decision) => decision,
            Answer::Open => Decision::Open(None),
            Answer::Refuted => {
                self.cuts = Some(cuts);
                let models = counted(self.swept.models, "model");
                Decision::Holds(format!("{models}, all tours"))
            }
        })
    }
}

impl Case<'_> {
    /// Returns the fault of a model: it is no tour, or a second model of one. Returns none if the
    /// subject adds clauses that exclude it.
    fn fault(&self, model: &Model) -> Result<Option<Counterexample>, InspectError> {
        let model = self.completed(model)?;
        let held = self.meaning.held(&model);
        let holds = |lits: &[Lit]| lits.iter().all(|&lit| model.satisfies(lit));
        let mut twins = self.meaning.twins().iter();
        let differs = twins.find(|(fact, lits)| holds(lits) != held.contains(fact));
        if let Some((fact, _)) = differs {
            let why = format!(
                "two variables mean {}, and they differ",
                fact.symbol(self.place)
            );
            return Ok(Some(self.no_tour(&held, why)));
        }
        Ok(
            match decode(self.problem, self.place, &self.meaning, &held) {
                Err(why) => {
                    let cuts = self.subject.cut(&model);
                    let is_false = |cut: &Vec<Lit>| !cut.iter().any(|&lit| model.satisfies(lit));
                    let is_cut = cuts.iter().any(is_false);
                    (!is_cut).then(|| self.no_tour(&held, why))
                }
                // It is promised in the other direction, or in either.
                Ok(tour) if !self.definition().is_forward(tour.steps()) => None,
                Ok(tour) => Some(self.second(&held, tour.steps())),
            },
        )
    }

    /// Returns the counterexample of a tour with another model, or in another form than promised.
    fn second(&self, held: &[Fact], steps: &[u32]) -> Counterexample {
        let is_promised = if self.expected.is_whole() {
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
