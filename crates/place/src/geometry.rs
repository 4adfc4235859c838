//! The moves of a place: leaps, pieces of several leaps, and joined sides.
//!
//! ```
//! use knightsat_place::geometry::{Leap, Piece, Wrap};
//! use knightsat_place::{Kind, Place};
//!
//! let king: Piece = "king".parse()?;
//! assert_eq!((king.to_string().as_str(), king.leap()), ("0,1/1,1", None));
//! assert_eq!("camel".parse::<Piece>()?.leap(), Some(Leap(1, 3)));
//! let torus = "5x5".parse::<Place>()?.with_moves(Some(Wrap::Both), Some(king))?;
//! assert_eq!(torus.a_tour(Kind::Closed), "a closed king's tour of the 5x5 torus");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use itertools::Itertools;
use knightsat_base::text::{ParseError, quote};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The reason why moves have no directions, on which angles and slopes depend, or no crossings.
///
/// Across joined sides, two leaps may lead to the same square. This cannot be if each joined side
/// has more squares than twice the longest distance of a leap.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoDirection {
    /// The vertices have no places.
    #[error("a graph has no angles, crossings or slopes: use a board")]
    Graph,
    /// The place has several layers.
    #[error("angles, crossings and slopes are in one layer, and {0} has several: use a board")]
    Layers(String),
    /// A joined side is too short.
    #[error(
        "on {place}, leaps in different directions lead to the same square: \
         use joined sides of at least {least} squares"
    )]
    Short {
        /// The place.
        place: String,
        /// The least number of squares of a joined side.
        least: u64,
    },
    /// Sides are joined.
    #[error(
        "crossings are between moves that cross no joined side: use a board without joined sides"
    )]
    Joined,
}

fn invalid<T>(message: impl Into<String>) -> Result<T, ParseError> {
    Err(ParseError(message.into()))
}

/// A leap: so many squares one way, and so many the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Leap(pub u32, pub u32);

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

impl fmt::Display for Leap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0, self.1)
    }
}

/// The sides of a board that are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wrap {
    /// A move across the last file comes to the first: a cylinder.
    Files,
    /// A move across the last rank comes to the first.
    Ranks,
    /// Both: a torus.
    Both,
}

impl fmt::Display for Wrap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Wrap::Files => "files",
            Wrap::Ranks => "ranks",
            Wrap::Both => "both",
        })
    }
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

/// The leaps of a piece, at least one, in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(pub(crate) Vec<Leap>);

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
    /// Returns the leap, if it is only one.
    #[doc(hidden)]
    pub fn leap(&self) -> Option<Leap> {
        match self.0[..] {
            [leap] => Some(leap),
            _ => None,
        }
    }

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

impl From<Leap> for Piece {
    fn from(Leap(a, b): Leap) -> Piece {
        Piece(vec![Leap(a.min(b), a.max(b))])
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.iter().join("/"))
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

knightsat_base::by_text!(Leap, Wrap, Piece);
