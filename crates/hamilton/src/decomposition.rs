//! Narrow graphs, decided by a tree decomposition.
//!
//! Vertices are eliminated one by one. The edges of a vertex and the regions that meet there are
//! joined to one region. A region is a set of edges; its boundary vertices are those that other
//! edges meet, too. Only the paths that a region can contribute matter. A row describes them: for
//! each boundary vertex the number of its edges taken (none, one or two), and the two ends of each
//! path. Small boundaries have few rows.
//!
//! The first order of elimination advances a frontier through the graph (a path decomposition;
//! Knuth's Simpath, The Art of Computer Programming 4A, 7.1.4, keeps the same rows). Equal joins
//! are looked up. Long strips repeat themselves, so a strip of any length needs no more rows than a
//! short one. The second order adds few edges (min-fill), which suits hubs and trees of gadgets.
//!
//! Sources: Held and Karp, A dynamic programming approach to sequencing problems, Journal of SIAM
//! 10, 1962; Arnborg and Proskurowski, Linear time algorithms for NP-hard problems restricted to
//! partial k-trees, Discrete Applied Mathematics 23, 1989; Cook and Seymour, Tour merging via
//! branch-decomposition, INFORMS Journal on Computing 15, 2003.
//!
//! The search finds a tour if one exists. A negative result is only a hint, since it has no proof
//! that others could check.

use crate::Known;
use crate::base::stop::Stop;
use crate::elimination::min_fill;
use crate::regions::Regions;
use crate::tables::WIDTH;
use knightsat_tour::factor::TwoFactor;
use knightsat_tour::graph::Incidence;
use knightsat_tour::sets::{Begin, narrow};
use smallvec::SmallVec;

/// Maximum number of pairs of rows tried along a frontier.
const SWEPT: u64 = 4_000_000;
/// Maximum number of vertices that are eliminated by min-fill.
const LARGEST: u32 = 20_000;

/// The result of a decomposition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// A Hamiltonian cycle, its vertices in order.
    Cycle(Vec<u32>),
    /// There is no Hamiltonian cycle.
    None,
    /// The graph is too wide for this much work, or time is up.
    TooWide,
}

/// Decides whether the graph on `0..len` with these edges has a Hamiltonian cycle through those
/// marked, by trying at most `work` pairs of rows in each order.
///
/// ```
/// use knightsat_hamilton::base::stop::Stop;
/// use knightsat_hamilton::{Decided, decide};
///
/// let ring = [[0, 1], [1, 2], [2, 3], [0, 3]].map(|edge| (edge, false));
/// let decided = |edges| decide(4, edges, 1 << 20, &Stop::default());
/// assert!(matches!(decided(&ring), Decided::Cycle(_)));
/// assert_eq!(decided(&ring[1..]), Decided::None);
/// ```
pub fn decide(len: u32, edges: &[Known], work: u64, stop: &Stop) -> Decided {
    let graph = Incidence::new(len, edges.iter().map(|(ends, _)| *ends).collect());
    let around = |vertex| graph.at(vertex).map(|(_, end)| end);
    // The width is that of a boundary and the eliminated vertex.
    let width = WIDTH - 1;
    let along = narrow([len; 2], Begin::default(), around, width, stop);
    let swept = match along {
        Ok(Some(order)) => eliminated(&order, edges, work.min(SWEPT), stop),
        _ => Decided::TooWide,
    };
    if swept != Decided::TooWide || len > LARGEST {
        return swept;
    }
    match min_fill(len, graph.edges(), width, stop) {
        Some(order) => eliminated(&order, edges, work, stop),
        None => Decided::TooWide,
    }
}

/// Decides by eliminating the vertices in this order.
fn eliminated(order: &[u32], edges: &[Known], work: u64, stop: &Stop) -> Decided {
    let len = order.len() as u32;
    let mut place = vec![0; order.len()];
    for (nth, &vertex) in (0..).zip(order) {
        place[vertex as usize] = nth;
    }
    let placed = |&(ends, is_marked): &Known| {
        let mut ends = ends.map(|end| place[end as usize]);
        ends.sort_unstable();
        (ends, is_marked)
    };
    let edges = edges.iter().map(placed);
    let mut elimination = Elimination {
        regions: Regions::new(len, edges.clone().map(|(ends, _)| ends), work),
        waiting: vec![SmallVec::new(); order.len()],
        stop,
    };
    for (ends, is_marked) in edges {
        let region = elimination.regions.edge(ends, is_marked);
        elimination.wait(region);
    }
    let mut watch = stop.watch(1 << 10);
    for vertex in 0..len {
        match elimination.eliminate(vertex) {
            Some(false) => return Decided::None,
            Some(true) if !watch.is_over() => {}
            _ => return Decided::TooWide,
        }
    }
    let cycle = elimination.cycle().into_iter();
    Decided::Cycle(cycle.map(|vertex| order[vertex as usize]).collect())
}

/// State of the elimination; vertices are named by their place in its order.
struct Elimination<'s> {
    regions: Regions,
    /// The regions whose first boundary vertex is this one, and which are not part of another.
    waiting: Vec<SmallVec<[u32; 4]>>,
    stop: &'s Stop,
}

impl Elimination<'_> {
    fn wait(&mut self, region: usize) {
        if let Some(first) = self.regions.boundary(region).first() {
            self.waiting[first.vertex as usize].push(region as u32);
        }
    }

    /// Joins all regions at a vertex. Returns true if a row remains, `None` if the join takes too
    /// much work.
    fn eliminate(&mut self, vertex: u32) -> Option<bool> {
        let mut parts = std::mem::take(&mut self.waiting[vertex as usize]);
        if parts.len() < 2 {
            parts.push(self.regions.bare(None) as u32);
        }
        parts.sort_by_key(|part| {
            let width = self.regions.boundary(*part as usize).len();
            (width, self.regions.rows(*part as usize))
        });
        let last = parts.len() - 1;
        let mut joined = parts[0] as usize;
        for (nth, &part) in parts.iter().enumerate().skip(1) {
            let done = (nth == last).then_some(vertex);
            joined = self.regions.join(joined, part as usize, done, self.stop)?;
            if self.regions.rows(joined) == 0 {
                return Some(false);
            }
        }
        self.wait(joined);
        // Without an edge it would have met only the empty region.
        Some(self.regions.degree(vertex) > 1)
    }

    /// Returns the cycle, once all vertices are eliminated.
    fn cycle(&self) -> Vec<u32> {
        let taken = self.regions.taken(self.regions.len() - 1, 0);
        TwoFactor::of(self.waiting.len() as u32, taken.into_iter()).walk(0)
    }
}

#[cfg(test)]
mod tests;
