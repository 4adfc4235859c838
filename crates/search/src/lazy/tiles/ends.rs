//! Where an open tour ends, for a guess.

use knightsat_base::random::Rng;
use knightsat_base::stop::{Stop, Stopped};
use knightsat_tour::AugmentedGraph;
use std::collections::{HashSet, VecDeque};

/// Vertices that free ends are chosen from.
const NEAR: usize = 64;

/// Two neighbours of the apex: those that must be, and others near each other, as in a choice of few edges.
/// Nothing if there are no two that can be.
pub(super) fn ends(
    augmented: &AugmentedGraph,
    colour: &[bool],
    rng: &mut Rng,
    stop: &Stop,
) -> Result<Option<[u32; 2]>, Stopped> {
    let graph = augmented.graph();
    let apex = graph.len();
    let forced = augmented.forced().iter().filter(|edge| edge[1] == apex);
    let mut chosen: Vec<u32> = forced.map(|edge| edge[0]).collect();
    let leaves = (0..apex).filter(|&vertex| graph.degree(vertex) < 2);
    chosen.extend(leaves.take(3));
    chosen.sort_unstable();
    chosen.dedup();
    let mut near = near(augmented, chosen.first().copied(), stop)?;
    rng.shuffle(&mut near);
    for end in near {
        let is_new = !chosen.contains(&end);
        let fits = augmented.balanced().is_none()
            || chosen
                .iter()
                .all(|&other| colour[other as usize] != colour[end as usize]);
        if chosen.len() < 2 && is_new && fits {
            chosen.push(end);
        }
    }
    Ok(chosen.try_into().ok())
}

/// Neighbours of the apex near a vertex, or else the last one.
fn near(augmented: &AugmentedGraph, from: Option<u32>, stop: &Stop) -> Result<Vec<u32>, Stopped> {
    let graph = augmented.graph();
    let from = from.unwrap_or(graph.len() - 1);
    let mut seen = HashSet::from([from]);
    let mut queue = VecDeque::from([from]);
    let mut near = Vec::new();
    let mut watch = stop.watch(1 << 12);
    while let Some(vertex) = queue.pop_front() {
        watch.check()?;
        if augmented.touches_apex(vertex) {
            near.push(vertex);
        }
        if near.len() == NEAR {
            break;
        }
        let next = graph.neighbours(vertex).iter();
        queue.extend(next.filter(|&&next| seen.insert(next)));
    }
    Ok(near)
}
