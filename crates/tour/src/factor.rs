//! Two-factors: two chosen edges at every vertex, so a set of cycles.
//!
//! A [`TwoFactor`] with one cycle is one of the circuit. [`choose`] and [`links`] build
//! an initial one for a search.
//!
//! ```
//! use knightsat_base::random::Rng;
//! use knightsat_base::stop::Stop;
//! use knightsat_tour::factor::{TwoFactor, links};
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::lower::Lowered;
//!
//! let place: knightsat_tour::place::Place = "6x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let stop = Stop::default();
//! let lowered = Lowered::as_it_is(&problem);
//! let links = links(lowered.circuit(), &[], &mut Rng::new(0, 0), &stop)?;
//! let factor = TwoFactor::within(links.expect("there is one"), &stop)?;
//! assert!((1..=9).contains(&factor.count()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To build an initial two-factor, first every vertex takes edges that its neighbours still lack.
//! Vertices with too few edges are then joined along alternating paths: one edge more, one less,
//! and so on (Petersen, Die Theorie der regulären graphs, Acta Mathematica 15, 1891). In a
//! two-coloured graph this fails only if there is no two-factor. In other graphs such paths may
//! miss one.

use crate::Circuit;
use crate::graph::{Incidence, NONE};
use crate::sets::{other, walk};
use knightsat_base::random::Rng;
use knightsat_base::stop::{Stop, Stopped, Watch};
use std::collections::VecDeque;

/// A two-factor: two neighbours of every vertex, its cycle, and its place there.
#[derive(Clone, Debug)]
pub struct TwoFactor {
    links: Vec<[u32; 2]>,
    /// The cycle of every vertex.
    cycle: Vec<u32>,
    /// The place of every vertex on its cycle.
    place: Vec<u32>,
    /// A vertex and the length of every cycle; length 0 if it has become part of another.
    cycles: Vec<(u32, u32)>,
}

impl TwoFactor {
    /// Returns the two-factor of these edges, two at every vertex of `0..len`.
    pub fn of(len: u32, edges: impl Iterator<Item = [u32; 2]>) -> TwoFactor {
        let mut links = vec![[NONE; 2]; len as usize];
        for [a, b] in edges {
            for (from, to) in [(a, b), (b, a)] {
                let slot = &mut links[from as usize];
                slot[usize::from(slot[0] != NONE)] = to;
            }
        }
        TwoFactor::within(links, &Stop::default()).expect("the default `Stop` never fires")
    }

    /// Returns the two-factor in which every vertex has these neighbours, or an error if time is up
    /// before its cycles are known.
    pub fn within(links: Vec<[u32; 2]>, stop: &Stop) -> Result<TwoFactor, Stopped> {
        let mut factor = TwoFactor {
            cycle: vec![NONE; links.len()],
            place: vec![0; links.len()],
            cycles: Vec::new(),
            links,
        };
        factor.label_all(stop)?;
        Ok(factor)
    }

    /// Returns the number of vertices.
    #[expect(clippy::len_without_is_empty, reason = "it has no use for is_empty")]
    pub fn len(&self) -> u32 {
        self.links.len() as u32
    }

    /// Returns the two neighbours of a vertex.
    pub fn links(&self, vertex: u32) -> [u32; 2] {
        self.links[vertex as usize]
    }

    /// Returns the cycle of a vertex. After [`TwoFactor::relink`], call [`TwoFactor::label_all`]
    /// first.
    pub fn cycle_of(&self, vertex: u32) -> u32 {
        self.cycle[vertex as usize]
    }

    /// Returns the cycle of every vertex.
    pub fn cycle_numbers(&self) -> &[u32] {
        &self.cycle
    }

    /// Returns the place of a vertex on its cycle.
    pub fn place_of(&self, vertex: u32) -> u32 {
        self.place[vertex as usize]
    }

    /// Returns a vertex and the length of every cycle. Unused numbers have length 0.
    pub fn cycles(&self) -> &[(u32, u32)] {
        &self.cycles
    }

    /// Returns the number of cycles.
    pub fn count(&self) -> usize {
        let lengths = self.cycles.iter().map(|&(_, length)| length);
        lengths.filter(|&length| length > 0).count()
    }

    /// Returns the vertices of the cycle through `start`, in order.
    pub fn walk(&self, start: u32) -> Vec<u32> {
        walk(&self.links, start)
    }

    /// Replaces the neighbour `old` of `vertex` by `new`.
    pub fn relink(&mut self, vertex: u32, old: u32, new: u32) {
        let links = &mut self.links[vertex as usize];
        links[usize::from(links[0] != old)] = new;
    }

    /// Returns the two neighbours of every vertex, to be changed. After changes, call
    /// [`TwoFactor::label_all`].
    pub fn links_mut(&mut self) -> &mut [[u32; 2]] {
        &mut self.links
    }

    /// Renumbers all cycles. If time is up before the end, no number is valid.
    pub fn label_all(&mut self, stop: &Stop) -> Result<(), Stopped> {
        let mut watch = stop.watch(1 << 14);
        let mut cycles = Vec::new();
        self.cycles.clear();
        self.cycle.fill(NONE);
        for start in 0..self.len() {
            if self.cycle[start as usize] == NONE {
                let length = self.label(start, cycles.len() as u32, &mut watch)?;
                cycles.push((start, length));
            }
        }
        self.cycles = cycles;
        Ok(())
    }

    /// Merges the numbers of the cycles `parts`, which have become one; the first number stays. If
    /// time is up before the end, the numbers stay distinct.
    pub fn joined(&mut self, parts: &[u32], stop: &Stop) -> Result<(), Stopped> {
        let start = self.cycles[parts[0] as usize].0;
        let length = self.label(start, parts[0], &mut stop.watch(1 << 14))?;
        for &part in parts {
            self.cycles[part as usize].1 = 0;
        }
        self.cycles[parts[0] as usize] = (start, length);
        Ok(())
    }

    /// Gives the cycle through `start` a number, and returns its length.
    fn label(&mut self, start: u32, number: u32, watch: &mut Watch) -> Result<u32, Stopped> {
        let mut place = 0;
        let (mut previous, mut vertex) = (self.links[start as usize][1], start);
        loop {
            watch.check()?;
            self.cycle[vertex as usize] = number;
            self.place[vertex as usize] = place;
            place += 1;
            (previous, vertex) = (vertex, other(self.links[vertex as usize], previous));
            if vertex == start {
                return Ok(place);
            }
        }
    }
}

/// Returns the two neighbours of every vertex in a two-factor with the forced edges, whose long
/// edges are these. Returns `None` if none is found. Edges have no numbers here, which saves memory
/// in large graphs.
pub fn links(
    circuit: &Circuit,
    long: &[[u32; 2]],
    rng: &mut Rng,
    stop: &Stop,
) -> Result<Option<Vec<[u32; 2]>>, Stopped> {
    let mut links = Links {
        circuit,
        links: vec![[NONE; 2]; circuit.len() as usize],
    };
    for &[a, b] in long.iter().chain(circuit.forced()) {
        if links.is_chosen(a, b) {
            continue;
        }
        if links.need(a) == 0 || links.need(b) == 0 {
            return Ok(None);
        }
        links.toggle(a, b);
    }
    fill(&mut links, rng, stop)?;
    let is_even = links.links.as_flattened().iter().all(|&link| link != NONE);
    Ok(is_even.then_some(links.links))
}

/// Two neighbours of every vertex; the name of an edge is its other end.
struct Links<'g> {
    circuit: &'g Circuit,
    links: Vec<[u32; 2]>,
}

impl Chosen for Links<'_> {
    fn len(&self) -> u32 {
        self.circuit.len()
    }

    fn need(&self, vertex: u32) -> i8 {
        let links = self.links[vertex as usize].iter();
        links.filter(|&&link| link == NONE).count() as i8
    }

    fn is_chosen(&self, vertex: u32, other: u32) -> bool {
        self.links[vertex as usize].contains(&other)
    }

    fn toggle(&mut self, vertex: u32, other: u32) {
        let is_chosen = self.is_chosen(vertex, other);
        for (here, there) in [(vertex, other), (other, vertex)] {
            let (old, new) = if is_chosen {
                (there, NONE)
            } else {
                (NONE, there)
            };
            let mut slots = self.links[here as usize].iter_mut();
            *slots.find(|link| **link == old).expect("two edges at most") = new;
        }
    }

    fn other_end(&self, _: u32, other: u32) -> u32 {
        other
    }

    fn candidates(&self, vertex: u32, edges: &mut Vec<(u32, u32)>) {
        if self.need(vertex) > 0 {
            edges.extend(self.open(vertex).filter(|&(_, end)| self.need(end) > 0));
        }
    }

    fn open(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> {
        let own = self.links[vertex as usize];
        let ends = self.circuit.near(vertex).iter();
        let open = ends.filter(move |end| !own.contains(end));
        open.map(move |&end| (vertex, end))
    }

    fn given(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> {
        let is_kept =
            move |end| self.circuit.is_long([vertex, end]) || self.circuit.is_forced(vertex, end);
        let links = self.links[vertex as usize].into_iter();
        let ends = links.filter(move |&end| !is_kept(end));
        ends.map(move |end| (vertex, end))
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_cycles_have_one_number_and_one_length() {
        let edges = [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]];
        let mut factor = TwoFactor::of(6, edges.into_iter());
        assert_eq!(factor.cycles(), [(0, 3), (3, 3)]);
        for [at, from, to] in [[2, 0, 3], [3, 5, 2], [0, 2, 5], [5, 3, 0]] {
            factor.relink(at, from, to);
        }
        factor.joined(&[0, 1], &Stop::default()).unwrap();
        assert_eq!(factor.cycles(), [(0, 6), (3, 0)]);
    }
}
