//! One band: its edges, those that cross its border given.

use crate::cnf::Model;
use crate::cnf::sink::ClauseSink;
use crate::lazy::formula::Edges;
use crate::problem::AugmentedGraph;
use std::ops::Range;

/// Edges that are variables at a vertex, unless the two-factor that is there has more.
const WIDTH: u8 = 4;

/// A formula of vertices that are numbered one after another: here they begin with 0.
pub(super) struct Band {
    first: u32,
    /// How many edges every vertex needs within the band.
    need: Vec<u8>,
    pub(super) edges: Edges,
}

impl Band {
    /// The band of these vertices, in which the edges that `links` has are tried true first.
    pub(super) fn new(augmented: &AugmentedGraph, band: &Range<u32>, links: &[[u32; 2]]) -> Band {
        let graph = augmented.graph();
        let inside = |vertex: &&u32| band.contains(vertex);
        let linked = |vertex: u32| links[vertex as usize].iter().filter(inside).count() as u8;
        let need: Vec<u8> = band.clone().map(linked).collect();
        let mut degree = need.clone();
        let (mut edges, mut likely) = (Vec::new(), Vec::new());
        for (here, vertex) in (0..).zip(band.clone()) {
            let own = links[vertex as usize];
            for &end in graph.neighbours(vertex) {
                if end < vertex || end >= band.end {
                    continue;
                }
                let there = end - band.start;
                let is_linked = own.contains(&end);
                let may_be =
                    |local: u32| need[local as usize] > 0 && degree[local as usize] < WIDTH;
                if !is_linked && may_be(here) && may_be(there) {
                    degree[here as usize] += 1;
                    degree[there as usize] += 1;
                } else if !is_linked {
                    continue;
                }
                edges.push([here, there]);
                likely.push(is_linked);
            }
        }
        let mut edges = Edges::new(band.end - band.start, edges);
        edges.expect(likely);
        Band {
            first: band.start,
            need,
            edges,
        }
    }

    /// Writes that every vertex has as many edges as it needs, the forced ones among them.
    pub(super) fn encode<S: ClauseSink>(&self, augmented: &AugmentedGraph, sink: &mut S) {
        let need = |vertex: u32| usize::from(self.need[vertex as usize]);
        self.edges.encode(|vertex| Some(need(vertex)), sink);
        let last = self.first + self.edges.vertices();
        let forced = augmented.forced();
        let from = forced.partition_point(|edge| edge[0] < self.first);
        let within = forced[from..].iter().take_while(|edge| edge[0] < last);
        for &[a, b] in within.filter(|edge| edge[1] < last) {
            let edge = self.edges.between(a - self.first, b - self.first);
            let edge = edge.map(|edge| self.edges.literal(edge));
            sink.clause(edge.as_slice());
        }
    }

    /// Takes the edges of a model instead of those that are there.
    pub(super) fn apply(&self, model: &Model, links: &mut [[u32; 2]]) {
        let band = self.first..self.first + self.edges.vertices();
        for vertex in band.clone() {
            for link in &mut links[vertex as usize] {
                if band.contains(link) {
                    *link = NONE;
                }
            }
        }
        for ends in self.edges.chosen(model) {
            let [a, b] = ends.map(|end| end + self.first);
            for (from, to) in [(a, b), (b, a)] {
                let slot = links[from as usize].iter_mut().find(|link| **link == NONE);
                *slot.expect("as many edges as are needed") = to;
            }
        }
    }
}

/// No vertex.
const NONE: u32 = u32::MAX;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Answer;
    use crate::lazy::bands::guess::guess;
    use crate::problem::random::Rng;
    use crate::problem::{Kind, Problem};
    use crate::solver::varisat::Varisat;
    use crate::spec::board::Board;
    use crate::stop::Stop;

    #[test]
    fn a_band_is_chosen_anew_and_what_crosses_its_border_stays() {
        let board: Board = "10x10".parse().unwrap();
        let problem = Problem::new(board.graph(), Kind::Closed, None, None).unwrap();
        let augmented = AugmentedGraph::coloured(&problem);
        let colour = problem.graph().two_colouring().expect("two colours");
        let found = guess(&augmented, &colour, &mut Rng::new(0, 0), &Stop::default());
        let mut links = found.unwrap().expect("there is one");
        let before = links.clone();
        let range = 25..75;
        let band = Band::new(&augmented, &range, &links);
        // Other edges than those that are there can be chosen.
        let linked: u8 = band.need.iter().sum();
        assert!(band.edges.len() > u32::from(linked) / 2);
        let mut solver = Varisat::new(None);
        band.encode(&augmented, &mut solver);
        // At least one edge that is there is not taken.
        let likely = (0..band.edges.len()).map(|edge| band.edges.literal(edge));
        let likely: Vec<_> = likely.filter(|lit| !lit.is_positive()).collect();
        let left: Vec<_> = likely.iter().map(|&lit| !lit).collect();
        solver.clause(&left);
        let Ok(Answer::Satisfiable(model)) = solver.solve() else {
            panic!("there is another choice");
        };
        band.apply(&model, &mut links);
        assert_ne!(links, before);
        for (vertex, ends) in (0..).zip(&links) {
            assert_ne!(ends[0], ends[1]);
            for &end in ends {
                assert!(augmented.has_edge(vertex, end));
                assert!(links[end as usize].contains(&vertex));
                let crosses = !range.contains(&vertex) || !range.contains(&end);
                assert!(!crosses || before[vertex as usize].contains(&end));
            }
        }
    }
}
