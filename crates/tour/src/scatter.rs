//! Sets of vertices whose removal splits the graph into too many pieces.
//!
//! A tour without k of its vertices is at most k paths, k + 1 if it is open. A graph that falls
//! into more pieces has no tour (Chvátal, Tough graphs and Hamiltonian circuits, Discrete
//! Mathematics 5, 1973). The worst such set is hard to find. Sets that isolate vertices are easy.
//! They are the neighbours of a set I that has more members than neighbours, or as many, if other
//! vertices remain.
//!
//! A largest matching in the bipartite double cover of the graph shows such sets; vertices are on
//! the left and their neighbours on the right. Take alternating paths from an unmatched vertex on
//! the left, or from any vertex if all are matched. They lead to a set with no more neighbours than
//! members. This excludes closed tours of 4×n: n squares of the outer ranks, all of a colour, have
//! n neighbours.
//!
//! On narrow boards of any length, whole lines form such sets. Squares of a line and a colour have
//! their moves to the same lines and colours, except near the ends of the board. So a board of few
//! lines has few classes of squares, and all sets of classes can be tried. Let a set I have no
//! moves inside and at least as many squares as its neighbours N. Then without N every square of I
//! is a piece of its own.

use super::matching::Matching;
use super::{Kind, Obstruction, Problem};
use crate::graph::Graph;
use itertools::Itertools;
use knightsat_base::stop::{Stop, Stopped};
use std::mem::replace;

/// Maximum number of vertices by default: the search should not wait for this in larger graphs.
const LARGEST: u32 = 1 << 14;
/// Number of vertices from which sets are grown in a graph with a complete matching.
const STARTS: usize = 16;
/// Maximum number of vertices of a graph in which pairs are tried.
const PAIRS: u32 = 256;
/// Maximum number of lines of a narrow board, either way.
const LINES: u32 = 8;

/// Returns the result of [`scattered`] in small graphs. In larger ones it tries only
/// whole lines of narrow boards.
pub(super) fn soon_scattered(
    problem: &Problem,
    stop: &Stop,
) -> Result<Option<Obstruction>, Stopped> {
    match problem.graph.len() {
        ..=LARGEST => scattered(problem, stop),
        _ => scattered_lines(problem, stop),
    }
}

/// Returns the neighbours of a set of lines and colours, if they leave too many pieces. Visits
/// every move.
fn scattered_lines(problem: &Problem, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
    let Some(places) = problem.coordinates() else {
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
    let mut classes = vec![SquareClass::default(); 2 * ranks.min(files) as usize];
    let mut watch = stop.watch(1 << 14);
    for vertex in 0..problem.graph.len() {
        watch.check()?;
        let ends = problem.graph.neighbours(vertex).iter();
        let here = &mut classes[class(vertex) as usize];
        here.size += 1;
        here.neighbours |= ends.fold(0, |set, &end| set | 1 << class(end));
    }
    // Without a set, none is removed.
    let giving = best(&classes, problem.graph.len()).unwrap_or_default();
    let is_removed = |&vertex: &u32| giving >> class(vertex) & 1 == 1;
    let removed: Vec<u32> = (0..problem.graph.len()).filter(is_removed).collect();
    stop.check()?;
    Ok(too_many(problem, &removed))
}

/// Returns a set that leaves too many pieces, if one is found. Returns an error if time is up.
/// For 1000×1000 squares this takes seconds.
pub(super) fn scattered(problem: &Problem, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
    let graph = problem.graph();
    let matching = Matching::largest(graph, vec![1; graph.len() as usize], stop)?;
    let free: Vec<u32> = matching.free().collect();
    let mut starts = free.clone();
    if free.is_empty() {
        let by_degree = (0..graph.len()).sorted_by_key(|&v| graph.degree(v));
        starts.extend(by_degree.take(STARTS));
        starts.extend(matching.last_roots(graph, stop)?);
    }
    let sets = starts.iter().map(std::slice::from_ref);
    let all = (free.len() > 1).then_some(&free[..]);
    for from in sets.chain(all) {
        stop.check()?;
        let set = matching.closed(graph, from);
        if let Some(reason) = too_many(problem, &set) {
            return Ok(Some(reason));
        }
    }
    pair(problem, stop)
}

/// Returns the pieces without these vertices, if they are too many.
fn too_many(problem: &Problem, removed: &[u32]) -> Option<Obstruction> {
    let graph = problem.graph();
    if removed.is_empty() {
        return None;
    }
    let ends = [problem.start, problem.end];
    let ends = ends.iter().flatten().filter(|end| removed.contains(end));
    let joined = match problem.kind {
        Kind::Closed => removed.len(),
        Kind::Open => removed.len() + 1 - ends.count(),
    };
    // There cannot be more pieces than remaining vertices.
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

/// Returns two vertices that leave too many pieces.
fn pair(problem: &Problem, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
    let graph = problem.graph();
    if graph.len() > PAIRS {
        return Ok(None);
    }
    for first in 0..graph.len() {
        if graph.components_without(&[first]).len() != 1 {
            continue;
        }
        let pieces = graph.pieces_without_each(Some(first), stop)?;
        let mut cuts = (0..).zip(pieces).filter(|&(_, pieces)| pieces > 1);
        let reason = cuts.find_map(|(v, _)| too_many(problem, &[first.min(v), first.max(v)]));
        if reason.is_some() {
            return Ok(reason);
        }
    }
    Ok(None)
}

/// A class of squares: those of a line and a colour.
#[derive(Clone, Default)]
struct SquareClass {
    size: u32,
    /// A bit for every class that a move leads to.
    neighbours: u32,
}

/// Returns the neighbours of a set of classes that has at least as many squares as its neighbours.
/// The set and its neighbours must not have all squares together. The result is for the set with
/// the largest surplus.
fn best(classes: &[SquareClass], squares: u32) -> Option<u32> {
    let members = |set: u32| {
        let classes = (0..)
            .zip(classes)
            .filter(move |(nth, _)| set >> nth & 1 == 1);
        classes.map(|(_, class)| class)
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
    /// Returns the neighbours of the set I that alternating paths from these vertices lead to. I
    /// contains the vertices reached on the left that are not reached on the right, so it has no
    /// edges inside.
    fn closed(&self, graph: &Graph, from: &[u32]) -> Vec<u32> {
        let [mut alone, _] = self.reached(graph, from);
        let mut is_neighbour = vec![false; graph.len() as usize];
        let neighbours = alone.iter().flat_map(|&v| graph.neighbours(v));
        neighbours.for_each(|&v| is_neighbour[v as usize] = true);
        alone.retain(|&v| !is_neighbour[v as usize]);
        let removed = alone.iter().flat_map(|&v| graph.neighbours(v)).copied();
        removed.sorted_unstable().dedup().collect()
    }

    /// Returns vertices from which few others are reached, for a complete matching. It searches
    /// backwards from one unvisited vertex after the other. The last start is then reached only
    /// from those that it reaches.
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
