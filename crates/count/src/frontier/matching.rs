//! Perfect matchings of the points 0 to 2j − 1, numbered from 0 to (2j − 1)!! − 1.
//!
//! The mate of point 0 is the most significant digit. Without these two points, and with the others
//! renumbered in order, the remaining pairs are a matching with a number of its own. So the
//! matchings in which point 0 has the same mate are consecutive.
//!
//! The points are the slots with one edge. So a further edge maps matchings to matchings. The map
//! depends only on the number of points and on the places of two, so it is tabulated.

use super::class::MOST_SLOTS;
use std::sync::{LazyLock, OnceLock};

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

/// The effect of an edge on the matchings of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Map {
    /// No change.
    Same,
    /// A pair of new points, the smaller first, numbered as afterwards.
    Pair(u8, u8),
    /// A point that goes, numbered as before, and the point in its place, numbered as afterwards.
    Move(u8, u8),
    /// Two points that go, the smaller first. Their mates become mates.
    Join(u8, u8),
}

/// The most points for a table. Tables for more would be too large.
pub(super) const TABULATED: usize = 14;
/// The entry of a closed cycle.
pub(super) const CLOSED: u32 = u32::MAX;
/// The number of places of points in tables, and of kinds of maps with tables.
const PLACES: usize = TABULATED + 2;
const KINDS: usize = 3;

/// For every map and every even number of points, the image of every matching.
static TABLES: LazyLock<Vec<OnceLock<Box<[u32]>>>> = LazyLock::new(|| {
    let count = KINDS * (TABULATED / 2 + 1) * PLACES * PLACES;
    (0..count).map(|_| OnceLock::new()).collect()
});

impl Map {
    /// Returns the table for so many points; `None` if it would be too large or the map changes
    /// nothing.
    pub fn table(self, points: usize) -> Option<&'static [u32]> {
        let (kind, a, b) = match self {
            Map::Same => return None,
            Map::Pair(a, b) => (0, a, b),
            Map::Move(a, b) => (1, a, b),
            Map::Join(a, b) => (2, a, b),
        };
        if points > TABULATED {
            return None;
        }
        let [a, b] = [a, b].map(usize::from);
        let place = ((kind * (TABULATED / 2 + 1) + points / 2) * PLACES + a) * PLACES + b;
        let table = TABLES[place].get_or_init(|| {
            let all = 0..matchings(points);
            let image = |number| {
                self.image(points, number)
                    .map_or(CLOSED, |image| image as u32)
            };
            all.map(image).collect()
        });
        Some(table)
    }

    /// Returns the number of the image of a matching; `None` if a cycle closes.
    pub fn image(self, points: usize, number: u64) -> Option<u64> {
        let matching = || unrank(points, number);
        match self {
            Map::Same => Some(number),
            Map::Pair(a, b) => {
                let place = |point: u8| {
                    let point = point + u8::from(point >= a);
                    point + u8::from(point >= b)
                };
                let mut wider = renumber(points, &matching(), place);
                (wider[a as usize], wider[b as usize]) = (b, a);
                Some(rank(points + 2, &wider))
            }
            Map::Move(from, to) => {
                let place = |point: u8| {
                    if point == from {
                        to
                    } else {
                        let point = point - u8::from(point > from);
                        point + u8::from(point >= to)
                    }
                };
                Some(rank(points, &renumber(points, &matching(), place)))
            }
            Map::Join(a, b) => {
                let joined = contract(points, &matching(), a, b)?;
                Some(rank(points - 2, &joined))
            }
        }
    }
}

/// Renumbers the points of a matching.
pub(super) fn renumber(points: usize, matching: &Matching, place: impl Fn(u8) -> u8) -> Matching {
    let mut renumbered = [0; MOST_SLOTS + 1];
    for (point, &mate) in (0..).zip(&matching[..points]) {
        renumbered[place(point) as usize] = place(mate);
    }
    renumbered
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
}
