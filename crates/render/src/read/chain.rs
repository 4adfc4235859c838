//! Sets of edges, in any order, as tours.

use crate::prelude::*;
use std::collections::BTreeSet;

/// A path through all vertices, or a cycle.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Chain {
    pub steps: Vec<u32>,
    pub is_cycle: bool,
}

/// Follows the edges, from the first one on. The fault calls vertices by `name`.
pub(super) fn chain(
    vertices: u32,
    edges: &[[u32; 2]],
    name: impl Fn(u32) -> String,
) -> Result<Chain, String> {
    let mut neighbours = vec![Vec::new(); vertices as usize];
    let distinct: BTreeSet<[u32; 2]> = edges.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
    for &[a, b] in &distinct {
        if a == b {
            return Err(format!("an edge joins {} to itself", name(a)));
        }
        neighbours[a as usize].push(b);
        neighbours[b as usize].push(a);
    }
    if let Some(vertex) = neighbours.iter().position(|ends| ends.len() > 2) {
        let (found, vertex) = (neighbours[vertex].len(), name(vertex as u32));
        return Err(format!(
            "{vertex} is on {found} of the edges, and a tour has two there"
        ));
    }
    let mut is_seen = vec![false; vertices as usize];
    // A path begins at an end from which an edge of the text leads away.
    let ends = edges.iter().map(|edge| edge[0]);
    let ends = ends.chain(distinct.iter().flatten().copied());
    let ends = ends.filter(|&vertex| neighbours[vertex as usize].len() == 1);
    let [mut paths, mut cycles] = [Vec::new(), Vec::new()];
    for first in ends {
        if !is_seen[first as usize] {
            paths.push(walk(first, None, &neighbours, &mut is_seen));
        }
    }
    for &[first, second] in edges {
        if !is_seen[first as usize] {
            cycles.push(walk(first, Some(second), &neighbours, &mut is_seen));
        }
    }
    if let Some(vertex) = is_seen.iter().position(|seen| !seen) {
        return Err(format!("none of the edges is at {}", name(vertex as u32)));
    }
    if paths.len() + cycles.len() == 1 {
        let is_cycle = paths.is_empty();
        let steps = paths.into_iter().chain(cycles).next().expect("one");
        return Ok(Chain { steps, is_cycle });
    }
    let listed = |pieces: &[Vec<u32>]| {
        const SHOWN: usize = 8;
        let piece = |piece: &Vec<u32>| {
            let more = if piece.len() > SHOWN { " …" } else { "" };
            piece.iter().take(SHOWN).map(|&v| name(v)).join(" ") + more
        };
        let more = if pieces.len() > 3 { "; …" } else { "" };
        pieces.iter().take(3).map(piece).join("; ") + more
    };
    Err(match (&paths[..], &cycles[..]) {
        ([], cycles) => format!("the edges form {} cycles: {}", cycles.len(), listed(cycles)),
        (paths, []) => format!("the edges form {} paths: {}", paths.len(), listed(paths)),
        (paths, cycles) => format!(
            "the edges form {} ({}) and {} ({})",
            counted(paths.len() as u64, "path"),
            listed(paths),
            counted(cycles.len() as u64, "cycle"),
            listed(cycles)
        ),
    })
}

/// Returns the vertices on a path or cycle, and marks them.
fn walk(
    first: u32,
    second: Option<u32>,
    neighbours: &[Vec<u32>],
    is_seen: &mut [bool],
) -> Vec<u32> {
    let mut steps = vec![first];
    is_seen[first as usize] = true;
    let mut next = second.or_else(|| neighbours[first as usize].first().copied());
    while let Some(vertex) = next.filter(|&vertex| !is_seen[vertex as usize]) {
        is_seen[vertex as usize] = true;
        steps.push(vertex);
        let mut onwards = neighbours[vertex as usize].iter().copied();
        next = onwards.find(|&other| !is_seen[other as usize]);
    }
    steps
}
