//! Local search: a two-factor is exchanged along alternating trails until it is one cycle.
//!
//! Every state is a two-factor, so what can only be counted (many vertices around few that all of them need) is
//! right throughout, which clauses do not see. Exchanges that make no more cycles are all made, as
//! in searches for satisfying assignments that walk along plateaus. Trails are found in two ways: the shortest
//! one through an edge between two cycles, by breadth, which may be long; and any short one, by depth
//! (Lin and Kernighan, An effective heuristic algorithm for the traveling-salesman problem,
//! Operations Research 21, 1973, without costs). Where nothing helps, two cycles are joined at the price of
//! others, and the edges between them kept until the next time.

use crate::base::random::Rng;
use crate::exchange::{change, exchange};
use crate::part::Work;
use knightsat_tour::factor::TwoFactor;
use knightsat_tour::graph::Graph;

/// Edges that a trail by depth gives up at most, and steps that one search by depth may take.
const DEPTH: usize = 5;
const STEPS: u32 = 1000;
/// Vertices that a search by breadth may look at, and edges that its trail may give up.
const BREADTH: usize = 10_000;
const LONGEST: usize = 15;
/// Exchanges in vain before two cycles are joined at a price, and the price.
const PATIENCE: u64 = 3000;
const PRICE: isize = 3;
/// No vertex.
const NONE: u32 = u32::MAX;

/// The state of a search.
pub(crate) struct Local<'g> {
    graph: &'g Graph,
    /// Neighbours of every vertex that it must keep.
    kept: Vec<Vec<u32>>,
    /// Edges kept for a while.
    locked: Vec<[u32; 2]>,
    factor: TwoFactor,
    /// By which vertex a search by breadth has come to one by an edge taken, and by one given up.
    taken: Vec<u32>,
    given: Vec<u32>,
    touched: Vec<u32>,
}

impl<'g> Local<'g> {
    /// Starts at this two-factor of the graph, whose edges in `forced` it must keep.
    pub fn new(
        graph: &'g Graph,
        factor: TwoFactor,
        forced: impl Iterator<Item = [u32; 2]>,
    ) -> Self {
        let len = graph.len() as usize;
        let mut local = Local {
            graph,
            kept: vec![Vec::new(); len],
            locked: Vec::new(),
            factor,
            taken: vec![NONE; len],
            given: vec![NONE; len],
            touched: Vec::new(),
        };
        forced.for_each(|edge| local.keep(edge));
        local
    }

    /// Searches until one cycle is left, which is given, or so many steps or all the work is done.
    pub fn run(mut self, steps: u64, rng: &mut Rng, work: &mut Work) -> Option<Vec<u32>> {
        let patience = PATIENCE.min(5 * u64::from(self.graph.len()) + 100);
        let mut best = self.factor.clone();
        let (mut fewest, mut idle) = (best.count(), 0);
        for _ in 0..steps {
            if self.factor.count() == 1 {
                return Some(self.factor.walk(0));
            }
            if !work.take(1) {
                return None;
            }
            if self.factor.count() < fewest {
                (fewest, idle) = (self.factor.count(), 0);
            }
            idle += 1;
            if idle > patience {
                idle = 0;
                self.unlock();
                if self.factor.count() <= best.count() {
                    best = self.factor.clone();
                } else {
                    self.factor = best.clone();
                }
                self.join_at_a_price(rng);
                fewest = self.factor.count();
            } else if rng.below(5) < 2 {
                self.join(rng);
            } else {
                self.stroll(rng);
            }
        }
        None
    }

    fn keep(&mut self, [a, b]: [u32; 2]) {
        self.kept[a as usize].push(b);
        self.kept[b as usize].push(a);
    }

    fn unlock(&mut self) {
        for [a, b] in self.locked.drain(..) {
            for (here, there) in [(a, b), (b, a)] {
                let kept = &mut self.kept[here as usize];
                if let Some(place) = kept.iter().position(|&v| v == there) {
                    kept.remove(place);
                }
            }
        }
    }

    fn can_give(&self, a: u32, b: u32) -> bool {
        !self.kept[a as usize].contains(&b)
    }

    fn is_chosen(&self, a: u32, b: u32) -> bool {
        self.factor.links(a).contains(&b)
    }

    /// Some edge that leaves some cycle, from the inside; not the largest, if others are there.
    fn leaving(&self, rng: &mut Rng) -> Option<[u32; 2]> {
        let cycles = self.factor.cycles();
        let is_small = |&&(_, length): &&(u32, u32)| length > 0 && 2 * length <= self.graph.len();
        let small: Vec<u32> = cycles.iter().filter(is_small).map(|c| c.0).collect();
        let start = *small.get(rng.below(small.len().max(1)))?;
        let own = self.factor.cycle_of(start);
        let mut edges = Vec::new();
        for vertex in self.factor.walk(start) {
            let around = self.graph.neighbours(vertex).iter();
            let outside = around.filter(|&&next| self.factor.cycle_of(next) != own);
            edges.extend(outside.map(|&next| [vertex, next]));
        }
        edges.get(rng.below(edges.len().max(1))).copied()
    }

    /// Takes an edge between two cycles along a shortest trail, if that makes no more of them.
    fn join(&mut self, rng: &mut Rng) {
        if let Some(edge) = self.leaving(rng)
            && let Some(trail) = self.shortest(edge, rng)
            && change(&self.factor, &trail) <= 0
        {
            exchange(&mut self.factor, &trail);
        }
    }

    /// The same, even if it makes some more.
    fn join_at_a_price(&mut self, rng: &mut Rng) {
        for _ in 0..200 {
            let Some(edge) = self.leaving(rng) else {
                return;
            };
            let Some(trail) = self.shortest(edge, rng) else {
                continue;
            };
            if change(&self.factor, &trail) > PRICE {
                continue;
            }
            let len = trail.len();
            for nth in (1..len).step_by(2) {
                let [a, b] = [trail[nth], trail[(nth + 1) % len]];
                if self.factor.cycle_of(a) != self.factor.cycle_of(b) {
                    self.locked.push([a, b]);
                    self.keep([a, b]);
                }
            }
            exchange(&mut self.factor, &trail);
            return;
        }
    }

    /// A shortest trail that takes this edge, if it is short enough and uses no edge twice.
    fn shortest(&mut self, [end, start]: [u32; 2], rng: &mut Rng) -> Option<Vec<u32>> {
        for vertex in self.touched.drain(..) {
            self.taken[vertex as usize] = NONE;
            self.given[vertex as usize] = NONE;
        }
        self.taken[start as usize] = end;
        self.touched.push(start);
        let mut queue = vec![start];
        let mut done = 0;
        while let Some(&vertex) = queue.get(done).filter(|_| done < BREADTH) {
            done += 1;
            let mut links = self.factor.links(vertex);
            rng.shuffle(&mut links);
            for next in links {
                let is_new = self.given[next as usize] == NONE;
                if !is_new || !self.can_give(vertex, next) || [vertex, next] == [start, end] {
                    continue;
                }
                self.given[next as usize] = vertex;
                self.touched.push(next);
                if next == end {
                    return self.trail_back(end, start);
                }
                self.spread(next, end, rng, &mut queue);
            }
        }
        None
    }

    /// Goes on by all edges that a vertex could take.
    fn spread(&mut self, vertex: u32, end: u32, rng: &mut Rng, queue: &mut Vec<u32>) {
        let around = self.graph.neighbours(vertex);
        let first = rng.below(around.len());
        for &next in around[first..].iter().chain(&around[..first]) {
            let is_new = self.taken[next as usize] == NONE && next != end;
            if is_new && !self.is_chosen(vertex, next) {
                self.taken[next as usize] = vertex;
                self.touched.push(next);
                queue.push(next);
            }
        }
    }

    fn trail_back(&self, end: u32, start: u32) -> Option<Vec<u32>> {
        let mut trail = Vec::new();
        let mut vertex = end;
        loop {
            let giver = self.given[vertex as usize];
            trail.extend([vertex, giver]);
            if giver == start {
                break;
            }
            vertex = self.taken[giver as usize];
        }
        let len = trail.len();
        let edge = |nth: usize| {
            let [a, b] = [trail[nth], trail[(nth + 1) % len]];
            [a.min(b), a.max(b)]
        };
        let mut edges: Vec<[u32; 2]> = (0..len).map(edge).collect();
        edges.sort_unstable();
        let is_simple = edges.windows(2).all(|pair| pair[0] != pair[1]);
        ((4..=2 * LONGEST).contains(&len) && is_simple).then_some(trail)
    }

    /// Makes some exchange along a short trail from anywhere that makes no more cycles.
    fn stroll(&mut self, rng: &mut Rng) {
        let vertex = rng.below(self.graph.len() as usize) as u32;
        let next = self.factor.links(vertex)[rng.below(2)];
        let (_, length) = self.factor.cycles()[self.factor.cycle_of(vertex) as usize];
        let is_large = 2 * length > self.graph.len();
        if !self.can_give(vertex, next) || is_large && rng.below(4) > 0 {
            return;
        }
        let mut trail = vec![vertex, next];
        let longest = 2 * (2 + rng.below(DEPTH - 1));
        if self.extend(&mut trail, longest, rng, &mut { STEPS }) {
            exchange(&mut self.factor, &trail);
        }
    }

    /// Extends a trail until it can be closed without more cycles; depth-first, no deeper than [`DEPTH`].
    fn extend(&self, trail: &mut Vec<u32>, longest: usize, rng: &mut Rng, steps: &mut u32) -> bool {
        let last = trail[trail.len() - 1];
        let around = self.graph.neighbours(last);
        let first = rng.below(around.len());
        for &next in around[first..].iter().chain(&around[..first]) {
            if *steps == 0 {
                return false;
            }
            if self.is_chosen(last, next) || is_on(trail, last, next) {
                continue;
            }
            if next == trail[0] {
                *steps -= 1;
                if trail.len() >= 4 && change(&self.factor, trail) <= 0 {
                    return true;
                }
                continue;
            }
            if trail.len() >= longest {
                continue;
            }
            let mut links = self.factor.links(next);
            rng.shuffle(&mut links);
            for end in links {
                if !self.can_give(next, end) || is_on(trail, next, end) {
                    continue;
                }
                *steps = steps.saturating_sub(1);
                trail.extend([next, end]);
                if self.extend(trail, longest, rng, steps) {
                    return true;
                }
                trail.truncate(trail.len() - 2);
            }
        }
        false
    }
}

/// Whether the trail uses this edge.
fn is_on(trail: &[u32], a: u32, b: u32) -> bool {
    trail
        .windows(2)
        .any(|edge| edge == [a, b] || edge == [b, a])
}
