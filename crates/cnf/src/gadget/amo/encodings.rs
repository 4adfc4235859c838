//! The at-most-one encodings, a function each: its clauses, its size and its paper. `mod.rs` has
//! their table.

use super::{SMALL, fresh};
use crate::gadget::width;
use crate::sink::ClauseSink;
use crate::{Lit, Vars};

/// Requires at most one of `lits`, by all pairs.
///
/// Pairwise: ¬a ∨ ¬b for every pair. Also called binomial, direct or naive.
///
/// Size: n(n−1)/2 clauses, n(n−1) literals, no fresh variables. For n = 64: 2016 clauses, as in the
/// literature.
///
/// Determined: yes, without fresh variables.
///
/// Folklore; the baseline of Alan M. Frisch and Paul A. Giannaros, SAT encodings of the at-most-k
/// constraint, ModRef 2010.
pub fn pairwise<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    sink.pairwise(lits);
}

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

/// Requires at most one of `lits`, by rows and columns.
///
/// Product: the literals fill a grid of p rows and q columns, line by line; any two differ in the
/// row or in the column. Fresh u for the rows, v for the columns:
///
/// - ¬x ∨ u(row of x), ¬x ∨ v(column of x) for every literal x,
/// - at most one u, at most one v, recursively.
///
/// p = ⌈√n⌉ and q = ⌈n/p⌉, so every row and column is in use. Up to six literals, all pairs have no
/// more clauses and end the recursion.
///
/// Size for n > 6: P(n) = 2n + P(p) + P(q) clauses, all binary, and F(n) = p + q + F(p) + F(q)
/// fresh variables; P(n) = n(n−1)/2 and F(n) = 0 for n ≤ 6. That is 2n + 4√n + O(n^¼) and 2√n +
/// O(n^¼). For n = 64: 172 clauses and 28 fresh. The literature has 184 and 16, with all pairs of
/// the 8 rows and of the 8 columns. Recursion saves 12 clauses for 12 variables.
///
/// Determined: no. If no literal is true, any one row and any one column may be.
///
/// Jingchao Chen, A new SAT encoding of the at-most-one constraint, ModRef 2010.
pub fn product<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    if lits.len() <= SMALL {
        return sink.pairwise(lits);
    }
    let count = (lits.len() - 1).isqrt() + 1;
    let rows = fresh(count, sink);
    let columns = fresh(lits.len().div_ceil(count), sink);
    for (line, &row) in lits.chunks(columns.len()).zip(&rows) {
        for (&lit, &column) in line.iter().zip(&columns) {
            sink.clause(&[!lit, row]);
            sink.clause(&[!lit, column]);
        }
    }
    product(&rows, sink);
    product(&columns, sink);
}

/// Requires at most one of `lits`, by commanders of groups of `group` literals, by default
/// [`GROUP`](super::GROUP).
///
/// Commander: the literals are divided into groups of k. Each group has a fresh commander c, which
/// is true if and only if one of its literals is. At most one commander is true. For every group G:
///
/// - ¬a ∨ ¬b for every pair in G,
/// - ¬x ∨ c for x in G: c if one is true,
/// - ¬c ∨ ⋁G: and only if one is true,
///
/// and at most one c, recursively. Up to six literals, all pairs have no more clauses and end the
/// recursion.
///
/// Size for n > max(k, 6), with g = ⌈n/k⌉, and w = ⌊n/k⌋·k(k−1)/2 + r(r−1)/2 pairs within groups
/// for r = n mod k. C(n) = w + n + g + C(g) clauses, L(n) = 2w + 3n + g + L(g) literals and F(n) =
/// g + F(g) fresh variables; otherwise those of all pairs. For n = 64, k = 4: 226 clauses and 20
/// fresh. The literature has 280 and 16, with all pairs of the 16 commanders and without the third
/// line. Groups of commanders save 80 clauses for 4 variables; the third line adds 20.
///
/// Determined: yes, by the third line.
///
/// Will Klieber and Gihwon Kwon, Efficient CNF encoding for selecting 1 from N objects, CFV 2007.
///
/// # Panics
/// If `group` is below 2, since there would be as many commanders as literals.
pub fn commander<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S, group: usize) {
    assert!(group >= 2, "a commander needs a group of at least 2");
    if lits.len() <= group.max(SMALL) {
        return sink.pairwise(lits);
    }
    let commanders = fresh(lits.len().div_ceil(group), sink);
    let mut only_then = Vec::with_capacity(group + 1);
    for (members, &commander) in lits.chunks(group).zip(&commanders) {
        sink.pairwise(members);
        for &lit in members {
            sink.clause(&[!lit, commander]);
        }
        only_then.clear();
        only_then.push(!commander);
        only_then.extend_from_slice(members);
        sink.clause(&only_then);
    }
    commander(&commanders, sink, group);
}

/// Requires at most one of `lits`, by the number of its group of `group` literals, by default
/// [`GROUP`](super::GROUP).
///
/// Bimander, from binary and commander: the literals are divided into groups of k, and a true
/// literal fixes shared bits to the number of its group. For every group G and fresh bits b:
///
/// - ¬a ∨ ¬b for every pair in G,
/// - for x in G: ¬x ∨ bⱼ if bit j of the number of G is 1, ¬x ∨ ¬bⱼ if it is 0.
///
/// Groups of one give the bitwise encoding, and a single group gives all pairs.
///
/// Size: n⌈log₂⌈n/k⌉⌉ + w clauses, all binary, with ⌈log₂⌈n/k⌉⌉ fresh variables. Here w =
/// ⌊n/k⌋·k(k−1)/2 + r(r−1)/2 pairs lie within groups, and r = n mod k. For n = 64, k = 4: 352
/// clauses and 4 fresh, as in the literature.
///
/// Determined: no. If no literal is true, the bits are free.
///
/// Steffen Hölldobler and Van Hau Nguyen, An efficient encoding of the at-most-one constraint,
/// KRR Report 13-04, TU Dresden, 2013; Van-Hau Nguyen and Son Thay Mai, A new method to encode the
/// at-most-one constraint into SAT, SoICT 2015.
///
/// # Panics
/// If `group` is 0.
pub fn bimander<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S, group: usize) {
    let groups = lits.len().div_ceil(group);
    let bits = sink.new_vars(width(groups as u64));
    for (number, members) in lits.chunks(group).enumerate() {
        sink.pairwise(members);
        for &lit in members {
            write(lit, number, bits, sink);
        }
    }
}

/// Requires at most one of `lits`, by its number in binary.
///
/// Bitwise: a true literal fixes shared bits to its number, and all numbers differ. Also called
/// binary or logarithmic. With fresh bits b:
///
/// - ¬xᵢ ∨ bⱼ if bit j of i is 1, ¬xᵢ ∨ ¬bⱼ if it is 0, for i = 0 … n−1.
///
/// Size: n⌈log₂ n⌉ clauses, 2n⌈log₂ n⌉ literals, ⌈log₂ n⌉ fresh variables. For n = 64: 384 clauses
/// and 6 fresh, as in the literature.
///
/// Determined: no. If no literal is true, the bits are free.
///
/// Alan M. Frisch, Timothy J. Peugniez, Anthony J. Doggett and Peter W. Nightingale, Solving
/// non-Boolean satisfiability problems with stochastic local search: a comparison of encodings,
/// Journal of Automated Reasoning 35, 2005; Steven D. Prestwich, Finding large cliques using SAT
/// local search, Trends in Constraint Programming, 2007.
pub fn bitwise<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    let bits = sink.new_vars(width(lits.len() as u64));
    for (number, &lit) in lits.iter().enumerate() {
        write(lit, number, bits, sink);
    }
}

/// Requires that a true `lit` fixes the bits to `number`, lowest first.
fn write<S: ClauseSink + ?Sized>(lit: Lit, number: usize, bits: Vars, sink: &mut S) {
    for (index, bit) in bits.iter().enumerate() {
        let is_one = number >> index & 1 == 1;
        sink.clause(&[!lit, if is_one { bit.pos() } else { bit.neg() }]);
    }
}
