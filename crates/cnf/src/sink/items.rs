//! The clauses of many items, written until a sink is done.

use super::{ClauseSink, SizeTally};
use crate::Lit;

/// Writes the clauses of each item until the sink is done.
pub fn each<T, S: ClauseSink + ?Sized>(
    items: impl IntoIterator<Item = T>,
    sink: &mut S,
    mut write: impl FnMut(T, &mut S),
) {
    for item in items {
        if sink.is_done() {
            return;
        }
        write(item, sink);
    }
}

/// Writes the clauses of each item, in one group, until the sink is done. If the clauses of one
/// item are as many and as long as those of another, a sink that counts sees the first alone.
pub fn each_alike<T, S: ClauseSink + ?Sized>(
    are_alike: bool,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    sink: &mut S,
    mut write: impl FnMut(T, &mut S),
) {
    let mut left = items.into_iter();
    let before = sink.tally().map(|tally| tally.total());
    if let Some(before) = before.filter(|_| are_alike)
        && let Some(first) = left.next()
    {
        write(first, sink);
        let repeat = |tally: &mut SizeTally| tally.repeat(before, left.len() as u64);
        if sink.tally().is_some_and(repeat) {
            return;
        }
    }
    each(left, sink, write);
}

/// Sends ¬a ∨ ¬b for every pair of the literals, one by one.
pub(super) fn pair_by_pair<S: ClauseSink + ?Sized>(lits: &[Lit], sink: &mut S) {
    each(lits.iter().enumerate(), sink, |(place, &first), sink| {
        for &second in &lits[place + 1..] {
            sink.clause(&[!first, !second]);
        }
    });
}
