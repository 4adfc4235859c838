//! Largest matchings in the bipartite double cover of a graph: every vertex once on the left and
//! once on the right, and of every edge, each end on the left joined to the other on the right.

use crate::graph::{Graph, NONE};
use knightsat_base::stop::{Stop, Stopped, Watch};
use std::mem::replace;

/// Pairs of neighbours, one on the left and one on the right, no pair twice; every vertex in up to
/// as many as it needs, on either side.
pub(super) struct Matching {
    /// How many partners each vertex needs, on either side: one or two.
    need: Vec<u8>,
    /// Of every vertex on the left its partners on the right, and the other way round.
    right: Vec<[u32; 2]>,
    left: Vec<[u32; 2]>,
}

/// What a phase of the search knows.
struct Phase {
    /// Length of the shortest alternating path to each vertex on the left.
    level: Vec<u32>,
    /// Where each vertex's neighbours have been looked at up to.
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
    /// A largest one, by shortest augmenting paths (Hopcroft and Karp, An n^5/2 algorithm for maximum
    /// matchings in bipartite graphs, SIAM Journal on Computing 2, 1973; with two partners the same
    /// as Dinic's flow with unit capacities).
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

    /// The partners of a vertex on the left, [`NONE`] where one is missing.
    pub fn right(&self, vertex: u32) -> &[u32] {
        &self.right[vertex as usize][..self.need[vertex as usize].into()]
    }

    /// The partners of a vertex on the right, [`NONE`] where one is missing.
    pub fn left(&self, vertex: u32) -> &[u32] {
        &self.left[vertex as usize][..self.need[vertex as usize].into()]
    }

    /// How many partners a vertex on the left lacks.
    pub fn lack(&self, vertex: u32) -> u32 {
        let right = self.right(vertex).iter();
        right.map(|&right| u32::from(right == NONE)).sum()
    }

    /// The vertices on the left that lack a partner.
    pub fn free(&self) -> impl Iterator<Item = u32> {
        (0..self.right.len() as u32).filter(|&vertex| self.lack(vertex) > 0)
    }

    /// The vertices that alternating paths from these lead to, on the left and on the right.
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
                let partners = self.left(next).iter().copied();
                left.extend(
                    partners.filter(|&v| v != NONE && !replace(&mut on_left[v as usize], true)),
                );
            }
        }
        [left, right]
    }

    /// Finds the length of the shortest alternating path from a free vertex to vertices on the left,
    /// up to the first of those from which the path can be augmented: where few vertices are free, a
    /// phase looks at what is near them and no further.
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

    /// Augments along a path from `start` that climbs one level a step, if there is one; `next` is
    /// where each vertex's neighbours have been looked at up to, twice the place of the neighbour
    /// and which of that one's partners. No recursion: paths may be long.
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

    /// Every vertex of the path takes the neighbour looked at last, in the place of the one whose
    /// partner it was.
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
}
