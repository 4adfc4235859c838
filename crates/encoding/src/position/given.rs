//! The clauses of clues other than the ends, and of sums of steps.

use super::moves::Reading;
use super::{Literals, Position};
use crate::shared_groups::{GIVEN_MOVES, GIVEN_STEPS, NUMBERS, known_bits, number, quarter, sums};
use itertools::{Itertools, iproduct};
use knightsat_cnf::sink::{ClauseSink, each};
use knightsat_cnf::{Lit, Term};
use knightsat_tour::timeline::StepVertex;

const READINGS: [Reading; 2] = [Reading::Forwards, Reading::Backwards];

impl Position {
    /// Writes the clauses of given steps. Start and end have clauses of their own; with pruning
    /// they have no other place. If pruning excludes a given vertex, writes an empty clause.
    pub(super) fn given(&self, x: &Literals, sink: &mut dyn ClauseSink) {
        if !self.line.is_restricted() {
            return;
        }
        sink.group(&GIVEN_STEPS);
        for &(step, vertex) in self.line.given() {
            sink.clause(x.get(step, vertex).as_slice());
        }
        for &(step, vertex) in self.line.excluded() {
            if let Some(lit) = x.get(step, vertex) {
                sink.clause(&[!lit]);
            }
        }
    }

    /// Writes the condition on a turn that leads one way or the other along the tour.
    pub(super) fn quarter(&self, x: &Literals, sink: &mut dyn ClauseSink) {
        quarter(&self.line, sink, |other, here, later, sink| {
            match [here, later].map(|(step, vertex)| x.get(step, vertex)) {
                [Some(here), Some(later)] => sink.clause(&[other, !here, later]),
                [Some(lit), None] | [None, Some(lit)] => sink.clause(&[other, !lit]),
                [None, None] => {}
            }
        });
    }

    /// Writes the required moves in terms of steps: from one end of a move the other is a step on
    /// or a step back.
    pub(super) fn given_moves(&self, x: &Literals, sink: &mut dyn ClauseSink) {
        let required = self.line.required();
        if !required.is_empty() {
            sink.group(&GIVEN_MOVES);
        }
        let ways = required.iter().flat_map(|&[v, w]| [[v, w], [w, v]]);
        for ([v, w], step) in iproduct!(ways, 1..=self.domain.steps) {
            let Some(here) = x.get(step, v) else {
                continue;
            };
            let beside = READINGS
                .map(|reading| reading.next(&self.line, step, w))
                .into_iter()
                .flatten()
                .dedup()
                .filter(|&(step, w)| x.get(step, w).is_some())
                .collect_vec();
            if !self.is_only_move(x, (step, v), &beside) {
                let lits = beside.iter().filter_map(|&(step, w)| x.get(step, w));
                sink.clause(&std::iter::once(!here).chain(lits).collect_vec());
            }
        }
    }

    /// Returns true if the groups of moves contain the clause already: no other move leads on, or
    /// back.
    fn is_only_move(
        &self,
        x: &Literals,
        (step, vertex): StepVertex,
        beside: &[StepVertex],
    ) -> bool {
        let written = 1 + usize::from(self.options.predecessors);
        READINGS[..written].iter().any(|&reading| {
            let neighbours = reading.after(self.graph(), vertex).iter();
            let places = neighbours
                .filter_map(|&w| reading.next(&self.line, step, w))
                .filter(|&(step, w)| x.get(step, w).is_some());
            beside.len() == 1 && places.eq(beside.iter().copied())
        })
    }

    /// Writes the sums of steps.
    pub(super) fn step_sums(&self, x: &Literals, sink: &mut dyn ClauseSink) {
        if self.line.sums().is_empty() {
            return;
        }
        sink.group(&NUMBERS);
        let vertices = 0..self.line.len();
        let places: Vec<_> = vertices.map(|v| self.places_of(v, x)).collect();
        let mut numbers = Vec::with_capacity(places.len());
        for places in &places {
            numbers.push(number(&known_bits(&self.line, steps(places)), sink));
        }
        each(
            places.iter().zip(&numbers),
            sink,
            |(places, number), sink| {
                link(places, number, sink);
            },
        );
        sums(&self.line, &numbers, sink);
    }

    /// Returns all steps of a vertex, also those after the first period, each with its literal.
    fn places_of(&self, vertex: u32, x: &Literals) -> Vec<(u32, Lit)> {
        let turned = (0..).zip(self.line.back(vertex));
        let places = turned.flat_map(|(turns, vertex)| {
            let places = x.of_vertex(vertex);
            places.map(move |(step, lit)| (turns * self.domain.steps + step, lit))
        });
        places.collect()
    }
}

fn steps(places: &[(u32, Lit)]) -> impl Iterator<Item = u32> + Clone {
    places.iter().map(|&(step, _)| step)
}

/// Writes that the step of a vertex determines the bits of its number, and conversely.
fn link(places: &[(u32, Lit)], number: &[Term], sink: &mut dyn ClauseSink) {
    for (bit, y) in number.iter().enumerate() {
        let Some(y) = y.lit() else { continue };
        let (mut with, mut without) = (vec![!y], vec![y]);
        for &(step, x) in places {
            let is_one = (step - 1) >> bit & 1 == 1;
            sink.clause(&[!x, if is_one { y } else { !y }]);
            if is_one { &mut with } else { &mut without }.push(x);
        }
        sink.clause(&with);
        sink.clause(&without);
    }
}
