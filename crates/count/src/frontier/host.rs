//! The graph of a circuit, laid out for counting.
//!
//! It differs from the circuit in two ways. A path that is part of every cycle is replaced by its
//! ends. If a cycle takes a long edge to either colour, those to each colour have an end of their
//! own, which avoids many states.

use super::class::{Degrees, mix};
use knightsat_tour::Circuit;
use knightsat_tour::graph::Graph;
use std::collections::HashMap;

/// A graph whose Hamiltonian cycles are counted.
#[derive(Clone, Debug)]
pub(super) struct Host {
    /// The graph of the local edges, which join squares.
    pub graph: Graph,
    /// The number of squares. Later vertices are of no square: only long edges lead there.
    pub squares: u32,
    /// The neighbours of every vertex. Vertices of no square are not joined to each other.
    pub neighbours: Vec<Vec<u32>>,
    /// The ends of a path that is part of every cycle. Its inside does not matter.
    pub given: Option<[u32; 2]>,
    /// Edges of every cycle besides that path: the smaller end first, in order.
    pub required: Vec<[u32; 2]>,
    /// The number of tours for each cycle.
    pub tours: u32,
    /// The weights in a sum.
    pub weights: EdgeWeights,
}

/// The weights of edges, the smaller end first; others weigh 0.
pub(super) type EdgeWeights = HashMap<[u32; 2], u32>;

impl Host {
    /// Returns the host of a circuit that is not trivial; `None` if there is surely no cycle.
    pub fn new(circuit: &Circuit) -> Option<Host> {
        let (local, long) = (circuit.local(), circuit.long());
        let squares = local.len();
        let forced = circuit.forced().iter().copied();
        let (given, required): (Vec<_>, Vec<_>) = forced.partition(|&edge| circuit.is_long(edge));
        let has_all = required.iter().all(|&[a, b]| local.has_edge(a, b));
        let neighbours = (0..squares).map(|v| local.neighbours(v).to_vec());
        let mut host = Host {
            graph: local.clone(),
            squares,
            neighbours: neighbours.collect(),
            given: None,
            required,
            tours: circuit.tours(),
            weights: EdgeWeights::new(),
        };
        let mut ends: Vec<u32> = long.iter().map(|&[end, _]| end).collect();
        if !has_all || ends.len() == 1 || circuit.len() < 3 {
            return None;
        }
        if let [one, other] = ends[..] {
            host.given = Some([one, other]);
        } else if let [[fixed, _], ..] = given[..] {
            ends.retain(|&end| end != fixed);
            host.given = Some([fixed, host.join(ends)]);
        } else if let Some((_, colour)) = circuit.balanced() {
            let (odd, even) = ends.iter().partition(|&&end| colour[end as usize]);
            host.given = Some([even, odd].map(|ends: Vec<u32>| host.join(ends)));
        } else if !ends.is_empty() {
            host.join(ends);
        }
        Some(host)
    }

    /// Returns true if two vertices are joined. It searches the shorter list of neighbours.
    pub fn are_joined(&self, a: u32, b: u32) -> bool {
        let [at_a, at_b] = [a, b].map(|v| &self.neighbours[v as usize]);
        if at_a.len() < at_b.len() {
            at_a.contains(&b)
        } else {
            at_b.contains(&a)
        }
    }

    /// Returns true if every cycle takes the edge between two vertices, apart from the given path.
    pub fn requires(&self, a: u32, b: u32) -> bool {
        self.required.binary_search(&[a.min(b), a.max(b)]).is_ok()
    }

    /// Returns the weight of the edge between two vertices.
    pub fn weight(&self, a: u32, b: u32) -> u32 {
        let weight = self.weights.get(&[a.min(b), a.max(b)]);
        weight.copied().unwrap_or(0)
    }

    /// Returns a checksum of the host and of orders of its vertices, the same on every machine.
    pub fn checksum(&self, orders: &[Vec<u32>]) -> u64 {
        let given: Vec<u32> = self.given.into_iter().flatten().collect();
        let required: Vec<u32> = self.required.iter().flatten().copied().collect();
        let lists = self
            .neighbours
            .iter()
            .chain(orders)
            .chain([&given, &required]);
        let numbers = lists.flat_map(|list| [&[list.len() as u32][..], list].concat());
        numbers.fold(0, |sum, number| {
            mix(Degrees::from(sum) << 64 | Degrees::from(number))
        })
    }

    /// Adds a vertex joined to these, and returns it.
    fn join(&mut self, ends: Vec<u32>) -> u32 {
        let vertex = self.neighbours.len() as u32;
        for &end in &ends {
            self.neighbours[end as usize].push(vertex);
        }
        self.neighbours.push(ends);
        vertex
    }
}
