//! Largest sets of edges with at most so many at every vertex, in any graph.
//!
//! Tutte (A short proof of the factor theorem for finite graphs, Canadian Journal of Mathematics 6,
//! 1954) reduced this to a matching. Here every vertex becomes as many copies as it needs edges.
//! Every edge becomes two nodes, joined to each other and each to all copies of its own end. An
//! edge is chosen if its nodes are matched with copies, and not if they are matched with each
//! other.

use crate::blossom::{self, NONE};
use crate::graph::{Graph, Incidence};
use knightsat_base::stop::{Stop, Stopped};

/// Enlarges a choice of edges, which keeps the forced ones. Returns true if every vertex has as
/// many as it needs then.
pub(super) fn enlarge(
    edges: &Incidence,
    chosen: &mut [bool],
    need: impl Fn(u32) -> i8,
    is_forced: &[bool],
    stop: &Stop,
) -> Result<bool, Stopped> {
    let len = edges.edges().len() as u32;
    let open = || (0..len).filter(|&edge| !is_forced[edge as usize]);
    let missing = missing(edges, need, is_forced);
    // The nodes of edge e are 2e and 2e + 1; the copies follow.
    let mut first = vec![2 * len];
    for &missing in &missing {
        first.push(first[first.len() - 1] + missing.max(0) as u32);
    }
    let nodes = first[first.len() - 1];
    let mut joined = Vec::new();
    let mut partner = vec![NONE; nodes as usize];
    let mut next = first.clone();
    for edge in open() {
        joined.push([2 * edge, 2 * edge + 1]);
        let ends = edges.ends(edge);
        // A vertex may have too many if alternating paths have crossed themselves.
        let has_room = |end: u32| next[end as usize] < first[end as usize + 1];
        let is_taken = chosen[edge as usize] && ends.into_iter().all(has_room);
        for (node, end) in (2 * edge..).zip(ends) {
            let copies = first[end as usize]..first[end as usize + 1];
            joined.extend(copies.map(|copy| [node, copy]));
            let other = if is_taken {
                next[end as usize]
            } else {
                node ^ 1
            };
            next[end as usize] += u32::from(is_taken);
            partner[node as usize] = other;
            partner[other as usize] = node;
        }
    }
    let graph = Graph::from_pairs(nodes, &joined);
    let is_even = blossom::enlarge(&graph, &mut partner, first[0]..nodes, stop)?;
    let is_even = is_even && missing.iter().all(|&missing| missing >= 0);
    for edge in open() {
        chosen[edge as usize] = partner[2 * edge as usize] >= first[0];
    }
    Ok(is_even)
}

/// Returns the number of edges that every vertex needs beside the forced ones; negative if there
/// are too many forced ones.
fn missing(edges: &Incidence, need: impl Fn(u32) -> i8, is_forced: &[bool]) -> Vec<i8> {
    let mut missing: Vec<i8> = (0..edges.vertices()).map(need).collect();
    for (ends, _) in edges.edges().iter().zip(is_forced).filter(|(_, is)| **is) {
        ends.iter().for_each(|&end| missing[end as usize] -= 1);
    }
    missing
}
