//! Pieces by name, and the texts of leaps and joined sides.

use super::{Leap, Piece, Wrap};
use itertools::Itertools;
use knightsat_base::text::{ParseError, quote};
use std::str::FromStr;

/// The names of pieces, from the knight's neighbours to rare ones, and their leaps.
const PIECES: [(&str, &str); 11] = [
    ("knight", "1,2"),
    ("king", "0,1/1,1"),
    ("wazir", "0,1"),
    ("ferz", "1,1"),
    ("dabbaba", "0,2"),
    ("alfil", "2,2"),
    ("camel", "1,3"),
    ("zebra", "2,3"),
    ("giraffe", "1,4"),
    ("antelope", "3,4"),
    ("squirrel", "0,2/1,2/2,2"),
];

impl Piece {
    /// Returns its name in a title.
    pub(crate) fn name(&self) -> String {
        let leaps = self.to_string();
        match (PIECES.iter().find(|(_, of)| *of == leaps), &self.0[..]) {
            (Some((name, _)), [Leap(1, 2)] | [_, _, ..]) => name.to_string(),
            _ => {
                let leaps = self.0.iter().map(|leap| format!("({leap})"));
                format!("{}-leaper", leaps.format("/"))
            }
        }
    }
}

impl FromStr for Piece {
    type Err = ParseError;

    /// Reads a name, a leap such as `1,2`, or several such as `0,1/1,1`.
    fn from_str(text: &str) -> Result<Piece, ParseError> {
        let named = PIECES.iter().find(|(name, _)| *name == text);
        let leaps = named.map_or(text, |(_, leaps)| leaps);
        let leap = |part: &str| {
            let Leap(a, b) = part.parse()?;
            match (a, b) {
                (0, 0) => {
                    let message = "the 0,0 leaper stands still: it has no moves";
                    Err(ParseError(message.into()))
                }
                _ => Ok(Leap(a.min(b), a.max(b))),
            }
        };
        let leaps: Vec<Leap> = leaps.split('/').map(leap).try_collect().map_err(|error| {
            if text.starts_with(char::is_alphabetic) {
                let names = PIECES.map(|(name, _)| name).join(", ");
                let message = "write its leaps, such as 1,3 or 0,1/1,1, or one of";
                let text = quote(text);
                return ParseError(format!("no piece '{text}': {message} {names}"));
            }
            error
        })?;
        Ok(Piece(leaps.into_iter().sorted().dedup().collect()))
    }
}

impl FromStr for Leap {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Leap, ParseError> {
        let parts = text.split_once(',');
        let leap = parts.and_then(|(a, b)| a.parse().ok().zip(b.parse().ok()));
        match leap {
            Some((a, b)) => Ok(Leap(a, b)),
            None => invalid("write the two distances of the leap, such as 1,2"),
        }
    }
}

fn invalid<T>(message: impl Into<String>) -> Result<T, ParseError> {
    Err(ParseError(message.into()))
}

impl FromStr for Wrap {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Wrap, ParseError> {
        let mut all = [Wrap::Files, Wrap::Ranks, Wrap::Both].into_iter();
        all.find(|wrap| wrap.to_string() == text).ok_or_else(|| {
            let message = "write files, ranks or both: the sides that are joined";
            ParseError::of(text, format_args!("is no side: {message}"))
        })
    }
}
