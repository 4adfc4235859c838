//! A checksum in text.

use std::fmt::{self, Display};

/// A stable checksum for telling data apart, not for security: FNV-1a with 64 bits (Fowler, Noll
/// and Vo), written as sixteen hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    /// Adds these bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |sum, &byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    }
}

impl Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Returns a [`Checksum`] of words, each with a zero after it.
pub fn of_words<'w>(words: impl IntoIterator<Item = &'w [u8]>) -> String {
    let mut sum = Checksum::default();
    for word in words {
        sum.add(word);
        sum.add(&[0]);
    }
    sum.to_string()
}
