//! The folded graph of a tour that a symmetry [reverses](crate::reversal): a vertex for each orbit,
//! an edge for each two orbits with moves between them, and an apex.
//!
//! ```
//! use knightsat_tour::base::stop::Stop;
//! use knightsat_tour::board::Board;
//! use knightsat_tour::lower::lower;
//! use knightsat_tour::reversal::Reversal;
//! use knightsat_tour::symmetry::Turn;
//! use knightsat_tour::table::Backend;
//! use knightsat_tour::{Kind, Problem};
//!
//! let board: Board = "3x10".parse()?;
//! let problem = Problem::new(board.graph(), Kind::Closed, None, None)?;
//! let problem = problem.with(Reversal::of(&board, Turn::Rot180)?)?;
//! let lowered = lower(&problem, Backend::Engine, &Stop::default())?;
//! assert_eq!(lowered.leaves()[0].circuit.len(), 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A reversed tour passes two places that the map leaves where they are: fixed vertices, or moves
//! between a vertex and its image. From one place to the other it visits every orbit once.
//! Conversely, any path of the orbits between two such places is half a tour, and the images of its
//! vertices are the other half. The apex joins both ends of the path, so that it is a Hamiltonian
//! cycle. Between two orbits with several moves any of them will do.

use crate::base::stop::{Stop, Stopped};
use crate::given::{Clue, Given};
use crate::graph::Graph;
use crate::reduction::Reduction;
use crate::reversal::Reversal;
use crate::sets::orbits;
use crate::{Circuit, Problem};
use itertools::Itertools;

/// The folded graph of a problem with a [`Reversal`].
#[derive(Debug)]
pub struct Fold {
    stated: Circuit,
    reversal: Reversal,
    /// The first vertex of every orbit.
    first: Vec<u32>,
    /// The orbit of every vertex.
    place: Vec<u32>,
}

impl Fold {
    /// Returns the folded graph of a problem.
    ///
    /// # Panics
    /// If the problem has no [`Reversal`].
    pub(crate) fn new(
        stated: &Problem,
        circuit: &Circuit,
        stop: &Stop,
    ) -> Result<(Fold, Problem), Stopped> {
        let graph = stated.graph();
        let reversal: Reversal = stated.get().cloned().expect("a reversal");
        let image = |vertex| reversal.image(vertex);
        let (first, place) = orbits(graph.len(), |vertex| [vertex, image(vertex)]);
        let orbit = |vertex: u32| place[vertex as usize];
        let apex = first.len() as u32;
        let is_end = |vertex: u32| image(vertex) == vertex || graph.has_edge(vertex, image(vertex));
        // A forced move between images is one of the apex.
        let folded = |ends: [u32; 2]| match ends.map(orbit) {
            [a, b] if a == b => [a, apex],
            ends => ends,
        };
        let fixed = reversal.fixed().map(|vertex| [orbit(vertex), apex]);
        let forced = circuit.forced().iter().copied().map(folded).chain(fixed);
        let forced = Given::new(forced.unique().map(Clue::Move));
        let is_possible = is_possible(circuit, &reversal);
        let orbits = Graph::from_lists(apex + 1, stop, |number, out| {
            if !is_possible {
                return;
            }
            let Some(&vertex) = first.get(number as usize) else {
                let ends = (0..).zip(&first).filter(|&(_, &vertex)| is_end(vertex));
                return out.extend(ends.map(|(number, _)| number));
            };
            let next = graph.neighbours(vertex).iter().map(|&next| orbit(next));
            let next = next.filter(|&next| next != number);
            let apex = is_end(vertex).then_some(apex);
            out.extend(next.chain(apex).sorted_unstable().dedup());
        })?;
        let mut problem = Problem::cycle(orbits);
        if is_possible {
            let with_forced = problem.with(forced);
            problem = with_forced.expect("forced edges join orbits");
        }
        let fold = Fold {
            stated: circuit.clone(),
            reversal,
            first,
            place,
        };
        Ok((fold, problem))
    }
}

/// Returns false if the forced moves contradict each other: one of them is no move, or two lead
/// between the same orbits and are no images of each other.
fn is_possible(circuit: &Circuit, reversal: &Reversal) -> bool {
    let graph = circuit.local();
    let is_alone = |&[a, b]: &[u32; 2]| {
        let other = reversal.image(b);
        let has_other = other != b && other != a && reversal.image(a) != a;
        graph.has_edge(a, b) && !(has_other && is_forced(circuit, reversal, [a, other]))
    };
    circuit.forced().iter().all(is_alone)
}

/// Returns true if a tour must take this move or its image, and so both.
fn is_forced(circuit: &Circuit, reversal: &Reversal, ends: [u32; 2]) -> bool {
    let images = ends.map(|vertex| reversal.image(vertex));
    [ends, images].iter().any(|&[a, b]| circuit.is_forced(a, b))
}

impl Reduction for Fold {
    /// Takes forced moves between orbits, or else the first ones.
    fn lift(&self, tours: Vec<Vec<u32>>) -> Vec<u32> {
        let mut cycle = tours.concat();
        let apex = self.first.len() as u32;
        let place = cycle.iter().position(|&orbit| orbit == apex);
        cycle.rotate_left(place.expect("a cycle visits the apex"));
        let mut half: Vec<u32> = Vec::with_capacity(self.place.len());
        for &orbit in &cycle[1..] {
            let first = self.first[orbit as usize];
            let next = half.last().and_then(|&last| {
                let both = [first, self.reversal.image(first)].into_iter();
                let moves = both.filter(|&next| self.stated.local().has_edge(last, next));
                let is_free = |&next: &u32| !is_forced(&self.stated, &self.reversal, [last, next]);
                moves.min_by_key(is_free)
            });
            half.push(next.unwrap_or(first));
        }
        let back = half.iter().rev().map(|&vertex| self.reversal.image(vertex));
        half.iter().copied().chain(back).unique().collect()
    }

    fn trace(&self, steps: &[u32]) -> Vec<Vec<u32>> {
        let image = |place: usize| self.reversal.image(steps[place]);
        // Half of the tour begins after a move between images, or with a fixed vertex.
        let begins = |&place: &usize| {
            let before = (place + steps.len() - 1) % steps.len();
            image(place) == steps[place] || image(place) == steps[before]
        };
        let begin = (0..steps.len()).find(begins);
        let begin = begin.expect("a reversed tour");
        let half = steps.iter().cycle().skip(begin).take(self.first.len());
        let orbits = half.map(|&vertex| self.place[vertex as usize]);
        vec![orbits.chain([self.first.len() as u32]).collect()]
    }
}
