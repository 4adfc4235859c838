//! Short cycles, cut before a two-factor has them.
//!
//! Edges that every tour takes form paths, and such a path acts like a vertex. So a cycle counts as
//! short if few of its edges are open. Such cycles abound in a graph that is put together of small
//! ones. A solver that learns them one by one, from two-factors, wastes its choices in between.

use crate::Known;
use knightsat_tour::sets::Sets;
use std::collections::BTreeSet;

/// Maximum number of open edges in the cycles sought.
const LONGEST: usize = 8;
/// Maximum number of search steps for each vertex, on average.
const STEPS: u64 = 1000;

/// Returns cycles with few open edges, each as its vertices in order, the shortest first. There are
/// at most as many as vertices, and the number of search steps for each vertex is limited.
///
/// ```
/// use knightsat_hamilton::short_cycles;
///
/// let two_triangles = [[0, 1], [1, 2], [0, 2], [2, 3], [3, 4], [4, 5], [3, 5]];
/// let edges = two_triangles.map(|edge| (edge, false));
/// assert_eq!(short_cycles(6, &edges), [[0, 1, 2], [3, 4, 5]]);
/// ```
pub fn short_cycles(len: u32, edges: &[Known]) -> Vec<Vec<u32>> {
    let mut search = CycleSearch::new(len, edges);
    let mut cycles = Vec::new();
    for open in 2..=LONGEST {
        for start in 0..len {
            // The smallest vertex with at most one forced edge represents its path.
            if search.path(start) == Some(start) && search.found.len() < len as usize {
                search.extend(search.far(start), &mut vec![start], open);
            }
        }
        for paths in std::mem::take(&mut search.found) {
            let members = paths
                .iter()
                .flat_map(|&path| &search.members[path as usize]);
            let mut cycle: Vec<u32> = members.copied().collect();
            cycle.sort_unstable();
            if cycle.len() < len as usize {
                cycles.push(cycle);
            }
        }
        if cycles.len() >= len as usize {
            break;
        }
    }
    cycles
}

/// A search for cycles over the paths of forced edges; a vertex without them is a path, too.
struct CycleSearch {
    /// Neighbours of every vertex along open edges.
    open: Vec<Vec<u32>>,
    /// The ends of the path that ends at a vertex, the smaller one first, and its vertices if this
    /// is the first end.
    ends: Vec<Option<[u32; 2]>>,
    members: Vec<Vec<u32>>,
    /// The paths of each cycle, in order.
    found: BTreeSet<Vec<u32>>,
    left: u64,
}

impl CycleSearch {
    fn new(len: u32, edges: &[Known]) -> CycleSearch {
        let mut open = vec![Vec::new(); len as usize];
        let mut forced = vec![0; len as usize];
        let mut sets = Sets::new(vec![1; len as usize]);
        for &([a, b], is_forced) in edges {
            if is_forced {
                sets.unite(a, b);
                forced[a as usize] += 1;
                forced[b as usize] += 1;
            } else {
                open[a as usize].push(b);
                open[b as usize].push(a);
            }
        }
        let mut all = vec![Vec::new(); len as usize];
        (0..len).for_each(|vertex| all[sets.find(vertex) as usize].push(vertex));
        let mut ends = vec![None; len as usize];
        let mut members = vec![Vec::new(); len as usize];
        for path in all {
            let is_end = |vertex: &&u32| forced[**vertex as usize] < 2;
            let first = path.iter().find(is_end).copied();
            let last = path.iter().rev().find(is_end).copied();
            if let (Some(first), Some(last)) = (first, last) {
                ends[first as usize] = Some([first, last]);
                ends[last as usize] = Some([first, last]);
                members[first as usize] = path;
            }
        }
        CycleSearch {
            open,
            ends,
            members,
            found: BTreeSet::new(),
            left: STEPS * u64::from(len),
        }
    }

    /// Returns the first end of the path that ends here.
    fn path(&self, end: u32) -> Option<u32> {
        self.ends[end as usize].map(|[first, _]| first)
    }

    /// Returns the other end of the path that ends here.
    fn far(&self, end: u32) -> u32 {
        let [first, last] = self.ends[end as usize].expect("the end of a path");
        first + last - end
    }

    /// Finds the cycles of so many open edges that go on from here and in which the first path of
    /// the trail has the smallest number.
    fn extend(&mut self, at: u32, trail: &mut Vec<u32>, open: usize) {
        for nth in 0..self.open[at as usize].len() {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            let next = self.open[at as usize][nth];
            let Some(path) = self.path(next) else {
                continue;
            };
            if trail.len() < open && path > trail[0] && !trail.contains(&path) {
                trail.push(path);
                self.extend(self.far(next), trail, open);
                trail.pop();
            }
            // The same edge forth and back is no cycle.
            let mut is_vertex = trail.iter().map(|&path| self.far(path) == path);
            let is_edge = open == 2 && is_vertex.all(|is_vertex| is_vertex);
            if next == trail[0] && trail.len() == open && !is_edge {
                let mut paths = trail.clone();
                paths.sort_unstable();
                self.found.insert(paths);
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
            let found = short_cycles(14, &left);
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
        let found = short_cycles(31, &left);
        let triangles: [Vec<u32>; 2] = [(0..15).collect(), (15..30).collect()];
        assert_eq!(found, triangles);
    }
}
