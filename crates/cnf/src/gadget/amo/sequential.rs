//! Sequential counter: a fresh variable for each literal records that an earlier one was true. sᵢ
//! is implied by x₁ ∨ … ∨ xᵢ:
//!
//! - ¬xᵢ ∨ sᵢ for i < n: a true literal is recorded,
//! - ¬sᵢ₋₁ ∨ sᵢ for 1 < i < n: and the record is kept,
//! - ¬xᵢ ∨ ¬sᵢ₋₁ for i > 1: no literal is true after another one.
//!
//! Size for n ≥ 2: 3n−4 clauses, 6n−8 literals, n−1 fresh variables. For n = 64: 188 clauses and 63
//! fresh, as in the literature.
//!
//! Determined: no. If no literal is true, the s may become true from any index on.
//!
//! Carsten Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005
//! (LT_SEQ for k = 1). Some authors call this one the ladder.

use crate::Lit;
use crate::sink::ClauseSink;

/// Requires at most one of `lits`, by the sequential counter.
pub fn sequential<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    let [first, middle @ .., last] = lits else {
        return;
    };
    let mut seen = sink.new_var().pos();
    sink.clause(&[!*first, seen]);
    for &lit in middle {
        let next = sink.new_var().pos();
        sink.clause(&[!lit, next]);
        sink.clause(&[!seen, next]);
        sink.clause(&[!lit, !seen]);
        seen = next;
    }
    sink.clause(&[!*last, !seen]);
}
