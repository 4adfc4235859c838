//! Two-factors of a circuit whose edges have no numbers, as links of the vertices.

use super::choice::{Chosen, fill};
use crate::Circuit;
use crate::graph::NONE;
use knightsat_base::random::Rng;
use knightsat_base::stop::{Stop, Stopped};

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
