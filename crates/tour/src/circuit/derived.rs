//! Circuits without some edges, and their cycles as a problem.

use super::Circuit;
use crate::Problem;
use crate::given::{Clue, Given};
use crate::graph::Graph;
use std::collections::HashSet;

impl Circuit {
    /// Returns the circuit without these edges.
    pub(crate) fn without_edges(&self, edges: &[[u32; 2]]) -> Circuit {
        let long = edges.iter().filter(|edge| self.is_long(**edge));
        let gone: HashSet<_> = long.collect();
        let long = self.long.iter().filter(|edge| !gone.contains(edge));
        Circuit {
            local: self.local.without_edges(edges).into(),
            long: long.copied().collect(),
            ..self.clone()
        }
    }

    /// Returns the problem of the cycles, whose graph has all edges.
    pub fn problem(&self) -> Problem {
        let graph = if self.local.is_directed() {
            let mut arcs = self.possible_arcs();
            arcs.retain(|&[from, to]| !self.fixed.contains(&[to, from]));
            Graph::from_arc_pairs(self.len(), &arcs)
        } else {
            Graph::from_edges(self.len(), &self.edges())
        };
        let is_there = |&[a, b]: &[u32; 2]| graph.has_edge(a, b);
        if !self.forced.iter().all(is_there) {
            return Problem::cycle(Graph::from_edges(self.len(), &[]));
        }
        let taken = Given::new(self.forced.iter().map(|&edge| Clue::Move(edge)));
        let problem = Problem::cycle(graph).with(taken);
        problem.expect("edges of the graph")
    }
}
