//! Exchanges of two edges: where a–b is on one cycle, c–d on another, and a–c and b–d are edges of
//! the graph, taking those instead makes one cycle of the two.

use super::two_factor::TwoFactor;
use knightsat_base::stop::Stop;
use knightsat_tour::AugmentedGraph;
use knightsat_tour::sets::Sets;

/// Merges cycles until no exchange of two edges is left, or it is over. Edges of the apex
/// are seen from their other ends.
pub(super) fn patch(augmented: &AugmentedGraph, factor: &mut TwoFactor, stop: &Stop) {
    let mut left = factor.cycles().len();
    let lengths = factor.cycles().iter().map(|&(_, length)| length);
    let mut sets = Sets::new(lengths.collect());
    let mut pending: Vec<u32> = (0..augmented.graph().len()).collect();
    let mut watch = stop.watch(1 << 12);
    loop {
        let before = left;
        // An exchange joins two cycles, one of which is not the largest: its vertices suffice.
        let largest = sets.largest();
        pending.retain(|&vertex| Some(sets.find(factor.cycle_of(vertex))) != largest);
        for &vertex in &pending {
            if left == 1 || watch.is_over() {
                break;
            }
            left -= patch_at(augmented, factor, &mut sets, vertex);
        }
        if left == before || left == 1 || watch.is_over() {
            break;
        }
    }
    // Without its cycles nobody takes it for one of them.
    let _ = factor.label_all(stop);
}

/// Exchanges with an edge at `a`, and how many.
fn patch_at(augmented: &AugmentedGraph, factor: &mut TwoFactor, sets: &mut Sets, a: u32) -> usize {
    let mut own = sets.find(factor.cycle_of(a));
    let mut merged = 0;
    for &c in augmented.graph().neighbours(a) {
        let other = sets.find(factor.cycle_of(c));
        if other != own && exchange(augmented, factor, a, c) {
            own = sets.unite(own, other);
            merged += 1;
        }
    }
    merged
}

/// Takes a–c and b–d for a–b and c–d, if some b and d allow it.
fn exchange(augmented: &AugmentedGraph, factor: &mut TwoFactor, a: u32, c: u32) -> bool {
    for b in factor.links(a) {
        for d in factor.links(c) {
            if augmented.has_edge(b, d) && !augmented.is_forced(a, b) && !augmented.is_forced(c, d)
            {
                factor.relink(a, b, c);
                factor.relink(c, d, a);
                factor.relink(b, a, d);
                factor.relink(d, c, b);
                return true;
            }
        }
    }
    false
}
