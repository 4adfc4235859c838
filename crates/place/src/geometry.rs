//! Boards with joined sides, boxes of several layers, and pieces with several leaps. Each is a
//! graph whose vertices have the names of squares.
//!
//! ```
//! use knightsat_place::geometry::Wrap;
//! use knightsat_place::{Kind, Place};
//!
//! let torus = "5x5".parse::<Place>()?.with_moves(Some(Wrap::Both), None)?;
//! assert_eq!(torus.a_tour(Kind::Closed), "a closed knight's tour of the 5x5 torus");
//! let king = "8x8".parse::<Place>()?.with_moves(None, Some("king".parse()?))?;
//! assert_eq!(king.graph().degree(0), 3);
//! let cube = "4x4x4".parse::<Place>()?;
//! assert_eq!(cube.name(63), "Dd4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A square of a box has the letter of its layer before its name, as in Raumschach: `Aa1` is in the
//! lowest layer.

use crate::kind::Kind;
use crate::outline::{Outline, Square};
use itertools::Itertools;
use knightsat_base::text::quote;
use std::collections::BTreeMap;
use std::fmt;
use std::iter::once;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

/// The fault of a piece, of joined sides or of a box.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct GeometryError(String);

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

fn invalid<T>(message: impl Into<String>) -> Result<T, GeometryError> {
    Err(GeometryError(message.into()))
}

/// A leap: so many squares one way, and so many the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Leap(pub u32, pub u32);

impl FromStr for Leap {
    type Err = GeometryError;

    fn from_str(text: &str) -> Result<Leap, GeometryError> {
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

impl Wrap {
    const ALL: [(Wrap, &str); 3] = [
        (Wrap::Files, "files"),
        (Wrap::Ranks, "ranks"),
        (Wrap::Both, "both"),
    ];
}

impl fmt::Display for Wrap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Wrap::ALL.iter().find(|(wrap, _)| wrap == self);
        f.pad(name.map_or("", |(_, name)| name))
    }
}

impl FromStr for Wrap {
    type Err = GeometryError;

    fn from_str(text: &str) -> Result<Wrap, GeometryError> {
        let named = Wrap::ALL.iter().find(|(_, name)| *name == text);
        named.map(|(wrap, _)| *wrap).ok_or_else(|| {
            let message = "write files, ranks or both: the sides that are joined";
            GeometryError(format!("'{}' is no side: {message}", quote(text)))
        })
    }
}

/// The leaps of a piece, at least one, in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(Vec<Leap>);

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
    pub fn leap(&self) -> Option<Leap> {
        match self.0[..] {
            [leap] => Some(leap),
            _ => None,
        }
    }

    /// Returns its name in a title.
    fn name(&self) -> String {
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
    type Err = GeometryError;

    /// Reads a name, a leap such as `1,2`, or several such as `0,1/1,1`.
    fn from_str(text: &str) -> Result<Piece, GeometryError> {
        let named = PIECES.iter().find(|(name, _)| *name == text);
        let leaps = named.map_or(text, |(_, leaps)| leaps);
        let leap = |part: &str| {
            let Leap(a, b) = part.parse()?;
            match (a, b) {
                (0, 0) => {
                    let message = "the 0,0 leaper stands still: it has no moves";
                    Err(GeometryError(message.into()))
                }
                _ => Ok(Leap(a.min(b), a.max(b))),
            }
        };
        let leaps: Vec<Leap> = leaps.split('/').map(leap).try_collect().map_err(|error| {
            if text.starts_with(char::is_alphabetic) {
                let names = PIECES.map(|(name, _)| name).join(", ");
                let message = "write its leaps, such as 1,3 or 0,1/1,1, or one of";
                let text = quote(text);
                return GeometryError(format!("no piece '{text}': {message} {names}"));
            }
            error
        })?;
        Ok(Piece(leaps.into_iter().sorted().dedup().collect()))
    }
}

knightsat_base::by_text!(Leap, Wrap, Piece);

/// A box of squares, perhaps with joined sides, and the piece that leaps on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// The squares of each layer.
    outline: Arc<Outline>,
    layers: u32,
    wrap: Option<Wrap>,
    piece: Piece,
}

impl Geometry {
    /// The most squares, and the most moves from all of them.
    const MOST: u64 = 1 << 24;
    const MOST_MOVES: u64 = 1 << 31;

    /// Returns the box of so many layers of this outline.
    pub fn new(outline: Arc<Outline>, layers: u32) -> Result<Geometry, GeometryError> {
        let geometry = Geometry {
            outline,
            layers,
            wrap: None,
            piece: Leap(1, 2).into(),
        };
        match u64::from(geometry.outline.area()) * u64::from(layers) {
            0 => invalid(format!("a {} board has no squares", geometry.size())),
            1..=Geometry::MOST => Ok(geometry),
            _ => Err(GeometryError(format!(
                "{} is too large: the limit for joined sides, layers and several leaps is {} squares",
                geometry.size(),
                Geometry::MOST
            ))),
        }
    }

    /// Returns the place with joined sides, and with another piece, if they are given.
    pub fn with(
        mut self,
        wrap: Option<Wrap>,
        piece: Option<Piece>,
    ) -> Result<Geometry, GeometryError> {
        self.wrap = wrap.or(self.wrap);
        self.piece = piece.unwrap_or(self.piece);
        let most = if self.layers > 1 { 24 } else { 8 };
        let moves = u64::from(self.len()) * most * self.piece.0.len() as u64;
        if moves > Geometry::MOST_MOVES {
            let message = format!("{} leaps are too many here", self.piece.0.len());
            return Err(GeometryError(message));
        }
        Ok(self)
    }

    /// Returns the squares of each layer.
    pub fn outline(&self) -> &Arc<Outline> {
        &self.outline
    }

    /// Returns the number of layers.
    pub fn layers(&self) -> u32 {
        self.layers
    }

    /// Returns the joined sides, if any.
    pub fn wrap(&self) -> Option<Wrap> {
        self.wrap
    }

    /// Returns the piece.
    pub fn piece(&self) -> &Piece {
        &self.piece
    }

    /// Returns the number of squares. They are numbered layer by layer, and in each as those of the
    /// outline.
    #[expect(clippy::len_without_is_empty, reason = "a box has a square")]
    pub fn len(&self) -> u32 {
        self.outline.len() * self.layers
    }

    /// Returns layer, rank and file of a vertex, from 0.
    pub fn place(&self, vertex: u32) -> [u32; 3] {
        let squares = self.outline.len();
        let Square { rank, file } = self.outline.square(vertex % squares);
        [vertex / squares, rank - 1, file - 1]
    }

    /// Returns where a vector leads from layer, rank and file; joined sides are crossed if
    /// `is_joined`. `None` beyond the others.
    fn arrive(&self, from: [u32; 3], vector: &[i64; 3], is_joined: bool) -> Option<[u32; 3]> {
        let (sides, mut to) = (self.sides(), from);
        for (axis, joined) in self.joined().into_iter().enumerate() {
            let side = i64::from(sides[axis]);
            let there = i64::from(from[axis]) + vector[axis];
            let there = if joined && is_joined {
                there.rem_euclid(side)
            } else {
                there
            };
            to[axis] = u32::try_from(there)
                .ok()
                .filter(|&there| there < sides[axis])?;
        }
        Some(to)
    }

    /// Appends the vertices to which a piece leaps from a vertex.
    pub fn push_leaps(&self, vertex: u32, vectors: &[[i64; 3]], out: &mut Vec<u32>) {
        let (from, begin) = (self.place(vertex), out.len());
        for vector in vectors {
            let Some([layer, rank, file]) = self.arrive(from, vector, true) else {
                continue;
            };
            let square = Square {
                rank: rank + 1,
                file: file + 1,
            };
            let Some(square) = self.outline.vertex(square) else {
                continue;
            };
            let to = layer * self.outline.len() + square;
            // Across joined sides, two leaps may come to one square, or back.
            if to != vertex && !out[begin..].contains(&to) {
                out.push(to);
            }
        }
    }

    /// Returns the name of a vertex of several layers.
    pub fn name(&self, vertex: u32) -> String {
        let [layer, rank, file] = self.place(vertex);
        let letters = Square::file_name(layer + 1).to_uppercase();
        let (rank, file) = (rank + 1, file + 1);
        format!("{letters}{}", Square { rank, file })
    }

    /// Returns the leaps as layers, ranks and files, each once.
    pub fn vectors(&self) -> Vec<[i64; 3]> {
        let axes = [0, 1, 2].into_iter().permutations(2);
        let axes = axes.filter(|axes| self.layers > 1 || !axes.contains(&0));
        let vectors = axes.flat_map(|axes| {
            let signs = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
            let leaps = self.piece.0.iter().cartesian_product(signs);
            leaps.map(move |(&Leap(a, b), signs)| {
                let mut vector = [0; 3];
                vector[axes[0]] = signs[0] * i64::from(a);
                vector[axes[1]] = signs[1] * i64::from(b);
                vector
            })
        });
        vectors.sorted_unstable().dedup().collect()
    }

    /// Returns the move between two vertices: layers, ranks and files, across no joined side if
    /// that is possible. `None` if there is none.
    pub fn vector(&self, from: u32, to: u32) -> Option<[i64; 3]> {
        let [from, to] = [from, to].map(|vertex| self.place(vertex));
        let vectors = self.vectors();
        let leads = |is_joined| {
            let mut vectors = vectors.iter();
            vectors.find(|vector| self.arrive(from, vector, is_joined) == Some(to))
        };
        leads(false).or_else(|| leads(true)).copied()
    }

    /// Returns the leap, ranks and files, of each difference of places; none without joined sides.
    /// It is an error if two leaps lead to the same square.
    pub fn directions(&self) -> Result<BTreeMap<[i64; 2], [i64; 2]>, NoDirection> {
        if self.layers > 1 {
            return Err(NoDirection::Layers(self.to_string()));
        }
        let mut leaps = BTreeMap::new();
        let ([_, ranks, files], [_, is_rank, is_file]) = (self.sides(), self.joined());
        let vectors = self.vectors().into_iter();
        for [_, rank, file] in vectors.filter(|_| self.wrap.is_some()) {
            let ranks = differences(rank, ranks, is_rank);
            for to in ranks.cartesian_product(differences(file, files, is_file)) {
                let to = <[i64; 2]>::from(to);
                let leap = [rank, file];
                if to != [0; 2] && *leaps.entry(to).or_insert(leap) != leap {
                    let place = self.to_string();
                    let distances = self.piece.0.iter().map(|&Leap(a, b)| u64::from(a.max(b)));
                    let least = 2 * distances.max().unwrap_or(0) + 1;
                    return Err(NoDirection::Short { place, least });
                }
            }
        }
        Ok(leaps)
    }

    /// Returns the numbers of layers, ranks and files.
    pub fn sides(&self) -> [u32; 3] {
        [self.layers, self.outline.ranks(), self.outline.files()]
    }

    fn joined(&self) -> [bool; 3] {
        let is = |side| [Some(side), Some(Wrap::Both)].contains(&self.wrap);
        [false, is(Wrap::Ranks), is(Wrap::Files)]
    }

    /// Returns the size: ranks, files and layers.
    pub fn size(&self) -> String {
        let plane = [self.outline.ranks(), self.outline.files()];
        let layers = once(self.layers).filter(|&layers| layers != 1);
        plane.into_iter().chain(layers).join("x")
    }

    /// Returns the name of a tour here.
    pub(crate) fn tour(&self, kind: Kind) -> String {
        format!("{kind} {}'s tour of {self}", self.piece.name())
    }

    /// Returns the origin of moves, as in `of the king on 8x8`.
    pub(crate) fn moves(&self) -> String {
        format!("of the {} on {self}", self.piece.name())
    }
}

/// Returns the differences that a leap can make on an axis of this side, which may be joined.
fn differences(leap: i64, side: u32, is_joined: bool) -> impl Iterator<Item = i64> + Clone {
    let side = i64::from(side);
    let across = leap.rem_euclid(side);
    let all = if is_joined {
        [across, across - side]
    } else {
        [leap, side]
    };
    all.into_iter().filter(move |to| to.abs() < side)
}

impl fmt::Display for Geometry {
    /// Writes `the 8x8 torus`, `the 8x8 cylinder of joined files` or `4x4x4`, with the number of
    /// holes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        match self.wrap {
            None => f.write_str(&size)?,
            Some(Wrap::Both) => write!(f, "the {size} torus")?,
            Some(side) => write!(f, "the {size} cylinder of joined {side}")?,
        }
        match self.outline.area() - self.outline.len() {
            0 => Ok(()),
            1 => f.write_str(" with a hole"),
            holes => write!(f, " with {holes} holes"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;
    use crate::graph::Graph;
    use crate::place::Place;

    fn place(board: &str, wrap: Option<Wrap>, leaper: &str) -> Place {
        let place = board.parse::<Place>().unwrap();
        place.with_moves(wrap, leaper.parse().ok()).unwrap()
    }

    #[test]
    fn every_vertex_of_a_torus_has_the_same_moves() {
        for (sides, leaper, degree) in [
            ("5x5", "1,2", 8),
            ("4x4", "1,2", 4),
            ("3x3", "1,2", 4),
            ("2x7", "king", 5),
            ("8x8", "1,4", 4),
            ("6x9", "0,1/1,2", 12),
        ] {
            let graph = place(sides, Some(Wrap::Both), leaper).graph();
            assert!(
                (0..graph.len()).all(|vertex| graph.degree(vertex) == degree),
                "{sides} {leaper}: {}",
                graph.degree(0)
            );
        }
    }

    #[test]
    fn a_plane_of_one_leaper_has_the_moves_of_its_board() {
        for (board, leap) in [("5x7", "1,2"), ("6x4", "0,1"), ("..#/.../...", "1,2")] {
            let board = place(board, None, leap);
            let plane = Geometry::new(board.board().unwrap().outline().clone(), 1).unwrap();
            let plane = plane.with(None, Some(leap.parse().unwrap())).unwrap();
            assert_eq!(Graph::of_leaps(plane), board.graph());
        }
    }

    #[test]
    fn leaps_in_a_box_change_two_of_three_places() {
        let cube = "5x4x3".parse::<Place>().unwrap();
        let graph = cube.graph();
        let places = |vertex: u32| {
            let name = cube.name(vertex).into_bytes();
            let [layer, file, rank] = name[..] else {
                panic!("three characters")
            };
            [layer - b'A', file - b'a', rank - b'1']
        };
        for a in 0..graph.len() {
            for b in 0..graph.len() {
                let [from, to] = [a, b].map(places);
                let mut leap = [0, 1, 2].map(|axis| from[axis].abs_diff(to[axis]));
                leap.sort_unstable();
                assert_eq!(graph.has_edge(a, b), leap == [0, 1, 2]);
            }
        }
    }

    #[test]
    fn faults_are_named() {
        for (text, fault) in cases(
            "
            cammel => no piece 'cammel': write its leaps, such as 1,3 or 0,1/1,1, or one of knight, \
                king, wazir, ferz, dabbaba, alfil, camel, zebra, giraffe, antelope, squirrel
            1 => write the two distances of the leap, such as 1,2
            1,2/0,0 => the 0,0 leaper stands still: it has no moves
            ",
        ) {
            assert_eq!(text.parse::<Piece>().unwrap_err().to_string(), fault);
        }
        let fault = |text: &str| text.parse::<Place>().unwrap_err().to_string();
        assert_eq!(fault("4x0x4"), "a 4x0 board has no squares");
        assert_eq!(fault("4x4x0"), "a 4x4x0 board has no squares");
        assert!(fault("1000x1000x1000").starts_with("1000x1000x1000 is too large: "));
        assert!(fault("4x4x4x4").starts_with("'4x4x4x4' is not a board"));
        let wrap = "both sides".parse::<Wrap>().unwrap_err();
        assert!(wrap.to_string().starts_with("'both sides' is no side: "));
    }
}
