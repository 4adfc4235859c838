//! Two-factors among edges by number, and how any initial two-factor is filled.
//!
//! To build an initial two-factor, first every vertex takes edges that its neighbours still lack.
//! Vertices with too few edges are then joined along alternating paths: one edge more, one less,
//! and so on (Petersen, Die Theorie der regulären graphs, Acta Mathematica 15, 1891). In a
//! two-coloured graph this fails only if there is no two-factor. In other graphs such paths may
//! miss one.

use crate::graph::{Incidence, NONE};
use knightsat_base::random::Rng;
use knightsat_base::stop::{Stop, Stopped, Watch};
use std::collections::VecDeque;

/// Chooses as many edges at every vertex as it needs, including the forced edges. Returns true with
/// the edges if every vertex has as many as it needs. In a two-coloured graph this finds such a
/// choice if there is any. If time is up, returns the edges chosen by then.
pub fn choose(
    edges: &Incidence,
    need: impl Fn(u32) -> i8 + Copy,
    forced: &[u32],
    rng: &mut Rng,
    stop: &Stop,
) -> (Vec<bool>, bool) {
    let mut choice = EdgeChoice {
        edges,
        is_forced: vec![false; edges.edges().len()],
        chosen: vec![false; edges.edges().len()],
        need: (0..edges.vertices()).map(need).collect(),
    };
    for &edge in forced {
        choice.is_forced[edge as usize] = true;
        choice.toggle(edges.ends(edge)[0], edge);
    }
    // If time is up, the choice stays incomplete.
    let _ = fill(&mut choice, rng, stop);
    let is_even = choice.need.iter().all(|&need| need == 0);
    (choice.chosen, is_even)
}

/// A graph with some chosen edges. An edge is identified by a name and the vertex at one of its
/// ends.
pub(super) trait Chosen {
    /// Returns the number of vertices.
    fn len(&self) -> u32;
    /// Returns the number of edges that a vertex still needs.
    fn need(&self, vertex: u32) -> i8;
    fn is_chosen(&self, vertex: u32, name: u32) -> bool;
    fn toggle(&mut self, vertex: u32, name: u32);
    fn other_end(&self, vertex: u32, name: u32) -> u32;
    /// Adds the edges that a vertex may take at first, each as its name at the other end, and that
    /// end.
    fn candidates(&self, vertex: u32, edges: &mut Vec<(u32, u32)>);
    /// Returns the edges at a vertex that are not chosen, in the same form.
    fn open(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)>;
    /// Returns the chosen edges that a vertex can give up, in the same form.
    fn given(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)>;
}

/// Takes available edges, then alternating paths from every vertex in need to the nearest other.
pub(super) fn fill(graph: &mut impl Chosen, rng: &mut Rng, stop: &Stop) -> Result<(), Stopped> {
    let mut around: Vec<(u32, u32)> = Vec::new();
    let mut watch = stop.watch(1 << 12);
    for vertex in 0..graph.len() {
        watch.check()?;
        around.clear();
        graph.candidates(vertex, &mut around);
        rng.shuffle(&mut around);
        for &(name, end) in &around {
            if graph.need(vertex) > 0 && graph.need(end) > 0 && !graph.is_chosen(end, name) {
                graph.toggle(end, name);
            }
        }
    }
    let mut paths = AlternatingPaths {
        gain: vec![NONE; graph.len() as usize],
        loss: vec![NONE; graph.len() as usize],
        seen: Vec::new(),
        queue: VecDeque::new(),
    };
    for start in 0..graph.len() {
        watch.check()?;
        while graph.need(start) > 0 {
            // Failed searches stay marked: no path ends there.
            paths.seen.clear();
            let Some(end) = paths.search(graph, start, &mut watch)? else {
                break;
            };
            paths.swap(graph, start, end);
        }
    }
    Ok(())
}

/// State of a search for alternating paths.
struct AlternatingPaths {
    /// The edge by which a search has reached a vertex that would take it.
    gain: Vec<u32>,
    /// The edge by which a search has reached a vertex that would lose it.
    loss: Vec<u32>,
    /// The places that a search has visited.
    seen: Vec<u32>,
    queue: VecDeque<u32>,
}

impl AlternatingPaths {
    /// Returns the nearest vertex in need at the end of an alternating path.
    fn search(
        &mut self,
        graph: &impl Chosen,
        start: u32,
        watch: &mut Watch,
    ) -> Result<Option<u32>, Stopped> {
        self.queue.clear();
        self.queue.push_back(start);
        while let Some(vertex) = self.queue.pop_front() {
            watch.check()?;
            for (name, end) in graph.open(vertex) {
                if self.gain[end as usize] != NONE || end == start {
                    continue;
                }
                self.gain[end as usize] = name;
                self.seen.push(end);
                if graph.need(end) > 0 {
                    return Ok(Some(end));
                }
                for (name, next) in graph.given(end) {
                    if next != start && self.loss[next as usize] == NONE {
                        self.loss[next as usize] = name;
                        self.seen.push(next);
                        self.queue.push_back(next);
                    }
                }
            }
        }
        Ok(None)
    }

    /// Swaps the edges of the path that the search has found, from its end on, and resets the
    /// search.
    fn swap(&mut self, graph: &mut impl Chosen, start: u32, end: u32) {
        let mut vertex = end;
        loop {
            let gained = self.gain[vertex as usize];
            let giver = graph.other_end(vertex, gained);
            if giver == start {
                graph.toggle(vertex, gained);
                break;
            }
            let lost = self.loss[giver as usize];
            graph.toggle(giver, lost);
            graph.toggle(vertex, gained);
            vertex = graph.other_end(giver, lost);
        }
        for vertex in self.seen.drain(..) {
            self.gain[vertex as usize] = NONE;
            self.loss[vertex as usize] = NONE;
        }
    }
}

/// A choice among edges by number.
struct EdgeChoice<'e> {
    edges: &'e Incidence,
    is_forced: Vec<bool>,
    chosen: Vec<bool>,
    need: Vec<i8>,
}

impl Chosen for EdgeChoice<'_> {
    fn len(&self) -> u32 {
        self.edges.vertices()
    }

    fn need(&self, vertex: u32) -> i8 {
        self.need[vertex as usize]
    }

    fn is_chosen(&self, _: u32, edge: u32) -> bool {
        self.chosen[edge as usize]
    }

    fn toggle(&mut self, _: u32, edge: u32) {
        let is_chosen = &mut self.chosen[edge as usize];
        *is_chosen = !*is_chosen;
        let change = if *is_chosen { -1 } else { 1 };
        for end in self.edges.ends(edge) {
            self.need[end as usize] += change;
        }
    }

    fn other_end(&self, vertex: u32, edge: u32) -> u32 {
        self.edges.other_end(edge, vertex)
    }

    fn candidates(&self, vertex: u32, edges: &mut Vec<(u32, u32)>) {
        edges.extend(self.edges.at(vertex));
    }

    fn open(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> {
        let edges = self.edges.at(vertex);
        edges.filter(|&(edge, _)| !self.chosen[edge as usize])
    }

    fn given(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> {
        let can_give = |edge: usize| self.chosen[edge] && !self.is_forced[edge];
        let edges = self.edges.at(vertex);
        edges.filter(move |&(edge, _)| can_give(edge as usize))
    }
}
