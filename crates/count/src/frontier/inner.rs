//! Edges between two vertices of the middle, and which side takes them.

use super::host::Host;
use super::split::{Split, inner_edges, mirror, sorted};
use std::cmp::Reverse;

/// An edge between two vertices of the middle.
#[derive(Clone, Copy, Debug)]
pub(super) struct InnerEdge {
    /// Its ends, the smaller one first.
    pub ends: [u32; 2],
    /// Whether every cycle takes it.
    pub is_required: bool,
}

/// Gives every edge between vertices of the middle to a side, of mirror images one to each. States become
/// more where a vertex has its first two edges, so an edge goes where its ends have edges already.
pub(super) fn share_out(host: &Host, split: &Split) -> [Vec<InnerEdge>; 2] {
    let mut sides = [Vec::new(), Vec::new()];
    let mut degrees = [&split.first, &split.second].map(|side| degrees(host, side));
    for ends in inner_edges(host, &split.middle) {
        let image = sorted(ends.map(|vertex| mirror(host, vertex)));
        if split.is_mirrored && image < ends {
            continue;
        }
        let key = |&side: &usize| {
            let [a, b] = ends.map(|vertex| degrees[side][vertex as usize]);
            let few = usize::from(a < 2) + usize::from(b < 2);
            (few, sides[side].len(), Reverse(a + b))
        };
        let side = [0, 1].into_iter().min_by_key(key).unwrap_or(0);
        let mut give = |side: usize, ends: [u32; 2]| {
            for vertex in ends {
                degrees[side][vertex as usize] += 1;
            }
            sides[side].push(InnerEdge {
                ends,
                is_required: host.requires(ends[0], ends[1]),
            });
        };
        give(side, ends);
        if split.is_mirrored {
            give(1 - side, image);
        }
    }
    sides
}

/// How many neighbours every vertex has on a side.
fn degrees(host: &Host, side: &[u32]) -> Vec<usize> {
    let mut degrees = vec![0; host.neighbours.len()];
    for &vertex in side {
        for &next in &host.neighbours[vertex as usize] {
            degrees[next as usize] += 1;
        }
    }
    degrees
}
