//! Exclusive or.

use std::ops::Not;

/// The clauses of y → a ⊕ b.
pub fn implies_xor<T: Copy + Not<Output = T>>(y: T, a: T, b: T) -> [[T; 3]; 2] {
    [[!y, a, b], [!y, !a, !b]]
}

/// The clauses of y = a ⊕ b.
pub fn xor<T: Copy + Not<Output = T>>(y: T, a: T, b: T) -> [[T; 3]; 4] {
    [[!y, a, b], [!y, !a, !b], [y, !a, b], [y, a, !b]]
}
