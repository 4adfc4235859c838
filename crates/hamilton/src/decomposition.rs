//! Narrow graphs, decided by a tree decomposition.
//!
//! Vertices are eliminated one by one. The edges of a vertex and the regions that meet there are
//! joined to one region: a set of edges, and the boundary vertices that other edges meet, too. All
//! that matters of a region is which paths it can contribute: for each boundary vertex its edges
//! taken, none, one or two, and which two vertices each path joins (Arnborg and Proskurowski, Linear
//! time algorithms for NP-hard problems restricted to partial k-trees, Discrete Applied Mathematics
//! 23, 1989; Cook and Seymour, Tour merging via branch-decomposition, INFORMS Journal on Computing
//! 15, 2003). Where boundaries stay small there are few such rows.
//!
//! Equal joins are looked up: the many copies of a gadget, or the rows of a long strip, cost one.
//!
//! This finds a tour if there is one. That there is none is no verdict but a hint: there is no proof
//! that others could check.

use crate::Known;
use crate::base::stop::Stop;
use crate::elimination::order;
use crate::regions::Regions;
use crate::tables::WIDTH;
use knightsat_tour::factor::TwoFactor;

/// The result of a decomposition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// A Hamiltonian cycle, its vertices in order.
    Cycle(Vec<u32>),
    /// There is no Hamiltonian cycle.
    None,
    /// The graph is too wide for this much work, or it is late.
    TooWide,
}

/// Decides whether the graph on `0..len` with these edges has a Hamiltonian cycle through those
/// marked, by trying at most `work` pairs of rows.
pub fn decide(len: u32, edges: &[Known], work: u64, stop: &Stop) -> Decided {
    let ends: Vec<[u32; 2]> = edges.iter().map(|(ends, _)| *ends).collect();
    // A boundary and the vertex that is eliminated.
    let Some(order) = order(len, &ends, WIDTH - 1, stop) else {
        return Decided::TooWide;
    };
    let mut place = vec![0; len as usize];
    for (nth, &vertex) in (0..).zip(&order) {
        place[vertex as usize] = nth;
    }
    let placed = |ends: [u32; 2]| {
        let mut ends = ends.map(|end| place[end as usize]);
        ends.sort_unstable();
        ends
    };
    let mut elimination = Elimination {
        regions: Regions::new(len, ends.into_iter().map(placed), work),
        waiting: vec![Vec::new(); len as usize],
        stop,
    };
    for &(ends, is_marked) in edges {
        let region = elimination.regions.edge(placed(ends), is_marked);
        elimination.wait(region);
    }
    for vertex in 0..len {
        match elimination.eliminate(vertex) {
            None => return Decided::TooWide,
            Some(false) => return Decided::None,
            Some(true) => {}
        }
    }
    let cycle = elimination.cycle().into_iter();
    Decided::Cycle(cycle.map(|vertex| order[vertex as usize]).collect())
}

/// Vertices go by their place in the order of elimination.
struct Elimination<'s> {
    regions: Regions,
    /// The regions whose first boundary vertex is this one, and which are not part of another.
    waiting: Vec<Vec<usize>>,
    stop: &'s Stop,
}

impl Elimination<'_> {
    fn wait(&mut self, region: usize) {
        if let Some(&first) = self.regions.get(region).boundary.first() {
            self.waiting[first as usize].push(region);
        }
    }

    /// Joins all regions at a vertex. Returns whether there is a row left, `None` if there is too much
    /// work.
    fn eliminate(&mut self, vertex: u32) -> Option<bool> {
        let mut parts = std::mem::take(&mut self.waiting[vertex as usize]);
        if parts.len() < 2 {
            parts.push(self.regions.bare(None));
        }
        parts.sort_by_key(|&part| {
            let width = self.regions.get(part).boundary.len();
            (width, self.regions.rows(part))
        });
        let last = parts.len() - 1;
        let mut joined = parts[0];
        for (nth, &part) in parts.iter().enumerate().skip(1) {
            let done = (nth == last).then_some(vertex);
            joined = self.regions.join(joined, part, done, self.stop)?;
            if self.regions.rows(joined) == 0 {
                return Some(false);
            }
        }
        self.wait(joined);
        // Without an edge it would have met nothing but the empty region.
        Some(self.regions.degree(vertex) > 1)
    }

    /// The cycle, once all vertices are eliminated.
    fn cycle(&self) -> Vec<u32> {
        let taken = self.regions.taken(self.regions.len() - 1, 0);
        TwoFactor::of(self.waiting.len() as u32, taken.into_iter()).walk(0)
    }
}

#[cfg(test)]
mod tests;
