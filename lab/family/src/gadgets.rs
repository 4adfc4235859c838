//! Rings of gadgets: each is a digraph of eleven vertices in disguise, which a tour passes in one
//! of six ways.

use crate::base::random::{below, shuffle};
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use knightsat_tour::graph::Graph;

/// Vertices of a gadget: eleven paths of three, entered at the first vertex and left at the last.
pub const GADGET: u32 = 33;
/// Paths 0 to 5 are ends. Each end leads to a path 6 to 10, except the last end of a tour's way.
const ENDS: u32 = 6;
const PATHS: u32 = 11;
/// The ends, and for each the paths between that lead to it.
const ENTRIES: [u32; ENDS as usize] = [0, 3, 4, 1, 2, 5];
const BETWEEN: [u32; 5] = [8, 9, 10, 7, 6];
/// The six ways through a gadget: the ends at which a path through all eleven enters and leaves.
const WAYS: [[u32; 2]; 6] = [[0, 4], [1, 3], [2, 0], [3, 5], [4, 2], [5, 1]];

/// Returns gadgets with a two-factor of as many cycles as there are `sizes`. Each cycle passes that
/// many gadgets. A single size is a planted tour. With several sizes other choices may still make a
/// tour; with few gadgets this is rare.
///
/// The ends are joined in junctions of three gadgets' exits and entries, a ring of six edges each.
pub fn gadget_rings(sizes: &[u32], seed: u64) -> Graph {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let count: u32 = sizes.iter().sum();
    let mut edges: Vec<[u32; 2]> = (0..count).flat_map(inside).collect();
    let chosen: Vec<[u32; 2]> = (0..count)
        .map(|_| WAYS[below(WAYS.len(), rng.next_u64())])
        .collect();
    let mut slots: Vec<u32> = (0..ENDS * count).collect();
    shuffle(&mut slots, || rng.next_u64());
    // The exit and the entry at each slot; three slots are a junction.
    let mut at = vec![[None; 2]; slots.len()];
    let mut first = 0;
    for &size in sizes {
        for nth in 0..size {
            let (gadget, next) = (first + nth, first + (nth + 1) % size);
            let exit = last(gadget, chosen[gadget as usize][1]);
            let entry = GADGET * next + 3 * chosen[next as usize][0];
            at[slots[gadget as usize] as usize] = [Some(exit), Some(entry)];
        }
        first += size;
    }
    for side in 0..2 {
        let ends = (0..count).flat_map(|gadget| (0..ENDS).map(move |end| (gadget, end)));
        let others = ends.filter(|&(gadget, end)| chosen[gadget as usize][1 - side] != end);
        let vertex = |(gadget, end)| {
            if side == 0 {
                last(gadget, end)
            } else {
                GADGET * gadget + 3 * end
            }
        };
        let mut others: Vec<u32> = others.map(vertex).collect();
        shuffle(&mut others, || rng.next_u64());
        let empty = at.iter_mut().filter(|slot| slot[side].is_none());
        empty
            .zip(others)
            .for_each(|(slot, other)| slot[side] = Some(other));
    }
    edges.extend(at.chunks(3).flat_map(junction));
    Graph::from_edges(GADGET * count, &edges)
}

/// Returns the edges of a junction: a ring of exits and entries in turn.
fn junction(slots: &[[Option<u32>; 2]]) -> Vec<[u32; 2]> {
    let places = (0..slots.len()).flat_map(|nth| [[nth, nth], [nth, (nth + 1) % slots.len()]]);
    let edges = places.filter_map(|[from, to]| Some([slots[from][0]?, slots[to][1]?]));
    edges.collect()
}

/// Returns the vertex at which a path of a gadget is left.
fn last(gadget: u32, path: u32) -> u32 {
    GADGET * gadget + 3 * path + 2
}

/// Returns the edges of a gadget.
fn inside(gadget: u32) -> impl Iterator<Item = [u32; 2]> {
    let first = move |path: u32| GADGET * gadget + 3 * path;
    let paths = (0..PATHS)
        .flat_map(move |path| [0, 1].map(|nth| [first(path) + nth, first(path) + nth + 1]));
    let exits = (0..ENDS - 1)
        .flat_map(move |end| [end, end + 1].map(|from| [last(gadget, from), first(ENDS + end)]));
    let entries = BETWEEN
        .into_iter()
        .enumerate()
        .flat_map(move |(nth, path)| {
            [nth, nth + 1].map(|to| [last(gadget, path), first(ENTRIES[to])])
        });
    paths.chain(exits).chain(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of paths on the way from one end to another, if all ends but the latter
    /// lead to paths between.
    fn length(entry: u32, exit: u32) -> u32 {
        let entered = ENTRIES.iter().position(|&end| end == entry);
        let entered = entered.expect("a path enters by an entry");
        let (mut path, mut length) = (entry, 1);
        while path != exit {
            path = match path {
                end if end < exit => ENDS + end,
                end if end < ENDS => ENDS + end - 1,
                between => {
                    let nth = BETWEEN.iter().position(|&path| path == between);
                    let nth = nth.expect("all other paths are between");
                    ENTRIES[if nth < entered { nth } else { nth + 1 }]
                }
            };
            length += 1;
        }
        length
    }

    #[test]
    fn a_gadget_has_six_ways_that_differ_in_both_ends() {
        let pairs = (0..ENDS).flat_map(|entry| (0..ENDS).map(move |exit| [entry, exit]));
        let ways = pairs.filter(|&[entry, exit]| length(entry, exit) == PATHS);
        assert_eq!(ways.collect::<Vec<_>>(), WAYS);
        for side in 0..2 {
            let mut ends: Vec<u32> = WAYS.iter().map(|way| way[side]).collect();
            ends.sort_unstable();
            assert_eq!(ends, [0, 1, 2, 3, 4, 5]);
        }
    }

    #[test]
    fn a_third_of_the_vertices_has_two_edges() {
        let graph = gadget_rings(&[40], 1);
        let twos = (0..graph.len()).filter(|&vertex| graph.degree(vertex) == 2);
        assert_eq!((graph.len(), twos.count()), (1320, 440));
    }
}
