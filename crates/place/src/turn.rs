//! Turns and reflections of a board, and the names of symmetries.
//!
//! ```
//! use knightsat_place::board::Board;
//! use knightsat_place::turn::Turn;
//!
//! let board: Board = "6x6".parse()?;
//! let [corner, image] = [board.vertex("a1".parse()?)?, board.vertex("a6".parse()?)?];
//! assert_eq!(board.images(Turn::Rot90)?[corner as usize], image);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::outline::Square;
use knightsat_base::text::{ParseError, one_of};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A turn of the board about its centre, or a reflection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turn {
    /// A half turn.
    Rot180,
    /// A quarter turn; the board must be a square.
    Rot90,
    /// A reflection that reverses the order of the ranks.
    FlipRanks,
    /// A reflection that reverses the order of the files.
    FlipFiles,
}

impl Turn {
    /// All of them.
    pub const ALL: [Turn; 4] = [Turn::Rot180, Turn::Rot90, Turn::FlipRanks, Turn::FlipFiles];

    /// Returns the map of a rectangle.
    pub fn map(self) -> RectangleMap {
        let name = self.to_string();
        let mut all = RectangleMap::ALL.into_iter();
        all.find(|map| map.0 == name).expect("a map of this name")
    }

    /// Returns the number of times after which every square is where it was.
    pub fn order(self) -> u32 {
        match self {
            Turn::Rot180 | Turn::FlipRanks | Turn::FlipFiles => 2,
            Turn::Rot90 => 4,
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A map of a rectangle to a rectangle: its name, true if ranks become files, and true for each
/// axis that is then flipped.
#[derive(Clone, Copy, Debug)]
pub struct RectangleMap(pub &'static str, bool, [bool; 2]);

impl RectangleMap {
    /// All of them, the identity first.
    pub const ALL: [RectangleMap; 8] = [
        RectangleMap("identity", false, [false, false]),
        RectangleMap("rot90", true, [true, false]),
        RectangleMap("rot180", false, [true, true]),
        RectangleMap("rot270", true, [false, true]),
        RectangleMap("flip-ranks", false, [true, false]),
        RectangleMap("flip-files", false, [false, true]),
        RectangleMap("diagonal", true, [false, false]),
        RectangleMap("antidiagonal", true, [true, true]),
    ];

    /// Returns the sides of the image of a rectangle, ranks and files.
    pub fn sides(self, [ranks, files]: [u32; 2]) -> [u32; 2] {
        [[ranks, files], [files, ranks]][usize::from(self.1)]
    }

    /// Returns the image of a square in a rectangle of these sides.
    pub fn image(self, square: Square, sides: [u32; 2]) -> Square {
        let (place, sides) = (self.sides([square.rank, square.file]), self.sides(sides));
        let there = |axis: usize| [place[axis], sides[axis] + 1 - place[axis]];
        let [rank, file] = [0, 1].map(|axis| there(axis)[usize::from(self.2[axis])]);
        Square { rank, file }
    }
}

/// A symmetry that a closed tour may be required to have, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymmetryName {
    /// A map that keeps the direction of the tour: `rot180`.
    Keeping(Turn),
    /// A map that reverses the tour: `rot180-reversed`. A quarter turn reverses none.
    Reversing(Turn),
}

/// Names of the literature.
const ALIASES: [(&str, SymmetryName); 2] = [
    ("eulerian", SymmetryName::Keeping(Turn::Rot180)),
    ("bergholtian", SymmetryName::Reversing(Turn::Rot180)),
];

impl SymmetryName {
    /// Returns all of them: those that keep the direction, then those that reverse the tour.
    pub fn all() -> impl Iterator<Item = SymmetryName> {
        let is_reversing = |turn: &Turn| turn.order() == 2;
        let reversing = Turn::ALL.into_iter().filter(is_reversing);
        let keeping = Turn::ALL.into_iter().map(SymmetryName::Keeping);
        keeping.chain(reversing.map(SymmetryName::Reversing))
    }
}

impl From<Turn> for SymmetryName {
    /// Returns the symmetry that keeps the direction of the tour.
    fn from(turn: Turn) -> SymmetryName {
        SymmetryName::Keeping(turn)
    }
}

impl fmt::Display for SymmetryName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SymmetryName::Keeping(turn) => turn.fmt(f),
            SymmetryName::Reversing(turn) => write!(f, "{turn}-reversed"),
        }
    }
}

impl FromStr for SymmetryName {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<SymmetryName, ParseError> {
        match ALIASES.into_iter().find(|(alias, _)| *alias == text) {
            Some((_, name)) => Ok(name),
            None => one_of(SymmetryName::all(), "a symmetry", text),
        }
    }
}

knightsat_base::by_text!(SymmetryName);
