//! Joining the cycles of a two-factor.
//!
//! Exchanges of two edges come first. If a–b is on one cycle, c–d is on another, and a–c and b–d
//! are edges of the graph, the exchange merges the two cycles.
//!
//! Neighbourhoods follow. If no exchange joins a cycle to another, all edges within a small set of
//! vertices are chosen anew, and those outside stay.
//!
//! Outside the neighbourhood, the cycles are paths from one of its vertices to another. These paths
//! are edges that a tour of the neighbourhood must take. The small Hamiltonian problem is solved by
//! the formula of the two-factor and cuts alone. Its solution makes one cycle of all that meet the
//! neighbourhood.

use super::Search;
use super::tile::Tile;
use crate::base::random::Rng;
use crate::base::stop::Stop;
use crate::tour::Circuit;
use crate::tour::factor::TwoFactor;
use crate::tour::graph::Graph;
use crate::tour::sets::Sets;
use knightsat_solver::SolverError;
use std::collections::HashSet;

/// Sizes of neighbourhoods, tried one after the other.
const SIZES: [usize; 4] = [40, 80, 160, 320];
/// Bytes of proof for a neighbourhood, at most.
const WORK: u64 = 1 << 17;

/// Merges cycles until no exchange of two edges remains, or `stop` is over. Long edges are only
/// gained beside a local one.
pub(crate) fn patch(circuit: &Circuit, factor: &mut TwoFactor, stop: &Stop) {
    let mut left = factor.cycles().len();
    let lengths = factor.cycles().iter().map(|&(_, length)| length);
    let mut sets = Sets::new(lengths.collect());
    let mut pending: Vec<u32> = (0..circuit.len()).collect();
    let mut watch = stop.watch(1 << 12);
    loop {
        let before = left;
        // An exchange joins two cycles, and at most one is the largest: vertices of the others
        // suffice.
        let largest = sets.largest();
        pending.retain(|&vertex| Some(sets.find(factor.cycle_of(vertex))) != largest);
        for &vertex in &pending {
            if left == 1 || watch.is_over() {
                break;
            }
            left -= patch_at(circuit, factor, &mut sets, vertex);
        }
        if left == before || left == 1 || watch.is_over() {
            break;
        }
    }
    // A factor without labels of its cycles cannot pass for a single cycle.
    let _ = factor.label_all(stop);
}

/// Makes the exchanges with an edge at `a`, and returns their number.
fn patch_at(circuit: &Circuit, factor: &mut TwoFactor, sets: &mut Sets, a: u32) -> usize {
    let mut own = sets.find(factor.cycle_of(a));
    let mut merged = 0;
    for &c in circuit.near(a) {
        let other = sets.find(factor.cycle_of(c));
        if other != own && exchange(circuit, factor, a, c) {
            own = sets.unite(own, other);
            merged += 1;
        }
    }
    merged
}

/// Replaces a–b and c–d by a–c and b–d, if some b and d permit it.
fn exchange(circuit: &Circuit, factor: &mut TwoFactor, a: u32, c: u32) -> bool {
    for b in factor.links(a) {
        for d in factor.links(c) {
            if circuit.has_edge(b, d) && !circuit.is_forced(a, b) && !circuit.is_forced(c, d) {
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
    /// Joins several cycles by exchanges, and then by neighbourhoods.
    pub(super) fn join_several(
        &self,
        factor: &mut TwoFactor,
        rng: &mut Rng,
    ) -> Result<(), SolverError> {
        patch(&self.circuit, factor, &self.options.stop);
        if factor.count() > 1 {
            self.join_around_each(factor, rng)?;
        }
        Ok(())
    }

    /// Joins cycles by neighbourhoods around the smaller ones, as far as possible.
    fn join_around_each(&self, factor: &mut TwoFactor, rng: &mut Rng) -> Result<(), SolverError> {
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
                let around = border(&self.circuit, factor, &vertices, rng);
                let Some(around) = around else { break };
                let near = Neighbourhood::around(&self.circuit, factor, around, size);
                if let Some(neighbourhood) = near {
                    is_joined = neighbourhood.solve(self, factor)?;
                }
            }
            failures += usize::from(!is_joined);
        }
        Ok(())
    }
}

/// Returns any vertex of a cycle with a local edge to another.
fn border(circuit: &Circuit, factor: &TwoFactor, cycle: &[u32], rng: &mut Rng) -> Option<u32> {
    let first = rng.below(cycle.len());
    let mut around = cycle[first..].iter().chain(&cycle[..first]).copied();
    around.find(|&vertex| {
        let own = factor.cycle_of(vertex);
        let leaves = |&c: &u32| factor.cycle_of(c) != own;
        circuit.near(vertex).iter().any(leaves)
    })
}

/// Returns these vertices and those nearest to them, `size` in all.
pub(super) fn nearest(circuit: &Circuit, mut vertices: Vec<u32>, size: usize) -> Vec<u32> {
    let mut seen: HashSet<u32> = vertices.iter().copied().collect();
    let mut done = 0;
    while let Some(&vertex) = vertices.get(done) {
        done += 1;
        for &next in circuit.near(vertex) {
            if vertices.len() < size && seen.insert(next) {
                vertices.push(next);
            }
        }
    }
    vertices
}

/// Some vertices near each other, numbered from 0 by their place in `vertices`.
#[derive(Default)]
struct Neighbourhood {
    vertices: Vec<u32>,
    /// The cycles that meet it.
    parts: Vec<u32>,
    /// Pairs of vertices that a cycle joins outside.
    paths: Vec<[u32; 2]>,
}

impl Neighbourhood {
    /// Returns the `size` vertices nearest to `around`, without cycles that have a single vertex
    /// there. Returns `None` if only one cycle remains.
    fn around(
        circuit: &Circuit,
        factor: &TwoFactor,
        around: u32,
        size: usize,
    ) -> Option<Neighbourhood> {
        let mut vertices = nearest(circuit, vec![around], size);
        let links = |&vertex: &u32| factor.links(vertex).map(|end| [vertex, end]);
        let mut links = vertices.iter().flat_map(links);
        if let Some([_, far]) = links.find(|&link| circuit.is_long(link)) {
            vertices.push(far);
        }
        vertices.sort_unstable_by_key(|&v| (factor.cycle_of(v), factor.place_of(v)));
        let same = |a: &u32, b: &u32| factor.cycle_of(*a) == factor.cycle_of(*b);
        let mut neighbourhood = Neighbourhood::default();
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
            let next = (nth + 1) % count;
            let [from, to] = [nth, next].map(|nth| factor.place_of(part[nth as usize]));
            if (length + to - from) % length != 1 {
                self.paths.push([first + nth, first + next]);
            }
        }
        self.vertices.extend_from_slice(part);
        self.parts.push(number);
    }

    /// Makes one cycle of all that meet the neighbourhood, if limits permit. Returns true if it
    /// did.
    fn solve(&self, search: &Search, factor: &mut TwoFactor) -> Result<bool, SolverError> {
        let links = factor.links_mut();
        let tile = Tile::new(&search.circuit, &self.vertices, links, u8::MAX).unguided();
        let is_joined = tile.settle(search, WORK, links, |mut edges| {
            edges.extend(&self.paths);
            let graph = Graph::from_pairs(self.vertices.len() as u32, &edges);
            Some(graph.components())
                .filter(|parts| parts.len() > 1)
                .unwrap_or_default()
        })?;
        if is_joined {
            let _ = factor.joined(&self.parts, &search.options.stop);
        }
        Ok(is_joined)
    }
}
