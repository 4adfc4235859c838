//! The states of the frontier, each packed into one word.
//!
//! A state says of every slot of the frontier what the path segments chosen so far do there: nothing
//! yet (the vertex is its own mate), pass through (no mate), or end, and then which slot has the
//! segment's other end (its mate).
//!
//! In a word a slot takes two bits: passed, untouched, first end, second end of a segment. Above those of
//! all slots stands for every second end the number of its first end among those still waiting for theirs,
//! in as many bits as that number of waiting ends needs.

use std::fmt::Debug;
use std::hash::Hash;

/// The most slots that a frontier may have: so many fit into 128 bits.
pub(super) const MOST_SLOTS: usize = 35;

/// The mate of a slot whose vertex has both its edges.
pub(super) const PASSED: u8 = u8::MAX;

/// The mate of every slot.
pub(super) type Mates = [u8; MOST_SLOTS + 1];

pub(super) const CODE_PASSED: u64 = 0;
pub(super) const CODE_UNTOUCHED: u64 = 1;
/// Among [degrees](Word::degrees) both ends of a segment have the same code.
pub(super) const CODE_END: u64 = 2;
const CODE_FIRST: u64 = 2;
const CODE_SECOND: u64 = 3;

/// A word that holds a state.
pub(super) trait Word: Copy + Ord + Hash + Debug + Send + Sync {
    /// All bits 0.
    const ZERO: Self;
    /// Adds `bits` bits above the lowest `at`.
    fn put(&mut self, at: u32, bits: u64);
    /// The bits from `at` upwards.
    fn get(self, at: u32) -> u64;
    /// How many edges each of the slots has, two bits for each as in the word.
    fn degrees(self, slots: usize) -> Self;
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const ZERO: Self = 0;

            #[inline]
            fn put(&mut self, at: u32, bits: u64) {
                *self |= (bits as $type) << at;
            }

            #[inline]
            fn get(self, at: u32) -> u64 {
                (self >> at) as u64
            }

            #[inline]
            fn degrees(self, slots: usize) -> Self {
                let low = (((1 as $type) << (2 * slots)) - 1) / 3;
                // Untouched, an end or passed.
                let ends = self >> 1 & low;
                let others = self & low & !ends;
                ends << 1 | others
            }
        }
    };
}

word!(u64);
word!(u128);

/// The most bits that a state of so many slots takes.
pub(super) fn most_bits(slots: usize) -> u32 {
    2 * slots as u32 + (1..=slots / 2).map(width).sum::<u32>()
}

/// Bits that numbers below `bound` take: ⌈log₂ bound⌉.
#[inline]
fn width(bound: usize) -> u32 {
    usize::BITS - bound.saturating_sub(1).leading_zeros()
}

/// Packs the mates of some slots, in this order.
#[inline]
pub(super) fn pack<W: Word>(mates: &Mates, slots: &[u8]) -> W {
    let mut word = W::ZERO;
    let mut at = 2 * slots.len() as u32;
    let mut waiting = [0_u8; MOST_SLOTS];
    let mut count = 0;
    // Where a first end waits.
    let mut place = [u8::MAX; MOST_SLOTS + 1];
    for (index, &slot) in (0..).zip(slots) {
        let mate = mates[slot as usize];
        let code = if mate == PASSED {
            CODE_PASSED
        } else if mate == slot {
            CODE_UNTOUCHED
        } else if place[mate as usize] == u8::MAX {
            waiting[count] = slot;
            place[slot as usize] = count as u8;
            count += 1;
            CODE_FIRST
        } else {
            let number = place[mate as usize];
            let bits = width(count);
            count -= 1;
            let last = waiting[count];
            waiting[number as usize] = last;
            place[last as usize] = number;
            if bits > 0 {
                word.put(at, u64::from(number));
            }
            at += bits;
            CODE_SECOND
        };
        word.put(2 * index, code);
    }
    word
}

/// Unpacks the mates of the slots 0 to `slots` − 1.
#[inline]
pub(super) fn unpack<W: Word>(word: W, slots: usize, mates: &mut Mates) {
    let mut at = 2 * slots as u32;
    let mut waiting = [0_u8; MOST_SLOTS];
    let mut count = 0;
    for slot in 0..slots {
        match word.get(2 * slot as u32) & 3 {
            CODE_PASSED => mates[slot] = PASSED,
            CODE_UNTOUCHED => mates[slot] = slot as u8,
            CODE_FIRST => {
                waiting[count] = slot as u8;
                count += 1;
            }
            _ => {
                let width = width(count);
                let number = match width {
                    0 => 0,
                    _ => word.get(at) as usize & ((1 << width) - 1),
                };
                at += width;
                let first = waiting[number];
                count -= 1;
                waiting[number] = waiting[count];
                mates[slot] = first;
                mates[first as usize] = slot as u8;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mates of `slots` slots, drawn by the bits of a word.
    fn draw(slots: usize, mut word: u64) -> Mates {
        let mut mates: Mates = [PASSED; MOST_SLOTS + 1];
        let mut waiting: Vec<usize> = Vec::new();
        for slot in 0..slots {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            match (word >> 60) % 5 {
                0 => {}
                1 => mates[slot] = slot as u8,
                2 | 3 if !waiting.is_empty() => {
                    let first = waiting.swap_remove((word >> 33) as usize % waiting.len());
                    (mates[slot], mates[first]) = (first as u8, slot as u8);
                }
                _ => waiting.push(slot),
            }
        }
        for slot in waiting {
            mates[slot] = slot as u8;
        }
        mates
    }

    fn round_trip<W: Word>(slots: usize, mates: &Mates) {
        let order: Vec<u8> = (0..slots as u8).collect();
        let mut back: Mates = [PASSED; MOST_SLOTS + 1];
        unpack(pack::<W>(mates, &order), slots, &mut back);
        assert_eq!(back[..slots], mates[..slots]);
    }

    #[test]
    fn states_are_unpacked_as_they_were_packed() {
        for word in 0..2000 {
            round_trip::<u64>(19, &draw(19, word));
            round_trip::<u128>(MOST_SLOTS, &draw(MOST_SLOTS, word));
        }
        // As many ends waiting as there can be, the last first and the first first.
        for slots in [19_usize, MOST_SLOTS] {
            for is_nested in [true, false] {
                let mut mates: Mates = [PASSED; MOST_SLOTS + 1];
                for first in 0..slots / 2 {
                    let nested = slots / 2 * 2 - 1 - first;
                    let second = if is_nested { nested } else { slots / 2 + first };
                    (mates[first], mates[second]) = (second as u8, first as u8);
                }
                round_trip::<u128>(slots, &mates);
                if slots == 19 {
                    round_trip::<u64>(slots, &mates);
                }
            }
        }
        assert!(most_bits(19) <= u64::BITS && most_bits(MOST_SLOTS) <= u128::BITS);
        assert!(most_bits(20) > u64::BITS && most_bits(MOST_SLOTS + 1) > u128::BITS);
    }
}
