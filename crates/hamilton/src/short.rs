//! Short cycles, cut before a two-factor has them.
//!
//! Edges that every tour takes form paths, and such a path acts like a vertex. So a cycle counts as
//! short if few of its edges are open. Such cycles abound in a graph that is put together of small
//! ones. A solver that learns them one by one, from two-factors, wastes its choices in between.

use crate::Known;
use crate::base::stop::{Stop, Watch};
use knightsat_tour::sets;
use std::collections::BTreeSet;

/// Maximum number of open edges in the cycles sought.
const LONGEST: usize = 8;
/// Marks the absence of a vertex or path.
const NONE: u32 = u32::MAX;

/// Returns cycles with few open edges, each as its vertices in order, the shortest first. There are
/// at most as many as vertices, and the number of search steps for each vertex is limited.
///
/// ```
/// use knightsat_hamilton::base::stop::Stop;
/// use knightsat_hamilton::short_cycles;
///
/// let two_triangles = [[0, 1], [1, 2], [0, 2], [2, 3], [3, 4], [4, 5], [3, 5]];
/// let edges = two_triangles.map(|edge| (edge, false));
/// assert_eq!(short_cycles(6, &edges, &Stop::default()), [[0, 1, 2], [3, 4, 5]]);
/// ```
pub fn short_cycles(len: u32, edges: &[Known], stop: &Stop) -> Vec<Vec<u32>> {
    let mut cycles = Cycles {
        paths: ForcedPaths::new(len, edges),
        found: BTreeSet::new(),
        watch: stop.watch(1 << 12),
        left: 1000 * u64::from(len),
    };
    let mut sets = Vec::new();
    for open in 2..=LONGEST {
        for start in 0..cycles.paths.ends.len() as u32 {
            if cycles.found.len() < len as usize {
                cycles.through(start, open);
            }
        }
        for paths in std::mem::take(&mut cycles.found) {
            let members = paths.iter().flat_map(|&path| cycles.paths.members(path));
            let mut set: Vec<u32> = members.collect();
            set.sort_unstable();
            if set.len() < len as usize {
                sets.push(set);
            }
        }
        if sets.len() >= len as usize {
            break;
        }
    }
    sets
}

/// The paths of forced edges; a vertex without forced edges is a path, too.
struct ForcedPaths {
    /// Forced neighbours of every vertex.
    forced: Vec<[u32; 2]>,
    /// Neighbours of every vertex along open edges.
    open: Vec<Vec<u32>>,
    ends: Vec<[u32; 2]>,
    /// The path that ends at a vertex.
    of_end: Vec<u32>,
}

impl ForcedPaths {
    fn new(len: u32, edges: &[Known]) -> ForcedPaths {
        let mut paths = ForcedPaths {
            forced: vec![[NONE; 2]; len as usize],
            open: vec![Vec::new(); len as usize],
            ends: Vec::new(),
            of_end: vec![NONE; len as usize],
        };
        for &([a, b], is_forced) in edges {
            for (here, there) in [(a, b), (b, a)] {
                if is_forced {
                    let slot = &mut paths.forced[here as usize];
                    slot[usize::from(slot[0] != NONE)] = there;
                } else {
                    paths.open[here as usize].push(there);
                }
            }
        }
        for start in 0..len {
            let is_end = paths.forced[start as usize][1] == NONE;
            if is_end && paths.of_end[start as usize] == NONE {
                let end = paths.walk(start).last().unwrap_or(start);
                let number = paths.ends.len() as u32;
                paths.ends.push([start, end]);
                paths.of_end[start as usize] = number;
                paths.of_end[end as usize] = number;
            }
        }
        paths
    }

    /// Returns the vertices of the path that starts at this end.
    fn walk(&self, start: u32) -> impl Iterator<Item = u32> {
        let mut previous = NONE;
        std::iter::successors(Some(start), move |&vertex| {
            let next = sets::other(self.forced[vertex as usize], previous);
            previous = vertex;
            (next != NONE).then_some(next)
        })
    }

    fn members(&self, path: u32) -> impl Iterator<Item = u32> {
        self.walk(self.ends[path as usize][0])
    }

    fn is_vertex(&self, path: u32) -> bool {
        let [one, other] = self.ends[path as usize];
        one == other
    }

    /// Returns the other end of the path that ends here.
    fn far(&self, end: u32) -> u32 {
        let [one, other] = self.ends[self.of_end[end as usize] as usize];
        if end == one { other } else { one }
    }
}

/// State of a search for cycles.
struct Cycles<'s> {
    paths: ForcedPaths,
    /// The paths of each cycle, in order.
    found: BTreeSet<Vec<u32>>,
    watch: Watch<'s>,
    left: u64,
}

impl Cycles<'_> {
    /// Finds the cycles of so many open edges in which this path has the smallest number.
    fn through(&mut self, start: u32, open: usize) {
        let [home, begin] = self.paths.ends[start as usize];
        let mut trail = vec![start];
        // The end at which each path of the trail is left, and the index of its next edge.
        let mut turns = vec![(begin, 0)];
        while let Some((at, nth)) = turns.last_mut() {
            let Some(&next) = self.paths.open[*at as usize].get(*nth) else {
                turns.pop();
                trail.pop();
                continue;
            };
            *nth += 1;
            if self.left == 0 || self.watch.check().is_err() {
                return;
            }
            self.left -= 1;
            let path = self.paths.of_end[next as usize];
            // The same edge forth and back is no cycle.
            let is_edge = trail.len() == 2 && trail.iter().all(|&path| self.paths.is_vertex(path));
            if next == home && trail.len() == open && !is_edge {
                let mut paths = trail.clone();
                paths.sort_unstable();
                self.found.insert(paths);
            } else if path != NONE && path > start && trail.len() < open && !trail.contains(&path) {
                trail.push(path);
                turns.push((self.paths.far(next), 0));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_family as family;

    /// Returns the vertex sets of all cycles of a graph with so many edges, found by trying all
    /// paths.
    fn cycles(edges: &[[u32; 2]], len: u32, most: usize) -> BTreeSet<Vec<u32>> {
        let mut found = BTreeSet::new();
        let mut paths: Vec<Vec<u32>> = (0..len).map(|start| vec![start]).collect();
        let arcs: Vec<[u32; 2]> = edges.iter().flat_map(|&[a, b]| [[a, b], [b, a]]).collect();
        while let Some(path) = paths.pop() {
            for &[_, b] in arcs.iter().filter(|arc| path.last() == Some(&arc[0])) {
                if b == path[0] && path.len() > 2 {
                    let mut set = path.clone();
                    set.sort_unstable();
                    found.insert(set);
                } else if !path.contains(&b) && path.len() < most {
                    paths.push([&path[..], &[b]].concat());
                }
            }
        }
        found
    }

    #[test]
    fn all_cycles_of_open_edges_are_found() {
        let mut seen = 0;
        for seed in 0..20 {
            let graph = family::random_sparse(14, 16, seed);
            let edges: Vec<[u32; 2]> = graph.edges().collect();
            let left: Vec<_> = edges.iter().map(|&ends| (ends, false)).collect();
            let found = short_cycles(14, &left, &Stop::default());
            let found = BTreeSet::from_iter(found);
            let all = cycles(&edges, 14, LONGEST);
            // There may be more than the limit; then the result holds the shortest.
            assert!(found.is_subset(&all), "seed {seed}");
            let longest = found.iter().map(Vec::len).max().unwrap_or(0);
            let is_shorter = |set: &&Vec<u32>| set.len() < longest || found.len() < 14;
            let mut shorter = all.iter().filter(is_shorter);
            assert!(shorter.all(|set| found.contains(set)), "seed {seed}");
            seen += found.len();
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn forced_paths_are_as_good_as_vertices() {
        // Two triangles, with a path of forced edges in the place of every vertex, joined by an
        // edge.
        let mut left = Vec::new();
        for triangle in 0..2 {
            for path in 0..3 {
                let first = 15 * triangle + 5 * path;
                left.extend((first..first + 4).map(|vertex| ([vertex, vertex + 1], true)));
                let next = 15 * triangle + 5 * ((path + 1) % 3);
                left.push(([first + 4, next], false));
            }
        }
        left.push(([0, 15], false));
        let found = short_cycles(31, &left, &Stop::default());
        let triangles: [Vec<u32>; 2] = [(0..15).collect(), (15..30).collect()];
        assert_eq!(found, triangles);
    }
}
