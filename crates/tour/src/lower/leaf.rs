//! The circuits that a backend takes, and the way back from their cycles, or from reasons.

use super::Lowered;
use crate::circuit::Circuit;
use crate::reduction::Reduction;
use crate::{Obstruction, Problem, rule};
use std::ptr;

/// A circuit, and what remains beside it.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<'l> {
    /// The circuit.
    pub circuit: &'l Circuit,
    /// The reduction that made the problem. Its voltages remain.
    pub by: Option<&'l dyn Reduction>,
    /// The circuit in which reasons against tours are looked for, as others have no words for them.
    pub reasoned: &'l Circuit,
}

impl Leaf<'_> {
    /// Returns true if a cycle keeps what remains beside the circuit.
    pub fn accepts(&self, cycle: &[u32]) -> bool {
        let steps = self.circuit.tour(cycle.to_vec());
        let violated = rule::violated(&self.circuit.also, &self.circuit.into(), &steps);
        violated.is_none() && self.by.is_none_or(|by| by.accepts(&[steps]))
    }

    /// Returns true if anything remains beside the circuit: rules, or voltages.
    pub fn is_constrained(&self) -> bool {
        let has_voltages = |by: &dyn Reduction| {
            let mut edges = self.circuit.local().edges();
            edges
                .next()
                .is_some_and(|ends| !by.choices(ends).is_empty())
        };
        !self.circuit.also.is_empty() || self.by.is_some_and(has_voltages)
    }

    /// Returns true if reasons of the problem itself have words.
    pub fn has_reasons(&self) -> bool {
        ptr::eq(self.reasoned, self.circuit)
    }
}

impl Lowered {
    /// Returns the circuits that the backend takes, in the order of [`Lowered::lift`].
    pub fn leaves(&self) -> Vec<Leaf<'_>> {
        let mut leaves = Vec::new();
        self.add_leaves(None, &self.reasoned_part().circuit, &mut leaves);
        leaves
    }

    fn add_leaves<'l>(
        &'l self,
        by: Option<&'l dyn Reduction>,
        reasoned: &'l Circuit,
        leaves: &mut Vec<Leaf<'l>>,
    ) {
        let Some(own) = self.by() else {
            return leaves.push(Leaf {
                circuit: &self.circuit,
                by,
                reasoned,
            });
        };
        for part in &self.parts {
            part.add_leaves(Some(own), reasoned, leaves);
        }
    }

    /// Returns the number of tours that cycles of all circuits make, besides those of each
    /// [circuit](Circuit::tours) itself.
    pub fn tours(&self) -> u32 {
        let own = self.by().map_or(1, |by| by.tours());
        own * self.parts.iter().map(|part| part.tours()).product::<u32>()
    }

    /// Returns the steps of the tour that cycles of all circuits make.
    pub fn lift(&self, cycles: Vec<Vec<u32>>) -> Vec<u32> {
        self.lift_next(&mut cycles.into_iter())
    }

    fn lift_next(&self, cycles: &mut impl Iterator<Item = Vec<u32>>) -> Vec<u32> {
        let cycle = match &self.by {
            None => cycles.next().expect("a cycle of every circuit"),
            Some(by) => {
                let parts = self.parts.iter();
                by.lift(parts.map(|part| part.lift_next(cycles)).collect())
            }
        };
        self.circuit.tour(cycle)
    }

    /// Returns the problem in which reasons against tours are looked for.
    pub fn reasoned_problem(&self) -> &Problem {
        &self.reasoned_part().problem
    }

    /// Returns the last reduced problem whose reasons have words.
    fn reasoned_part(&self) -> &Lowered {
        match &self.parts[..] {
            [part] if self.has_words() => part.reasoned_part(),
            _ => self,
        }
    }

    /// Returns true if the reduction has words for reasons.
    fn has_words(&self) -> bool {
        (self.by.as_ref()).is_some_and(|by| by.explain(Obstruction::TooSmall).is_some())
    }

    /// Returns a reason of the problem [reasoned about](Leaf::reasoned) as one of the problem itself.
    pub fn explain(&self, reason: Obstruction) -> Obstruction {
        match (&self.by, &self.parts[..]) {
            (Some(by), [part]) if self.has_words() => {
                let explained = by.explain(part.explain(reason));
                explained.expect("a reduction with words")
            }
            _ => reason,
        }
    }

    /// Returns the reason that `look` finds in the problem reasoned about.
    pub fn reason(&self, look: impl Fn(&Problem) -> Option<Obstruction>) -> Option<Obstruction> {
        let reason = look(self.reasoned_problem());
        reason.map(|reason| self.explain(reason))
    }
}
