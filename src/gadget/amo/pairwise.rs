//! Pairwise: ¬a ∨ ¬b for every pair. Also called binomial, direct or naive.
//!
//! Clauses n(n−1)/2, fresh variables 0. Folklore; the baseline of Frisch and Giannaros, SAT
//! encodings of the at-most-k constraint, ModRef 2010.

use crate::cnf::Lit;
use crate::sink::ClauseSink;

/// At most one of `lits`, by all pairs.
pub fn pairwise<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    sink.pairwise(lits);
}
