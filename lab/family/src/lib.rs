//! Families of sparse graphs for tests and measurements. Some have a verdict by a theorem, some a
//! planted cycle, and some hard gadgets.
//!
//! A family with a seed gives one graph on every machine and in every version. The random words are
//! those of ChaCha with 8 rounds, keyed with the seed.

mod gadgets;

pub use gadgets::{GADGET, gadget_rings};
pub use knightsat_tour::base;

use crate::base::random::{below, shuffle};
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use knightsat_tour::board::Board;
use knightsat_tour::graph::Graph;
use knightsat_tour::outline::Square;
use std::collections::BTreeSet;

/// Returns the complete graph on four vertices, the smallest cubic one.
pub fn tetrahedron() -> Graph {
    Graph::from_edges(4, &[[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]])
}

/// Returns the generalised Petersen graph GP(n, k): an outer ring 0…n−1, spokes to n…2n−1, and
/// inner edges between vertices k apart.
///
/// It has a Hamiltonian cycle unless it is isomorphic to GP(n, 2) with n ≡ 5 modulo 6. Source:
/// Alspach, The classification of Hamiltonian generalized Petersen graphs, Journal of Combinatorial
/// Theory B 34, 1983. GP(n, k) and GP(n, l) are isomorphic if l ≡ ±k or kl ≡ ±1 modulo n (Watkins
/// 1969). So k = 2 and k = (n − 1)/2 are the exceptions.
///
/// # Panics
/// Unless n ≥ 3 and 1 ≤ k < n/2.
pub fn petersen(n: u32, k: u32) -> Graph {
    assert!(n >= 3 && k >= 1 && 2 * k < n, "no GP({n}, {k})");
    let at = |i| [[i, (i + 1) % n], [i, n + i], [n + i, n + (i + k) % n]];
    Graph::from_edges(2 * n, &(0..n).flat_map(at).collect::<Vec<_>>())
}

/// Returns the flower snark J(n): n stars whose leaves form a ring of n and one of 2n. Source:
/// Isaacs, Infinite families of nontrivial trivalent graphs which are not Tait colorable, American
/// Mathematical Monthly 82, 1975.
///
/// For odd n it has no Hamiltonian cycle, since its edges have no 3-colouring. For odd n ≥ 5 it has
/// one after the removal of any single vertex.
///
/// # Panics
/// If n < 3.
pub fn flower_snark(n: u32) -> Graph {
    assert!(n >= 3, "no flower snark of {n} stars");
    let star = |i: u32| {
        let (here, next) = (4 * i, 4 * ((i + 1) % n));
        let twist = u32::from(i + 1 == n);
        [
            [here, here + 1],
            [here, here + 2],
            [here, here + 3],
            [here + 1, next + 1],
            [here + 2, next + 2 + twist],
            [here + 3, next + 3 - twist],
        ]
    };
    Graph::from_edges(4 * n, &(0..n).flat_map(star).collect::<Vec<_>>())
}

/// Returns a ring 0, 1, …, n−1 with a random perfect matching: cubic, with that ring as one
/// Hamiltonian cycle. [`relabelled`] hides the ring.
///
/// # Panics
/// If n is odd or less than 4.
pub fn planted_cubic(n: u32, seed: u64) -> Graph {
    let ring: Vec<[u32; 2]> = (0..n).map(|v| [v, (v + 1) % n]).collect();
    drawn(n, &(0..n).collect::<Vec<_>>(), &ring, seed)
}

/// Returns a random cubic graph: the pairing model, with loops and parallel edges removed by
/// exchanges. Almost all have a Hamiltonian cycle (Robinson and Wormald, Almost all cubic graphs
/// are Hamiltonian, Random Structures and Algorithms 3, 1992).
///
/// # Panics
/// If n is odd or less than 4.
pub fn random_cubic(n: u32, seed: u64) -> Graph {
    let points: Vec<u32> = (0..3 * n).map(|point| point / 3).collect();
    drawn(n, &points, &[], seed)
}

/// Returns the cubic graph of the edges `given` and a random pairing of `points`, without loops and
/// parallel edges. A pair that would form one exchanges its partner with that of another pair.
fn drawn(n: u32, points: &[u32], given: &[[u32; 2]], seed: u64) -> Graph {
    let exists = n >= 4 && n.is_multiple_of(2);
    assert!(exists, "no cubic graph on {n} vertices");
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut points = points.to_vec();
    loop {
        shuffle(&mut points, || random.next_u64());
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
                let other = below(points.len(), random.next_u64());
                points.swap(2 * nth, other);
            }
        }
    }
}

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// Returns a graph on `n` vertices with `edges` random edges, or with all possible edges if these
/// are fewer.
pub fn random_sparse(n: u32, edges: usize, seed: u64) -> Graph {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut pairs: Vec<[u32; 2]> = (0..n).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
    shuffle(&mut pairs, || random.next_u64());
    pairs.truncate(edges);
    Graph::from_edges(n, &pairs)
}

/// Returns a grid with these ranks and files, joined along both, without `holes` random squares.
/// Equally many squares of each colour are removed, with one more of the second colour if odd.
/// Squares with one neighbour or none stay: such a grid has no cycle.
///
/// # Panics
/// If no square is left.
pub fn holed_grid(ranks: u32, files: u32, holes: u32, seed: u64) -> Graph {
    let board = Board::new(ranks, files).and_then(|board| board.with_leaper(0, 1));
    let board = board.expect("a grid of some squares");
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut squares: Vec<u32> = (0..ranks * files).collect();
    shuffle(&mut squares, || random.next_u64());
    let colour = |square: u32| (square / files + square % files) % 2;
    let of = |wanted: u32, count: u32| {
        let same = squares
            .iter()
            .filter(move |&&square| colour(square) == wanted);
        same.take(count as usize)
            .map(|&square| board.square(square))
    };
    let holes: Vec<Square> = of(0, holes / 2).chain(of(1, holes - holes / 2)).collect();
    let board = board.clone().with_holes(&holes);
    board.expect("a grid with some squares left").graph()
}

/// Returns the graph with a random numbering of its vertices.
pub fn relabelled(graph: &Graph, seed: u64) -> Graph {
    let mut new: Vec<u32> = (0..graph.len()).collect();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    shuffle(&mut new, || random.next_u64());
    let edges = graph.edges().map(|ends| ends.map(|v| new[v as usize]));
    let mut edges: Vec<[u32; 2]> = edges.collect();
    edges.sort_unstable();
    Graph::from_edges(graph.len(), &edges)
}

/// Returns the graph with each of these edges replaced by a diamond, through which every cycle
/// goes: four vertices, with all pairs joined except the outer two. A cubic graph stays cubic
/// (Eppstein, The traveling salesman problem for cubic graphs, WADS 2003).
///
/// # Panics
/// If one of them is no edge, or listed twice.
pub fn force(graph: &Graph, forced: &[[u32; 2]]) -> Graph {
    let mut edges: BTreeSet<[u32; 2]> = graph.edges().collect();
    let mut len = graph.len();
    for &[a, b] in forced {
        let there = edges.remove(&[a.min(b), a.max(b)]);
        assert!(there, "{a}-{b} is not an edge, or forced twice");
        let [w, x, y, z] = [len, len + 1, len + 2, len + 3];
        edges.extend([[a, w], [w, x], [w, y], [x, y], [x, z], [y, z], [b, z]]);
        len += 4;
    }
    let edges: Vec<[u32; 2]> = edges.into_iter().collect();
    Graph::from_edges(len, &edges)
}

/// Returns the graph with each of these vertices of degree three replaced by the graph `by` without
/// its vertex 0, also of degree three. The three edges lead to the former neighbours of 0, in
/// order.
///
/// With a tetrahedron, vertices become triangles and cycles stay. If `by` lacks a Hamiltonian
/// cycle, so does the result. [`tutte_fragment`] forces the first edge.
///
/// # Panics
/// If a vertex is not of degree three.
pub fn inflated(graph: &Graph, vertices: &[u32], by: &Graph) -> Graph {
    let mut edges: Vec<[u32; 2]> = graph.edges().collect();
    let mut len = graph.len();
    for &vertex in vertices {
        // The vertex itself becomes the first one of the fragment.
        let name = |inner: u32| if inner == 1 { vertex } else { len + inner - 2 };
        let mut doors = by.neighbours(0).iter().map(|&door| name(door));
        for edge in &mut edges {
            if let Some(end) = edge.iter_mut().find(|end| **end == vertex) {
                *end = doors.next().expect("a vertex of degree three");
            }
        }
        assert!(
            doors.next().is_none(),
            "vertex {vertex} is not of degree three"
        );
        let inner = by.edges().filter(|edge| !edge.contains(&0));
        edges.extend(inner.map(|edge| edge.map(name)));
        len += by.len() - 2;
    }
    Graph::from_edges(len, &edges)
}

/// Returns Tutte's fragment with one more vertex, 0, at its three outer edges: every Hamiltonian
/// cycle takes the edge between 0 and 1.
pub fn tutte_fragment() -> Graph {
    /// The ends of one edge after the other.
    const ENDS: [u32; 48] = [
        0, 1, 0, 4, 0, 5, 1, 2, 1, 8, 2, 3, 2, 15, 3, 4, 3, 11, 4, 9, 5, 6, 5, 9, 6, 7, 6, 14, 7,
        8, 7, 13, 8, 15, 9, 10, 10, 11, 10, 14, 11, 12, 12, 13, 12, 15, 13, 14,
    ];
    Graph::from_edges(16, ENDS.as_chunks().0)
}

/// Returns Tutte's graph of 46 vertices: cubic, planar, three-connected, without a Hamiltonian
/// cycle (Tutte, On Hamiltonian circuits, Journal of the London Mathematical Society 21, 1946).
/// Three fragments surround a vertex, and each forces its edge to it.
pub fn tutte() -> Graph {
    inflated(&tetrahedron(), &[1, 2, 3], &tutte_fragment())
}
