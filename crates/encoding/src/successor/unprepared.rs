//! The arcs of a problem of which nothing is known but its ends: where preparation has found that there is
//! no tour, and the formula itself is wanted all the same.

use super::Arc;
use knightsat_tour::{AugmentedGraph, Kind, Problem};

/// All arcs of the graph and of the apex that the given ends do not exclude, by tail, then by head.
pub fn arcs(problem: &Problem, len: u32) -> Vec<Arc> {
    let edges = AugmentedGraph::new(problem).edges();
    let mut arcs: Vec<Arc> = edges
        .into_iter()
        .flat_map(|[a, b]| [[a, b], [b, a]])
        .collect();
    let fixed = fixed(problem, len);
    let is_rival = |[from, to]: Arc, [tail, head]: Arc| {
        (from == tail) != (to == head) || len > 2 && [to, from] == [tail, head]
    };
    arcs.retain(|&arc| !fixed.iter().any(|&fixed| is_rival(arc, fixed)));
    arcs.sort_unstable();
    arcs
}

/// The arcs that the given ends are.
pub fn fixed(problem: &Problem, len: u32) -> Vec<Arc> {
    match (problem.kind(), problem.start(), problem.end()) {
        (Kind::Open, start, end) => {
            let start = start.map(|start| [len - 1, start]);
            start
                .into_iter()
                .chain(end.map(|end| [end, len - 1]))
                .collect()
        }
        (Kind::Closed, Some(start), Some(end)) => vec![[end, start]],
        _ => Vec::new(),
    }
}
