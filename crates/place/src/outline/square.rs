//! Squares, and their names on boards and in boxes.
//!
//! The name of a [square](Square) is its file and rank: `a1` is rank 1, file a, bottom left; after
//! file z comes aa.
//!
//! ```
//! # mod knightsat { pub mod tour { pub use knightsat_place::{*, outline::*}; } }
//! use knightsat::tour::Square;
//!
//! // Rank and file, from 1.
//! assert_eq!("c2".parse(), Ok(Square { rank: 2, file: 3 }));
//! assert_eq!("2,27".parse::<Square>()?.to_string(), "aa2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A square of several layers has the letter of its layer before its name, as in Raumschach: `Aa1`
//! is in the lowest layer.

use super::Outline;
use knightsat_base::text::{ParseError, is_digits};
use std::fmt;
use std::str::FromStr;

/// A square by rank and file, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Rank, counted upwards from 1.
    pub rank: u32,
    /// File, counted to the right from 1, which is file a.
    pub file: u32,
}

knightsat_base::by_text!(Square);

impl Outline {
    /// Returns the letters of a layer, from 0.
    pub fn layer_name(layer: u32) -> String {
        Square::file_name(layer + 1).to_uppercase()
    }

    /// Appends the name of a vertex: its square, in a box after the letters of its layer.
    pub fn push_name(&self, vertex: u32, text: &mut String) {
        let [layer, rank, file] = self.place(vertex).map(|number| number + 1);
        if self.layers > 1 {
            text.push_str(&Outline::layer_name(layer - 1));
        }
        Square { rank, file }.push_name(text);
    }

    /// Returns the vertex of this name.
    pub fn named(&self, name: &str) -> Option<u32> {
        if self.layers == 1 {
            return self.vertex(0, name.parse().ok()?);
        }
        let square = name.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
        let layer = file_number(name.strip_suffix(square)?)? - 1;
        let is_name = square.starts_with(|letter: char| letter.is_ascii_lowercase());
        self.vertex(layer, is_name.then(|| square.parse().ok())??)
    }
}

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
    type Err = ParseError;

    /// Reads `c2`, or rank and file from 1 as `2,3`.
    fn from_str(text: &str) -> Result<Square, ParseError> {
        let parsed = match text.split_once(',') {
            Some((rank, file)) => number(rank).zip(number(file)),
            None => {
                let digits = text.find(|c: char| c.is_ascii_digit());
                let (letters, rank) = text.split_at(digits.unwrap_or(text.len()));
                number(rank).zip(file_number(letters))
            }
        };
        let (rank, file) = parsed.ok_or_else(|| {
            let rest =
                "is not a square: write a file and a rank such as a1, or rank,file such as 1,1";
            ParseError::of(text, rest)
        })?;
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
        for text in " a 1 a0 1a 0,1 1, a1b a-1 é1 a01 1,1,1".split(' ') {
            let error = text.parse::<Square>().unwrap_err();
            assert!(error.to_string().contains("is not a square: "), "{text}");
        }
    }
}
