//! At-most-one constraints: at most one of some literals is true.
//!
//! Every encoding is a free function over a slice and a sink, in a file of its own with its size
//! formula and its paper.

mod pairwise;

pub use pairwise::pairwise;
