//! Graphs drawn at random.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use knightsat_tour::graph::Graph;
use std::collections::BTreeSet;

/// Random words of a seed, as numbers below a bound and as orders.
pub(super) struct Random(ChaCha8Rng);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `bound`, which is positive.
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.0.next_u64()) * u128::from(bound)) >> 64) as u32
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// A ring 0, 1, …, n−1 and a random perfect matching: cubic, with that ring as one Hamiltonian
/// cycle. [`relabelled`] hides it.
///
/// # Panics
/// If n is odd or less than 4.
pub fn planted_cubic(n: u32, seed: u64) -> Graph {
    assert!(
        n >= 4 && n.is_multiple_of(2),
        "no cubic graph on {n} vertices"
    );
    let ring: Vec<[u32; 2]> = (0..n).map(|v| [v, (v + 1) % n]).collect();
    drawn(n, &(0..n).collect::<Vec<_>>(), &ring, seed)
}

/// A random cubic graph: the pairing model, faults mended by exchanges. Almost all have a
/// Hamiltonian cycle (Robinson and Wormald, Almost all cubic graphs are Hamiltonian, Random
/// Structures and Algorithms 3, 1992).
///
/// # Panics
/// If n is odd or less than 4.
pub fn random_cubic(n: u32, seed: u64) -> Graph {
    assert!(
        n >= 4 && n.is_multiple_of(2),
        "no cubic graph on {n} vertices"
    );
    let points: Vec<u32> = (0..3 * n).map(|point| point / 3).collect();
    drawn(n, &points, &[], seed)
}

/// The edges given and a random pairing of `points`, without loops and parallel edges: a pair that
/// would be one exchanges its partner with that of another pair.
fn drawn(n: u32, points: &[u32], given: &[[u32; 2]], seed: u64) -> Graph {
    let mut random = Random::new(seed);
    let mut points = points.to_vec();
    loop {
        random.shuffle(&mut points);
        for _ in 0..64 {
            let mut seen: BTreeSet<[u32; 2]> = given.iter().copied().map(sorted).collect();
            let pairs = points
                .chunks_exact(2)
                .map(|pair| sorted([pair[0], pair[1]]));
            let is_fault = |pair: [u32; 2]| pair[0] == pair[1] || !seen.insert(pair);
            let faults: Vec<bool> = pairs.map(is_fault).collect();
            let faults: Vec<usize> = (0..faults.len()).filter(|&nth| faults[nth]).collect();
            if faults.is_empty() {
                return Graph::from_edges(n, &seen.into_iter().collect::<Vec<_>>());
            }
            for nth in faults {
                let other = random.below(points.len() as u32);
                points.swap(2 * nth, other as usize);
            }
        }
    }
}

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// A graph on `n` vertices with `edges` random edges, or all there are if that is less.
pub fn random_sparse(n: u32, edges: usize, seed: u64) -> Graph {
    let mut random = Random::new(seed);
    let mut pairs: Vec<[u32; 2]> = (0..n).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
    random.shuffle(&mut pairs);
    pairs.truncate(edges);
    Graph::from_edges(n, &pairs)
}

/// A grid of so many ranks and files with `holes` squares taken out at random, as many of each
/// colour (of one more of the second, if odd), joined along ranks and files. Squares
/// that keep one neighbour or none stay: such a grid has no cycle.
pub fn holed_grid(ranks: u32, files: u32, holes: u32, seed: u64) -> Graph {
    let mut random = Random::new(seed);
    let mut squares: Vec<u32> = (0..ranks * files).collect();
    random.shuffle(&mut squares);
    let colour = |square: u32| (square / files + square % files) % 2;
    let mut is_hole = vec![false; squares.len()];
    for (wanted, count) in [(0, holes / 2), (1, holes - holes / 2)] {
        let same = squares.iter().filter(|&&square| colour(square) == wanted);
        same.take(count as usize)
            .for_each(|&square| is_hole[square as usize] = true);
    }
    let mut number = vec![None; squares.len()];
    let left = (0..ranks * files).filter(|&square| !is_hole[square as usize]);
    let mut count = 0;
    for square in left {
        number[square as usize] = Some(count);
        count += 1;
    }
    let mut edges = Vec::new();
    for square in 0..ranks * files {
        let right = (square % files + 1 < files).then_some(square + 1);
        let up = (square / files + 1 < ranks).then_some(square + files);
        for next in [right, up].into_iter().flatten() {
            if let (Some(a), Some(b)) = (number[square as usize], number[next as usize]) {
                edges.push([a, b]);
            }
        }
    }
    Graph::from_edges(count, &edges)
}

/// The same graph with its vertices numbered anew, at random.
pub fn relabelled(graph: &Graph, seed: u64) -> Graph {
    let mut new: Vec<u32> = (0..graph.len()).collect();
    Random::new(seed).shuffle(&mut new);
    let edges = graph.edges().map(|ends| ends.map(|v| new[v as usize]));
    let mut edges: Vec<[u32; 2]> = edges.collect();
    edges.sort_unstable();
    Graph::from_edges(graph.len(), &edges)
}
