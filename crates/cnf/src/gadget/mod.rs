//! Building blocks of encodings.
//!
//! ```
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//! use knightsat_cnf::gadget::amo::Amo;
//! use knightsat_cnf::gadget::width;
//!
//! // Bits of numbers below 8.
//! assert_eq!(width(8), 3);
//!
//! let mut formula = Cnf::default();
//! let lits: Vec<_> = formula.new_vars(5).iter().map(|var| var.pos()).collect();
//! Amo::Ladder.at_most_one(&lits, &mut formula);
//! assert_eq!(formula.len(), 4 * 5 - 5);
//! ```

pub mod amo;
pub mod exactly;
pub mod register;
pub mod sum;
pub mod totalizer;

/// Returns the number of bits for numbers below `bound`: ⌈log₂ bound⌉.
#[inline]
pub fn width(bound: u64) -> u32 {
    u64::BITS - bound.saturating_sub(1).leading_zeros()
}
