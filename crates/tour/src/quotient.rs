//! The quotient graph of a symmetric problem: a vertex for each orbit, an edge for each two orbits
//! with moves between them. No move within an orbit is on a symmetric tour.
//!
//! ```
//! use knightsat_tour::base::stop::Stop;
//! use knightsat_tour::board::Board;
//! use knightsat_tour::lower::lower;
//! use knightsat_tour::symmetry::{Symmetry, Turn};
//! use knightsat_tour::table::Backend;
//! use knightsat_tour::{Kind, Problem};
//!
//! let board: Board = "6x6".parse()?;
//! let problem = Problem::new(board.graph(), Kind::Closed, None, None)?;
//! let problem = problem.with(Symmetry::of(&board, Turn::Rot180)?)?;
//! let lowered = lower(&problem, Backend::Engine, &Stop::default())?;
//! assert_eq!(lowered.leaves()[0].circuit.len(), 18);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! One period of a symmetric tour is a Hamiltonian cycle of the quotient. Conversely, such a cycle,
//! followed on the board, leads from a vertex to one of its images. If that is an odd number of
//! turns away, and the order is two or four, its images complete the tour. The number is the sum of
//! the *voltages* of the edges (Gross and Tucker, Topological graph theory, 1987). So another
//! constraint demands an odd number of edges with an odd voltage.

use crate::base::stop::{Stop, Stopped};
use crate::constraint::OneWay;
use crate::given::{Clue, Given};
use crate::graph::{Coordinates, Graph};
use crate::reduction::Reduction;
use crate::sets::orbits;
use crate::symmetry::Symmetry;
use crate::{Circuit, Problem};
use itertools::{Itertools, MinMaxResult};

/// The quotient graph of a symmetric problem.
#[derive(Debug)]
pub struct Quotient {
    stated: Problem,
    /// The first vertex of every orbit.
    first: Vec<u32>,
    /// The orbit of every vertex.
    place: Vec<u32>,
}

impl Quotient {
    /// Returns the quotient of a problem whose symmetry [has one](crate::symmetry::Symmetry::has_quotient).
    pub(crate) fn new(
        stated: &Problem,
        circuit: &Circuit,
        stop: &Stop,
    ) -> Result<(Quotient, Problem), Stopped> {
        let (graph, symmetry) = (stated.graph(), symmetry_of(stated));
        let (first, place) = orbits(graph.len(), |vertex| symmetry.orbit(vertex));
        let orbit = |vertex: u32| place[vertex as usize];
        let orbits = Graph::from_lists(first.len() as u32, stop, |number, out| {
            let next = graph.neighbours(first[number as usize]).iter();
            let next = next.map(|&next| orbit(next)).filter(|&next| next != number);
            out.extend(next.sorted_unstable().dedup());
        })?;
        let taken = circuit.forced().iter();
        let taken = Given::new(taken.map(|edge| Clue::Move(edge.map(orbit))));
        // Both ends fix the direction.
        let ends = stated.start().zip(stated.end());
        let [start, end] = [ends.map(|ends| ends.0), ends.map(|ends| ends.1)];
        let [start, end] = [start, end].map(|end| end.map(orbit));
        let problem = Problem::new(orbits, stated.kind(), start, end);
        let problem = problem.and_then(|problem| problem.with(taken));
        let mut problem = problem.expect("taken edges join orbits");
        if stated.has_one_way() {
            problem = problem.and(OneWay);
        }
        if let Some(all) = stated.coordinates() {
            let of = first.iter().map(|&vertex| all.of(vertex)).collect();
            problem = problem.with_coordinates(Coordinates::new(all.sides(), of));
        }
        let stated = stated.clone();
        let quotient = Quotient {
            stated,
            first,
            place,
        };
        Ok((quotient, problem))
    }
}

impl Reduction for Quotient {
    /// Takes the first moves, and one of the other parity where that makes the sum odd.
    fn lift(&self, tours: Vec<Vec<u32>>) -> Vec<u32> {
        let cycle = tours.concat();
        let moves = ends(&cycle).map(|ends| self.choices(ends)).collect_vec();
        let first = |moves: &Vec<(u32, _)>| moves.first().map_or(0, |&(voltage, _)| voltage);
        let mut voltages = moves.iter().map(first).collect_vec();
        if voltages.iter().sum::<u32>() % 2 == 0 {
            let other = |(voltage, moves): (&mut u32, &Vec<(u32, _)>)| {
                let mut moves = moves.iter();
                let other = moves.find(|(other, _)| other % 2 != *voltage % 2);
                other.map(|&(other, _)| *voltage = other).is_some()
            };
            voltages.iter_mut().zip(&moves).any(other);
        }
        self.lift_along(&cycle, &voltages)
    }

    fn lift_along(&self, cycle: &[u32], voltages: &[u32]) -> Vec<u32> {
        let symmetry = symmetry_of(&self.stated);
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
        steps
    }

    fn trace(&self, steps: &[u32]) -> Vec<Vec<u32>> {
        let period = steps[..self.first.len()].iter();
        vec![period.map(|&vertex| self.place[vertex as usize]).collect()]
    }

    fn accepts(&self, tours: &[Vec<u32>]) -> bool {
        let mut is_odd = false;
        for moves in ends(&tours.concat()).map(|ends| self.choices(ends)) {
            let parities = moves.iter().map(|(voltage, _)| voltage % 2);
            match parities.minmax() {
                MinMaxResult::MinMax(0, 1) => return true,
                parity => is_odd ^= parity.into_option().is_some_and(|(_, parity)| parity == 1),
            }
        }
        is_odd
    }

    /// From the first vertex of an orbit, a move leads to the first vertex of the other, turned as
    /// often as its voltage.
    fn choices(&self, [a, b]: [u32; 2]) -> Vec<(u32, [u32; 2])> {
        let [from, to] = [a, b].map(|orbit| self.first[orbit as usize]);
        let images = (0..).zip(symmetry_of(&self.stated).orbit(to));
        let moves = images.filter(|&(_, to)| self.stated.graph().has_edge(from, to));
        moves.map(|(voltage, to)| (voltage, [from, to])).collect()
    }
}

/// Returns the symmetry of a problem that has one.
fn symmetry_of(stated: &Problem) -> &Symmetry {
    stated.get().expect("a symmetry")
}

/// Returns the moves of a cycle.
fn ends(cycle: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    let next = cycle.iter().cycle().skip(1);
    cycle.iter().zip(next).map(|(&a, &b)| [a, b])
}
