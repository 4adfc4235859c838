//! Numbers of the constraints as proofs count them, from 1: an equality is two, the bound from below first.

use super::Flow;

impl Flow<'_> {
    /// The two edges at a vertex: at least, and at most.
    pub fn degree_ids(&self, vertex: u32) -> [u64; 2] {
        let first = 2 * u64::from(vertex) + 1;
        [first, first + 1]
    }

    /// What a vertex keeps.
    pub fn balance_id(&self, vertex: u32) -> u64 {
        2 * u64::from(self.vertices()) + u64::from(vertex) + 1
    }

    /// What an edge can carry.
    pub fn capacity_id(&self, edge: u32) -> u64 {
        3 * u64::from(self.vertices()) + u64::from(edge) + 1
    }

    /// The edges that every tour takes.
    pub fn forced_ids(&self) -> impl Iterator<Item = u64> {
        let last = self.ids();
        let count = self.forced.len() as u64;
        last - count + 1..=last
    }

    /// The last number.
    pub fn ids(&self) -> u64 {
        self.size().constraints + u64::from(self.vertices())
    }
}
