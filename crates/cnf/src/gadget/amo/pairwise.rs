//! Pairwise: ¬a ∨ ¬b for every pair. Also called binomial, direct or naive.
//!
//! Size: n(n−1)/2 clauses, n(n−1) literals, no fresh variables. For n = 64: 2016 clauses, as in the
//! literature.
//!
//! Determined: yes, without fresh variables.
//!
//! Folklore; the baseline of Alan M. Frisch and Paul A. Giannaros, SAT encodings of the at-most-k
//! constraint, ModRef 2010.

use super::binary;
use crate::Lit;
use crate::sink::{ClauseSink, Size};

/// Requires at most one of `lits`, by all pairs.
pub fn pairwise<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    sink.pairwise(lits);
}

pub(super) fn size(n: u64) -> Size {
    binary(0, n * n.saturating_sub(1) / 2)
}

/// Returns the size of all pairs within groups of `group` literals and a smaller last one.
pub(super) fn size_within(n: u64, group: u64) -> Size {
    let full_groups = n / group;
    binary(
        0,
        full_groups * size(group).clauses + size(n % group).clauses,
    )
}
