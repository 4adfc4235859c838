//! A checksum that stays the same for ever, to tell things apart and not to keep anyone out.
//!
//! ```
//! use knightsat_base::checksum::Checksum;
//!
//! let mut sum = Checksum::default();
//! sum.add(b"a");
//! assert_eq!(sum.to_string(), "af63dc4c8601ec8c");
//! ```

/// FNV-1a with 64 bits (Fowler, Noll and Vo).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    /// Goes on with these bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |sum, &byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    }
}

/// A checksum of words, each with a zero after it.
pub fn of_words<'w>(words: impl IntoIterator<Item = &'w [u8]>) -> String {
    let mut sum = Checksum::default();
    for word in words {
        sum.add(word);
        sum.add(&[0]);
    }
    sum.to_string()
}

/// Sixteen hexadecimal digits.
impl std::fmt::Display for Checksum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
