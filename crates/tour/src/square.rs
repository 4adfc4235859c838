//! Squares and their names: `a1` is rank 1, file a, bottom left; after file z comes aa.
//!
//! ```
//! use knightsat_tour::square::Square;
//!
//! // Rank and file, from 1.
//! assert_eq!("c2".parse(), Ok(Square { rank: 2, file: 3 }));
//! assert_eq!("2,27".parse::<Square>()?.to_string(), "aa2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use knightsat_base::text::{is_digits, quote};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Error: the text is not a square's name.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("'{}' is not a square: write a file and a rank such as a1, or rank,file such as 1,1", quote(.0))]
pub struct SquareError(String);

/// A square by rank and file, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Rank, counted upwards from 1.
    pub rank: u32,
    /// File, counted to the right from 1, which is file a.
    pub file: u32,
}

knightsat_base::by_text!(Square);

impl Square {
    /// Returns the letters of a file: 1 is a, 26 is z, 27 is aa.
    pub fn file_name(file: u32) -> String {
        let mut name = String::new();
        push_letters(file, &mut name);
        name
    }

    /// Appends the name of the square to a text.
    pub fn push_name(&self, text: &mut String) {
        push_letters(self.file, text);
        text.push_str(itoa::Buffer::new().format(self.rank));
    }
}

/// Appends the letters of a file.
fn push_letters(file: u32, text: &mut String) {
    let mut letters = [0; 7];
    let mut first = letters.len();
    let mut rest = file;
    while rest > 0 {
        rest -= 1;
        first -= 1;
        letters[first] = b'a' + (rest % 26) as u8;
        rest /= 26;
    }
    text.extend(letters[first..].iter().map(|&letter| char::from(letter)));
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = String::new();
        self.push_name(&mut name);
        f.pad(&name)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    /// Reads `c2`, or rank and file from 1 as `2,3`.
    fn from_str(text: &str) -> Result<Square, SquareError> {
        let parsed = match text.split_once(',') {
            Some((rank, file)) => number(rank).zip(number(file)),
            None => {
                let digits = text.find(|c: char| c.is_ascii_digit());
                let (letters, rank) = text.split_at(digits.unwrap_or(text.len()));
                number(rank).zip(file_number(letters))
            }
        };
        let (rank, file) = parsed.ok_or_else(|| SquareError(text.to_string()))?;
        Ok(Square { rank, file })
    }
}

/// Reads a positive number written with digits only (no sign, no leading zero).
fn number(text: &str) -> Option<u32> {
    let plain = is_digits(text) && !text.starts_with('0');
    plain.then(|| text.parse().ok()).flatten()
}

fn file_number(letters: &str) -> Option<u32> {
    let file = letters.chars().try_fold(0_u32, |file, letter| {
        // In base 36, a is 10.
        let value = letter
            .is_ascii_alphabetic()
            .then(|| letter.to_digit(36))??;
        file.checked_mul(26)?.checked_add(value - 9)
    });
    file.filter(|&file| file > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_read_as_they_are_written() {
        for (text, rank, file) in [("a1", 1, 1), ("h8", 8, 8), ("z3", 3, 26), ("aa10", 10, 27)] {
            let square = Square { rank, file };
            assert_eq!(text.parse(), Ok(square));
            assert_eq!(format!("{rank},{file}").parse(), Ok(square));
            assert_eq!(square.to_string(), text);
        }
        for file in 1..2000 {
            let square = Square { rank: 7, file };
            assert_eq!(square.to_string().parse(), Ok(square));
        }
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for text in [
            "", "a", "1", "a0", "1a", "0,1", "1,", "a1b", "a-1", "é1", "a01", "1,1,1",
        ] {
            let error = text.parse::<Square>().unwrap_err();
            assert_eq!(error, SquareError(text.into()));
        }
    }
}
