//! The number of pairs of weighted matchings that make one cycle.
//!
//! A and B are lists of matchings of the same 2j points, with weights. The result is the sum of a ·
//! b over all pairs that together make one cycle. Testing every pair takes ((2j − 1)!!)² steps if
//! the lists are full. Instead all matchings of A in which point 0 has the same mate are taken
//! together. Every matching of B is contracted along that edge, which leaves matchings of 2j − 2
//! points. Equal results are added up. That takes some j² (2j − 1)!! steps.

use super::matching::{contract, make_one_cycle, matchings, rank, unrank};
use super::number::{Halt, Ring, Total};
use super::product::{MOST_POINTS, Product};
use crate::base::stop::Stop;
use std::sync::OnceLock;

/// Matchings by number, with their weights.
pub(super) type Weighted = Vec<(u64, u64)>;

/// The most matchings of a list that is paired one by one.
const FEW: usize = 6;
/// Arrays are faster if each list contains at least one in so many of all matchings.
const FULL: usize = 16;
/// The most points for a table of contractions. Tables for more would be too large.
const TABULATED: usize = 14;
/// The most points of a pairing that does not poll the deadline.
const LONG: usize = 8;
/// The entry of a closed cycle.
const CLOSED: u32 = u32::MAX;

/// For every even number of points, every mate of point 0 and every matching, its contraction.
static TABLES: [OnceLock<Vec<u32>>; TABULATED / 2 + 1] =
    [const { OnceLock::new() }; TABULATED / 2 + 1];

fn table(points: usize) -> &'static [u32] {
    TABLES[points / 2].get_or_init(|| {
        let all = (1..points as u8).flat_map(|mate| (0..matchings(points)).map(move |b| (mate, b)));
        let contracted = all.map(|(mate, number)| {
            let rest = contract(points, &unrank(points, number), 0, mate);
            rest.map_or(CLOSED, |rest| rank(points - 2, &rest) as u32)
        });
        contracted.collect()
    })
}

/// Buffers and tables for pairing, to be used for many lists.
pub(super) struct Pairing<'s> {
    ring: Ring,
    stop: &'s Stop,
    levels: Vec<Level>,
    /// Products of lists in which many matchings have a weight, and both lists as arrays.
    product: Product,
    arrays: [Vec<u64>; 2],
    total: Total,
}

/// Buffers for matchings of one number of points.
#[derive(Default)]
struct Level {
    /// Weights by number, all 0 between two uses.
    sums: Vec<u64>,
    /// The contracted matchings of B.
    list: Weighted,
}

impl<'s> Pairing<'s> {
    /// Creates empty buffers.
    pub fn new(ring: Ring, stop: &'s Stop) -> Self {
        Pairing {
            ring,
            stop,
            levels: Vec::new(),
            product: Product::new(ring),
            arrays: Default::default(),
            total: Total::new(ring),
        }
    }

    /// Returns the sum over two lists, each with different numbers. Sorts `a` if necessary.
    pub fn sum(
        &mut self,
        points: usize,
        a: &mut [(u64, u64)],
        b: &[(u64, u64)],
    ) -> Result<u128, Halt> {
        let is_full = a.len().min(b.len()) * FULL > matchings(points) as usize;
        if points > MOST_POINTS || !is_full {
            a.sort_unstable_by_key(|&(number, _)| number);
        }
        self.levels
            .resize_with(self.levels.len().max(points / 2 + 1), Level::default);
        self.total = Total::new(self.ring);
        self.pair(points, a, 0, b)?;
        Ok(self.total.value())
    }

    /// Adds the sum for lists in which the numbers of `a` begin at `offset`. Recurses on two points
    /// less.
    fn pair(
        &mut self,
        points: usize,
        a: &[(u64, u64)],
        offset: u64,
        b: &[(u64, u64)],
    ) -> Result<(), Halt> {
        if points > LONG && self.stop.is_over() {
            return Err(Halt::Late);
        }
        if points == 2 {
            return match (a, b) {
                (&[(_, a)], &[(_, b)]) => self.total.add(a, b),
                _ => Ok(()),
            };
        }
        if points <= MOST_POINTS && a.len().min(b.len()) * FULL > matchings(points) as usize {
            return self.by_arrays(points, a, offset, b);
        }
        if a.len().min(b.len()) <= FEW {
            return self.one_by_one(points, a, offset, b);
        }
        let alike = matchings(points - 2);
        let digit = |&(number, _): &(u64, u64)| (number - offset) / alike;
        for group in a.chunk_by(|x, y| digit(x) == digit(y)) {
            let digit = digit(&group[0]);
            let mate = digit as u8 + 1;
            let mut level = std::mem::take(&mut self.levels[points / 2 - 1]);
            let contracted = match points <= TABULATED {
                true => level.by_table(self.ring, points, b, mate),
                false => level.by_sorting(self.ring, points, b, mate),
            };
            let list = std::mem::take(&mut level.list);
            // Deeper levels do not use this one.
            self.levels[points / 2 - 1] = level;
            contracted?;
            self.pair(points - 2, group, offset + digit * alike, &list)?;
            self.levels[points / 2 - 1].list = list;
        }
        Ok(())
    }

    /// Adds the sum by arrays.
    fn by_arrays(
        &mut self,
        points: usize,
        a: &[(u64, u64)],
        offset: u64,
        b: &[(u64, u64)],
    ) -> Result<(), Halt> {
        for ((list, offset), array) in [(a, offset), (b, 0)].into_iter().zip(&mut self.arrays) {
            array.clear();
            array.resize(matchings(points) as usize, 0);
            for &(number, weight) in list {
                let sum = &mut array[(number - offset) as usize];
                *sum = self.ring.plus(*sum, weight)?;
            }
        }
        let [a, b] = &self.arrays;
        self.product.add(points, [a, b], &mut self.total)
    }

    fn one_by_one(
        &mut self,
        points: usize,
        a: &[(u64, u64)],
        offset: u64,
        b: &[(u64, u64)],
    ) -> Result<(), Halt> {
        let (few, few_offset, many, offset) = match a.len() <= b.len() {
            true => (a, offset, b, 0),
            false => (b, 0, a, offset),
        };
        let few = few
            .iter()
            .map(|&(number, weight)| (unrank(points, number - few_offset), weight));
        let few: Vec<_> = few.collect();
        for &(number, weight) in many {
            let matching = unrank(points, number - offset);
            for (other, their_weight) in &few {
                if make_one_cycle(points, other, &matching) {
                    self.total.add(weight, *their_weight)?;
                }
            }
        }
        Ok(())
    }
}

impl Level {
    /// Lists the contractions of the matchings along an edge from point 0, by a table.
    fn by_table(
        &mut self,
        ring: Ring,
        points: usize,
        b: &[(u64, u64)],
        mate: u8,
    ) -> Result<(), Halt> {
        let all = matchings(points) as usize;
        let table = &table(points)[(usize::from(mate) - 1) * all..][..all];
        self.list.clear();
        self.sums.resize(matchings(points - 2) as usize, 0);
        let mut sums_up = || {
            for &(number, weight) in b {
                let number = table[number as usize];
                if number == CLOSED {
                    continue;
                }
                let sum = &mut self.sums[number as usize];
                if *sum == 0 {
                    self.list.push((u64::from(number), 0));
                }
                *sum = ring.plus(*sum, weight)?;
            }
            Ok(())
        };
        let summed_up = sums_up();
        for (number, weight) in &mut self.list {
            *weight = std::mem::replace(&mut self.sums[*number as usize], 0);
        }
        summed_up
    }

    /// Lists the contractions without a table, by sorting.
    fn by_sorting(
        &mut self,
        ring: Ring,
        points: usize,
        b: &[(u64, u64)],
        mate: u8,
    ) -> Result<(), Halt> {
        let contracted = b.iter().filter_map(|&(number, weight)| {
            let rest = contract(points, &unrank(points, number), 0, mate)?;
            Some((rank(points - 2, &rest), weight))
        });
        self.list.clear();
        self.list.extend(contracted);
        self.list.sort_unstable_by_key(|&(number, _)| number);
        let mut sums: Weighted = Vec::with_capacity(self.list.len());
        for &(number, weight) in &self.list {
            match sums.last_mut() {
                Some((last, sum)) if *last == number => *sum = ring.plus(*sum, weight)?,
                _ => sums.push((number, weight)),
            }
        }
        self.list = sums;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists every matching of so many points with a weight, except some.
    fn list(points: usize, seed: u64, rare: u64) -> Weighted {
        let mix = |number: u64| (number + seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        let numbers = (0..matchings(points)).filter(|&number| mix(number) % rare == 0);
        numbers
            .map(|number| (number, 1 + mix(number) % 1000))
            .collect()
    }

    #[test]
    fn sums_are_those_of_all_pairs() {
        let stop = Stop::default();
        let mut pairing = Pairing::new(Ring::EXACT, &stop);
        for (points, rare) in [
            (2, 1),
            (4, 1),
            (6, 1),
            (8, 1),
            (8, 3),
            (10, 2),
            (10, 20),
            (12, 40),
            (16, 9000),
        ] {
            let [a, b] = [1, 2].map(|seed| list(points, seed, rare));
            let mut expected = 0;
            for &(number, weight) in &a {
                let matching = unrank(points, number);
                let with = |&&(other, _): &&(u64, u64)| {
                    make_one_cycle(points, &matching, &unrank(points, other))
                };
                let weights = b.iter().filter(with).map(|&(_, weight)| weight);
                expected += weight * weights.sum::<u64>();
            }
            assert!(expected > 0 && (points < 8 || a.len() > FEW), "{points}");
            assert_eq!(
                pairing.sum(points, &mut a.clone(), &b),
                Ok(expected.into()),
                "{points}"
            );
        }
    }

    #[test]
    fn sums_that_are_too_large_are_told() {
        let stop = Stop::default();
        let all = |weight: u64| (0..105).map(|number| (number, weight)).collect::<Vec<_>>();
        let sum = Pairing::new(Ring::EXACT, &stop).sum(8, &mut all(1), &all(u64::MAX));
        assert_eq!(sum, Err(Halt::Overflow));
    }

    #[test]
    fn a_long_sum_ends_when_time_is_up() {
        let stop = Stop::after(std::time::Duration::ZERO);
        let [a, b] = [1, 2].map(|seed| list(16, seed, 99));
        assert_eq!(
            Pairing::new(Ring::EXACT, &stop).sum(16, &mut a.clone(), &b),
            Err(Halt::Late)
        );
    }
}
