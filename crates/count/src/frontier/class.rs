//! Classes of states: their degrees, and their bytes.
//!
//! A state is the degree of every slot (no edge yet, one, both), and a [matching](super::matching)
//! of the slots with one edge. Each pair of the matching is the two ends of a path. States with the
//! same degrees are a class.
//!
//! Most classes of a sweep have few of their matchings, and most counts are small. So a class is a
//! string of bytes: the degrees, the number of bytes that follow, and the matchings in order. A
//! matching is the gap between its number and the one before, and its count, in seven bits a byte.
//! Boards take four or five bytes a state.

use crate::base::random;

/// The most slots of a frontier: the matchings of so many are still numbered in 64 bits.
pub(super) const MOST_SLOTS: usize = 35;

/// Degrees, slot by slot from the lowest bits upwards.
pub(super) type Degrees = u128;

/// The low bit of every slot. Alone it means one edge; the bit above means both.
const LOW: Degrees = Degrees::MAX / 3;

/// Returns the degree of a slot.
#[inline]
pub(super) fn degree(degrees: Degrees, slot: u8) -> u8 {
    (degrees >> (2 * slot)) as u8 & 3
}

/// Returns degrees that are 0 in all other slots.
#[inline]
pub(super) fn only(slot: u8, degree: u8) -> Degrees {
    Degrees::from(degree) << (2 * slot)
}

/// Returns the number of slots with one edge.
#[inline]
pub(super) fn ends(degrees: Degrees) -> usize {
    (degrees & LOW).count_ones() as usize
}

/// Returns the number of slots with one edge below this one.
#[inline]
pub(super) fn ends_below(degrees: Degrees, slot: u8) -> u8 {
    (degrees & (only(slot, 1) - 1) & LOW).count_ones() as u8
}

/// Returns degrees without a slot. Those above move down.
#[inline]
pub(super) fn without(degrees: Degrees, slot: u8) -> Degrees {
    let below = only(slot, 1) - 1;
    degrees & below | degrees >> 2 & !below
}

/// Returns a hash of degrees, well mixed in all its bits and the same on every machine.
#[inline]
pub(super) fn mix(degrees: Degrees) -> u64 {
    // The finalizer of SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number
    // generators, 2014).
    let folded = degrees as u64 ^ ((degrees >> 64) as u64).rotate_left(31);
    random::mix(folded.wrapping_add(random::STEP))
}

/// Bytes before the matchings.
const HEAD: usize = 20;

/// A class in a block of bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class<'b> {
    /// The degrees of its states.
    pub degrees: Degrees,
    bytes: &'b [u8],
}

/// Returns the classes of a block.
pub(super) fn classes(mut block: &[u8]) -> impl Iterator<Item = Class<'_>> {
    std::iter::from_fn(move || {
        let (head, rest) = block.split_at_checked(HEAD)?;
        let (degrees, len) = head.split_at_checked(HEAD - 4)?;
        let degrees = Degrees::from_le_bytes(degrees.try_into().ok()?);
        let len = u32::from_le_bytes(len.try_into().ok()?) as usize;
        let (bytes, rest) = rest.split_at_checked(len)?;
        block = rest;
        Some(Class { degrees, bytes })
    })
}

/// Returns the sum of a hash of every class of a block, modulo 2⁶⁴. Their order does not matter.
pub(super) fn digest(block: &[u8]) -> u64 {
    let of_class = |class: Class| {
        let words = class.bytes.chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        });
        let begin = mix(class.degrees) ^ class.bytes.len() as u64;
        let sum = words.fold(begin, |sum, word| {
            (sum ^ word).wrapping_mul(random::STEP).rotate_left(29)
        });
        random::mix(sum)
    };
    classes(block).map(of_class).fold(0, u64::wrapping_add)
}

impl Class<'_> {
    /// Returns the number of bytes of the matchings.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Adds the numbers of the matchings, in order, with their counts.
    pub fn read(&self, into: &mut Vec<(u64, u64)>) {
        let mut bytes = self.bytes.iter();
        let mut next = 0;
        while let Some(gap) = read(&mut bytes)
            && let Some(count) = read(&mut bytes)
        {
            into.push((next + gap, count));
            next += gap + 1;
        }
    }
}

/// Writes a class at the end of a block.
pub(super) struct ClassWriter<'b> {
    block: &'b mut Vec<u8>,
    begin: usize,
    /// The least number that the next matching may have.
    next: u64,
    /// The number of states written so far.
    pub states: usize,
}

impl<'b> ClassWriter<'b> {
    /// Begins a class of these degrees.
    pub fn new(block: &'b mut Vec<u8>, degrees: Degrees) -> ClassWriter<'b> {
        let begin = block.len();
        block.extend_from_slice(&degrees.to_le_bytes());
        block.extend_from_slice(&[0; 4]);
        ClassWriter {
            block,
            begin,
            next: 0,
            states: 0,
        }
    }

    /// Writes a matching unless its count is 0. Its number must be higher than those before.
    #[inline]
    pub fn state(&mut self, number: u64, count: u64) {
        if count == 0 {
            return;
        }
        write(self.block, number - self.next);
        write(self.block, count);
        self.next = number + 1;
        self.states += 1;
    }

    /// Ends the class. A class without states writes nothing.
    pub fn finish(self) {
        let len = (self.block.len() - self.begin - HEAD) as u32;
        match len {
            0 => self.block.truncate(self.begin),
            _ => self.block[self.begin + HEAD - 4..][..4].copy_from_slice(&len.to_le_bytes()),
        }
    }
}

/// Writes a number, seven bits a byte from the lowest upwards. The high bit marks all bytes but the
/// last.
#[inline]
fn write(block: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        block.push(number as u8 | 0x80);
        number >>= 7;
    }
    block.push(number as u8);
}

/// Reads a number of seven bits a byte; `None` at the end.
#[inline]
fn read(bytes: &mut std::slice::Iter<u8>) -> Option<u64> {
    let mut number = 0;
    for at in (0..u64::BITS).step_by(7) {
        let &byte = bytes.next()?;
        number |= u64::from(byte & 0x7F) << at;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}
