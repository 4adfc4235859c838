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
use crate::outline::Square;
use crate::{
    Asked, Constrain, Definition, Demand, Demands, Each, Fact, FactStyle, Kind, Literal,
    Obstruction, PhrasePart, Place, Problem, ProblemError, RequestWords, Requested, SpecError,
    TourError, TourSpec, VertexMark,
};
use itertools::Itertools;
use knightsat_base::stop::{Stop, Stopped};
use knightsat_base::text::OptionName;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::Arc;

pub(crate) const SYMMETRIC: OptionName = OptionName("symmetric");

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

/// Returns the words about a request for a symmetry.
pub(crate) fn words(name: SymmetryName) -> RequestWords {
    RequestWords {
        part: PhrasePart::Kind,
        short: name.to_string(),
        long: format!("with the symmetry {name}"),
    }
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

impl Constrain for Symmetry {
    fn is_void(&self) -> bool {
        self.order == 1
    }

    fn check(&self, problem: &Problem) -> Result<(), ProblemError> {
        match problem.kind() {
            Kind::Open if self.order > 1 => Err(ProblemError::SymmetricOpen),
            _ => Ok(()),
        }
    }

    /// The symmetry may lead along the tour or back, but one way for all steps.
    fn verify(&self, _problem: &Problem, steps: &[u32]) -> Result<(), TourError> {
        let part = steps.len() / self.order as usize;
        let is_back = self.order > 2 && steps[part] == self.preimage(steps[0]);
        for (step, (&vertex, &found)) in (part + 1..).zip(steps.iter().zip(&steps[part..])) {
            let expected = if is_back {
                self.preimage(vertex)
            } else {
                self.image(vertex)
            };
            if found != expected {
                return Err(if led(steps, |vertex| self.image(vertex), true).is_ok() {
                    TourError::new(format!(
                        "the symmetry maps the tour to its reverse: this {SYMMETRIC} demands that \
                         the tour keeps its direction"
                    ))
                } else {
                    fault(steps, step - 1, expected)
                });
            }
        }
        Ok(())
    }

    fn obstruction(&self, problem: &Problem, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
        let steps = problem.graph().len() / self.order;
        let (vertex, image) = (0, self.image(0));
        let colour = problem.graph().two_colouring(stop)?;
        // Vertex 0 is of the first colour.
        let is_wrong = |colour: Vec<bool>| colour[image as usize] != (steps % 2 == 1);
        Ok(colour
            .is_some_and(is_wrong)
            .then_some(Obstruction::Symmetry {
                vertex,
                image,
                steps,
            }))
    }

    fn demands(&self, problem: &Problem) -> Demands {
        let demand = if self.has_quotient(problem) {
            Demand::Symmetry
        } else {
            Demand::NoQuotient
        };
        [demand].into_iter().collect()
    }

    /// Steps have their images by the period of the problem, except those of a quarter turn that
    /// may lead back. Moves have all their images.
    fn define(&self, definition: &Definition, each: Each) {
        let problem = definition.problem();
        if definition.style() != FactStyle::Positions {
            self.define_images(definition, each);
        } else if problem.symmetry().order != self.order {
            self.define_quarters(definition, each);
        }
    }

    /// Either a tour or its reverse is on the image of each vertex a period later.
    fn directs(&self, definition: &Definition) -> bool {
        let is_positions = definition.style() == FactStyle::Positions;
        is_positions && definition.problem().symmetry().order() > 2
    }

    fn is_forward(&self, problem: &Problem, steps: &[u32]) -> bool {
        steps[problem.period() as usize] == self.image(steps[0])
    }
}

impl Symmetry {
    /// Returns true if a [quotient graph](crate::quotient) can express a problem with this
    /// symmetry. Forced edges between two orbits must be the only ones there.
    pub fn has_quotient(&self, problem: &Problem) -> bool {
        let graph = problem.graph();
        let is_known = [2, 4].contains(&self.order);
        let is_only = |&[a, b]: &[u32; 2]| {
            let is_inner = self.orbit(a).any(|image| image == b);
            let edges = self.orbit(b).filter(|&image| graph.has_edge(a, image));
            !is_inner && edges.eq([b])
        };
        let ends = problem.start().zip(problem.end()).map(<[u32; 2]>::from);
        let is_possible = || problem.required().iter().chain(&ends).all(is_only);
        is_known && graph.len() / self.order > 2 && is_possible()
    }

    /// A part of the tour later, one by the order, it is on the images of all vertices, or on all
    /// preimages.
    fn define_quarters(&self, definition: &Definition, each: Each) {
        let (is, not) = (Literal::is, Literal::not);
        let problem = definition.problem();
        let graph = problem.graph();
        let later = graph.len() / self.order;
        let at = |step, vertex| definition.at(step, vertex);
        for (step, v) in (1..=problem.period()).cartesian_product(0..graph.len()) {
            let [forwards, back] = [self.image(v), self.preimage(v)].map(|v| at(step + later, v));
            each(&[not(at(step, v)), is(forwards), is(back)]);
            for &w in graph.successors(v) {
                let next = is(at(step + 1 + later, self.image(w)));
                let here = [at(step, v), at(step + 1, w), forwards].map(not);
                each(&here.into_iter().chain([next]).collect_vec());
            }
        }
    }

    /// Moves have all images under the symmetry, and none leads within an orbit.
    fn define_images(&self, definition: &Definition, each: Each) {
        for fact in definition.facts() {
            let (ends, image) = match fact {
                Fact::Edge(ends) => {
                    let [a, b] = ends.map(|vertex| self.image(vertex));
                    (*ends, Fact::edge(a, b))
                }
                Fact::Arc { from, to } => {
                    let ends = [from, to];
                    let [from, to] = ends.map(|vertex| self.image(vertex));
                    (ends, Fact::Arc { from, to })
                }
                Fact::At { .. } => continue,
            };
            each(&[Literal::not(fact), Literal::is(image)]);
            // A tour that the symmetry reverses has two moves between a vertex and its image.
            let [a, b] = ends;
            let is_long = definition.problem().graph().len() > self.order;
            if is_long && self.orbit(a).contains(&b) {
                each(&[Literal::not(fact)]);
            }
        }
    }
}

impl Requested for Symmetry {
    fn words(tour: &TourSpec) -> Vec<RequestWords> {
        Vec::from_iter(tour.symmetric.map(words))
    }

    /// Returns the demand of a symmetry; the problem may turn out to have no quotient graph.
    fn may_demand(_tour: &TourSpec, _place: &Place) -> Demands {
        [Demand::Symmetry].into_iter().collect()
    }

    fn constraint(asked: &Asked) -> Result<Option<Symmetry>, SpecError> {
        match (asked.tour.symmetric, asked.place.board()) {
            (Some(SymmetryName::Keeping(turn)), Some(board)) => {
                Ok(Some(Symmetry::of(board, turn)?))
            }
            _ => Ok(None),
        }
    }
}

/// Returns the error of a tour whose step at this place, from 0, is not on the expected vertex.
pub(crate) fn fault(steps: &[u32], place: usize, expected: u32) -> TourError {
    let [found, expected] = [steps[place], expected].map(VertexMark);
    TourError::new(format!(
        "the tour is not symmetric: step {} is on {found}, and should be on {expected}",
        place + 1
    ))
}

/// Returns the place, from 0, to which a map of the vertices leads the first step of a closed tour.
/// The other steps must follow there, backwards if `is_reversed`. Otherwise returns the first place
/// that is not as expected, with the vertex that should be there.
pub(crate) fn led(
    steps: &[u32],
    image: impl Fn(u32) -> u32,
    is_reversed: bool,
) -> Result<usize, (usize, u32)> {
    let (len, first) = (steps.len(), image(steps[0]));
    let place = steps.iter().position(|&vertex| vertex == first);
    let place = place.expect("a tour visits every vertex");
    for (after, &vertex) in steps.iter().enumerate() {
        let after = if is_reversed { len - after } else { after };
        let (there, expected) = ((place + after) % len, image(vertex));
        if steps[there] != expected {
            return Err((there, expected));
        }
    }
    Ok(place)
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

/// A map of the board to itself that takes moves to moves.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMap {
    /// Its name, as in [`TourSymmetry`].
    pub name: &'static str,
    /// The image of every vertex.
    pub image: Vec<u32>,
}

impl BoardMap {
    /// Returns the maps of a board to itself that take the moves of a problem to its moves, without
    /// the identity. There is none if the vertices have no coordinates. On a board of one rank or
    /// file, several maps are the same, and only the first is returned.
    pub fn all(problem: &Problem) -> Vec<BoardMap> {
        let (graph, Some(coordinates)) = (problem.graph(), problem.coordinates()) else {
            return Vec::new();
        };
        let sides = coordinates.sides();
        let square = |vertex| {
            let [rank, file] = coordinates.of(vertex).map(|place| place + 1);
            Square { rank, file }
        };
        let squares = (0..graph.len()).map(square).collect_vec();
        let vertices: HashMap<Square, u32> = squares.iter().copied().zip(0..).collect();
        let maps = RectangleMap::ALL.into_iter();
        let maps = maps.filter(|map| map.sides(sides) == sides);
        let maps = maps.filter_map(|map| {
            let image = |square: &Square| vertices.get(&map.image(*square, sides)).copied();
            let image = squares.iter().map(image).collect::<Option<_>>()?;
            Some(BoardMap { name: map.0, image })
        });
        let keeps_moves = |map: &BoardMap| {
            let image = |vertex: u32| map.image[vertex as usize];
            let mut edges = graph.edges();
            edges.all(|[a, b]| graph.has_edge(image(a), image(b)))
        };
        maps.filter(|map| !map.image.iter().copied().eq(0..graph.len()) && keeps_moves(map))
            .unique_by(|map| map.image.clone())
            .collect()
    }
}

impl TourSymmetry {
    /// Returns the symmetries of a tour, given by its vertices: none if the vertices have no
    /// coordinates.
    pub fn all(problem: &Problem, steps: &[u32]) -> Vec<TourSymmetry> {
        let is_open = problem.kind() == Kind::Open;
        let symmetry = |map: BoardMap| {
            // An open tour keeps its ends: each, or the first becomes the last.
            let led = |reversed: bool| {
                let place = led(steps, |vertex| map.image[vertex as usize], reversed).ok()?;
                let end = if reversed { steps.len() - 1 } else { 0 };
                (!is_open || place == end).then_some(reversed)
            };
            let reversed = led(false).or_else(|| led(true))?;
            let map = map.name;
            Some(TourSymmetry { map, reversed })
        };
        BoardMap::all(problem)
            .into_iter()
            .filter_map(symmetry)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
