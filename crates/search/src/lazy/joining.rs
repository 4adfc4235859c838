//! Joining the cycles of a two-factor.
//!
//! First by exchanges of two edges: where a–b is on one cycle, c–d on another, and a–c and b–d are edges of
//! the graph, taking those instead makes one cycle of the two.
//!
//! Then by neighbourhoods: where no exchange joins a cycle to another, all edges within a small set of
//! vertices are chosen anew, and those outside stay.
//!
//! What the cycles do outside the neighbourhood are paths from one of its vertices to another, so they are
//! edges that a tour of the neighbourhood must take; what is left is a small Hamiltonian problem, solved
//! by the formula of the two-factor and cuts alone. Its solution makes one cycle of all that meet
//! the neighbourhood.

use super::Search;
use super::formula::Edges;
use knightsat_base::random::Rng;
use knightsat_base::stop::Stop;
use knightsat_cnf::{Answer, Model};
use knightsat_solver::varisat::VarisatError;
use knightsat_tour::AugmentedGraph;
use knightsat_tour::factor::TwoFactor;
use knightsat_tour::graph::Graph;
use knightsat_tour::sets::Sets;
use std::collections::{HashMap, VecDeque};

/// Sizes of neighbourhoods, tried one after the other.
const SIZES: [usize; 4] = [40, 80, 160, 320];
/// Bytes of proof that a neighbourhood is worth.
const WORK: u64 = 1 << 17;
/// Times that a neighbourhood is cut before it is given up.
const ROUNDS: usize = 60;

/// Merges cycles until no exchange of two edges is left, or it is over. Edges of the apex
/// are seen from their other ends.
pub(super) fn patch(augmented: &AugmentedGraph, factor: &mut TwoFactor, stop: &Stop) {
    let mut left = factor.cycles().len();
    let lengths = factor.cycles().iter().map(|&(_, length)| length);
    let mut sets = Sets::new(lengths.collect());
    let mut pending: Vec<u32> = (0..augmented.graph().len()).collect();
    let mut watch = stop.watch(1 << 12);
    loop {
        let before = left;
        // An exchange joins two cycles, one of which is not the largest: its vertices suffice.
        let largest = sets.largest();
        pending.retain(|&vertex| Some(sets.find(factor.cycle_of(vertex))) != largest);
        for &vertex in &pending {
            if left == 1 || watch.is_over() {
                break;
            }
            left -= patch_at(augmented, factor, &mut sets, vertex);
        }
        if left == before || left == 1 || watch.is_over() {
            break;
        }
    }
    // Without its cycles nobody takes it for one of them.
    let _ = factor.label_all(stop);
}

/// Exchanges with an edge at `a`, and how many.
fn patch_at(augmented: &AugmentedGraph, factor: &mut TwoFactor, sets: &mut Sets, a: u32) -> usize {
    let mut own = sets.find(factor.cycle_of(a));
    let mut merged = 0;
    for &c in augmented.graph().neighbours(a) {
        let other = sets.find(factor.cycle_of(c));
        if other != own && exchange(augmented, factor, a, c) {
            own = sets.unite(own, other);
            merged += 1;
        }
    }
    merged
}

/// Takes a–c and b–d for a–b and c–d, if some b and d allow it.
fn exchange(augmented: &AugmentedGraph, factor: &mut TwoFactor, a: u32, c: u32) -> bool {
    for b in factor.links(a) {
        for d in factor.links(c) {
            if augmented.has_edge(b, d) && !augmented.is_forced(a, b) && !augmented.is_forced(c, d)
            {
                factor.relink(a, b, c);
                factor.relink(c, d, a);
                factor.relink(b, a, d);
                factor.relink(d, c, b);
                return true;
            }
        }
    }
    false
}

impl Search<'_> {
    /// Joins cycles by neighbourhoods, and reports how many are left.
    pub(super) fn join_neighbourhoods(
        &mut self,
        factor: &mut TwoFactor,
    ) -> Result<(), VarisatError> {
        if factor.count() > 1 {
            self.join_around_each(factor)?;
        }
        self.progress.joined = factor.count() as u32;
        self.report();
        Ok(())
    }

    /// Joins cycles by neighbourhoods around the smaller ones, as far as that goes.
    fn join_around_each(&mut self, factor: &mut TwoFactor) -> Result<(), VarisatError> {
        let mut numbers: Vec<u32> = (0..factor.cycles().len() as u32).collect();
        numbers.sort_by_key(|&number| factor.cycles()[number as usize].1);
        numbers.pop();
        let mut failures = 0;
        for number in numbers {
            let (start, length) = factor.cycles()[number as usize];
            if length == 0 {
                continue;
            }
            if failures == 4 || self.is_late() {
                break;
            }
            let vertices = factor.walk(start);
            let mut is_joined = false;
            for size in SIZES {
                // A neighbourhood of most of the graph is no easier than the graph.
                if 2 * size > factor.len() as usize || is_joined {
                    break;
                }
                let around = border(&self.augmented, factor, &vertices, &mut self.rng);
                let Some(around) = around else { break };
                let near = Neighbourhood::around(&self.augmented, factor, around, size);
                if let Some(neighbourhood) = near {
                    is_joined = neighbourhood.solve(self, factor)?;
                }
            }
            failures += usize::from(!is_joined);
        }
        Ok(())
    }
}

/// A vertex of a cycle with a neighbour on another, any of them.
fn border(
    augmented: &AugmentedGraph,
    factor: &TwoFactor,
    cycle: &[u32],
    rng: &mut Rng,
) -> Option<u32> {
    let first = rng.below(cycle.len());
    let mut around = cycle[first..].iter().chain(&cycle[..first]).copied();
    around.find(|&vertex| {
        let own = factor.cycle_of(vertex);
        let leaves = |&c: &u32| factor.cycle_of(c) != own;
        Some(vertex) != augmented.apex() && augmented.graph().neighbours(vertex).iter().any(leaves)
    })
}

/// Some vertices, numbered from 0 by their place in `vertices`.
struct Neighbourhood {
    vertices: Vec<u32>,
    index: HashMap<u32, u32>,
    /// The cycles that meet it.
    parts: Vec<u32>,
    /// Pairs of vertices between which a cycle goes outside.
    paths: Vec<[u32; 2]>,
}

impl Neighbourhood {
    /// The `size` vertices nearest to `around`, without those that a cycle meets the neighbourhood in
    /// alone; nothing if only one cycle is left.
    fn around(
        augmented: &AugmentedGraph,
        factor: &TwoFactor,
        around: u32,
        size: usize,
    ) -> Option<Neighbourhood> {
        let mut seen = HashMap::from([(around, 0)]);
        let mut queue = VecDeque::from([around]);
        let mut vertices = Vec::new();
        while let Some(vertex) = queue.pop_front() {
            vertices.push(vertex);
            for &next in augmented.graph().neighbours(vertex) {
                if seen.len() < size && seen.insert(next, 0).is_none() {
                    queue.push_back(next);
                }
            }
        }
        if let Some(apex) = augmented.apex() {
            let [a, b] = factor.links(apex);
            if seen.contains_key(&a) || seen.contains_key(&b) {
                vertices.push(apex);
            }
        }
        vertices.sort_unstable_by_key(|&v| (factor.cycle_of(v), factor.place_of(v)));
        let same = |a: &u32, b: &u32| factor.cycle_of(*a) == factor.cycle_of(*b);
        let mut neighbourhood = Neighbourhood {
            vertices: Vec::new(),
            index: HashMap::new(),
            parts: Vec::new(),
            paths: Vec::new(),
        };
        for part in vertices.chunk_by(same).filter(|part| part.len() > 1) {
            neighbourhood.add(factor, part);
        }
        (neighbourhood.parts.len() > 1).then_some(neighbourhood)
    }

    /// Adds the vertices of one cycle, in its order.
    fn add(&mut self, factor: &TwoFactor, part: &[u32]) {
        let number = factor.cycle_of(part[0]);
        let length = factor.cycles()[number as usize].1;
        let first = self.vertices.len() as u32;
        let count = part.len() as u32;
        for nth in 0..count {
            let (from, to) = (part[nth as usize], part[((nth + 1) % count) as usize]);
            let steps = (length + factor.place_of(to) - factor.place_of(from)) % length;
            if steps != 1 {
                self.paths.push([first + nth, first + (nth + 1) % count]);
            }
            self.index.insert(from, first + nth);
        }
        self.vertices.extend_from_slice(part);
        self.parts.push(number);
    }

    /// Makes one cycle of all that meet the neighbourhood, if that can be done within limits.
    fn solve(&self, search: &Search, factor: &mut TwoFactor) -> Result<bool, VarisatError> {
        let mut need = vec![2; self.vertices.len()];
        for &end in self.paths.as_flattened() {
            need[end as usize] -= 1;
        }
        let edges = self.edges(&search.augmented, &need);
        let mut solver = search.solver(WORK);
        edges.encode(|vertex| Some(need[vertex as usize]), &mut solver);
        edges.force(&search.augmented, &self.vertices, &mut solver);
        for _ in 0..ROUNDS {
            let Answer::Satisfiable(model) = solver.solve()? else {
                return Ok(false);
            };
            let parts = self.parts(&edges, &model);
            if let [_] = parts[..] {
                self.apply(factor, &edges, &model, &search.options.stop);
                return Ok(true);
            }
            for part in &parts {
                let is_inside = |vertex| part.contains(&vertex);
                edges.cut(part, is_inside, &mut solver);
            }
        }
        Ok(false)
    }

    /// The edges of the graph within the neighbourhood, between vertices that need any.
    fn edges(&self, augmented: &AugmentedGraph, need: &[usize]) -> Edges {
        let mut edges = Vec::new();
        let mut add = |a: u32, b: u32| {
            if a < b && need[a as usize] > 0 && need[b as usize] > 0 {
                edges.push([a, b]);
            }
        };
        for (nth, &vertex) in (0..).zip(&self.vertices) {
            if Some(vertex) == augmented.apex() {
                for (other, &end) in (0..).zip(&self.vertices) {
                    if end != vertex && augmented.touches_apex(end) {
                        add(nth.min(other), nth.max(other));
                    }
                }
                continue;
            }
            for neighbour in augmented.graph().neighbours(vertex) {
                if let Some(&other) = self.index.get(neighbour) {
                    add(nth, other);
                }
            }
        }
        Edges::new(self.vertices.len() as u32, edges)
    }

    /// The connected components of the paths outside and the edges chosen.
    fn parts(&self, edges: &Edges, model: &Model) -> Vec<Vec<u32>> {
        let joined = edges.chosen(model).chain(self.paths.iter().copied());
        let joined: Vec<[u32; 2]> = joined.collect();
        Graph::from_pairs(self.vertices.len() as u32, &joined).components()
    }

    /// Takes the edges chosen.
    fn apply(&self, factor: &mut TwoFactor, edges: &Edges, model: &Model, stop: &Stop) {
        let outside = |&vertex: &u32| !self.index.contains_key(&vertex);
        let mut links: Vec<Vec<u32>> = Vec::new();
        for &vertex in &self.vertices {
            links.push(factor.links(vertex).into_iter().filter(outside).collect());
        }
        for [a, b] in edges.chosen(model) {
            links[a as usize].push(self.vertices[b as usize]);
            links[b as usize].push(self.vertices[a as usize]);
        }
        for (&vertex, links) in self.vertices.iter().zip(links) {
            debug_assert_eq!(links.len(), 2);
            factor.set_links(vertex, [links[0], links[1]]);
        }
        let _ = factor.joined(&self.parts, stop);
    }
}
