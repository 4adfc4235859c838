//! The number of pairs of weighted matchings that make one cycle.
//!
//! A and B are lists of matchings of the same 2j points, with weights. The result is the sum of a ·
//! b over all pairs that together make one cycle. Testing every pair takes ((2j − 1)!!)² steps if
//! the lists are full. Instead all matchings of A in which point 0 has the same mate are taken
//! together. Every matching of B is contracted along that edge, which leaves matchings of 2j − 2
//! points. Equal results are added up. That takes some j² (2j − 1)!! steps. If most matchings have
//! a weight, the lists are arrays by number.

use super::gather::{Gather, Source, Weighted};
use super::matching::{Map, contract, make_one_cycle, matchings, rank, unrank};
use super::number::{Halt, Ring, Total};
use crate::base::stop::Stop;
use std::iter::once;
use std::mem::take;
use std::sync::OnceLock;

/// The most matchings of a list that is paired one by one.
const FEW: usize = 6;
/// Arrays are faster if each list contains at least one in so many of all matchings.
const FULL: usize = 16;
/// The most points for arrays. The tables of contractions for more would be too large.
const MOST_POINTS: usize = 14;
/// The most points of a pairing that does not poll the deadline.
const LONG: usize = 8;

/// For every even number of points, every mate of point 0 and every matching of the others, the
/// matchings whose contraction it is.
static SOURCES: [OnceLock<Vec<u32>>; MOST_POINTS / 2 + 1] =
    [const { OnceLock::new() }; MOST_POINTS / 2 + 1];

fn sources(points: usize) -> &'static [u32] {
    SOURCES[points / 2].get_or_init(|| {
        let rests = matchings(points - 2) as usize;
        let mut table = Vec::with_capacity((points - 1) * rests * (points - 2));
        for mate in 1..points as u8 {
            let mut of_rest = vec![Vec::with_capacity(points - 2); rests];
            for number in 0..matchings(points) {
                if let Some(rest) = contract(points, &unrank(points, number), 0, mate) {
                    of_rest[rank(points - 2, &rest) as usize].push(number as u32);
                }
            }
            table.extend(of_rest.into_iter().flatten());
        }
        table
    })
}

/// Buffers for pairing, to be used for many lists.
pub(super) struct Pairing<'s> {
    ring: Ring,
    stop: &'s Stop,
    gather: Gather,
    /// The contracted matchings of B, for every number of pairs.
    lists: Vec<Vec<(u64, u64)>>,
    /// Both lists as arrays, and the contracted arrays for every number of pairs.
    arrays: [Vec<u64>; 2],
    contracted: [Vec<u64>; MOST_POINTS / 2],
    total: Total,
}

impl<'s> Pairing<'s> {
    /// Creates empty buffers.
    pub fn new(ring: Ring, stop: &'s Stop) -> Self {
        Pairing {
            ring,
            stop,
            gather: Gather::new(ring),
            lists: Vec::new(),
            arrays: Default::default(),
            contracted: Default::default(),
            total: Total::new(ring),
        }
    }

    /// Returns the sum over two lists, each with different numbers. Sorts `a` if necessary.
    pub fn sum(&mut self, points: usize, a: &mut [(u64, u64)], b: Weighted) -> Result<u128, Halt> {
        if !are_full(points, a, b) {
            a.sort_unstable_by_key(|&(number, _)| number);
        }
        let pairs = self.lists.len().max(points / 2);
        self.lists.resize_with(pairs, Vec::new);
        self.total = Total::new(self.ring);
        self.pair(points, a, 0, b)?;
        Ok(self.total.value())
    }

    /// Adds the sum for lists in which the numbers of `a` begin at `offset`. Recurses on two points
    /// less.
    fn pair(&mut self, points: usize, a: Weighted, offset: u64, b: Weighted) -> Result<(), Halt> {
        if points > LONG && self.stop.is_over() {
            return Err(Halt::Late);
        }
        if points == 2 {
            return match (a, b) {
                (&[(_, a)], &[(_, b)]) => self.total.add(a, b),
                _ => Ok(()),
            };
        }
        if are_full(points, a, b) {
            return self.by_arrays(points, a, offset, b);
        }
        if a.len().min(b.len()) <= FEW {
            return self.one_by_one(points, a, offset, b);
        }
        let alike = matchings(points - 2);
        let digit = |&(number, _): &(u64, u64)| (number - offset) / alike;
        for group in a.chunk_by(|x, y| digit(x) == digit(y)) {
            let digit = digit(&group[0]);
            let contraction = Source {
                map: Map::Join(0, digit as u8 + 1),
                points,
                states: b,
                factor: 1,
            };
            // Deeper levels do not use this list.
            let mut list = take(&mut self.lists[points / 2 - 1]);
            list.clear();
            let push = |number, weight| list.push((number, weight));
            self.gather.sum(points - 2, once(contraction), push)?;
            self.pair(points - 2, group, offset + digit * alike, &list)?;
            self.lists[points / 2 - 1] = list;
        }
        Ok(())
    }

    /// Adds the sum by arrays.
    fn by_arrays(
        &mut self,
        points: usize,
        a: Weighted,
        offset: u64,
        b: Weighted,
    ) -> Result<(), Halt> {
        let mut arrays = take(&mut self.arrays);
        for ((list, offset), array) in [(a, offset), (b, 0)].into_iter().zip(&mut arrays) {
            array.clear();
            array.resize(matchings(points) as usize, 0);
            for &(number, weight) in list {
                array[(number - offset) as usize] = weight;
            }
        }
        self.product(points, &arrays[0], &arrays[1])?;
        self.arrays = arrays;
        Ok(())
    }

    /// Adds the sum for two arrays of weights by number. Recurses on two points less.
    ///
    /// An entry of the contracted array is a sum of 2j − 2 entries. A table contains their places,
    /// so the inner loop has no branches.
    fn product(&mut self, points: usize, a: &[u64], b: &[u64]) -> Result<(), Halt> {
        if points == 2 {
            return self.total.add(a[0], b[0]);
        }
        let rests = matchings(points - 2) as usize;
        let tables = sources(points).chunks_exact((points - 2) * rests);
        for (group, sources) in a.chunks_exact(rests).zip(tables) {
            if group.iter().all(|&weight| weight == 0) {
                continue;
            }
            let mut contracted = take(&mut self.contracted[points / 2 - 1]);
            contracted.clear();
            let mut overflows = false;
            contracted.extend(sources.chunks_exact(points - 2).map(|sources| {
                let mut sum = 0;
                for &source in sources {
                    self.ring.add(&mut sum, b[source as usize], &mut overflows);
                }
                sum
            }));
            if overflows {
                return Err(Halt::Overflow);
            }
            self.product(points - 2, group, &contracted)?;
            self.contracted[points / 2 - 1] = contracted;
        }
        Ok(())
    }

    fn one_by_one(
        &mut self,
        points: usize,
        a: Weighted,
        offset: u64,
        b: Weighted,
    ) -> Result<(), Halt> {
        let (few, few_offset, many, offset) = if a.len() <= b.len() {
            (a, offset, b, 0)
        } else {
            (b, 0, a, offset)
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

/// Returns true if both lists contain so many matchings that arrays are faster.
fn are_full(points: usize, a: Weighted, b: Weighted) -> bool {
    points <= MOST_POINTS && a.len().min(b.len()) * FULL > matchings(points) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists every matching of so many points with a weight, except some.
    fn list(points: usize, seed: u64, rare: u64) -> Vec<(u64, u64)> {
        let mix = |number: u64| (number + seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        let numbers = (0..matchings(points)).filter(|&number| mix(number) % rare == 0);
        let list = numbers.map(|number| (number, 1 + mix(number) % 1000));
        list.collect()
    }

    #[test]
    fn sums_are_those_of_all_pairs() {
        let stop = Stop::default();
        let mut pairing = Pairing::new(Ring::EXACT, &stop);
        let points = [2, 4, 6, 8, 8, 10, 10, 12, 16];
        for (points, rare) in points.into_iter().zip([1, 1, 1, 1, 3, 2, 20, 40, 9000]) {
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
            let sum = pairing.sum(points, &mut a.clone(), &b);
            assert_eq!(sum, Ok(expected.into()), "{points}");
        }
    }

    #[test]
    fn sums_that_are_too_large_or_too_long_are_told() {
        let all = |weight: u64| (0..105).map(|number| (number, weight)).collect::<Vec<_>>();
        let sum = |points, a: &mut [(u64, u64)], b: &[(u64, u64)], stop: Stop| {
            Pairing::new(Ring::EXACT, &stop).sum(points, a, b)
        };
        let large = sum(8, &mut all(1), &all(u64::MAX), Stop::default());
        assert_eq!(large, Err(Halt::Overflow));
        let [mut a, b] = [1, 2].map(|seed| list(16, seed, 99));
        let late = sum(16, &mut a, &b, Stop::after(std::time::Duration::ZERO));
        assert_eq!(late, Err(Halt::Late));
    }
}
