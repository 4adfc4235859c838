//! Moves from step to step, read forwards and backwards.

use super::{Literals, Position};
use knightsat_cnf::Lit;
use knightsat_cnf::gadget::amo::Amo;
use knightsat_cnf::sink::{ClauseSink, each};
use knightsat_tour::graph::Graph;
use knightsat_tour::line::{Line, StepVertex};
use std::ops::Range;

/// The direction in which the steps are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    Forwards,
    Backwards,
}

impl Reading {
    /// Returns the vertices that may be read after this one.
    pub(super) fn after(self, graph: &Graph, vertex: u32) -> &[u32] {
        match self {
            Reading::Forwards => graph.successors(vertex),
            Reading::Backwards => graph.predecessors(vertex),
        }
    }

    /// Returns the place that means `vertex` at the step read after `step`, if there is one.
    pub(super) fn next(self, line: &Line, step: u32, vertex: u32) -> Option<StepVertex> {
        match self {
            Reading::Forwards => line.after(step, vertex),
            Reading::Backwards => line.before(step, vertex),
        }
    }

    /// Returns the steps that have one to read after them, and the others.
    pub(super) fn steps(self, line: &Line) -> [Range<u32>; 2] {
        [line.joined(), line.loose()].map(|[forwards, backwards]| match self {
            Reading::Forwards => forwards,
            Reading::Backwards => backwards,
        })
    }
}

impl Position {
    /// Writes that a vertex at a step has a neighbour one step on (forwards) or before (backwards).
    pub(super) fn moves(&self, x: &Literals, sink: &mut dyn ClauseSink, reading: Reading) {
        let graph = self.graph();
        let mut clause = Vec::new();
        let [steps, _] = reading.steps(&self.line);
        self.steps(steps, sink, |step, sink| {
            for vertex in 0..graph.len() {
                let Some(here) = x.get(step, vertex) else {
                    continue;
                };
                clause.clear();
                clause.push(!here);
                for &w in reading.after(graph, vertex) {
                    let next = reading.next(&self.line, step, w);
                    clause.extend(next.and_then(|(step, w)| x.get(step, w)));
                }
                sink.clause(&clause);
            }
        });
    }

    /// Writes that every square is visited at most once.
    pub(super) fn squares_once(&self, x: &Literals, sink: &mut dyn ClauseSink) {
        let [_, amo] = self.amos();
        // Squares may have images, and all pairs are written.
        if amo != Amo::Pairwise || !self.line.is_periodic() {
            return self.each_square(x, sink, |lits, sink| amo.at_most_one(lits, sink));
        }
        each(self.firsts(), sink, |vertex, sink| {
            let members = self.line.orbit(vertex);
            let places: Vec<(u32, Lit)> = members.flat_map(|v| x.of_vertex(v)).collect();
            for (place, &(step, first)) in places.iter().enumerate() {
                for &(_, second) in places[place + 1..].iter().filter(|other| other.0 != step) {
                    sink.clause(&[!first, !second]);
                }
            }
        });
    }
}
