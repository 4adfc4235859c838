//! Turns of the board under which a tour may be required to be invariant.
//!
//! ```
//! use knightsat_tour::symmetry::Turn;
//! use knightsat_tour::board::Board;
//!
//! let board: Board = "6x6".parse()?;
//! let symmetry = board.symmetry(Turn::Rot90)?;
//! assert_eq!(symmetry.order(), 4);
//! let [corner, image] = [board.vertex("a1".parse()?)?, board.vertex("f1".parse()?)?];
//! assert!(symmetry.orbit(corner).any(|vertex| vertex == image));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::graph::Graph;
use crate::sets::places;
use crate::{Kind, Problem};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

/// A turn of the board about its centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// A half turn.
    Rot180,
    /// A quarter turn; the board must be a square.
    Rot90,
}

impl Turn {
    /// Returns the number of these turns that make a whole one.
    pub fn order(self) -> u32 {
        match self {
            Turn::Rot180 => 2,
            Turn::Rot90 => 4,
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Error: the text is not the name of a turn.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("'{0}' is not a turn: write rot180 or rot90")]
pub struct UnknownTurn(String);

impl FromStr for Turn {
    type Err = UnknownTurn;

    fn from_str(text: &str) -> Result<Turn, UnknownTurn> {
        match text {
            "rot180" => Ok(Turn::Rot180),
            "rot90" => Ok(Turn::Rot90),
            _ => Err(UnknownTurn(text.to_string())),
        }
    }
}

/// An automorphism of a graph whose orbits all have the same length, its order.
///
/// A closed tour of N steps has this symmetry if the tour or its reverse is on the image of v,
/// N/order steps after every vertex v. Then the tour maps to itself, and keeps its direction. Such
/// tours of boards are called Eulerian. A quarter turn leads some tours a quarter of the steps on,
/// and others a quarter back: the reverse of a symmetric tour is symmetric. A half turn may also
/// reverse a tour (Bergholtian, on boards with one odd side only), which this type excludes. A
/// quarter turn cannot. See Jelliss, Knight's Tour Notes, 2019.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    image: Arc<[u32]>,
    order: u32,
}

impl Symmetry {
    /// Returns the automorphism that takes `v` to `image[v]`, for a graph on the same vertices.
    ///
    /// # Panics
    /// If this is no automorphism of `graph` or an orbit is shorter or longer than `order`.
    pub fn new(graph: &Graph, image: Vec<u32>, order: u32) -> Symmetry {
        assert_eq!(image.len(), graph.len() as usize);
        let image = image.into();
        let symmetry = Symmetry { image, order };
        for vertex in 0..graph.len() {
            let orbit: Vec<u32> = symmetry.orbit(vertex).collect();
            let back = symmetry.image(orbit[orbit.len() - 1]);
            let is_cycle = back == vertex && !orbit[1..].contains(&vertex);
            assert!(is_cycle, "orbit of {vertex}");
            let is_edge = |&w: &u32| graph.has_edge(symmetry.image(vertex), symmetry.image(w));
            let is_kept = graph.neighbours(vertex).iter().all(is_edge);
            assert!(is_kept, "moves of {vertex}");
        }
        symmetry
    }

    /// Returns the symmetry of every tour: each vertex stays.
    pub fn trivial(graph: &Graph) -> Symmetry {
        Symmetry {
            image: (0..graph.len()).collect(),
            order: 1,
        }
    }

    /// Returns this symmetry repeated so often that the inverse leads to the same images: the half
    /// turn, for a quarter turn.
    pub(crate) fn half(&self) -> Symmetry {
        let times = if self.order.is_multiple_of(2) {
            self.order / 2
        } else {
            0
        };
        let image = |vertex| (0..times).fold(vertex, |vertex, _| self.image(vertex));
        Symmetry {
            image: (0..self.image.len() as u32).map(image).collect(),
            order: if times > 0 { 2 } else { 1 },
        }
    }

    /// Returns the inverse: the same turn the other way.
    pub fn inverse(&self) -> Symmetry {
        let image = (0..self.image.len() as u32).map(|vertex| self.preimage(vertex));
        Symmetry {
            image: image.collect(),
            order: self.order,
        }
    }

    /// Returns the length of every orbit.
    pub fn order(&self) -> u32 {
        self.order
    }

    /// Returns the image of `vertex`.
    pub fn image(&self, vertex: u32) -> u32 {
        self.image[vertex as usize]
    }

    /// Returns the preimage of `vertex`.
    pub fn preimage(&self, vertex: u32) -> u32 {
        (1..self.order).fold(vertex, |v, _| self.image(v))
    }

    /// Returns `vertex`, its image, the image of that, and so on.
    pub fn orbit(&self, vertex: u32) -> impl Iterator<Item = u32> {
        let next = |&v: &u32| Some(self.image(v));
        std::iter::successors(Some(vertex), next).take(self.order as usize)
    }

    /// Returns true if `vertex` is the first of its orbit; each orbit has one such vertex.
    pub fn is_first(&self, vertex: u32) -> bool {
        self.order == 1 || self.orbit(vertex).all(|other| vertex <= other)
    }
}

/// A symmetry of one tour: a map of the board to itself, not the identity, that takes the moves of
/// the tour to its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TourSymmetry {
    /// Its name: `rot90`, `rot180`, `rot270`, `flip-ranks`, `flip-files`, or a reflection in the
    /// `diagonal` from a1 or in the `antidiagonal`.
    pub map: &'static str,
    /// True if it maps the tour to its reverse.
    pub reversed: bool,
}

/// The maps of a rectangle to itself: whether ranks become files, and then which are flipped.
const MAPS: [(&str, bool, [bool; 2]); 7] = [
    ("rot90", true, [true, false]),
    ("rot180", false, [true, true]),
    ("rot270", true, [false, true]),
    ("flip-ranks", false, [true, false]),
    ("flip-files", false, [false, true]),
    ("diagonal", true, [false, false]),
    ("antidiagonal", true, [true, true]),
];

impl TourSymmetry {
    /// Returns the symmetries of a tour, given by its vertices: none if the vertices have no
    /// coordinates.
    pub fn all(problem: &Problem, steps: &[u32]) -> Vec<TourSymmetry> {
        let Some(coordinates) = problem.coordinates() else {
            return Vec::new();
        };
        let sides = coordinates.sides();
        let vertices: HashMap<[u32; 2], u32> = (0..problem.graph().len())
            .map(|vertex| (coordinates.of(vertex), vertex))
            .collect();
        let (step, len) = (places(steps), steps.len());
        let symmetry = |&(map, turns, flips): &(&'static str, bool, [bool; 2])| {
            if turns && sides[0] != sides[1] {
                return None;
            }
            // The step on the image of a vertex.
            let image = |vertex: u32| {
                let [rank, file] = coordinates.of(vertex);
                let place = if turns { [file, rank] } else { [rank, file] };
                let flip = |axis: usize| {
                    if flips[axis] {
                        sides[axis] - 1 - place[axis]
                    } else {
                        place[axis]
                    }
                };
                let vertex = vertices.get(&[flip(0), flip(1)])?;
                Some(step[*vertex as usize] as usize)
            };
            let first = image(steps[0])?;
            let leads = |reversed: bool| {
                let expected = |after: usize| {
                    if reversed {
                        (first + len - after) % len
                    } else {
                        (first + after) % len
                    }
                };
                let mut steps = (0..).zip(steps);
                steps.all(|(after, &vertex)| image(vertex) == Some(expected(after)))
            };
            let is_open = problem.kind() == Kind::Open;
            let reversed = if is_open {
                first == len - 1
            } else {
                !leads(false)
            };
            let keeps_ends = !is_open || first == 0 || first == len - 1;
            (keeps_ends && leads(reversed)).then_some(TourSymmetry { map, reversed })
        };
        MAPS.iter().filter_map(symmetry).collect()
    }
}
