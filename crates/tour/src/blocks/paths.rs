//! Paths through a small graph between two of its vertices, found by depth-first search.

use std::collections::{HashMap, HashSet};

/// The graphs of blocks, and for pairs of their vertices whether a path joins them. Blocks of one
/// shape share their answers.
#[derive(Default)]
pub struct Paths(HashMap<Vec<u64>, HashMap<[u32; 2], bool>>);

impl Paths {
    /// The largest number of vertices; larger graphs are not searched.
    pub const MOST: usize = 64;

    /// Returns true if a path through all vertices has these ends; false if the search takes too
    /// long. The neighbours of each vertex are a set of bits.
    pub fn joins(&mut self, rows: &[u64], ends: [u32; 2]) -> bool {
        let answers = self.0.entry(rows.to_vec()).or_default();
        *answers.entry(ends).or_insert_with(|| joins(rows, ends))
    }
}

fn bits(set: u64) -> impl Iterator<Item = u32> {
    (0..u64::BITS).filter(move |bit| set >> bit & 1 == 1)
}

/// Extends a path to the vertex with the fewest ways on, and goes back as soon as the free vertices
/// are apart, or one of them has too few neighbours.
fn joins(rows: &[u64], [first, last]: [u32; 2]) -> bool {
    const TRIES: u32 = 20_000;
    let row = |vertex: u32| rows[vertex as usize];
    let all = u64::MAX >> (u64::BITS - rows.len() as u32);
    let goal = 1 << last;
    let is_hopeless = |head: u32, free: u64| {
        let mut reached = row(head) & free;
        let mut fresh = reached;
        while fresh != 0 {
            let around = row(fresh.trailing_zeros());
            fresh = (fresh & (fresh - 1)) | (around & free & !reached);
            reached |= around & free;
        }
        let is_short = |vertex| {
            let ways = (row(vertex) & (free | 1 << head)).count_ones();
            ways < if vertex == last { 1 } else { 2 }
        };
        reached != free || bits(free).any(is_short)
    };
    // Heads of paths with the free vertices that they do not reach.
    let mut vain = HashSet::new();
    // The vertices of the path, each with the vertices that may still follow it.
    let mut free = all & !(1 << first);
    let mut path = vec![(first, row(first) & free)];
    if free == 0 {
        return first == last;
    }
    for _ in 0..TRIES {
        let Some((head, ways)) = path.last_mut() else {
            return false;
        };
        // The last vertex comes last.
        let open = *ways & if free == goal { goal } else { !goal };
        let Some(next) = bits(open).min_by_key(|&next| (row(next) & free).count_ones()) else {
            vain.insert((*head, free));
            free |= 1 << *head;
            path.pop();
            continue;
        };
        *ways &= !(1 << next);
        if free == goal {
            return true;
        }
        let rest = free & !(1 << next);
        if !is_hopeless(next, rest) && !vain.contains(&(next, rest)) {
            free = rest;
            path.push((next, row(next) & free));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use itertools::{Itertools, iproduct};

    /// Returns all pairs of ends of paths, by a search without rules.
    fn ends(rows: &[u64], path: &mut Vec<u32>, found: &mut Vec<[u32; 2]>) {
        if path.len() == rows.len() {
            found.push([path[0], path[path.len() - 1]]);
        }
        let [.., last] = path[..] else { return };
        for next in bits(rows[last as usize]) {
            if !path.contains(&next) {
                path.push(next);
                ends(rows, path, found);
                path.pop();
            }
        }
    }

    #[test]
    fn pairs_are_joined_if_an_exhaustive_search_joins_them() {
        for board in "1x1 2x2 3x3 3x4 4x4 3x6 4x5 5x4".split(' ') {
            let graph = board.parse::<Board>().unwrap().graph();
            let row = |v| graph.successors(v).iter().fold(0, |set, to| set | 1 << to);
            let rows: Vec<u64> = (0..graph.len()).map(row).collect();
            let len = graph.len();
            let mut found = Vec::new();
            (0..len).for_each(|first| ends(&rows, &mut vec![first], &mut found));
            let found = found.into_iter().sorted().dedup();
            let pairs = iproduct!(0..len, 0..len).map(|(a, b)| [a, b]);
            let joined = pairs.filter(|&ends| joins(&rows, ends));
            assert!(joined.eq(found), "{board}");
        }
    }
}
