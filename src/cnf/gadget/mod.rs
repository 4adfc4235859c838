//! Pieces that encodings are built from.

pub mod amo;
pub mod exactly;
pub mod register;
pub mod sum;
pub mod term;
pub mod xor;

/// How many bits numbers below `bound` have: ⌈log₂ bound⌉.
#[inline]
pub fn width(bound: u64) -> u32 {
    u64::BITS - bound.saturating_sub(1).leading_zeros()
}
