//! Commander: the literals fall into groups of k, each with a fresh commander c that says whether
//! one of its group is true; then at most one commander may be. For every group G:
//!
//! - ¬a ∨ ¬b for every pair in G,
//! - ¬x ∨ c for x in G: c if one is true,
//! - ¬c ∨ ⋁G: and only then,
//!
//! and at most one c: the same again. Up to six literals all pairs have no more clauses and end
//! the recursion.
//!
//! Size for n > max(k, 6), where g = ⌈n/k⌉ and w pairs lie within groups, w = ⌊n/k⌋·k(k−1)/2 +
//! r(r−1)/2 for r = n mod k: C(n) = w + n + g + C(g) clauses, L(n) = 2w + 3n + g + L(g) literals
//! and F(n) = g + F(g) fresh variables; otherwise those of all pairs. For n = 64, k = 4: 226
//! clauses and 20 fresh. Known: 280 and 16 with all pairs of the 16 commanders and without the
//! third line; groups of commanders save 80 clauses for 4 variables, the third line takes 20 back.
//!
//! Determined: yes, by the third line.
//!
//! Will Klieber and Gihwon Kwon, Efficient CNF encoding for selecting 1 from N objects, CFV 2007.

use super::{SMALL, fresh, pairwise};
use crate::Lit;
use crate::sink::{ClauseSink, Size};

/// At most one of `lits`, by commanders of groups of `group` literals, by default
/// [`GROUP`](super::GROUP).
///
/// # Panics
/// If `group` is below 2: there would be as many commanders as literals.
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

pub(super) fn size(n: u64, group: u64) -> Size {
    if n <= group.max(SMALL as u64) {
        return pairwise::size(n);
    }
    let groups = n.div_ceil(group);
    let mut total = pairwise::size_within(n, group);
    total += Size {
        variables: groups,
        clauses: n + groups,
        literals: 3 * n + groups,
    };
    total += size(groups, group);
    total
}
