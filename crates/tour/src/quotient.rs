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
use crate::reduction::Reduction;
use crate::{AugmentedGraph, Problem};
use itertools::Itertools;
use std::slice;

/// The quotient graph of a symmetric problem.
#[derive(Debug)]
pub struct Quotient {
    stated: Problem,
    problem: Problem,
    /// The first vertex of every orbit.
    first: Vec<u32>,
    /// The orbit of every vertex.
    place: Vec<u32>,
}

impl Quotient {
    /// Returns the quotient of a problem whose symmetry [has one](crate::symmetry::Symmetry::has_quotient).
    pub fn new(stated: &Problem, stop: &Stop) -> Result<Self, Stopped> {
        let (graph, symmetry) = (stated.graph(), stated.turn());
        let first: Vec<u32> = (0..graph.len())
            .filter(|&vertex| symmetry.is_first(vertex))
            .collect();
        let mut place = vec![0; graph.len() as usize];
        for (number, &vertex) in (0..).zip(&first) {
            let images = symmetry.orbit(vertex);
            images.for_each(|image| place[image as usize] = number);
        }
        let orbit = |vertex: u32| place[vertex as usize];
        let orbits = Graph::from_lists(first.len() as u32, stop, |number, out| {
            let next = graph.neighbours(first[number as usize]).iter();
            let next = next.map(|&next| orbit(next)).filter(|&next| next != number);
            out.extend(next.sorted_unstable().dedup());
        })?;
        let augmented = AugmentedGraph::new(stated);
        let forced = augmented.forced().iter();
        let forced = Given::new(forced.map(|edge| Clue::Move(edge.map(orbit))));
        // Both ends fix the direction.
        let ends = stated.start().zip(stated.end());
        let [start, end] = [ends.map(|ends| ends.0), ends.map(|ends| ends.1)];
        let [start, end] = [start, end].map(|end| end.map(orbit));
        let problem = Problem::new(orbits, stated.kind(), start, end);
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

    /// Returns the symmetric problem.
    pub fn stated(&self) -> &Problem {
        &self.stated
    }

    /// Returns the problem of closed tours of the quotient graph.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the voltages of the moves from an orbit to another, in order. From the first vertex
    /// of the one, a move leads to the first vertex of the other, turned so many times.
    pub fn turns(&self, [a, b]: [u32; 2]) -> Vec<u32> {
        let graph = self.stated.graph();
        let images = self.stated.turn().orbit(self.first[b as usize]);
        let from = self.first[a as usize];
        let moves = (0..)
            .zip(images)
            .filter(|&(_, to)| graph.has_edge(from, to));
        moves.map(|(turns, _)| turns).collect()
    }

    /// Returns the first vertex of an orbit.
    pub fn first(&self, orbit: u32) -> u32 {
        self.first[orbit as usize]
    }

    /// Returns the tour of a Hamiltonian cycle of the quotient whose moves have these voltages: no
    /// tour if their sum is even.
    pub fn lift_along(&self, cycle: &[u32], voltages: &[u32]) -> Vec<u32> {
        let symmetry = self.stated.turn();
        let mut turned = 0;
        let mut steps = Vec::with_capacity(self.place.len());
        for (&orbit, voltage) in cycle.iter().zip(voltages) {
            let mut images = symmetry.orbit(self.first[orbit as usize]);
            steps.extend(images.nth(turned as usize));
            turned = (turned + voltage) % symmetry.order();
        }
        for step in 0..self.place.len() - steps.len() {
            let image = symmetry.orbit(steps[step]).nth(turned as usize);
            steps.extend(image);
        }
        AugmentedGraph::new(&self.stated).tour_of(steps)
    }
}

impl Reduction for Quotient {
    fn problems(&self) -> &[Problem] {
        slice::from_ref(self.problem())
    }

    /// Takes the first moves, and one of the other parity where that makes the sum odd.
    fn lift(&self, tours: Vec<Vec<u32>>) -> Vec<u32> {
        let cycle = tours.concat();
        let moves = ends(&cycle).map(|ends| self.turns(ends)).collect_vec();
        let first = |turns: &Vec<u32>| turns.first().copied().unwrap_or_default();
        let mut voltages = moves.iter().map(first).collect_vec();
        if voltages.iter().sum::<u32>() % 2 == 0 {
            let other = |(voltage, turns): (&mut u32, &Vec<u32>)| {
                let mut turns = turns.iter();
                let other = turns.find(|&&turns| turns % 2 != *voltage % 2);
                other.map(|&turns| *voltage = turns).is_some()
            };
            voltages.iter_mut().zip(&moves).any(other);
        }
        self.lift_along(&cycle, &voltages)
    }

    fn trace(&self, steps: &[u32]) -> Vec<Vec<u32>> {
        let period = steps[..self.first.len()].iter();
        vec![period.map(|&vertex| self.place[vertex as usize]).collect()]
    }

    fn accepts(&self, tours: &[Vec<u32>]) -> bool {
        let mut is_odd = false;
        for voltages in ends(&tours.concat()).map(|ends| self.voltages(ends)) {
            match voltages {
                Some([true, true]) => return true,
                Some([_, odd]) => is_odd ^= odd,
                None => {}
            }
        }
        is_odd
    }

    fn voltages(&self, ends: [u32; 2]) -> Option<[bool; 2]> {
        let turns = self.turns(ends);
        Some([0, 1].map(|parity| turns.iter().any(|turns| turns % 2 == parity)))
    }
}

/// Returns the moves of a cycle.
fn ends(cycle: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    let next = cycle.iter().cycle().skip(1);
    cycle.iter().zip(next).map(|(&a, &b)| [a, b])
}
