//! Turns and reflections of the board under which a tour may be required to be invariant.
//!
//! ```
//! # mod knightsat { pub mod tour { pub use knightsat_tour::{*, board::*}; } }
//! use knightsat::tour::Board;
//! use knightsat::tour::symmetry::{Symmetry, Turn};
//!
//! let board: Board = "6x6".parse()?;
//! let symmetry = Symmetry::of(&board, Turn::Rot90)?;
//! assert_eq!(symmetry.order(), 4);
//! let [corner, image] = [board.vertex("a1".parse()?)?, board.vertex("f1".parse()?)?];
//! assert!(symmetry.orbit(corner).any(|vertex| vertex == image));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use knightsat_place::turn::{RectangleMap, SymmetryName, Turn};

use crate::board::{Board, BoardError};
use crate::graph::Graph;
use std::sync::Arc;

mod board_map;
mod constraint;

pub use board_map::TourSymmetry;
pub(crate) use constraint::{SYMMETRIC, fault, led, words};

/// An automorphism of a graph whose orbits all have the same length, its order.
///
/// A closed tour of N steps has this symmetry if the tour or its reverse is on the image of v,
/// N/order steps after every vertex v. Then the tour maps to itself, and keeps its direction. Such
/// tours of boards are called Eulerian. A quarter turn leads some tours a quarter of the steps on,
/// and others a quarter back: the reverse of a symmetric tour is symmetric. A half turn may also
/// reverse a tour (Bergholtian, on boards with one odd side only), which this type excludes:
/// [`Reversal`](crate::reversal::Reversal) demands it. A quarter turn cannot. See Jelliss, Knight's
/// Tour Notes, 2019.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// None if every vertex is its own image.
    image: Option<Arc<[u32]>>,
    order: u32,
}

impl Symmetry {
    /// The symmetry of every tour: each vertex stays.
    pub const TRIVIAL: Symmetry = Symmetry {
        image: None,
        order: 1,
    };

    /// Returns the symmetry of a board under a turn or reflection. The error gives the reason if
    /// there is no such symmetry.
    pub fn of(board: &Board, turn: Turn) -> Result<Symmetry, BoardError> {
        let image = board.images(turn)?;
        let mut fixed = (0..).zip(&image).filter(|(vertex, image)| vertex == *image);
        if let Some((fixed, _)) = fixed.next() {
            let square = board.square(fixed);
            return Err(BoardError::Fixed {
                symmetry: turn.into(),
                reason: format!("it leaves {square} where it is, a tour does not"),
            });
        }
        Ok(Symmetry::new(&board.graph(), image, turn.order()))
    }

    /// Returns the automorphism that takes `v` to `image[v]`, for a graph on the same vertices.
    ///
    /// # Panics
    /// If this is no automorphism of `graph` or an orbit is shorter or longer than `order`.
    pub fn new(graph: &Graph, image: Vec<u32>, order: u32) -> Symmetry {
        assert_eq!(image.len(), graph.len() as usize);
        let image = Some(image.into());
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

    /// Returns this symmetry repeated so often that the inverse leads to the same images: the half
    /// turn, for a quarter turn. `None` if that is trivial.
    pub(crate) fn half(&self) -> Option<Symmetry> {
        let times = self.order / 2;
        let image = |vertex| (0..times).fold(vertex, |vertex, _| self.image(vertex));
        self.order.is_multiple_of(2).then(|| self.mapped(image, 2))
    }

    /// Returns the symmetry of this order with these images of the vertices.
    fn mapped(&self, image: impl Fn(u32) -> u32, order: u32) -> Symmetry {
        let vertices = self.image.as_ref().map(|images| 0..images.len() as u32);
        Symmetry {
            image: vertices.map(|vertices| vertices.map(image).collect()),
            order,
        }
    }

    /// Returns the inverse: the same turn the other way.
    pub fn inverse(&self) -> Symmetry {
        self.mapped(|vertex| self.preimage(vertex), self.order)
    }

    /// Returns the length of every orbit.
    pub fn order(&self) -> u32 {
        self.order
    }

    /// Returns the image of `vertex`.
    pub fn image(&self, vertex: u32) -> u32 {
        (self.image.as_ref()).map_or(vertex, |image| image[vertex as usize])
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

    /// Returns the step and the vertex of the first of several periods of so many steps that mean
    /// that a tour with this symmetry is on `vertex` at `step`.
    pub(crate) fn in_period(&self, period: u32, step: u32, vertex: u32) -> (u32, u32) {
        let turns = (step - 1) / period;
        let vertex = (0..turns).fold(vertex, |vertex, _| self.preimage(vertex));
        ((step - 1) % period + 1, vertex)
    }

    /// Returns true if `vertex` is the first of its orbit; each orbit has one such vertex.
    pub fn is_first(&self, vertex: u32) -> bool {
        self.order == 1 || self.orbit(vertex).all(|other| vertex <= other)
    }
}

/// A map of the board to itself that takes moves to moves.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMap {
    /// Its name, as in [`TourSymmetry`].
    pub name: &'static str,
    /// The image of every vertex.
    pub image: Vec<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;

    #[test]
    fn every_name_is_read_and_written() {
        let names = SymmetryName::all().map(|name| name.to_string());
        let names = names.collect_vec();
        assert_eq!(names.len(), 7);
        for name in &names {
            assert_eq!(name.parse::<SymmetryName>().unwrap().to_string(), *name);
        }
        let alias = |name: &str| name.parse::<SymmetryName>().unwrap().to_string();
        assert_eq!(alias("eulerian"), "rot180");
        assert_eq!(alias("bergholtian"), "rot180-reversed");
        for wrong in " rot90-reversed reversed rot180-reversed-reversed Rot180".split(' ') {
            let error = wrong.parse::<SymmetryName>().unwrap_err().to_string();
            let expected = format!(
                "'{wrong}' is not a symmetry: write one of {}",
                names.join(", ")
            );
            assert_eq!(error, expected);
        }
    }
}
