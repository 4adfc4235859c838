//! Boards: a rectangle of squares, perhaps with holes, and the piece that moves on it. Sides may be
//! joined, as on a torus, and there may be several layers, as in a box.
//!
//! ```
//! use knightsat_place::board::Board;
//!
//! let board = "8x8".parse::<Board>()?.with_holes(&["d4".parse()?])?;
//! assert_eq!((board.ranks(), board.files(), board.squares()), (8, 8, 63));
//! // Vertices are numbered without the holes.
//! assert_eq!(board.square(0).to_string(), "a1");
//! assert_eq!(board.vertex("h8".parse()?)?, 62);
//! assert_eq!(board.graph().degree(0), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A board gives a [graph](Board::graph) whose vertices are its squares, rank by rank from a1, and
//! layer by layer.

pub use crate::geometry::Leap;
pub use crate::outline::Cells;

mod squares;

use crate::geometry::{NoDirection, Piece, Wrap};
use crate::graph::{Coordinates, Graph, NONE, Names};
use crate::kind::Kind;
use crate::outline::{Outline, Square};
use crate::turn::SymmetryName;
use itertools::Itertools;
use knightsat_base::stop::{Stop, Stopped};
use knightsat_base::text::{is_digits, quote};
use std::collections::BTreeMap;
use std::fmt;
use std::iter::once;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

/// The fault of a board.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// Not of the form RANKSxFILES or RANKSxFILESxLAYERS.
    #[error("'{}' is not a board: write RANKSxFILES, for example 8x8", quote(.0))]
    Syntax(String),
    /// No ranks or no files, or holes only.
    #[error("a {0} board has no squares")]
    Empty(String),
    /// More squares than fit.
    #[error("a {0} board is too large: at most {max} squares", max = Board::MAX_SQUARES)]
    TooLarge(String),
    /// A name of a square that the board does not have.
    #[error("{0} is not on the {1} board")]
    OffBoard(Square, String),
    /// A hole named twice or in a box, a leaper that stands still, or more moves than fit.
    #[error("{0}")]
    Invalid(String),
    /// A map that keeps or reverses no tour, since it leaves squares where they are.
    #[error("{symmetry}: {reason}")]
    Fixed {
        /// The map.
        symmetry: SymmetryName,
        /// The squares, and why no tour allows so many.
        reason: String,
    },
}

fn invalid<T>(message: impl Into<String>) -> Result<T, BoardError> {
    Err(BoardError::Invalid(message.into()))
}

/// Squares, the sides that are joined, and the piece that leaps on them (the knight unless set).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    outline: Arc<Outline>,
    wrap: Option<Wrap>,
    leaps: Piece,
    demands: DrawnDemands,
}

/// The demands on a tour in the drawing of a board. The specification of a tour makes them clues.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnDemands {
    /// Step numbers, with the squares on which they are written.
    pub numbers: Vec<(u32, Square)>,
    /// True for a closed tour.
    pub is_closed: bool,
    /// True if the numbers are an order of visits at any steps.
    pub has_waypoints: bool,
}

knightsat_base::by_text!(Board);

impl Board {
    /// The most squares a board may have: 2²⁸, sixteen thousand a side.
    pub const MAX_SQUARES: u64 = 1 << 28;

    /// The knight's leap.
    pub const KNIGHT: (u32, u32) = (1, 2);

    /// The most squares with joined sides, layers or several leaps, and the most moves from them.
    const MOST: u64 = 1 << 24;
    const MOST_MOVES: u64 = 1 << 31;

    /// Returns a full board for the knight.
    pub fn new(ranks: u32, files: u32) -> Result<Board, BoardError> {
        let board = Board {
            outline: Arc::new(Outline::new(ranks, files)),
            wrap: None,
            leaps: Leap(1, 2).into(),
            demands: DrawnDemands::default(),
        };
        match u64::from(ranks) * u64::from(files) {
            0 => Err(BoardError::Empty(board.size())),
            1..=Board::MAX_SQUARES => Ok(board),
            _ => Err(BoardError::TooLarge(board.size())),
        }
    }

    /// Returns a box of so many layers of this board, without holes.
    pub fn with_layers(self, layers: u32) -> Result<Board, BoardError> {
        let outline = Arc::new(self.outline.with_layers(layers));
        Board { outline, ..self }.checked()
    }

    /// Returns the board with other moves: (a, b) leaps a one way and b the other.
    pub fn with_leaper(self, a: u32, b: u32) -> Result<Board, BoardError> {
        if (a, b) == (0, 0) {
            return invalid("the 0,0 leaper stands still: it has no moves");
        }
        self.with_moves(None, Some(Leap(a, b).into()))
    }

    /// Returns the board with joined sides, and with another piece, if they are given.
    pub fn with_moves(
        mut self,
        wrap: Option<Wrap>,
        piece: Option<Piece>,
    ) -> Result<Board, BoardError> {
        self.wrap = wrap.or(self.wrap);
        self.leaps = piece.unwrap_or(self.leaps);
        self.checked()
    }

    /// Returns the board if it is not too large for its moves.
    fn checked(self) -> Result<Board, BoardError> {
        let [layers, ranks, files] = self.sides().map(u64::from);
        match ranks * files * layers {
            0 => return Err(BoardError::Empty(self.size())),
            _ if self.is_plain() => return Ok(self),
            1..=Board::MOST => {}
            _ => {
                let (size, most) = (self.size(), Board::MOST);
                return invalid(format!(
                    "{size} is too large: the limit for joined sides, layers and several leaps is \
                     {most} squares"
                ));
            }
        }
        let (most, leaps) = (if layers > 1 { 24 } else { 8 }, self.leaps.0.len());
        if u64::from(self.squares()) * most * leaps as u64 > Board::MOST_MOVES {
            return invalid(format!("{leaps} leaps are too many here"));
        }
        Ok(self)
    }

    /// Returns the board with these demands of its drawing.
    pub fn with_demands(self, demands: DrawnDemands) -> Board {
        Board { demands, ..self }
    }

    /// Returns the demands of its drawing.
    pub fn demands(&self) -> &DrawnDemands {
        &self.demands
    }

    /// Returns the outline: the squares, layers and holes.
    pub fn outline(&self) -> &Arc<Outline> {
        &self.outline
    }

    /// Returns the number of ranks.
    pub fn ranks(&self) -> u32 {
        self.outline.ranks()
    }

    /// Returns the number of files.
    pub fn files(&self) -> u32 {
        self.outline.files()
    }

    /// Returns the numbers of layers, ranks and files.
    pub fn sides(&self) -> [u32; 3] {
        [self.outline.layers(), self.ranks(), self.files()]
    }

    /// Returns the joined sides, if any.
    pub fn wrap(&self) -> Option<Wrap> {
        self.wrap
    }

    /// Returns true for layers, ranks and files if a move across their last one comes to the first.
    fn joined(&self) -> [bool; 3] {
        let is = |side| [Some(side), Some(Wrap::Both)].contains(&self.wrap);
        [false, is(Wrap::Ranks), is(Wrap::Files)]
    }

    /// Returns true if one leap moves on one layer without joined sides.
    pub fn is_plain(&self) -> bool {
        self.wrap.is_none() && self.outline.layers() == 1 && self.leaps.leap().is_some()
    }

    /// Returns the leaps of the piece.
    pub fn leaps(&self) -> &Piece {
        &self.leaps
    }

    /// Returns the first leap, smaller part first. A plain board has no other.
    pub fn leaper(&self) -> (u32, u32) {
        let Leap(a, b) = self.leaps.0[0];
        (a, b)
    }

    /// Returns the name of the piece that moves here.
    pub fn piece(&self) -> String {
        self.leaps.name()
    }

    /// Returns the holes, rank by rank from a1.
    pub fn holes(&self) -> impl Iterator<Item = Square> {
        let vertices = self.outline.vertices().unwrap_or_default();
        let cells = (0..).zip(vertices);
        let holes = cells.filter(|&(_, vertex)| vertex == NONE);
        holes.map(|(cell, _)| Square {
            rank: cell / self.files() + 1,
            file: cell % self.files() + 1,
        })
    }

    /// Returns the size: ranks, files and layers, as in `4x4x4`.
    pub fn size(&self) -> String {
        let [layers, ranks, files] = self.sides();
        let layers = once(layers).filter(|&layers| layers != 1);
        [ranks, files].into_iter().chain(layers).join("x")
    }

    /// Returns the description of the board: its size, joined sides and holes.
    pub fn describe(&self) -> String {
        match self.outline.area() - self.squares() {
            0 => self.to_string(),
            1 => format!("{self} with a hole"),
            holes => format!("{self} with {holes} holes"),
        }
    }

    /// Returns the name of a tour here.
    pub(crate) fn tour(&self, kind: Kind) -> String {
        format!("{kind} {}'s tour of {}", self.piece(), self.describe())
    }

    /// Returns the number of squares that are no holes: the vertices are `0..squares`.
    pub fn squares(&self) -> u32 {
        self.outline.len()
    }

    /// Returns the graph of the leaper's moves.
    pub fn graph(&self) -> Graph {
        let graph = self.lay_out(&Stop::default());
        graph.expect("no deadline is set")
    }

    /// Returns the graph, or an error if time is up.
    pub fn lay_out(&self, stop: &Stop) -> Result<Graph, Stopped> {
        let (outline, vertices) = (&self.outline, self.outline.vertices());
        let (vectors, sides, joined) = (self.vectors(), self.sides(), self.joined());
        let graph = Graph::from_lists(self.squares(), stop, |vertex, out| {
            let (from, begin) = (outline.place(vertex), out.len());
            for vector in &vectors {
                let Some([layer, rank, file]) = arrive(from, vector, sides, joined) else {
                    continue;
                };
                let cell = (layer * sides[1] + rank) * sides[2] + file;
                let to = vertices
                    .as_ref()
                    .map_or(cell, |vertices| vertices[cell as usize]);
                // Across joined sides, two leaps may come to one square, or back.
                let is_known = || to == vertex || out[begin..].contains(&to);
                if to != NONE && !(self.wrap.is_some() && is_known()) {
                    out.push(to);
                }
            }
        })?;
        Ok(graph.with_names(Names::Squares(outline.clone())))
    }

    /// Returns the leaps as layers, ranks and files, each once.
    pub fn vectors(&self) -> Vec<[i64; 3]> {
        let axes = [0, 1, 2].into_iter().permutations(2);
        let axes = axes.filter(|axes| self.outline.layers() > 1 || !axes.contains(&0));
        let vectors = axes.flat_map(|axes| {
            let signs = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
            let leaps = self.leaps.0.iter().cartesian_product(signs);
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
        let [from, to] = [from, to].map(|vertex| self.outline.place(vertex));
        let vectors = self.vectors();
        let leads = |joined| {
            let mut vectors = vectors.iter();
            vectors.find(|vector| arrive(from, vector, self.sides(), joined) == Some(to))
        };
        leads([false; 3]).or_else(|| leads(self.joined())).copied()
    }

    /// Returns the rank and file of every vertex, from 0; with joined sides the leap of each
    /// difference of places, too. It is an error if there are layers, or if two leaps lead to the
    /// same square.
    pub fn directions(&self) -> Result<Coordinates, NoDirection> {
        let [layers, ranks, files] = self.sides();
        if layers > 1 {
            return Err(NoDirection::Layers(self.to_string()));
        }
        let mut leaps = BTreeMap::new();
        let [_, is_rank, is_file] = self.joined();
        let vectors = self.vectors().into_iter();
        for [_, rank, file] in vectors.filter(|_| self.wrap.is_some()) {
            let ranks = differences(rank, ranks, is_rank);
            for to in ranks.cartesian_product(differences(file, files, is_file)) {
                let to = <[i64; 2]>::from(to);
                let leap = [rank, file];
                if to != [0; 2] && *leaps.entry(to).or_insert(leap) != leap {
                    let place = self.to_string();
                    let distances = self.leaps.0.iter().map(|&Leap(a, b)| u64::from(a.max(b)));
                    let least = 2 * distances.max().unwrap_or(0) + 1;
                    return Err(NoDirection::Short { place, least });
                }
            }
        }
        let places = (0..self.squares()).map(|vertex| self.outline.place(vertex));
        let of = places.map(|[_, rank, file]| [rank, file]).collect();
        Ok(Coordinates::new([ranks, files], of).with_leaps(leaps))
    }
}

/// Returns where a vector leads from layer, rank and file, across joined sides. `None` beyond the
/// other sides.
fn arrive(
    from: [u32; 3],
    vector: &[i64; 3],
    sides: [u32; 3],
    joined: [bool; 3],
) -> Option<[u32; 3]> {
    let mut to = from;
    for axis in 0..3 {
        let (side, there) = (i64::from(sides[axis]), i64::from(from[axis]) + vector[axis]);
        to[axis] = match there {
            _ if (0..side).contains(&there) => there as u32,
            _ if joined[axis] => there.rem_euclid(side) as u32,
            _ => return None,
        };
    }
    Some(to)
}

/// Returns the differences that a leap can make on an axis of this side, which may be joined.
fn differences(leap: i64, side: u32, is_joined: bool) -> impl Iterator<Item = i64> + Clone {
    let side = i64::from(side);
    let across = leap.rem_euclid(side);
    let all = [[leap, side], [across, across - side]][usize::from(is_joined)];
    all.into_iter().filter(move |to| to.abs() < side)
}

impl fmt::Display for Board {
    /// Writes `8x8`, `the 8x8 torus`, `the 8x8 cylinder of joined files` or `4x4x4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        f.pad(&match self.wrap {
            None => size,
            Some(Wrap::Both) => format!("the {size} torus"),
            Some(side) => format!("the {size} cylinder of joined {side}"),
        })
    }
}

impl FromStr for Board {
    type Err = BoardError;

    /// Reads `RANKSxFILES` or `RANKSxFILESxLAYERS`.
    fn from_str(text: &str) -> Result<Board, BoardError> {
        let syntax = || BoardError::Syntax(text.to_string());
        let words: Vec<&str> = text.split(['x', 'X', '×']).collect();
        if !words.iter().all(|word| !word.is_empty() && is_digits(word))
            || !(2..=3).contains(&words.len())
        {
            return Err(syntax());
        }
        let sides = words.iter().map(|side| side.parse());
        let sides: Vec<u32> = sides
            .collect::<Result<_, _>>()
            .map_err(|_| BoardError::TooLarge(text.to_string()))?;
        let board = Board::new(sides[0], sides[1])?;
        match sides.get(2) {
            None => Ok(board),
            Some(&layers) => board.with_layers(layers),
        }
    }
}

#[cfg(test)]
mod tests;
