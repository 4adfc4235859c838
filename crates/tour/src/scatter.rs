//! Sets of vertices without which the graph falls into too many pieces.
//!
//! A tour without k of its vertices is at most k paths, k + 1 if it is open; a graph that falls into
//! more pieces has no tour (Chvátal, Tough graphs and Hamiltonian circuits, Discrete Mathematics 5,
//! 1973). The worst such set is hard to find. Easy are those that leave vertices on their own: sets
//! of vertices I with fewer neighbours than members, or as many and something left beside them. A
//! largest matching in the bipartite double cover of the graph, vertices on the left and their
//! neighbours on the right, shows them: alternating paths from an unmatched vertex on the left, or,
//! where all are matched, from any, lead to a set with no more neighbours than that. Closed tours of
//! 4×n fall to this: n squares of the outer ranks, all of a colour, have n neighbours.

use super::matching::{Matching, NONE};
use super::obstruction::Obstruction;
use super::{Kind, Problem};
use crate::graph::Graph;
use knightsat_base::stop::{Stop, Stopped};
use std::mem::replace;

/// Larger graphs are not looked at without need: the search should not wait for this.
const LARGEST: u32 = 1 << 14;
/// Vertices from which sets are grown in a graph that is matched.
const STARTS: usize = 16;
/// From up to this many vertices two at a time are taken.
const PAIRS: u32 = 256;

impl Problem {
    /// The same as [`Problem::scattered`], in graphs small enough to be looked at in any case; of
    /// larger ones, whole lines of narrow boards.
    pub(super) fn soon_scattered(&self, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
        if self.graph.len() <= LARGEST {
            self.find_scattered(stop)
        } else {
            self.scattered_lines(stop)
        }
    }

    /// A set that leaves too many pieces, if one is found within these limits. Of 1000×1000 squares
    /// that takes seconds.
    pub fn scattered(&self, stop: &Stop) -> Option<Obstruction> {
        self.find_scattered(stop).ok()?
    }

    fn find_scattered(&self, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
        let graph = self.graph();
        let matching = Matching::largest(graph, vec![1; graph.len() as usize], stop)?;
        let free: Vec<u32> = matching.free().collect();
        let starts = if free.is_empty() {
            let mut starts: Vec<u32> = (0..graph.len()).collect();
            starts.sort_by_key(|&v| graph.degree(v));
            starts.truncate(STARTS);
            starts.extend(matching.last_roots(graph, stop)?);
            starts
        } else {
            free.clone()
        };
        let sets = starts.iter().map(std::slice::from_ref);
        let all = (free.len() > 1).then_some(&free[..]);
        for from in sets.chain(all) {
            stop.check()?;
            let set = matching.closed(graph, from);
            if let Some(reason) = self.too_many(&set) {
                return Ok(Some(reason));
            }
        }
        self.pair(stop)
    }

    /// The pieces without these vertices, if they are too many.
    pub(super) fn too_many(&self, removed: &[u32]) -> Option<Obstruction> {
        let graph = self.graph();
        if removed.is_empty() {
            return None;
        }
        let ends = [self.start, self.end];
        let ends = ends.iter().flatten().filter(|end| removed.contains(end));
        let joined = match self.kind {
            Kind::Closed => removed.len(),
            Kind::Open => removed.len() + 1 - ends.count(),
        };
        // There cannot be more pieces than vertices left.
        if graph.len() as usize - removed.len() <= joined {
            return None;
        }
        let pieces = pieces_without(graph, removed);
        (pieces as usize > joined).then(|| Obstruction::Pieces {
            removed: removed.to_vec(),
            pieces,
            joined: joined as u32,
        })
    }

    /// Two vertices that leave too many pieces.
    fn pair(&self, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
        let graph = self.graph();
        if graph.len() > PAIRS {
            return Ok(None);
        }
        for first in 0..graph.len() {
            // Vertex v of the rest is v or v + 1 here.
            let place = |v: u32| v - u32::from(v > first);
            let rest = Graph::from_lists(graph.len() - 1, |v, out| {
                let v = v + u32::from(v >= first);
                let kept = graph.neighbours(v).iter().filter(|&&w| w != first);
                out.extend(kept.map(|&w| place(w)));
            });
            if rest.is_empty() || rest.distances(0).contains(&u32::MAX) {
                continue;
            }
            let pieces = rest.pieces_without_each(stop)?;
            let cuts = (0..).zip(pieces).filter(|&(_, pieces)| pieces > 1);
            let reason = cuts.into_iter().find_map(|(v, _)| {
                let second = v + u32::from(v >= first);
                self.too_many(&[first.min(second), first.max(second)])
            });
            if reason.is_some() {
                return Ok(reason);
            }
        }
        Ok(None)
    }
}

/// Number of components of the graph without some vertices.
fn pieces_without(graph: &Graph, removed: &[u32]) -> u32 {
    let mut seen = vec![false; graph.len() as usize];
    removed.iter().for_each(|&v| seen[v as usize] = true);
    let mut pieces = 0;
    let mut stack = Vec::new();
    for vertex in 0..graph.len() {
        if replace(&mut seen[vertex as usize], true) {
            continue;
        }
        pieces += 1;
        stack.push(vertex);
        while let Some(v) = stack.pop() {
            for &next in graph.neighbours(v) {
                if !replace(&mut seen[next as usize], true) {
                    stack.push(next);
                }
            }
        }
    }
    pieces
}

impl Matching {
    /// The neighbours of the set I that alternating paths from these vertices lead to: of those on
    /// the left, all that are not on the right too, so that I has no edges inside.
    fn closed(&self, graph: &Graph, from: &[u32]) -> Vec<u32> {
        let mut on_left = vec![false; graph.len() as usize];
        let mut on_right = on_left.clone();
        let mut stack = from.to_vec();
        from.iter().for_each(|&v| on_left[v as usize] = true);
        while let Some(vertex) = stack.pop() {
            for &right in graph.neighbours(vertex) {
                on_right[right as usize] = true;
                let back = self.left(right)[0];
                if back != NONE && !replace(&mut on_left[back as usize], true) {
                    stack.push(back);
                }
            }
        }
        let alone = (0..graph.len()).filter(|&v| on_left[v as usize] && !on_right[v as usize]);
        let mut removed: Vec<u32> = alone.flat_map(|v| graph.neighbours(v)).copied().collect();
        removed.sort_unstable();
        removed.dedup();
        removed
    }

    /// In a matching of all, vertices from which few others are reached: searching backwards from one
    /// vertex after the other, where there is still something to find, the last start is reached from
    /// none but those that it reaches.
    fn last_roots(&self, graph: &Graph, stop: &Stop) -> Result<Vec<u32>, Stopped> {
        let mut roots = Vec::new();
        let mut watch = stop.watch(1 << 14);
        let orders: [Vec<u32>; 2] = [(0..graph.len()).collect(), (0..graph.len()).rev().collect()];
        for order in orders {
            let mut seen = vec![false; graph.len() as usize];
            let mut stack = Vec::new();
            let mut found = Vec::new();
            for vertex in order {
                if replace(&mut seen[vertex as usize], true) {
                    continue;
                }
                found.push(vertex);
                stack.push(vertex);
                while let Some(v) = stack.pop() {
                    watch.check()?;
                    let before = graph.neighbours(self.right(v)[0]).iter().copied();
                    stack.extend(before.filter(|&v| !replace(&mut seen[v as usize], true)));
                }
            }
            roots.extend(found.iter().rev().take(STARTS));
        }
        Ok(roots)
    }
}
