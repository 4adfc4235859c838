//! Symmetries that map a closed tour to its reverse.
//!
//! ```
//! use knightsat_tour::board::Board;
//! use knightsat_tour::place::Place;
//! use knightsat_tour::reversal::Reversal;
//! use knightsat_tour::symmetry::Turn;
//! use knightsat_tour::tour::Tour;
//! use knightsat_tour::{Kind, Problem};
//!
//! // Three squares and three more, joined as a ring.
//! let board: Board = "2x3".parse()?;
//! let board = board.with_leaper(0, 1)?;
//! let reversal = Reversal::of(&board, Turn::FlipRanks)?;
//! let problem = Problem::of(&Place::from(board), Kind::Closed, None, None)?;
//! let problem = problem.with(reversal)?;
//! let tour = Tour::verify(&problem, vec![0, 1, 2, 5, 4, 3])?;
//! assert_eq!(tour.to_string(), "a1 b1 c1 c2 b2 a2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A map of a graph to itself takes a closed tour to a closed tour. If these have the same moves,
//! it turns the tour along itself, as a [`Symmetry`](crate::symmetry::Symmetry) does, or it
//! reverses the tour. A reversed tour passes exactly two places that the map leaves where they are.
//! Such a place is a fixed vertex, or a move between a vertex and its image. A tour that is turned
//! along itself passes none. So rules about moves define a reversed tour: each move is on it with
//! its image, and one of the moves between images is, unless a vertex is fixed.
//!
//! A half turn reverses tours of boards with one odd side only: Bergholtian tours (Jelliss,
//! Knight's Tour Notes, 2019).

use crate::board::{Board, BoardError};
use crate::graph::Graph;
use crate::symmetry::{self, SYMMETRIC, SymmetryName, Turn};
use crate::{
    Asked, Constrain, Demand, Demands, Fact, Kind, Literal, Place, Problem, ProblemError,
    RequestWords, Requested, Rule, SpecError, TourError, TourSpec,
};
use itertools::Itertools;
use std::sync::Arc;

/// A map of a graph to itself that must reverse a tour. Twice the map leads every vertex back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reversal {
    image: Arc<[u32]>,
}

impl Reversal {
    /// Returns the turn or reflection of a board as a map that reverses tours. The error gives the
    /// reason if it reverses none.
    pub fn of(board: &Board, turn: Turn) -> Result<Reversal, BoardError> {
        let name = SymmetryName::Reversing(turn);
        if turn.order() != 2 {
            let message = format!("{name}: a quarter turn reverses no tour");
            return Err(BoardError::Invalid(message));
        }
        let image = board.images(turn)?;
        let fixed = (0..).zip(&image).filter(|(vertex, image)| vertex == *image);
        let fixed = fixed.map(|(vertex, _)| board.square(vertex)).collect_vec();
        if let [a, b, c, ..] = fixed[..] {
            let message = "a tour that it reverses has at most two such squares";
            let reason = format!("it leaves {a}, {b} and {c} where they are, and {message}");
            return Err(BoardError::Fixed {
                symmetry: name,
                reason,
            });
        }
        Ok(Reversal::new(&board.graph(), image))
    }

    /// Returns the map that takes `v` to `image[v]`, for a graph on the same vertices.
    ///
    /// # Panics
    /// If this is no automorphism of `graph`, if an image leads elsewhere than back, or if more
    /// than two vertices are fixed: then it reverses no tour.
    pub fn new(graph: &Graph, image: Vec<u32>) -> Reversal {
        assert_eq!(image.len(), graph.len() as usize);
        let reversal = Reversal {
            image: image.into(),
        };
        for vertex in 0..graph.len() {
            let there = reversal.image(vertex);
            assert_eq!(reversal.image(there), vertex, "image of {there}");
            let is_edge = |&next: &u32| graph.has_edge(there, reversal.image(next));
            let is_kept = graph.neighbours(vertex).iter().all(is_edge);
            assert!(is_kept, "moves of {vertex}");
        }
        assert!(reversal.fixed().count() <= 2, "fixed vertices");
        reversal
    }

    /// Returns the image of `vertex`.
    pub fn image(&self, vertex: u32) -> u32 {
        self.image[vertex as usize]
    }

    /// Returns the vertices that are their own images.
    pub fn fixed(&self) -> impl Iterator<Item = u32> {
        let vertices = 0..self.image.len() as u32;
        vertices.filter(|&vertex| self.image(vertex) == vertex)
    }
}

impl Constrain for Reversal {
    fn check(&self, problem: &Problem) -> Result<(), ProblemError> {
        match problem.kind() {
            Kind::Open => Err(ProblemError::ReversedOpen),
            Kind::Closed => Ok(()),
        }
    }

    fn verify(&self, _problem: &Problem, steps: &[u32]) -> Result<(), TourError> {
        let image = |vertex| self.image(vertex);
        let Err((place, expected)) = symmetry::led(steps, image, true) else {
            return Ok(());
        };
        Err(if symmetry::led(steps, image, false).is_ok() {
            TourError::new(format!(
                "the symmetry keeps the direction of the tour: this {SYMMETRIC} demands its reverse"
            ))
        } else {
            symmetry::fault(steps, place, expected)
        })
    }

    fn demands(&self, _problem: &Problem) -> Demands {
        [Demand::Reversal].into_iter().collect()
    }

    /// A move and its image are both on the tour. The path decides both neighbours of its inner
    /// vertices, so the image of the next move must be among them.
    fn may_follow(&self, path: &mut dyn Iterator<Item = u32>, next: u32) -> bool {
        let Some(head) = path.next() else {
            return true;
        };
        let [a, b] = [head, next].map(|vertex| self.image(vertex));
        let mut inner = [next, head].into_iter().chain(path).tuple_windows();
        inner.all(|(after, vertex, before)| {
            let is_kept = |other: u32| [after, before].contains(&other);
            (vertex != a || is_kept(b)) && (vertex != b || is_kept(a))
        })
    }

    /// Each move is on the tour with its image. One of the moves between images is, unless a vertex
    /// is fixed.
    fn rules(&self, problem: &Problem) -> Vec<Rule> {
        let graph = problem.graph();
        let edge = |[a, b]: [u32; 2]| Fact::edge(a, b);
        let mut rules = Vec::new();
        for ends in graph.edges() {
            let images = ends.map(|vertex| self.image(vertex));
            let (here, there) = (edge(ends), edge(images));
            if here != there {
                let is_there = graph.has_edge(images[0], images[1]);
                let image = is_there.then(|| Literal::is(there));
                rules.push(Rule(
                    [Literal::not(here)].into_iter().chain(image).collect(),
                ));
            }
        }
        if self.fixed().next().is_none() {
            let is_own = |&[a, b]: &[u32; 2]| self.image(a) == b;
            let own = graph.edges().filter(is_own);
            rules.push(Rule(own.map(edge).map(Literal::is).collect()));
        }
        rules
    }
}

impl Requested for Reversal {
    fn words(tour: &TourSpec) -> Vec<RequestWords> {
        Vec::from_iter(tour.symmetric.map(symmetry::words))
    }

    fn may_demand(_tour: &TourSpec, _place: &Place) -> Demands {
        [Demand::Reversal].into_iter().collect()
    }

    fn constraint(asked: &Asked) -> Result<Option<Reversal>, SpecError> {
        match (asked.tour.symmetric, asked.place.board()) {
            (Some(SymmetryName::Reversing(turn)), Some(board)) => {
                Ok(Some(Reversal::of(board, turn)?))
            }
            _ => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;
    use crate::place::Place;
    use crate::tour::Tour;
    use crate::{Kind, ProblemError};

    #[test]
    fn only_some_boards_have_a_reversal() {
        for (case, expected) in cases(
            "
            5x5 rot180 => 1
            2x5 flip-files => 2
            6x6 rot180 => 0
            3x5 flip-files => flip-files-reversed: it leaves c1, c2 and c3 where they are, and \
                a tour that it reverses has at most two such squares
            6x6 rot90 => rot90-reversed: a quarter turn reverses no tour
            .../..# rot180 => rot180: it takes a2 to a hole, c1
            ",
        ) {
            let (board, turn) = case.split_once(' ').unwrap();
            let turn = match turn {
                "rot90" => Turn::Rot90,
                "rot180" => Turn::Rot180,
                _ => Turn::FlipFiles,
            };
            let place: Place = board.parse().unwrap();
            let reversal = Reversal::of(place.board().unwrap(), turn);
            let fixed = reversal.map(|reversal| reversal.fixed().count().to_string());
            let found = fixed.unwrap_or_else(|error| error.to_string());
            assert_eq!(found, expected, "{case}");
        }
    }

    #[test]
    fn each_fault_of_a_tour_has_its_words() {
        // A ring of eight squares around a hole.
        let board: Board = "3x3".parse().unwrap();
        let holed = board.with_holes(&["b2".parse().unwrap()]).unwrap();
        let board = holed.with_leaper(0, 1).unwrap();
        let ring = ["a1", "b1", "c1", "c2", "c3", "b3", "a3", "a2"];
        let ring = ring.map(|name| board.vertex(name.parse().unwrap()).unwrap());
        let problem = |turn| {
            let problem = Problem::cycle(board.graph());
            problem.with(Reversal::of(&board, turn).unwrap()).unwrap()
        };
        assert!(Tour::verify(&problem(Turn::FlipFiles), ring.to_vec()).is_ok());
        let error = Tour::verify(&problem(Turn::Rot180), ring.to_vec()).unwrap_err();
        let words =
            "the symmetry keeps the direction of the tour: this `symmetric` demands its reverse";
        assert_eq!(error.to_string(), words);
        // The map exchanges two of four vertices. All are joined.
        let graph = Graph::from_edges(4, &[[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, 3]]);
        let map = Reversal::new(&graph, vec![1, 0, 2, 3]);
        let problem = Problem::cycle(graph).with(map).unwrap();
        assert!(Tour::verify(&problem, vec![2, 0, 3, 1]).is_ok());
        let error = Tour::verify(&problem, vec![0, 1, 2, 3]).unwrap_err();
        let words = "the tour is not symmetric: step 4 is on vertex 3, and should be on vertex 2";
        assert_eq!(error.to_string(), words);
    }

    #[test]
    fn open_tours_are_refused() {
        let board: Board = "3x4".parse().unwrap();
        let map = Reversal::of(&board, Turn::Rot180).unwrap();
        let open = Problem::new(board.graph(), Kind::Open, None, None).unwrap();
        let error = open.with(map).unwrap_err();
        assert_eq!(error, ProblemError::ReversedOpen);
    }

    #[test]
    #[should_panic(expected = "fixed vertices")]
    fn the_identity_reverses_nothing() {
        let graph = Graph::from_edges(3, &[[0, 1], [1, 2], [2, 0]]);
        Reversal::new(&graph, vec![0, 1, 2]);
    }
}
