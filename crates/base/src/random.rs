//! Pseudo-random numbers: a seed gives equal numbers on every machine and in every version.
//!
//! ```
//! use knightsat_base::random::Rng;
//!
//! assert_eq!(Rng::new(7, 0).word(), Rng::new(7, 0).word());
//! assert!(Rng::new(7, 0).below(10) < 10);
//! ```

/// Permutes a slice by random words (Fisher and Yates, from the last place down).
pub fn shuffle<T>(items: &mut [T], mut word: impl FnMut() -> u64) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last + 1, word()));
    }
}

/// Returns a place below `bound`: the high word of a random word times it. The bias is less than
/// `bound` in 2⁶⁴.
pub fn below(bound: usize, word: u64) -> usize {
    ((u128::from(word) * bound as u128) >> 64) as usize
}

/// The mixing function of SplitMix64.
#[inline]
pub fn mix(word: u64) -> u64 {
    let mut z = word;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The step from one state of SplitMix64 to the next.
pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number generators, OOPSLA 2014).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Returns the stream of a seed and of a number for its purpose.
    pub fn new(seed: u64, purpose: u64) -> Rng {
        let mut rng = Rng(seed ^ purpose.wrapping_mul(0xd605_bbb5_8c8a_bbb5));
        rng.word();
        rng
    }

    /// Returns the next number.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// Returns a number below `bound`, which is positive.
    pub fn below(&mut self, bound: usize) -> usize {
        below(bound, self.word())
    }

    /// Permutes a slice at random.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        shuffle(items, || self.word());
    }
}
