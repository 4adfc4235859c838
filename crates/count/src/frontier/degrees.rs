//! The degrees of a frontier, packed: two bits for each slot.
//!
//! A state is the degree of every slot (no edge yet, one, both), and a [matching](super::matching)
//! of the slots with one edge. Each pair of the matching is the two ends of a path. States with the
//! same degrees are a class.

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

/// Returns the degrees without a slot. Those above move down.
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
    let mut mixed = folded.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_counted_and_taken_out() {
        let degrees = [1, 2, 0, 1, 1].iter().rev();
        let degrees = degrees.fold(0, |all, &degree| all << 2 | degree);
        assert_eq!((ends(degrees), ends_below(degrees, 4)), (3, 2));
        let rest = without(degrees, 1);
        assert_eq!([0, 1, 2, 3].map(|slot| degree(rest, slot)), [1, 0, 1, 1]);
        assert_eq!(without(only(34, 1), 0), only(33, 1));
        assert_ne!(mix(1), mix(2));
    }
}
