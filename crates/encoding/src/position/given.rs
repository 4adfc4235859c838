//! The clauses of required moves.

use super::moves::Reading;
use super::{Literals, Position};
use crate::shared_groups::GIVEN_MOVES;
use itertools::{Itertools, iproduct};
use knightsat_cnf::sink::ClauseSink;
use knightsat_tour::line::StepVertex;

const READINGS: [Reading; 2] = [Reading::Forwards, Reading::Backwards];

impl Position {
    /// Writes the required moves in terms of steps: from one end of a move the other is a step on
    /// or a step back.
    pub(super) fn given_moves(&self, x: &Literals, sink: &mut dyn ClauseSink) {
        let required = &self.line.required;
        if !required.is_empty() {
            sink.group(&GIVEN_MOVES);
        }
        let ways = required.iter().flat_map(|&[v, w]| [[v, w], [w, v]]);
        for ([v, w], step) in iproduct!(ways, 1..=self.domain.steps) {
            let Some(here) = x.get(step, v) else {
                continue;
            };
            let places = READINGS.map(|reading| reading.next(&self.line, step, w));
            let mut beside = places.into_iter().flatten().dedup().collect_vec();
            beside.retain(|&(step, w)| x.get(step, w).is_some());
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
        let written = 1 + usize::from(self.options.position.predecessors == Some(true));
        READINGS[..written].iter().any(|&reading| {
            let neighbours = reading.after(self.graph(), vertex).iter();
            let next = neighbours.filter_map(|&w| reading.next(&self.line, step, w));
            let places = next.filter(|&(step, w)| x.get(step, w).is_some());
            beside.len() == 1 && places.eq(beside.iter().copied())
        })
    }
}
