//! Staircases of variables "one of the first i".

use crate::Lit;
use crate::sink::ClauseSink;

/// Requires at most one of `lits`, by the ladder.
///
/// Ladder: a staircase of variables that determines the position of the true literal. yᵢ ↔ x₁ ∨ … ∨
/// xᵢ:
///
/// - ¬xᵢ ∨ yᵢ for i < n, ¬yᵢ₋₁ ∨ yᵢ for 1 < i < n: a true literal sets all later variables,
/// - ¬yᵢ ∨ yᵢ₋₁ ∨ xᵢ for i < n (without y₀ for i = 1): nothing else does,
/// - ¬xᵢ ∨ ¬yᵢ₋₁ for i > 1: no literal is true after another one.
///
/// Size for n ≥ 2: 4n−5 clauses, 9n−12 literals, n−1 fresh variables. For n = 64: 251 clauses and
/// 63 fresh. The literature has 256 and 65, with a step below the first literal and one above the
/// last; neither is needed.
///
/// Determined: yes, by the second line. Without it this is the sequential counter.
///
/// Ian P. Gent and Peter Nightingale, A new encoding of AllDifferent into SAT, ModRef 2004. Their
/// encoding is of exactly one; without the single clause yₙ₋₁ ∨ xₙ it is of at most one.
pub fn ladder<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    staircase(lits, true, sink);
}

/// Requires at most one of `lits`, by the sequential counter.
///
/// Sequential counter: a fresh variable for each literal records that an earlier one was true. sᵢ
/// is implied by x₁ ∨ … ∨ xᵢ:
///
/// - ¬xᵢ ∨ sᵢ for i < n: a true literal is recorded,
/// - ¬sᵢ₋₁ ∨ sᵢ for 1 < i < n: and the record is kept,
/// - ¬xᵢ ∨ ¬sᵢ₋₁ for i > 1: no literal is true after another one.
///
/// Size for n ≥ 2: 3n−4 clauses, 6n−8 literals, n−1 fresh variables. For n = 64: 188 clauses and 63
/// fresh, as in the literature.
///
/// Determined: no. If no literal is true, the s may become true from any index on.
///
/// Carsten Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005
/// (LT_SEQ for k = 1). Some authors call this one the ladder.
pub fn sequential<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    staircase(lits, false, sink);
}

/// Writes the steps "one of the first i"; with `is_defined`, nothing else makes them true.
fn staircase<S: ClauseSink + ?Sized>(lits: &[Lit], is_defined: bool, sink: &mut S) {
    let [first, middle @ .., last] = lits else {
        return;
    };
    let mut step = sink.new_var().pos();
    sink.clause(&[!*first, step]);
    if is_defined {
        sink.clause(&[!step, *first]);
    }
    for &lit in middle {
        let next = sink.new_var().pos();
        sink.clause(&[!lit, next]);
        sink.clause(&[!step, next]);
        if is_defined {
            sink.clause(&[!next, step, lit]);
        }
        sink.clause(&[!lit, !step]);
        step = next;
    }
    sink.clause(&[!*last, !step]);
}
