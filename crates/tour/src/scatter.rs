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
//!
//! On narrow boards of any length whole lines do. Squares of a line and a colour have their moves to the same
//! lines and colours, but for those near the ends of the board. So a board of few lines has few classes of
//! squares, and all sets of classes can be looked at: if a set I has no moves inside and no more squares than
//! its neighbours N, then without N every square of I is a piece of its own.

use super::matching::Matching;
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
/// Boards of so many lines, either way, are narrow.
const LINES: u32 = 8;

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

    /// The neighbours of a set of lines and colours, if they leave too many pieces. Takes a look at
    /// every move.
    fn scattered_lines(&self, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
        let Some(places) = &self.coordinates else {
            return Ok(None);
        };
        let [ranks, files] = places.sides();
        if ranks.min(files) > LINES {
            return Ok(None);
        }
        let across = usize::from(files < ranks);
        let class = |vertex: u32| {
            let place = places.of(vertex);
            2 * place[across] + (place[0] + place[1]) % 2
        };
        let mut classes = vec![Class::default(); 2 * ranks.min(files) as usize];
        let mut watch = stop.watch(1 << 14);
        for vertex in 0..self.graph.len() {
            watch.check()?;
            let ends = self.graph.neighbours(vertex).iter();
            let here = &mut classes[class(vertex) as usize];
            here.size += 1;
            here.neighbours |= ends.fold(0, |set, &end| set | 1 << class(end));
        }
        let Some(giving) = best(&classes, self.graph.len()) else {
            return Ok(None);
        };
        let is_removed = |&vertex: &u32| giving >> class(vertex) & 1 == 1;
        let removed: Vec<u32> = (0..self.graph.len()).filter(is_removed).collect();
        stop.check()?;
        Ok(self.too_many(&removed))
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
    fn too_many(&self, removed: &[u32]) -> Option<Obstruction> {
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
        let pieces = graph.components_without(removed).len();
        (pieces > joined).then(|| Obstruction::Pieces {
            removed: removed.to_vec(),
            pieces: pieces as u32,
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
            if graph.components_without(&[first]).len() != 1 {
                continue;
            }
            let pieces = graph.pieces_without_each(Some(first), stop)?;
            let mut cuts = (0..).zip(pieces).filter(|&(_, pieces)| pieces > 1);
            let reason = cuts.find_map(|(v, _)| self.too_many(&[first.min(v), first.max(v)]));
            if reason.is_some() {
                return Ok(reason);
            }
        }
        Ok(None)
    }
}

/// Squares of a line and a colour.
#[derive(Clone, Default)]
struct Class {
    size: u32,
    /// A bit for every class that a move leads to.
    neighbours: u32,
}

/// The neighbours of the set that has most squares more than those, if any has as many and does not
/// have all squares together with them.
fn best(classes: &[Class], squares: u32) -> Option<u32> {
    let members = |set: u32| {
        let members = (0..)
            .zip(classes)
            .filter(move |(nth, _)| set >> nth & 1 == 1);
        members.map(|(_, class)| class)
    };
    let size = |set: u32| members(set).map(|class| class.size).sum::<u32>();
    let found = (1_u32..1 << classes.len()).filter_map(|set| {
        let giving = members(set).fold(0, |giving, class| giving | class.neighbours);
        let (alone, given) = (size(set), size(giving));
        let is_due = set & giving == 0 && alone >= given && alone + given < squares;
        (is_due && given > 0).then(|| (alone - given, giving))
    });
    Some(found.max_by_key(|&(surplus, _)| surplus)?.1)
}

impl Matching {
    /// The neighbours of the set I that alternating paths from these vertices lead to: of those on
    /// the left, all that are not on the right too, so that I has no edges inside.
    fn closed(&self, graph: &Graph, from: &[u32]) -> Vec<u32> {
        let [mut alone, _] = self.reached(graph, from);
        let mut is_neighbour = vec![false; graph.len() as usize];
        let neighbours = alone.iter().flat_map(|&v| graph.neighbours(v));
        neighbours.for_each(|&v| is_neighbour[v as usize] = true);
        alone.retain(|&v| !is_neighbour[v as usize]);
        let mut removed: Vec<u32> = alone
            .iter()
            .flat_map(|&v| graph.neighbours(v))
            .copied()
            .collect();
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
