//! Largest matchings in the bipartite double cover of a graph. The cover contains every vertex once
//! on the left and once on the right. Each end of every edge on the left is joined to the other end
//! on the right.

use crate::graph::{Graph, NONE};
use itertools::Itertools;
use knightsat_base::stop::{Stop, Stopped, Watch};
use std::mem::replace;

/// Pairs of neighbours, one on the left and one on the right, no pair twice. Every vertex is in at
/// most as many pairs as it needs, on either side.
pub(super) struct Matching {
    /// Number of partners that each vertex needs, on either side: one or two.
    need: Vec<u8>,
    /// The partners on the right of every vertex on the left, and the other way round.
    right: Vec<[u32; 2]>,
    left: Vec<[u32; 2]>,
}

/// State of a phase of the search.
struct Phase {
    /// Length of the shortest alternating path to each vertex on the left.
    level: Vec<u32>,
    /// The next neighbour to visit for each vertex.
    next: Vec<u32>,
    /// The vertices that have a level.
    reached: Vec<u32>,
}

impl Phase {
    fn clear(&mut self) {
        for vertex in self.reached.drain(..) {
            self.level[vertex as usize] = NONE;
            self.next[vertex as usize] = 0;
        }
    }
}

impl Matching {
    /// Returns a largest matching, by shortest augmenting paths (Hopcroft and Karp, An n^5/2
    /// algorithm for maximum matchings in bipartite graphs, SIAM Journal on Computing 2, 1973).
    /// With two partners this equals Dinic's flow with unit capacities.
    pub fn largest(graph: &Graph, need: Vec<u8>, stop: &Stop) -> Result<Matching, Stopped> {
        let len = graph.len() as usize;
        let mut matching = Matching {
            need,
            right: vec![[NONE; 2]; len],
            left: vec![[NONE; 2]; len],
        };
        let mut phase = Phase {
            level: vec![NONE; len],
            next: vec![0; len],
            reached: Vec::new(),
        };
        let mut watch = stop.watch(1 << 12);
        let mut free: Vec<u32> = matching.free().collect();
        loop {
            matching.levels(graph, &free, &mut phase, &mut watch)?;
            let mut is_larger = false;
            for &vertex in &free {
                watch.check()?;
                while matching.lack(vertex) > 0 && matching.augment(graph, vertex, &mut phase) {
                    is_larger = true;
                }
            }
            if !is_larger {
                return Ok(matching);
            }
            free.retain(|&vertex| matching.lack(vertex) > 0);
            phase.clear();
        }
    }

    /// Returns the partners of a vertex on the left, [`NONE`] for a missing one.
    pub fn right(&self, vertex: u32) -> &[u32] {
        &self.right[vertex as usize][..self.need[vertex as usize].into()]
    }

    /// Returns the partners of a vertex on the right, [`NONE`] for a missing one.
    pub fn left(&self, vertex: u32) -> &[u32] {
        &self.left[vertex as usize][..self.need[vertex as usize].into()]
    }

    /// Returns the number of partners that a vertex on the left lacks.
    pub fn lack(&self, vertex: u32) -> u32 {
        self.right(vertex)
            .iter()
            .filter(|&&right| right == NONE)
            .count() as u32
    }

    /// Returns the vertices on the left that lack a partner.
    pub fn free(&self) -> impl Iterator<Item = u32> {
        (0..self.right.len() as u32).filter(|&vertex| self.lack(vertex) > 0)
    }

    /// Returns the vertices that alternating paths from these lead to, on the left and on the
    /// right.
    pub fn reached(&self, graph: &Graph, from: &[u32]) -> [Vec<u32>; 2] {
        let mut on_left = vec![false; graph.len() as usize];
        let mut on_right = on_left.clone();
        let (mut left, mut right) = (from.to_vec(), Vec::new());
        from.iter().for_each(|&v| on_left[v as usize] = true);
        let mut done = 0;
        while let Some(&vertex) = left.get(done) {
            done += 1;
            for &next in graph.neighbours(vertex) {
                let is_pair = self.right(vertex).contains(&next);
                if is_pair || replace(&mut on_right[next as usize], true) {
                    continue;
                }
                right.push(next);
                let partners = self.left(next).iter().copied().filter(|&v| v != NONE);
                left.extend(partners.filter(|&v| !replace(&mut on_left[v as usize], true)));
            }
        }
        [left, right]
    }

    /// Finds the length of the shortest alternating path from a free vertex to vertices on the
    /// left. It stops at the level of the first vertex from which the path can be augmented. So
    /// with few free vertices a phase visits only their surroundings.
    fn levels(
        &self,
        graph: &Graph,
        free: &[u32],
        phase: &mut Phase,
        watch: &mut Watch,
    ) -> Result<(), Stopped> {
        phase.reached.extend(free);
        free.iter().for_each(|&v| phase.level[v as usize] = 0);
        let mut last = NONE;
        let mut done = 0;
        while let Some(&vertex) = phase.reached.get(done) {
            watch.check()?;
            done += 1;
            let level = phase.level[vertex as usize];
            if level > last {
                break;
            }
            for &right in graph.neighbours(vertex) {
                if self.right(vertex).contains(&right) {
                    continue;
                }
                for &back in self.left(right) {
                    if back == NONE {
                        last = level;
                    } else if phase.level[back as usize] == NONE {
                        phase.level[back as usize] = level + 1;
                        phase.reached.push(back);
                    }
                }
            }
        }
        Ok(())
    }

    /// Augments along a path from `start` that climbs one level a step, if there is one. `next`
    /// holds the progress at each vertex: twice the place of the neighbour, plus the index of that
    /// neighbour's partner. The function does not recurse, since paths may be long.
    fn augment(&mut self, graph: &Graph, start: u32, phase: &mut Phase) -> bool {
        let Phase { level, next, .. } = phase;
        let mut path = vec![start];
        while let Some(&vertex) = path.last() {
            let v = vertex as usize;
            let place = next[v];
            let Some(&right) = graph.neighbours(vertex).get(place as usize / 2) else {
                level[v] = NONE;
                path.pop();
                continue;
            };
            next[v] += 1;
            if self.right(vertex).contains(&right) {
                continue;
            }
            match self.left(right).get(place as usize % 2) {
                None => {}
                Some(&NONE) => {
                    self.swap(graph, &path, next);
                    return true;
                }
                Some(&back) if level[back as usize] == level[v] + 1 => path.push(back),
                Some(_) => {}
            }
        }
        false
    }

    /// Gives every vertex of the path the neighbour visited last, in exchange for its former
    /// partner.
    fn swap(&mut self, graph: &Graph, path: &[u32], next: &[u32]) {
        let mut old = NONE;
        for &vertex in path {
            let place = next[vertex as usize] as usize - 1;
            let new = graph.neighbours(vertex)[place / 2];
            if let Some(slot) = self.right(vertex).iter().position(|&right| right == old) {
                self.right[vertex as usize][slot] = new;
            }
            self.left[new as usize][place % 2] = vertex;
            old = new;
        }
    }

    /// Returns the neighbours of the set I that alternating paths from these vertices lead to. I
    /// contains the vertices reached on the left that are not reached on the right, so it has no
    /// edges inside.
    pub fn closed(&self, graph: &Graph, from: &[u32]) -> Vec<u32> {
        let [mut alone, _] = self.reached(graph, from);
        let mut is_neighbour = vec![false; graph.len() as usize];
        let neighbours = alone.iter().flat_map(|&v| graph.neighbours(v));
        neighbours.for_each(|&v| is_neighbour[v as usize] = true);
        alone.retain(|&v| !is_neighbour[v as usize]);
        let removed = alone.iter().flat_map(|&v| graph.neighbours(v)).copied();
        removed.sorted_unstable().dedup().collect()
    }

    /// Returns `count` vertices of either order from which few others are reached, for a complete
    /// matching. It searches backwards from one unvisited vertex after the other. The last start is
    /// then reached only from those that it reaches.
    pub fn last_roots(
        &self,
        graph: &Graph,
        count: usize,
        stop: &Stop,
    ) -> Result<Vec<u32>, Stopped> {
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
            roots.extend(found.iter().rev().take(count));
        }
        Ok(roots)
    }
}
