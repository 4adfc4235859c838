//! The sum of counts: matchings of many classes lead to those of one.

use super::matching::{CLOSED, Map, matchings};
use super::number::{Halt, Ring};

/// Matchings by number, with their counts.
pub(super) type Weighted<'s> = &'s [(u64, u64)];

/// Matchings of more points than this are summed by sorting.
const MOST_POINTS: usize = 16;
/// The most matchings for each count in a table; otherwise the counts are sorted. The table has a
/// bit for each matching.
const SPARSE: usize = 4096;

/// The matchings of one class, with the map under which they are summed.
#[derive(Clone, Copy)]
pub(super) struct Source<'s> {
    /// The map.
    pub map: Map,
    /// The number of points before it.
    pub points: usize,
    /// The matchings.
    pub states: Weighted<'s>,
    /// The factor of their counts.
    pub factor: u64,
}

/// Buffers for the sums.
pub(super) struct Gather {
    ring: Ring,
    /// The counts of matchings by number, all 0 between two uses.
    sums: Vec<u64>,
    /// A bit for every matching seen.
    seen: Vec<u64>,
    /// Matchings to be sorted.
    list: Vec<(u64, u64)>,
}

impl Gather {
    /// Creates empty buffers.
    pub fn new(ring: Ring) -> Gather {
        Gather {
            ring,
            sums: Vec::new(),
            seen: Vec::new(),
            list: Vec::new(),
        }
    }

    /// Passes the images, which have this number of points, to `out`: each once, in order, with
    /// the sum of its counts.
    #[inline]
    pub fn sum<'s>(
        &mut self,
        points: usize,
        sources: impl Iterator<Item = Source<'s>> + Clone,
        mut out: impl FnMut(u64, u64),
    ) -> Result<(), Halt> {
        let count: usize = sources.clone().map(|source| source.states.len()).sum();
        if points <= MOST_POINTS && matchings(points) as usize / SPARSE <= count {
            return self.in_table(matchings(points) as usize, sources, out);
        }
        self.list.clear();
        for source in sources {
            source.each_image(self.ring, |number, count| self.list.push((number, count)));
        }
        self.list.sort_unstable_by_key(|&(number, _)| number);
        for same in self.list.chunk_by(|a, b| a.0 == b.0) {
            let mut counts = same.iter().map(|&(_, count)| count);
            let sum = counts.try_fold(0, |sum, count| self.ring.plus(sum, count))?;
            out(same[0].0, sum);
        }
        Ok(())
    }

    /// Sums in a table of all matchings.
    #[inline]
    fn in_table<'s>(
        &mut self,
        len: usize,
        sources: impl Iterator<Item = Source<'s>>,
        mut out: impl FnMut(u64, u64),
    ) -> Result<(), Halt> {
        if self.sums.len() < len {
            self.sums.resize(len, 0);
            self.seen.resize(len.div_ceil(64), 0);
        }
        let (ring, mut overflows) = (self.ring, false);
        let (sums, seen) = (&mut self.sums[..len], &mut self.seen[..len.div_ceil(64)]);
        for source in sources {
            source.each_image(ring, |number, count| {
                let place = number as usize;
                ring.add(&mut sums[place], count, &mut overflows);
                seen[place / 64] |= 1 << (place % 64);
            });
        }
        for (word, bits) in seen.iter_mut().enumerate() {
            let mut left = std::mem::take(bits);
            while left != 0 {
                let place = 64 * word + left.trailing_zeros() as usize;
                left &= left - 1;
                out(place as u64, std::mem::take(&mut sums[place]));
            }
        }
        if overflows {
            Err(Halt::Overflow)
        } else {
            Ok(())
        }
    }
}

impl Source<'_> {
    /// Calls `with` for the image of each matching.
    #[inline]
    fn each_image(&self, ring: Ring, mut with: impl FnMut(u64, u64)) {
        let mut with = |image, count| with(image, ring.times(count, self.factor));
        match self.map.table(self.points) {
            Some(table) => {
                for &(number, count) in self.states {
                    let image = table[number as usize];
                    if image != CLOSED {
                        with(u64::from(image), count);
                    }
                }
            }
            None => {
                for &(number, count) in self.states {
                    if let Some(image) = self.map.image(self.points, number) {
                        with(image, count);
                    }
                }
            }
        }
    }
}
