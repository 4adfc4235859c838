//! The sum of counts: many classes before a step lead to one class after it.

use super::class::ClassWriter;
use super::degrees::{Degrees, ends};
use super::maps::CLOSED;
use super::matching::matchings;
use super::number::{Halt, Ring};
use super::ways::Way;
use std::ops::Range;

/// Classes with more points than this are summed by sorting.
const MOST_POINTS: usize = 16;
/// The most matchings for each state in a table; otherwise the states are sorted. The table has a
/// bit for each matching.
const SPARSE: usize = 4096;

/// A class before a step, read from its bytes.
pub(super) struct Source {
    /// Its degrees.
    pub degrees: Degrees,
    /// The range of its states in the list of states read.
    pub states: Range<usize>,
}

/// Buffers for the sums.
pub(super) struct Gather {
    ring: Ring,
    /// The counts of matchings by number, all 0 between two uses.
    sums: Vec<u64>,
    /// A bit for every matching seen.
    seen: Vec<u64>,
    /// States to be sorted.
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

    /// Writes the class to which all these ways lead.
    pub fn class(
        &mut self,
        ways: &[Way],
        sources: &[Source],
        states: &[(u64, u64)],
        out: &mut ClassWriter,
    ) -> Result<(), Halt> {
        let points = ends(ways[0].to);
        let source = |way: &Way| &sources[way.from as usize];
        let count: usize = ways.iter().map(|way| source(way).states.len()).sum();
        let of = |way: &Way| {
            (
                ends(source(way).degrees),
                &states[source(way).states.clone()],
            )
        };
        let is_table = points <= MOST_POINTS && matchings(points) as usize / SPARSE <= count;
        if !is_table {
            self.list.clear();
            for way in ways {
                let (before, states) = of(way);
                each(way, before, states, |number, ways| {
                    self.list.push((number, ways))
                });
            }
            return self.write_sorted(out);
        }
        self.in_table(ways, of, points, out)
    }

    /// Writes the class, summed in a table of all matchings.
    fn in_table<'a>(
        &mut self,
        ways: &[Way],
        of: impl Fn(&Way) -> (usize, &'a [(u64, u64)]),
        points: usize,
        out: &mut ClassWriter,
    ) -> Result<(), Halt> {
        let len = matchings(points) as usize;
        if self.sums.len() < len {
            self.sums.resize(len, 0);
            self.seen.resize(len.div_ceil(64), 0);
        }
        let (ring, mut overflows) = (self.ring, false);
        for way in ways {
            let (before, states) = of(way);
            let (sums, seen) = (&mut self.sums[..len], &mut self.seen[..]);
            each(way, before, states, |number, ways| {
                let place = number as usize;
                ring.add(&mut sums[place], ways, &mut overflows);
                seen[place / 64] |= 1 << (place % 64);
            });
        }
        self.write_table(len, out);
        if overflows {
            Err(Halt::Overflow)
        } else {
            Ok(())
        }
    }

    fn write_table(&mut self, len: usize, out: &mut ClassWriter) {
        for (word, bits) in self.seen[..len.div_ceil(64)].iter_mut().enumerate() {
            let mut left = std::mem::take(bits);
            while left != 0 {
                let place = 64 * word + left.trailing_zeros() as usize;
                left &= left - 1;
                out.state(place as u64, std::mem::take(&mut self.sums[place]));
            }
        }
    }

    fn write_sorted(&mut self, out: &mut ClassWriter) -> Result<(), Halt> {
        self.list.sort_unstable_by_key(|&(number, _)| number);
        for same in self.list.chunk_by(|a, b| a.0 == b.0) {
            let mut counts = same.iter().map(|&(_, count)| count);
            let sum = counts.try_fold(0, |sum, count| self.ring.plus(sum, count))?;
            out.state(same[0].0, sum);
        }
        Ok(())
    }
}

/// Calls `with` for the image of each state of a class.
#[inline]
fn each(way: &Way, points: usize, states: &[(u64, u64)], mut with: impl FnMut(u64, u64)) {
    match way.map.table(points) {
        Some(table) => {
            for &(number, count) in states {
                let image = table[number as usize];
                if image != CLOSED {
                    with(u64::from(image), count);
                }
            }
        }
        None => {
            for &(number, count) in states {
                if let Some(image) = way.map.image(points, number) {
                    with(image, count);
                }
            }
        }
    }
}
