//! Small groups, with commanders or with numbers in binary.

use super::{SMALL, fresh};
use crate::Lit;
use crate::gadget::width;
use crate::sink::ClauseSink;
use itertools::Itertools;

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
        for (&lit, index) in members.iter().cartesian_product(0..bits.len()) {
            let bit = bits.get(index);
            let is_one = number >> index & 1 == 1;
            sink.clause(&[!lit, if is_one { bit.pos() } else { bit.neg() }]);
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
    bimander(lits, sink, 1);
}
