//! Commander: the literals are divided into groups of k. Each group has a fresh commander c, which
//! is true if and only if one of its literals is. At most one commander is true. For every group G:
//!
//! - ¬a ∨ ¬b for every pair in G,
//! - ¬x ∨ c for x in G: c if one is true,
//! - ¬c ∨ ⋁G: and only if one is true,
//!
//! and at most one c, recursively. Up to six literals, all pairs have no more clauses and end the
//! recursion.
//!
//! Size for n > max(k, 6), with g = ⌈n/k⌉, and w = ⌊n/k⌋·k(k−1)/2 + r(r−1)/2 pairs within groups
//! for r = n mod k. C(n) = w + n + g + C(g) clauses, L(n) = 2w + 3n + g + L(g) literals and F(n) =
//! g + F(g) fresh variables; otherwise those of all pairs. For n = 64, k = 4: 226 clauses and 20
//! fresh. The literature has 280 and 16, with all pairs of the 16 commanders and without the third
//! line. Groups of commanders save 80 clauses for 4 variables; the third line adds 20.
//!
//! Determined: yes, by the third line.
//!
//! Will Klieber and Gihwon Kwon, Efficient CNF encoding for selecting 1 from N objects, CFV 2007.

use super::{SMALL, fresh};
use crate::Lit;
use crate::sink::ClauseSink;

/// Requires at most one of `lits`, by commanders of groups of `group` literals, by default
/// [`GROUP`](super::GROUP).
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
