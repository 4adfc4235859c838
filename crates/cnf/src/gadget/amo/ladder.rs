//! Ladder: a staircase of variables that determines the position of the true literal. yᵢ ↔ x₁ ∨ … ∨
//! xᵢ:
//!
//! - ¬xᵢ ∨ yᵢ for i < n, ¬yᵢ₋₁ ∨ yᵢ for 1 < i < n: a true literal sets all later variables,
//! - ¬yᵢ ∨ yᵢ₋₁ ∨ xᵢ for i < n (without y₀ for i = 1): nothing else does,
//! - ¬xᵢ ∨ ¬yᵢ₋₁ for i > 1: no literal is true after another one.
//!
//! Size for n ≥ 2: 4n−5 clauses, 9n−12 literals, n−1 fresh variables. For n = 64: 251 clauses and
//! 63 fresh. The literature has 256 and 65, with a step below the first literal and one above the
//! last; neither is needed.
//!
//! Determined: yes, by the second line. Without it this is the sequential counter.
//!
//! Ian P. Gent and Peter Nightingale, A new encoding of AllDifferent into SAT, ModRef 2004. Their
//! encoding is of exactly one; without the single clause yₙ₋₁ ∨ xₙ it is of at most one.

use crate::Lit;
use crate::sink::ClauseSink;

/// Requires at most one of `lits`, by the ladder.
pub fn ladder<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    let [first, middle @ .., last] = lits else {
        return;
    };
    let mut step = sink.new_var().pos();
    sink.clause(&[!*first, step]);
    sink.clause(&[!step, *first]);
    for &lit in middle {
        let next = sink.new_var().pos();
        sink.clause(&[!lit, next]);
        sink.clause(&[!step, next]);
        sink.clause(&[!next, step, lit]);
        sink.clause(&[!lit, !step]);
        step = next;
    }
    sink.clause(&[!*last, !step]);
}
