//! Theorems about boards that have tours.

use knightsat_tour::Kind;

/// Returns true if a full rectangle has a knight's tour, by the theorems.
///
/// Closed: Schwenk, Which rectangular chessboards have a knight's tour?, Mathematics Magazine 64,
/// 1991.
///
/// Open: Conrad, Hindrichs, Morsy and Wegener, Solution of the knight's Hamiltonian path problem on
/// chessboards, Discrete Applied Mathematics 50, 1994. The small cases are those of Cull and De
/// Curtins, Knight's tour revisited, Fibonacci Quarterly 16, 1978.
pub fn rectangle_has_tour(kind: Kind, ranks: u32, files: u32) -> bool {
    let (m, n) = (ranks.min(files), ranks.max(files));
    match kind {
        Kind::Closed => {
            let both_odd = m % 2 == 1 && n % 2 == 1;
            !(both_odd || [1, 2, 4].contains(&m) || (m == 3 && [4, 6, 8].contains(&n)))
        }
        Kind::Open => match m {
            1 => n == 1,
            2 => false,
            3 => n == 4 || n >= 7,
            4 => n >= 5,
            _ => true,
        },
    }
}
