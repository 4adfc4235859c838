//! Graphs that few vertices hold together, taken apart.
//!
//! Where some vertices are behind a separator of two to four others, a tour that comes in and goes out once
//! passes all of them between two vertices of the separator. For every two such a path is looked for, the inside
//! becomes one vertex, and a tour of what is left is looked for in the same way, with the path put
//! back in the end. Behind separators the parts are small and local search ([`Local`]) finds its way.
//!
//! A tour may come in twice, and a path may be missed, so this finds tours only, all of them verified by the caller,
//! and never shows that there is none. Which separators are met is up to chance: where it fails others may do.

use crate::Known;
use crate::base::random::Rng;
use crate::base::stop::Stop;
use crate::contraction::Contraction;
use crate::local::Local;
use crate::part::{Part, Work};
use crate::separator;
use knightsat_tour::AugmentedGraph;

/// Smaller parts are not taken apart.
const SMALLEST: u32 = 40;
/// How many vertices are worth a separator, in one call after the other.
const FEWEST: [usize; 4] = [12, 60, 24, 120];
/// A vertex with more neighbours may hold parts together.
const HUB: usize = 16;
/// Separators that are tried in a part, one after the other.
const TRIES: usize = 3;
/// Larger graphs are left to the solver: vertices, edges.
const LARGEST: (u32, usize) = (20_000, 200_000);

/// Takes a graph apart, in another way with every call.
///
/// ```
/// use knightsat_hamilton::base::random::Rng;
/// use knightsat_hamilton::base::stop::Stop;
/// use knightsat_hamilton::Apart;
/// use knightsat_tour::{AugmentedGraph, Kind, place::Place};
///
/// // No few squares hold a board together, so that is left to others.
/// let problem = "8x8".parse::<Place>()?.problem(Kind::Closed, None, None)?;
/// let board = AugmentedGraph::new(&problem);
/// let stop = Stop::default();
/// assert_eq!(Apart::default().first(&board, &mut Rng::new(0, 0), &stop), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Apart {
    calls: usize,
}

impl Apart {
    /// Looks for a Hamiltonian cycle before anything else, some times, if the graph has a vertex that may hold
    /// parts together; boards have none.
    pub fn first(
        &mut self,
        augmented: &AugmentedGraph,
        rng: &mut Rng,
        stop: &Stop,
    ) -> Option<Vec<u32>> {
        let graph = augmented.graph();
        let has_hub = (0..graph.len()).any(|vertex| graph.degree(vertex) > HUB);
        (0..2).find_map(|_| has_hub.then(|| self.cycle(augmented, 1, rng, stop))?)
    }

    /// Looks for a Hamiltonian cycle with so much effort.
    pub fn cycle(
        &mut self,
        augmented: &AugmentedGraph,
        effort: u64,
        rng: &mut Rng,
        stop: &Stop,
    ) -> Option<Vec<u32>> {
        let len = augmented.len();
        let fewest = FEWEST[self.calls % FEWEST.len()];
        self.calls += 1;
        if len > LARGEST.0 || augmented.graph().edges().count() > LARGEST.1 {
            return None;
        }
        let known = |[a, b]: [u32; 2]| ([a, b], augmented.is_forced(a, b));
        let edges: Vec<Known> = augmented.edges().into_iter().map(known).collect();
        let mut work = Work {
            left: effort * (250 * u64::from(len) + 20_000),
            stop,
        };
        let part = Part::new(len, edges, rng, &work)?;
        // Local search alone is no help.
        separator::find(&part, fewest, &[], rng, &mut work)?;
        solve(part, fewest, true, rng, &mut work)
    }
}

/// A part, and what it has become.
struct Frame {
    part: Part,
    /// Separators that did not lead to a tour.
    failed: Vec<Vec<u32>>,
    /// How the next frame's part came of this one.
    contraction: Option<Contraction>,
}

/// A tour of a part. Parts behind separators are at most half as large, so this is not called within
/// itself more often than halves can be taken.
fn solve(
    part: Part,
    fewest: usize,
    is_whole: bool,
    rng: &mut Rng,
    work: &mut Work,
) -> Option<Vec<u32>> {
    let mut frames = vec![Frame::new(part)];
    while let Some(frame) = frames.last_mut() {
        if let Some(outer) = frame.contract(fewest, rng, work) {
            frames.push(Frame::new(outer));
            continue;
        }
        let mut cycle = None;
        if is_whole || frame.failed.is_empty() {
            cycle = local(&frame.part, rng, work);
        }
        frames.pop();
        // Back to the first part, or to one where another separator is to be tried.
        while let Some(frame) = frames.last_mut() {
            let contraction = frame.contraction.take()?;
            cycle = cycle.and_then(|cycle| contraction.expand(cycle));
            if cycle.is_none() {
                frame.failed.push(contraction.separator());
                break;
            }
            frames.pop();
        }
        if cycle.is_some() || work.left == 0 {
            return cycle;
        }
    }
    None
}

/// A Hamiltonian cycle of a part, if local search finds one soon.
fn local(part: &Part, rng: &mut Rng, work: &mut Work) -> Option<Vec<u32>> {
    let forced = part.edges.iter().filter(|(_, is_forced)| *is_forced);
    let forced = forced.map(|&(ends, _)| ends);
    let steps = 20 * u64::from(part.graph.len()) + 1000;
    Local::new(&part.graph, part.factor.clone(), forced).run(steps, rng, work)
}

impl Frame {
    fn new(part: Part) -> Frame {
        let (failed, contraction) = (Vec::new(), None);
        Frame {
            part,
            failed,
            contraction,
        }
    }

    /// What is left if vertices behind a separator become one, if there are any.
    fn contract(&mut self, fewest: usize, rng: &mut Rng, work: &mut Work) -> Option<Part> {
        let mut inner =
            |part: Part, rng: &mut Rng, work: &mut Work| solve(part, fewest, false, rng, work);
        while self.part.graph.len() >= SMALLEST && self.failed.len() < TRIES {
            let behind = separator::find(&self.part, fewest, &self.failed, rng, work)?;
            let contraction = Contraction::new(&self.part, behind, rng, work, &mut inner);
            if !contraction.is_vain()
                && let Some(outer) = contraction.outer(&self.part, rng, work)
            {
                self.contraction = Some(contraction);
                return Some(outer);
            }
            self.failed.push(contraction.separator());
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paths of `len` vertices with chords, joined end to end in a ring, and a hub for each, joined to all of its
    /// vertices and to the next hub.
    fn beads(count: u32, len: u32, rng: &mut Rng) -> (u32, Vec<Known>) {
        let mut edges = Vec::new();
        let vertices = count * (len + 1);
        let mut last = None;
        let mut begin = 0;
        for bead in 0..count {
            let first = bead * (len + 1);
            let hub = first + len;
            let mut order: Vec<u32> = (first..hub).collect();
            rng.shuffle(&mut order);
            edges.extend(order.windows(2).map(|edge| [edge[0], edge[1]]));
            edges.extend((0..len / 3).map(|_| [(); 2].map(|()| order[rng.below(order.len())])));
            edges.extend(order.iter().map(|&vertex| [vertex, hub]));
            edges.push([hub, (hub + len + 1) % vertices]);
            match last.replace(order[order.len() - 1]) {
                Some(last) => edges.push([last, order[0]]),
                None => begin = order[0],
            }
        }
        edges.extend(last.map(|last| [last, begin]));
        let sorted = edges.into_iter().map(|[a, b]| [a.min(b), a.max(b)]);
        let mut edges: Vec<[u32; 2]> = sorted.filter(|[a, b]| a != b).collect();
        edges.sort_unstable();
        edges.dedup();
        let unforced = edges.into_iter().map(|edge| (edge, false));
        (vertices, unforced.collect())
    }

    #[test]
    fn beads_are_toured_one_by_one() {
        let mut toured = 0;
        for seed in 0..20 {
            let mut rng = Rng::new(seed, 0);
            let (len, edges) = beads(6, 30, &mut rng);
            let stop = Stop::default();
            let mut work = Work {
                left: 200_000,
                stop: &stop,
            };
            let Some(part) = Part::new(len, edges.clone(), &mut rng, &work) else {
                continue;
            };
            let Some(mut cycle) = solve(part, 12, true, &mut rng, &mut work) else {
                continue;
            };
            toured += 1;
            for nth in 0..cycle.len() {
                let [a, b] = [cycle[nth], cycle[(nth + 1) % cycle.len()]];
                assert!(
                    edges.contains(&([a.min(b), a.max(b)], false)),
                    "{seed}: {a} {b}"
                );
            }
            cycle.sort_unstable();
            assert!(cycle.into_iter().eq(0..len), "{seed}");
        }
        assert!(toured >= 10, "{toured}");
    }
}
