//! Exclusive or.
//!
//! ```
//! use knightsat_cnf::gadget::xor::xor;
//!
//! // The clauses of y ↔ a ⊕ b.
//! let [y, a, b] = [1, 2, 3].map(|number| knightsat_cnf::Lit::from_dimacs(number).unwrap());
//! for clause in xor(y, a, b) {
//!     assert!(clause.iter().any(|&lit| lit == y || lit == !y));
//! }
//! ```

use std::ops::Not;

/// The clauses of y → a ⊕ b.
pub fn implies_xor<T: Copy + Not<Output = T>>(y: T, a: T, b: T) -> [[T; 3]; 2] {
    [[!y, a, b], [!y, !a, !b]]
}

/// The clauses of y = a ⊕ b.
pub fn xor<T: Copy + Not<Output = T>>(y: T, a: T, b: T) -> [[T; 3]; 4] {
    [[!y, a, b], [!y, !a, !b], [y, !a, b], [y, a, !b]]
}
