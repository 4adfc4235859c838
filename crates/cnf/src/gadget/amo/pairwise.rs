//! Pairwise: ¬a ∨ ¬b for every pair. Also called binomial, direct or naive.
//!
//! Size: n(n−1)/2 clauses, n(n−1) literals, no fresh variables. For n = 64: 2016 clauses, as in the
//! literature.
//!
//! Determined: yes, without fresh variables.
//!
//! Folklore; the baseline of Alan M. Frisch and Paul A. Giannaros, SAT encodings of the at-most-k
//! constraint, ModRef 2010.

use crate::Lit;
use crate::sink::ClauseSink;

/// Requires at most one of `lits`, by all pairs.
pub fn pairwise<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    sink.pairwise(lits);
}
