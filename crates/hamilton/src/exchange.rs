//! Exchanges along alternating trails: what they would make of the cycles of a two-factor, and making them.
//!
//! A trail is given by its vertices in order: the edge from the first to the second is given up, that
//! from the second to the third is taken, and so on; the one from the last to the first is taken.

use knightsat_tour::factor::TwoFactor;

/// By how many cycles there would be more after an exchange along a trail that uses no edge twice.
///
/// The edges given up cut the cycles that they are on into segments, which the edges taken join anew.
pub(crate) fn change(factor: &TwoFactor, trail: &[u32]) -> isize {
    let (segment, before) = segments(factor, trail);
    let len = trail.len();
    let mut is_seen = vec![false; len];
    let mut after = 0;
    for start in 0..len {
        if is_seen[start] {
            continue;
        }
        after += 1;
        let mut end = start;
        while !std::mem::replace(&mut is_seen[end], true) {
            let far = segment[end];
            is_seen[far] = true;
            // Taken are the edges from odd places to the next ones.
            end = match far % 2 {
                1 => (far + 1) % len,
                _ => (far + len - 1) % len,
            };
        }
    }
    after - before
}

/// For every place of the trail the place at the other end of its segment, and the number of cycles
/// that the trail meets.
fn segments(factor: &TwoFactor, trail: &[u32]) -> (Vec<usize>, isize) {
    let mut ends: Vec<(u32, u32, usize)> = Vec::with_capacity(trail.len());
    for nth in (0..trail.len()).step_by(2) {
        let (a, b) = (trail[nth], trail[nth + 1]);
        let cycle = factor.cycle_of(a);
        let length = factor.cycles()[cycle as usize].1;
        let is_forwards = (factor.place_of(a) + 1) % length == factor.place_of(b);
        let (low, high) = if is_forwards {
            (nth, nth + 1)
        } else {
            (nth + 1, nth)
        };
        // A segment goes from a vertex after an edge given up to the next one before such an edge.
        ends.push((cycle, 2 * factor.place_of(trail[low]) + 1, low));
        ends.push((cycle, 2 * factor.place_of(trail[high]), high));
    }
    ends.sort_unstable();
    let mut segment = vec![0; trail.len()];
    let mut cycles = 0;
    for on_cycle in ends.chunk_by(|a, b| a.0 == b.0) {
        cycles += 1;
        let first = (on_cycle[0].1 % 2) as usize;
        for nth in (first..on_cycle.len() + first).step_by(2) {
            let a = on_cycle[nth % on_cycle.len()].2;
            let b = on_cycle[(nth + 1) % on_cycle.len()].2;
            segment[a] = b;
            segment[b] = a;
        }
    }
    (segment, cycles)
}

/// Makes the exchange.
pub(crate) fn exchange(factor: &mut TwoFactor, trail: &[u32]) {
    let len = trail.len();
    // A vertex may be on the trail twice, so what it gives up is replaced all at once.
    let mut changes: Vec<(u32, u32, u32)> = Vec::with_capacity(len);
    for nth in 0..len {
        let [before, after] = [trail[(nth + len - 1) % len], trail[(nth + 1) % len]];
        let (old, new) = if nth % 2 == 0 {
            (after, before)
        } else {
            (before, after)
        };
        changes.push((trail[nth], old, new));
    }
    for &(vertex, old, new) in &changes {
        factor.relink(vertex, old, new);
    }
    factor.label_again(trail);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Rng;
    use crate::base::stop::Stop;

    #[test]
    fn the_change_foretold_is_the_change_made() {
        let mut rng = Rng::new(3, 0);
        let mut seen = [0; 3];
        for _ in 0..3000 {
            // A random two-factor of a complete graph, and a random trail.
            let len = 12 + rng.below(20) as u32;
            let mut order: Vec<u32> = (0..len).collect();
            rng.shuffle(&mut order);
            let middle = 3 + rng.below(len as usize - 6);
            let (one, two) = order.split_at(middle);
            let ring = |part: &[u32]| -> Vec<[u32; 2]> {
                (0..part.len())
                    .map(|n| [part[n], part[(n + 1) % part.len()]])
                    .collect()
            };
            let mut factor = TwoFactor::of(len, ring(one).into_iter().chain(ring(two)));
            let mut trail: Vec<u32> = Vec::new();
            for _ in 0..2 + rng.below(3) {
                let vertex = rng.below(len as usize) as u32;
                trail.extend([vertex, factor.links(vertex)[rng.below(2)]]);
            }
            let mut vertices = trail.clone();
            vertices.sort_unstable();
            vertices.dedup();
            let taken = |n: usize| (trail[n], trail[(n + 1) % trail.len()]);
            let is_new = |n: usize| !factor.links(taken(n).0).contains(&taken(n).1);
            if vertices.len() < trail.len() || !(1..trail.len()).step_by(2).all(is_new) {
                continue;
            }
            let foretold = change(&factor, &trail);
            let before = factor.count() as isize;
            exchange(&mut factor, &trail);
            assert_eq!(factor.count() as isize - before, foretold, "{trail:?}");
            let numbers = factor.cycle_numbers().to_vec();
            let count = factor.count();
            factor.label_all(&Stop::default()).unwrap();
            assert_eq!(factor.count(), count);
            for (a, b) in (0..len as usize).zip(1..len as usize) {
                let same = factor.cycle_numbers()[a] == factor.cycle_numbers()[b];
                assert_eq!(numbers[a] == numbers[b], same);
            }
            seen[(foretold.signum() + 1) as usize] += 1;
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }
}
