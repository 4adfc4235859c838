//! The quotient graph of a symmetric problem: a vertex for each orbit, an edge for each two orbits
//! with moves between them. No move within an orbit is on a symmetric tour.
//!
//! ```
//! use knightsat_tour::base::stop::Stop;
//! use knightsat_tour::board::Board;
//! use knightsat_tour::quotient::Quotient;
//! use knightsat_tour::symmetry::Turn;
//! use knightsat_tour::{Kind, Problem};
//!
//! let board: Board = "6x6".parse()?;
//! let problem = Problem::new(board.graph(), Kind::Closed, None, None)?;
//! let problem = problem.with_symmetry(board.symmetry(Turn::Rot180)?)?;
//! let quotient = Quotient::new(&problem, &Stop::default())?;
//! assert_eq!(quotient.problem().graph().len(), 18);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! One period of a symmetric tour is a Hamiltonian cycle of the quotient. Conversely, such a cycle,
//! followed on the board, leads from a vertex to one of its images. If that is an odd number of
//! turns away, and the order is two or four, its images complete the tour. The number is the sum of
//! the *voltages* of the edges (Gross and Tucker, Topological graph theory, 1987). So another
//! constraint demands an odd number of edges with an odd voltage.

use crate::base::stop::{Stop, Stopped};
use crate::given::{Clue, Given};
use crate::graph::{Coordinates, Graph};
use crate::{AugmentedGraph, Kind, Problem};
use itertools::Itertools;

/// The quotient graph of a symmetric problem.
#[derive(Debug)]
pub struct Quotient {
    stated: Problem,
    problem: Problem,
    /// The first vertex of every orbit.
    first: Vec<u32>,
    /// The orbit of every vertex, and true if the vertex is an odd number of turns from the first.
    place: Vec<(u32, bool)>,
}

impl Problem {
    /// Returns true if a quotient graph can express the problem. Forced edges between two orbits
    /// must be the only ones there.
    pub fn has_quotient(&self) -> bool {
        let (graph, symmetry) = (&self.graph, &self.turn);
        let is_known = [2, 4].contains(&symmetry.order());
        let is_only = |&[a, b]: &[u32; 2]| {
            let is_inner = symmetry.orbit(a).any(|image| image == b);
            let edges = symmetry.orbit(b).filter(|&image| graph.has_edge(a, image));
            !is_inner && edges.eq([b])
        };
        let forced = || AugmentedGraph::new(self);
        is_known && graph.len() / symmetry.order() > 2 && forced().forced().iter().all(is_only)
    }
}

impl Quotient {
    /// Returns the quotient of a problem that [has one](Problem::has_quotient).
    pub fn new(stated: &Problem, stop: &Stop) -> Result<Self, Stopped> {
        let (graph, symmetry) = (stated.graph(), stated.turn());
        let first: Vec<u32> = (0..graph.len())
            .filter(|&vertex| symmetry.is_first(vertex))
            .collect();
        let mut place = vec![(0, false); graph.len() as usize];
        for (number, &vertex) in (0..).zip(&first) {
            for (turns, image) in symmetry.orbit(vertex).enumerate() {
                place[image as usize] = (number, turns % 2 == 1);
            }
        }
        let orbit = |vertex: u32| place[vertex as usize].0;
        let orbits = Graph::from_lists(first.len() as u32, stop, |number, out| {
            let next = graph.neighbours(first[number as usize]).iter();
            let next = next.map(|&next| orbit(next)).filter(|&next| next != number);
            out.extend(next.sorted_unstable().dedup());
        })?;
        let augmented = AugmentedGraph::new(stated);
        let forced = augmented.forced().iter();
        let forced = Given::new(forced.map(|edge| Clue::Move(edge.map(orbit))));
        let problem = Problem::new(orbits, Kind::Closed, None, None);
        let problem = problem.and_then(|problem| problem.with_given(forced));
        let mut problem = problem.expect("forced edges join orbits");
        if let Some(all) = stated.coordinates() {
            let of = first.iter().map(|&vertex| all.of(vertex)).collect();
            problem = problem.with_coordinates(Coordinates::new(all.sides(), of));
        }
        Ok(Quotient {
            stated: stated.clone(),
            problem,
            first,
            place,
        })
    }

    /// Returns the first move from a vertex to an orbit with an even or an odd voltage.
    fn next(&self, from: u32, orbit: u32, is_odd: bool) -> Option<u32> {
        let wanted = (orbit, self.place[from as usize].1 != is_odd);
        let mut next = self.stated.graph().neighbours(from).iter().copied();
        next.find(|&to| self.place[to as usize] == wanted)
    }

    /// Returns the symmetric problem.
    pub fn stated(&self) -> &Problem {
        &self.stated
    }

    /// Returns the problem of closed tours of the quotient graph.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns true for an even and for an odd voltage, if moves between two orbits have it.
    pub fn voltages(&self, [a, b]: [u32; 2]) -> [bool; 2] {
        [false, true].map(|is_odd| self.next(self.first[a as usize], b, is_odd).is_some())
    }

    /// Returns true if the sum of the voltages of a cycle can be odd.
    pub(crate) fn can_be_odd(&self, cycle: &[u32]) -> bool {
        let ends = cycle.iter().zip(cycle[1..].iter().chain(&cycle[..1]));
        let mut is_odd = false;
        for (&a, &b) in ends {
            match self.voltages([a, b]) {
                [true, true] => return true,
                [_, odd] => is_odd ^= odd,
            }
        }
        is_odd
    }

    /// Returns the cycle of the quotient that a period of a symmetric tour is.
    pub(crate) fn cycle(&self, steps: &[u32]) -> Vec<u32> {
        let period = steps[..self.first.len()].iter();
        period
            .map(|&vertex| self.place[vertex as usize].0)
            .collect()
    }

    /// Returns the tour of a Hamiltonian cycle of the quotient: no tour if its voltage is even.
    pub fn lift(&self, cycle: &[u32]) -> Vec<u32> {
        let ends = cycle.iter().zip(cycle[1..].iter().chain(&cycle[..1]));
        let moves = ends.map(|(&a, &b)| (b, self.voltages([a, b])));
        let odd = moves
            .clone()
            .filter(|(_, voltages)| *voltages == [false, true]);
        let mut is_even = odd.count().is_multiple_of(2);
        let mut vertex = self.first[cycle[0] as usize];
        let mut steps = Vec::with_capacity(self.place.len());
        for (orbit, voltages) in moves {
            steps.push(vertex);
            let is_odd = match voltages {
                [true, true] => std::mem::take(&mut is_even),
                [_, is_odd] => is_odd,
            };
            vertex = self
                .next(vertex, orbit, is_odd)
                .expect("a move of this voltage");
        }
        let symmetry = self.stated.turn();
        let turns = symmetry
            .orbit(steps[0])
            .take_while(|&image| image != vertex)
            .count();
        for step in 0..self.place.len() - steps.len() {
            steps.extend(symmetry.orbit(steps[step]).nth(turns));
        }
        AugmentedGraph::new(&self.stated).lift(steps)
    }
}
