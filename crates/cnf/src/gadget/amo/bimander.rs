//! Bimander, from binary and commander: the literals are divided into groups of k, and a true
//! literal fixes shared bits to the number of its group. For every group G and fresh bits b:
//!
//! - ¬a ∨ ¬b for every pair in G,
//! - for x in G: ¬x ∨ bⱼ if bit j of the number of G is 1, ¬x ∨ ¬bⱼ if it is 0.
//!
//! Groups of one give the bitwise encoding, and a single group gives all pairs.
//!
//! Size: n⌈log₂⌈n/k⌉⌉ + w clauses, all binary, with ⌈log₂⌈n/k⌉⌉ fresh variables. Here w =
//! ⌊n/k⌋·k(k−1)/2 + r(r−1)/2 pairs lie within groups, and r = n mod k. For n = 64, k = 4: 352
//! clauses and 4 fresh, as in the literature.
//!
//! Determined: no. If no literal is true, the bits are free.
//!
//! Steffen Hölldobler and Van Hau Nguyen, An efficient encoding of the at-most-one constraint,
//! KRR Report 13-04, TU Dresden, 2013; Van-Hau Nguyen and Son Thay Mai, A new method to encode the
//! at-most-one constraint into SAT, SoICT 2015.

use super::bitwise::write;
use crate::Lit;
use crate::gadget::width;
use crate::sink::ClauseSink;

/// Requires at most one of `lits`, by the number of its group of `group` literals, by default
/// [`GROUP`](super::GROUP).
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
