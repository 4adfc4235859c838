//! Moves from step to step, read forwards and backwards.

use super::{Literals, Position};
use knightsat_cnf::Lit;
use knightsat_cnf::gadget::amo::Amo;
use knightsat_cnf::sink::{ClauseSink, each};
use knightsat_tour::Kind;
use knightsat_tour::graph::Graph;

/// The direction in which the steps are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    Forwards,
    Backwards,
}

impl Reading {
    /// Returns the step read last of 1…`steps`.
    pub(super) fn last(self, steps: u32) -> u32 {
        match self {
            Reading::Forwards => steps,
            Reading::Backwards => 1,
        }
    }

    /// Returns the vertices that may be read after this one.
    pub(super) fn after(self, graph: &Graph, vertex: u32) -> &[u32] {
        match self {
            Reading::Forwards => graph.successors(vertex),
            Reading::Backwards => graph.predecessors(vertex),
        }
    }

    /// Returns the step read after `step`, which is not the last.
    pub(super) fn next(self, step: u32) -> u32 {
        match self {
            Reading::Forwards => step + 1,
            Reading::Backwards => step - 1,
        }
    }
}

impl Position {
    /// Writes that a vertex at a step has a neighbour one step on (forwards) or before (backwards).
    pub(super) fn moves(&self, x: &Literals, sink: &mut dyn ClauseSink, reading: Reading) {
        let graph = self.graph();
        let mut clause = Vec::new();
        // The end of an open tour has no clause.
        let steps = match (self.problem.kind(), reading) {
            (Kind::Closed, _) => 0..self.domain.steps,
            (Kind::Open, Reading::Forwards) => 0..self.domain.steps - 1,
            (Kind::Open, Reading::Backwards) => 1..self.domain.steps,
        };
        self.steps(steps, sink, |step, sink| {
            for vertex in 0..graph.len() {
                let Some(here) = x.get(step, vertex) else {
                    continue;
                };
                clause.clear();
                clause.push(!here);
                for &w in reading.after(graph, vertex) {
                    match self.adjacent(step, w, reading) {
                        Some((step, w)) => clause.extend(x.get(step, w)),
                        None => break,
                    }
                }
                sink.clause(&clause);
            }
        });
    }

    /// Returns the step and the vertex of the variable for `vertex` one step after (or before)
    /// `step`. Returns `None` past the ends of an open tour.
    pub(super) fn adjacent(&self, step: u32, vertex: u32, reading: Reading) -> Option<(u32, u32)> {
        let steps = self.domain.steps;
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

    /// Writes that every square is visited at most once.
    pub(super) fn squares_once(&self, x: &Literals, sink: &mut dyn ClauseSink) {
        let amo = self.options.amo.squares;
        if !self.has_images(amo) {
            return self.each_square(x, sink, |lits, sink| amo.at_most_one(lits, sink));
        }
        each(self.firsts(), sink, |vertex, sink| {
            let members = self.problem.symmetry().orbit(vertex);
            let places: Vec<(u32, Lit)> = members.flat_map(|v| x.of_vertex(v)).collect();
            for (place, &(step, first)) in places.iter().enumerate() {
                let others = places[place + 1..]
                    .iter()
                    .filter(|&&(other, _)| other != step);
                others.for_each(|&(_, second)| sink.clause(&[!first, !second]));
            }
        });
    }

    /// Returns true if squares have images, and all pairs are written.
    fn has_images(&self, amo: Amo) -> bool {
        amo == Amo::Pairwise && self.problem.symmetry().order() > 1
    }
}
