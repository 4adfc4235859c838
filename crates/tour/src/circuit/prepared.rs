//! The arcs that the cycles of a circuit may take, and the positions of its vertices.
//!
//! Positions count from the *root*: the vertex of long edges, or else any vertex, since the start
//! of a closed tour is only a name. A fixed start or end alone has no effect there. Both together
//! fix the arc from end to start.
//!
//! The possible arcs come from the shared [preparation](crate::prepare). If only one arc out of a
//! vertex, or into one, is possible, it is taken. The others into its head, out of its tail, and
//! back are then impossible. This repeats until nothing changes.

use super::Circuit;
use crate::graph::Rows;
use crate::line::Window;
use std::collections::VecDeque;
use std::ops::Deref;

/// An arc, from one vertex to another.
pub type Arc = [u32; 2];

/// A circuit with the arcs that preparation leaves. Its forced edges are those that preparation
/// finds.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub(crate) circuit: Circuit,
    /// The vertex at position 0.
    pub root: u32,
    /// The positions with a given vertex; none if only ends are given.
    pub given: Vec<(u32, u32)>,
    /// The positions with an excluded vertex.
    pub excluded: Vec<(u32, u32)>,
    /// True if all cycles over local edges have an even number of vertices.
    pub is_bipartite: bool,
    /// The most vertices of a cycle that misses the root. The shortest cycle of the root uses the
    /// others.
    pub longest_subtour: u32,
    /// True if only one of a tour and its reverse remains.
    pub is_one_direction: bool,
    /// True if clauses must choose between a tour and its reverse.
    pub is_one_direction_due: bool,
    /// The arcs that a tour may take, and those at every vertex, out of it and into it.
    pub(crate) arcs: Vec<Arc>,
    pub(crate) out: Rows,
    pub(crate) into: Rows,
    /// True for the arcs that every tour takes.
    pub(crate) taken: Vec<bool>,
    /// The positions that each vertex may have; none if there is surely no tour.
    pub(crate) windows: Vec<Window>,
}

impl Deref for Prepared {
    type Target = Circuit;

    fn deref(&self) -> &Circuit {
        &self.circuit
    }
}

impl Prepared {
    /// Returns the step at position 0, as the problem counts, if steps are given; 0 before the
    /// first step.
    pub fn first_step(&self) -> Option<u32> {
        self.anchor.map(|(step, _)| step)
    }

    /// Returns the arcs, by tail, then by head.
    pub fn arcs(&self) -> &[Arc] {
        &self.arcs
    }

    /// Returns the position of a step; `None` if steps are not counted from the first vertex.
    pub fn position(&self, step: u32) -> Option<u32> {
        let first = self.first_step()?;
        Some((step + self.len() - first) % self.len())
    }

    /// Returns the vertices other than the first and these two.
    pub fn others(&self, [v, w]: Arc) -> impl Iterator<Item = u32> {
        let first = self.root;
        (0..self.len()).filter(move |&u| u != first && u != v && u != w)
    }

    /// Returns true if every tour takes this arc.
    pub fn is_taken(&self, arc: u32) -> bool {
        self.taken[arc as usize]
    }

    /// Returns the numbers of the arcs out of a vertex.
    pub fn out(&self, vertex: u32) -> &[u32] {
        self.out.row(vertex)
    }

    /// Returns the numbers of the arcs into a vertex.
    pub fn into(&self, vertex: u32) -> &[u32] {
        self.into.row(vertex)
    }

    /// Returns the number of an arc, if it is possible.
    pub fn number(&self, [from, to]: Arc) -> Option<u32> {
        let mut out = self.out(from).iter().copied();
        out.find(|&arc| self.arcs[arc as usize][1] == to)
    }

    /// Returns the positions that a vertex other than the first may have: 1, …, len − 1.
    pub fn positions(&self, vertex: u32) -> Window {
        self.windows[vertex as usize]
    }

    /// Returns true if the position of a vertex is odd; `None` if the colours do not determine it.
    pub fn parity(&self, vertex: u32) -> Option<bool> {
        if vertex == self.root {
            return Some(false);
        }
        let window = self.positions(vertex);
        let is_known = window.stride == 2 || window.from == window.to;
        is_known.then_some(window.from % 2 == 1)
    }

    /// Returns the least number of arcs from a vertex to every other; on side 1 the way back.
    pub fn distances(&self, source: u32, side: usize) -> Vec<Option<u32>> {
        let rows = [&self.out, &self.into][side];
        let mut distance = vec![None; self.len() as usize];
        distance[source as usize] = Some(0);
        let mut queue = VecDeque::from([source]);
        while let Some(vertex) = queue.pop_front() {
            let next = distance[vertex as usize].map(|arcs: u32| arcs + 1);
            for &arc in rows.row(vertex) {
                let other = self.arcs[arc as usize][1 - side];
                if distance[other as usize].is_none() {
                    distance[other as usize] = next;
                    queue.push_back(other);
                }
            }
        }
        distance
    }

    pub(crate) fn find_longest_subtour(&self) -> u32 {
        let distances = self.distances(self.root, 0);
        let last = self
            .into(self.root)
            .iter()
            .filter_map(|&arc| distances[self.arcs[arc as usize][0] as usize]);
        let found = last.min().map_or(self.len(), |arcs| arcs + 1);
        // There is no way back along the same edge.
        let least = 3 + u32::from(self.is_bipartite && self.is_local(self.root));
        let shortest = found.max(least);
        let longest = self.len().saturating_sub(shortest);
        longest - u32::from(self.is_bipartite) * (longest % 2)
    }

    /// Returns true if no cycle that misses the first vertex has a multiple of `modulus` as length.
    pub fn excludes_subtours(&self, modulus: u64) -> bool {
        let is_doubled = self.is_bipartite && modulus % 2 == 1;
        let step = if is_doubled { 2 * modulus } else { modulus };
        modulus > 1 && step > u64::from(self.longest_subtour) || self.longest_subtour < 3
    }
}
