//! Perfect matchings of the points 0 to 2j − 1, numbered from 0 to (2j − 1)!! − 1.
//!
//! The mate of point 0 is the most significant digit. Without these two points, and with the others
//! renumbered in order, the remaining pairs are a matching with a number of its own. So the
//! matchings in which point 0 has the same mate are consecutive.

use super::class::MOST_SLOTS;

/// The mate of every point.
pub(super) type Matching = [u8; MOST_SLOTS + 1];

/// Returns (2j − 1)!!, for j pairs.
pub(super) fn matchings(points: usize) -> u64 {
    (1..points as u64).step_by(2).product()
}

/// Returns the number of a matching.
#[inline]
pub(super) fn rank(points: usize, matching: &Matching) -> u64 {
    let mut left = (1_u64 << points) - 1;
    let mut rank = 0;
    let mut choices = points as u64;
    while left != 0 {
        let mate = matching[left.trailing_zeros() as usize];
        left &= left - 1;
        let below = left & ((1 << mate) - 1);
        choices -= 1;
        rank = rank * choices + u64::from(below.count_ones());
        choices -= 1;
        left &= !(1 << mate);
    }
    rank
}

/// Returns the matching with a number.
pub(super) fn unrank(points: usize, mut rank: u64) -> Matching {
    let mut matching = [0; MOST_SLOTS + 1];
    let mut digits = [0_u8; MOST_SLOTS + 1];
    for pair in (0..points / 2).rev() {
        let choices = (points - 2 * pair - 1) as u64;
        digits[pair] = (rank % choices) as u8;
        rank /= choices;
    }
    let mut left = (1_u64 << points) - 1;
    for &digit in &digits[..points / 2] {
        let first = left.trailing_zeros() as u8;
        left &= left - 1;
        let mut later = left;
        for _ in 0..digit {
            later &= later - 1;
        }
        let mate = later.trailing_zeros() as u8;
        left &= !(1 << mate);
        (matching[first as usize], matching[mate as usize]) = (mate, first);
    }
    matching
}

/// Returns a matching contracted along an edge of another one, from point `a` to `b`, `a` below
/// `b`.
///
/// The path through both points becomes one pair of the remaining points, which are renumbered.
/// `None` if the two are mates, so that they close a cycle.
pub(super) fn contract(points: usize, matching: &Matching, a: u8, b: u8) -> Option<Matching> {
    let [end, other_end] = [matching[a as usize], matching[b as usize]];
    if end == b {
        return None;
    }
    let without = |point: u8| point - u8::from(point > a) - u8::from(point > b);
    let mut contracted = [0; MOST_SLOTS + 1];
    for point in (0..points as u8).filter(|&point| point != a && point != b) {
        let mate = match point {
            _ if point == end => other_end,
            _ if point == other_end => end,
            _ => matching[point as usize],
        };
        contracted[without(point) as usize] = without(mate);
    }
    Some(contracted)
}

/// Returns true if two matchings make one cycle through all points.
#[inline]
pub(super) fn make_one_cycle(points: usize, a: &Matching, b: &Matching) -> bool {
    let mut at = 0;
    let mut seen = 0;
    loop {
        at = b[a[at] as usize] as usize;
        seen += 2;
        if at == 0 {
            return seen == points;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_matching_has_its_number() {
        assert_eq!([2, 4, 6, 8, 16].map(matchings), [1, 3, 15, 105, 2_027_025]);
        for points in [2, 4, 6, 8] {
            for number in 0..matchings(points) {
                let matching = unrank(points, number);
                let is_paired = |v: usize| matching[matching[v] as usize] as usize == v;
                assert!((0..points).all(|v| is_paired(v) && matching[v] as usize != v));
                assert_eq!(rank(points, &matching), number);
                let digit = number / matchings(points - 2);
                assert_eq!(u64::from(matching[0]), digit + 1);
            }
        }
        let last = matchings(34) - 1;
        assert_eq!(rank(34, &unrank(34, last)), last);
    }

    #[test]
    fn contraction_keeps_what_makes_one_cycle() {
        for (a, b) in (0..105).flat_map(|a| (0..105).map(move |b| (a, b))) {
            let [a, b] = [a, b].map(|number| unrank(8, number));
            let expected = make_one_cycle(8, &a, &b);
            let rest = unrank(6, rank(8, &a) % matchings(6));
            let contracted = contract(8, &b, 0, a[0]);
            let found = contracted.is_some_and(|b| make_one_cycle(6, &rest, &b));
            assert_eq!(found, expected, "{a:?} {b:?}");
        }
    }
}
