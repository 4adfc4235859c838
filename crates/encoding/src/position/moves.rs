//! Moves from step to step, read forwards and backwards.

use super::{Literals, Position};
use knightsat_cnf::sink::ClauseSink;
use knightsat_tour::Kind;

/// In which direction the steps are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    Forwards,
    Backwards,
}

impl Reading {
    /// The step read last of 1…`steps`.
    pub(super) fn last(self, steps: u32) -> u32 {
        match self {
            Reading::Forwards => steps,
            Reading::Backwards => 1,
        }
    }

    /// The step read after `step`, which is not the last.
    pub(super) fn next(self, step: u32) -> u32 {
        match self {
            Reading::Forwards => step + 1,
            Reading::Backwards => step - 1,
        }
    }
}

impl Position<'_> {
    /// A vertex at a step has a neighbour one step on (forwards) or before (backwards).
    pub(super) fn moves<S: ClauseSink>(&self, x: &Literals, sink: &mut S, reading: Reading) {
        let graph = self.graph();
        let mut clause = Vec::new();
        for step in 1..=self.domain.steps() {
            if sink.is_done() {
                return;
            }
            for vertex in 0..self.domain.vertices() {
                let Some(here) = x.get(step, vertex) else {
                    continue;
                };
                clause.clear();
                clause.push(!here);
                for &w in graph.neighbours(vertex) {
                    match self.beside(step, w, reading) {
                        Some((step, w)) => clause.extend(x.get(step, w)),
                        None => break,
                    }
                }
                // The end of an open tour has no clause; a vertex without neighbours has one.
                if clause.len() > 1 || self.has_beside(step, reading) {
                    sink.clause(&clause);
                }
            }
        }
    }

    /// Whether there is a step after (or before) this one.
    pub(super) fn has_beside(&self, step: u32, reading: Reading) -> bool {
        self.problem.kind() == Kind::Closed || step != reading.last(self.domain.steps())
    }

    /// The step and the vertex there that say that the tour is on `vertex` one step after (or
    /// before) `step`; `None` past the ends of an open tour.
    pub(super) fn beside(&self, step: u32, vertex: u32, reading: Reading) -> Option<(u32, u32)> {
        let steps = self.domain.steps();
        let symmetry = self.problem.symmetry();
        if step != reading.last(steps) {
            return Some((reading.next(step), vertex));
        }
        match (self.problem.kind(), reading) {
            (Kind::Open, _) => None,
            (Kind::Closed, Reading::Forwards) => Some((1, symmetry.preimage(vertex))),
            (Kind::Closed, Reading::Backwards) => Some((steps, symmetry.image(vertex))),
        }
    }
}
