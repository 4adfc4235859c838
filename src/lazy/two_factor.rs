//! A two-factor: two chosen edges at every vertex, so a set of cycles.

use super::formula::Edges;
use crate::cnf::Model;
use crate::problem::links;

/// No vertex.
const NONE: u32 = u32::MAX;

/// Two neighbours of every vertex, and which cycle it is on, where.
#[derive(Clone, Debug)]
pub(super) struct TwoFactor {
    links: Vec<[u32; 2]>,
    /// The cycle of every vertex.
    cycle: Vec<u32>,
    /// Where on its cycle every vertex is.
    place: Vec<u32>,
    /// A vertex and the length of every cycle; length 0 where it has become part of another.
    cycles: Vec<(u32, u32)>,
    /// Numbers of cycles that are no longer in use, some of them.
    unused: Vec<u32>,
}

impl TwoFactor {
    /// The two-factor that a model chooses.
    pub fn new(edges: &Edges, model: &Model) -> TwoFactor {
        TwoFactor::of(edges.vertices(), edges.chosen(model))
    }

    /// The two-factor of these edges, two at every vertex of `0..len`.
    pub fn of(len: u32, edges: impl Iterator<Item = [u32; 2]>) -> TwoFactor {
        let len = len as usize;
        let mut links = vec![[NONE; 2]; len];
        for [a, b] in edges {
            for (from, to) in [(a, b), (b, a)] {
                let slot = &mut links[from as usize];
                slot[usize::from(slot[0] != NONE)] = to;
            }
        }
        let mut factor = TwoFactor {
            links,
            cycle: vec![NONE; len],
            place: vec![0; len],
            cycles: Vec::new(),
            unused: Vec::new(),
        };
        factor.label_all();
        factor
    }

    /// Number of vertices.
    pub fn len(&self) -> u32 {
        self.links.len() as u32
    }

    /// The two neighbours of a vertex.
    pub fn links(&self, vertex: u32) -> [u32; 2] {
        self.links[vertex as usize]
    }

    /// The cycle of a vertex. After [`TwoFactor::relink`] it is known again by [`TwoFactor::label_all`].
    pub fn cycle_of(&self, vertex: u32) -> u32 {
        self.cycle[vertex as usize]
    }

    /// The cycle of every vertex.
    pub fn cycle_numbers(&self) -> &[u32] {
        &self.cycle
    }

    /// Where on its cycle a vertex is.
    pub fn place_of(&self, vertex: u32) -> u32 {
        self.place[vertex as usize]
    }

    /// A vertex and the length of every cycle, length 0 for numbers that are no longer in use.
    pub fn cycles(&self) -> &[(u32, u32)] {
        &self.cycles
    }

    /// Number of cycles.
    pub fn count(&self) -> usize {
        self.cycles
            .iter()
            .filter(|&&(_, length)| length > 0)
            .count()
    }

    /// The vertices of the cycle through `start`, in order.
    pub fn walk(&self, start: u32) -> Vec<u32> {
        links::walk(&self.links, start)
    }

    /// Replaces the neighbour `old` of `vertex` by `new`.
    pub fn relink(&mut self, vertex: u32, old: u32, new: u32) {
        let slot = &mut self.links[vertex as usize];
        let which = usize::from(slot[0] != old);
        slot[which] = new;
    }

    /// Sets both neighbours of a vertex.
    pub fn set_links(&mut self, vertex: u32, links: [u32; 2]) {
        self.links[vertex as usize] = links;
    }

    /// Numbers all cycles anew.
    pub fn label_all(&mut self) {
        self.cycle.fill(NONE);
        self.cycles.clear();
        self.unused.clear();
        for start in 0..self.len() {
            if self.cycle[start as usize] == NONE {
                let number = self.cycles.len() as u32;
                let length = self.label(start, number);
                self.cycles.push((start, length));
            }
        }
    }

    /// Numbers the cycles through these vertices anew, after all neighbours that have changed have.
    pub fn label_again(&mut self, vertices: &[u32]) {
        for &vertex in vertices {
            let old = std::mem::replace(&mut self.cycle[vertex as usize], NONE);
            if old != NONE && self.cycles[old as usize].1 > 0 {
                self.cycles[old as usize].1 = 0;
                self.unused.push(old);
            }
        }
        for &vertex in vertices {
            if self.cycle[vertex as usize] == NONE {
                let number = self.unused.pop().unwrap_or(self.cycles.len() as u32);
                let length = self.label(vertex, number);
                match self.cycles.get_mut(number as usize) {
                    Some(cycle) => *cycle = (vertex, length),
                    None => self.cycles.push((vertex, length)),
                }
            }
        }
    }

    /// The cycles `parts` have become one: the first number is kept for it.
    pub fn joined(&mut self, parts: &[u32]) {
        let start = self.cycles[parts[0] as usize].0;
        let length = self.label(start, parts[0]);
        for &part in parts {
            self.cycles[part as usize].1 = 0;
        }
        self.cycles[parts[0] as usize] = (start, length);
    }

    /// Gives the cycle through `start` a number, and says how long it is.
    fn label(&mut self, start: u32, number: u32) -> u32 {
        let mut place = 0;
        let (mut previous, mut vertex) = (self.links[start as usize][1], start);
        loop {
            self.cycle[vertex as usize] = number;
            self.place[vertex as usize] = place;
            place += 1;
            (previous, vertex) = (vertex, links::other(self.links[vertex as usize], previous));
            if vertex == start {
                return place;
            }
        }
    }
}
