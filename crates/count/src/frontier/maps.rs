//! The effect of an edge on the matchings of a class.
//!
//! An edge joins two slots. If neither has an edge, they become a new pair of points. If one of
//! them has an edge, the other takes its place. If both have, the path through them joins their
//! mates. The map of matchings depends only on the number of points and on the places of the two,
//! so it is tabulated.

use super::class::MOST_SLOTS;
use super::matching::{Matching, contract, matchings, rank, unrank};
use std::sync::{LazyLock, OnceLock};

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
const TABULATED: usize = 14;
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
                let place = |point: u8| match point == from {
                    true => to,
                    false => {
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
    fn maps_are_those_of_pairs_of_points() {
        // The pairs of matching 4 of 15 are 0-2, 1-4 and 3-5.
        let pairs = |points: usize, number: Option<u64>| {
            let matching = unrank(points, number.unwrap());
            let ends = (0..points).map(|point| (point, matching[point] as usize));
            ends.filter(|(a, b)| a < b).collect::<Vec<_>>()
        };
        assert_eq!(pairs(6, Some(4)), [(0, 2), (1, 4), (3, 5)]);
        let image = |map: Map| map.image(6, 4);
        assert_eq!(
            pairs(8, image(Map::Pair(0, 3))),
            [(0, 3), (1, 4), (2, 6), (5, 7)]
        );
        assert_eq!(pairs(6, image(Map::Move(2, 5))), [(0, 5), (1, 3), (2, 4)]);
        assert_eq!(pairs(4, image(Map::Join(0, 1))), [(0, 2), (1, 3)]);
        assert_eq!((image(Map::Join(0, 2)), image(Map::Same)), (None, Some(4)));
    }

    #[test]
    fn tables_have_the_images_and_end_where_they_would_be_too_large() {
        for map in [Map::Pair(1, 6), Map::Move(4, 0), Map::Join(2, 5)] {
            let table = map.table(6).unwrap();
            for (number, &image) in (0..).zip(table) {
                let expected = map.image(6, number).map_or(CLOSED, |image| image as u32);
                assert_eq!(image, expected);
            }
            assert_eq!((table.len(), map.table(16)), (15, None));
        }
    }
}
