//! Families of sparse graphs to test and time with: some whose verdict a theorem knows, some with a
//! cycle planted in them, some made hard by gadgets.
//!
//! A family with a seed is the same graph on every machine and in every version: the random words
//! are those of ChaCha with 8 rounds, its key the seed.

mod inflate;
mod random;

pub use inflate::{Link, chained, exclusive, force, inflated, tutte, tutte_fragment};
pub use random::{holed_grid, planted_cubic, random_cubic, random_sparse, relabelled};

use knightsat_tour::graph::Graph;

/// The complete graph on four vertices, the smallest cubic one.
pub fn tetrahedron() -> Graph {
    Graph::from_edges(4, &[[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]])
}

/// The generalised Petersen graph GP(n, k): an outer ring 0…n−1, spokes to n…2n−1, and inner edges
/// between vertices k apart.
///
/// It has a Hamiltonian cycle unless it is isomorphic to GP(n, 2) with n ≡ 5 modulo 6
/// ([`petersen_has_cycle`]).
///
/// # Panics
/// Unless n ≥ 3 and 1 ≤ k < n/2.
pub fn petersen(n: u32, k: u32) -> Graph {
    assert!(n >= 3 && k >= 1 && 2 * k < n, "no GP({n}, {k})");
    let at = |i| [[i, (i + 1) % n], [i, n + i], [n + i, n + (i + k) % n]];
    Graph::from_edges(2 * n, &(0..n).flat_map(at).collect::<Vec<_>>())
}

/// Whether GP(n, k) has a Hamiltonian cycle: all do but those isomorphic to GP(n, 2) with n ≡ 5
/// modulo 6 (Alspach, The classification of Hamiltonian generalized Petersen graphs, Journal of
/// Combinatorial Theory B 34, 1983). GP(n, k) and GP(n, l) are isomorphic where l ≡ ±k or kl ≡ ±1
/// modulo n (Watkins 1969), so k = 2 and k = (n − 1)/2 are the exceptions.
pub fn petersen_has_cycle(n: u32, k: u32) -> bool {
    !(n % 6 == 5 && (k == 2 || 2 * k == n - 1))
}

/// The flower snark J(n): n stars, whose leaves form a ring of n and one of 2n (Isaacs, Infinite
/// families of nontrivial trivalent graphs which are not Tait colorable, American Mathematical
/// Monthly 82, 1975).
///
/// For odd n it has no Hamiltonian cycle, since its edges cannot be coloured with three colours;
/// for odd n ≥ 5 it has one without any single vertex.
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
