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

mod names;

use itertools::Itertools;
use std::fmt;
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

/// A leap: so many squares one way, and so many the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Leap(pub u32, pub u32);

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

/// The leaps of a piece, at least one, in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(pub(crate) Vec<Leap>);

impl Piece {
    /// Returns the leap, if it is only one.
    #[doc(hidden)]
    pub fn leap(&self) -> Option<Leap> {
        match self.0[..] {
            [leap] => Some(leap),
            _ => None,
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

knightsat_base::by_text!(Leap, Wrap, Piece);
