//! Vertices behind few others.

use crate::base::random::Rng;
use crate::part::{Part, Work};
use knightsat_tour::graph::Graph;

/// Separators have at most so many vertices.
const MOST: usize = 4;
/// Pairs of vertices that are looked at for the smallest set.
const SAMPLES: usize = 40;
/// No vertex.
const NONE: u32 = u32::MAX;

/// Vertices, and the others next to them.
pub(crate) struct Behind {
    pub inside: Vec<u32>,
    pub separator: Vec<u32>,
}

/// The fewest vertices, of some looked at, but no fewer than these, that are behind a separator which
/// has not failed.
pub(crate) fn find(
    part: &Part,
    fewest: usize,
    failed: &[Vec<u32>],
    rng: &mut Rng,
    work: &mut Work,
) -> Option<Behind> {
    let graph = &part.graph;
    let steps = 1 + u64::from(graph.len()) / 16;
    let mut best: Option<Behind> = None;
    for _ in 0..SAMPLES {
        let [source, sink] = [(); 2].map(|()| rng.below(graph.len() as usize) as u32);
        if source == sink || graph.has_edge(source, sink) || !work.take(steps) {
            continue;
        }
        let Some(behind) = behind(graph, source, sink) else {
            continue;
        };
        let size = behind.inside.len();
        let is_fit = (fewest..=graph.len() as usize / 2).contains(&size)
            && behind.separator.len() >= 2
            && !failed.contains(&behind.separator);
        if is_fit && best.as_ref().is_none_or(|best| size < best.inside.len()) {
            best = Some(behind);
        }
    }
    best
}

/// The vertices on the side of `source` of a smallest separator from `sink`, the one nearest to it; none
/// if that has more than [`MOST`] vertices.
///
/// As many paths as there are without a common vertex, found one after the other (Menger's theorem by
/// augmenting paths; Even and Tarjan, Network flow and testing graph connectivity, SIAM Journal on
/// Computing 4, 1975).
fn behind(graph: &Graph, source: u32, sink: u32) -> Option<Behind> {
    let mut paths = Paths {
        graph,
        source,
        sink,
        next: vec![NONE; graph.len() as usize],
        previous: vec![NONE; graph.len() as usize],
    };
    for _ in 0..=MOST {
        let (from, last) = paths.search();
        if last == NONE {
            let is_reached = |node: u32| from[node as usize] != NONE;
            let (inside, border): (Vec<u32>, Vec<u32>) = (0..graph.len())
                .filter(|&v| is_reached(2 * v) || is_reached(2 * v + 1))
                .partition(|&v| is_reached(2 * v + 1));
            return Some(Behind {
                inside,
                separator: border,
            });
        }
        paths.augment(&from, last);
    }
    None
}

/// Paths from a vertex to another without a common vertex. Every vertex is two nodes, 2v where paths
/// come in and 2v + 1 where they go out.
struct Paths<'g> {
    graph: &'g Graph,
    source: u32,
    sink: u32,
    /// The vertices after and before one on its path.
    next: Vec<u32>,
    previous: Vec<u32>,
}

impl Paths<'_> {
    /// By which node each was reached, and the last one before the sink, if that was.
    fn search(&self) -> (Vec<u32>, u32) {
        let mut from = vec![NONE; 2 * self.graph.len() as usize];
        let start = 2 * self.source + 1;
        from[start as usize] = start;
        let mut queue = vec![start];
        let mut done = 0;
        while let Some(&node) = queue.get(done) {
            done += 1;
            let vertex = node / 2;
            let mut reach = |next: u32| {
                if from[next as usize] == NONE {
                    from[next as usize] = node;
                    queue.push(next);
                }
            };
            if node % 2 == 0 {
                match self.previous[vertex as usize] {
                    NONE => reach(node + 1),
                    previous if previous != self.source => reach(2 * previous + 1),
                    _ => {}
                }
                continue;
            }
            for &next in self.graph.neighbours(vertex) {
                if next == self.source {
                    continue;
                }
                if next == self.sink {
                    return (from, node);
                }
                reach(2 * next);
            }
            if vertex != self.source && self.next[vertex as usize] != NONE {
                reach(2 * vertex);
            }
        }
        (from, NONE)
    }

    /// Adds the path that a search has found; where it goes back along others, these change.
    fn augment(&mut self, from: &[u32], last: u32) {
        let mut added = vec![[last / 2, self.sink]];
        let mut removed = Vec::new();
        let mut node = last;
        while node != 2 * self.source + 1 {
            let before = from[node as usize];
            match (before / 2 == node / 2, before % 2) {
                (true, _) => {}
                (false, 1) => added.push([before / 2, node / 2]),
                (false, _) => removed.push([node / 2, before / 2]),
            }
            node = before;
        }
        for [a, b] in removed {
            if self.next[a as usize] == b {
                self.next[a as usize] = NONE;
            }
            if self.previous[b as usize] == a {
                self.previous[b as usize] = NONE;
            }
        }
        for [a, b] in added {
            if a != self.source {
                self.next[a as usize] = b;
            }
            if b != self.sink {
                self.previous[b as usize] = a;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_family as family;

    /// Whether there is a path from `source` to `sink` without the vertices of `gone`.
    fn is_joined(graph: &Graph, source: u32, sink: u32, gone: &[u32]) -> bool {
        let mut reached = vec![source];
        let mut done = 0;
        while let Some(&vertex) = reached.get(done) {
            done += 1;
            for &next in graph.neighbours(vertex) {
                if !gone.contains(&next) && !reached.contains(&next) {
                    reached.push(next);
                }
            }
        }
        reached.contains(&sink)
    }

    #[test]
    fn separators_separate_and_are_smallest() {
        let mut found = [0; MOST + 1];
        for seed in 0..200 {
            let n = 8 + seed as u32 % 6;
            let graph = family::random_sparse(n, 2 * n as usize, seed);
            let (source, sink) = (0, n - 1);
            if graph.has_edge(source, sink) {
                continue;
            }
            let separates = |set: &[u32]| !is_joined(&graph, source, sink, set);
            let inner: Vec<u32> = (1..n - 1).collect();
            let fewest = (0..1_u32 << inner.len())
                .map(|bits| -> Vec<u32> {
                    let chosen = inner.iter().filter(|&&v| bits >> (v - 1) & 1 == 1);
                    chosen.copied().collect()
                })
                .filter(|set| separates(set))
                .map(|set| set.len())
                .min()
                .unwrap();
            match behind(&graph, source, sink) {
                None => assert!(fewest > MOST),
                Some(behind) => {
                    assert!(separates(&behind.separator), "seed {seed}");
                    assert_eq!(behind.separator.len(), fewest, "seed {seed}");
                    assert!(behind.inside.contains(&source));
                    found[fewest] += 1;
                }
            }
        }
        assert!(found[2..].iter().all(|&count| count > 5), "{found:?}");
    }
}
