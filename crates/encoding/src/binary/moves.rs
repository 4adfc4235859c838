//! Moves from step to step. If the choice m\[i\]\[k\] is true, the tour takes the k-th move after
//! step i.
//!
//! On a grid, move k adds the same numbers to rank and file from every square. A subtraction is an
//! addition in the reverse direction. Each step therefore needs only sums of its rank and file with
//! a few small constants. All moves with the same constant share a sum. On other graphs, move k
//! leads to the k-th neighbour, with one clause for each bit and vertex.

use super::Binary;
use super::bits::{BitSum, implies_same, with_each};
use super::domain::StepBits;
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, Var};
use std::collections::BTreeSet;

/// The moves of a choice.
#[derive(Clone, Debug)]
pub enum Choices {
    /// The numbers added to rank and file.
    Leaps(Vec<[i32; 2]>),
    /// The most neighbours of a vertex.
    Neighbours(u32),
}

impl Choices {
    /// Returns the number of choices after every step.
    pub fn len(&self) -> u32 {
        match self {
            Choices::Leaps(leaps) => leaps.len() as u32,
            Choices::Neighbours(most) => *most,
        }
    }
}

/// A step with its sums: one for each number and constant.
pub struct Summed {
    pub place: StepBits,
    sums: Vec<Vec<(u32, BitSum)>>,
}

impl Summed {
    fn plus(&self, axis: usize, constant: u32) -> Option<&BitSum> {
        let mut sums = self.sums[axis].iter();
        let sum = sums.find(|(of, _)| *of == constant)?;
        Some(&sum.1)
    }
}

impl Binary {
    /// Returns the moves of the graph: on a grid the leaps that occur, in order.
    pub(super) fn choices_of(&self) -> Choices {
        let graph = self.line().graph();
        let Some(places) = &self.layout.coordinates else {
            let degrees = (0..graph.len()).map(|v| graph.successors(v).len() as u32);
            return Choices::Neighbours(degrees.max().unwrap_or(0));
        };
        let mut leaps = BTreeSet::new();
        for vertex in 0..graph.len() {
            let from = places.of(vertex);
            for &w in graph.neighbours(vertex) {
                let to = places.of(w);
                leaps.insert([0, 1].map(|axis| to[axis] as i32 - from[axis] as i32));
            }
        }
        Choices::Leaps(leaps.into_iter().collect())
    }

    /// Returns the constants that are added to each number.
    fn constants(&self) -> Vec<BTreeSet<u32>> {
        let Choices::Leaps(leaps) = &self.choices else {
            return vec![BTreeSet::new()];
        };
        let of = |axis: usize| leaps.iter().map(move |leap| leap[axis].unsigned_abs());
        let constants = (0..2).map(|axis| of(axis).filter(|&constant| constant > 0));
        constants.map(BTreeSet::from_iter).collect()
    }

    /// Writes and returns the sums of all steps.
    pub(super) fn sums(&self, places: &[StepBits], sink: &mut dyn ClauseSink) -> Vec<Summed> {
        let constants = self.constants();
        let summed = |place: &StepBits| {
            let of_axis = |(bits, constants): (&Vec<Lit>, &BTreeSet<u32>)| {
                let sum = |&constant| (constant, BitSum::new(bits, constant, sink));
                constants.iter().map(sum).collect()
            };
            let sums = place.0.iter().zip(&constants).map(of_axis).collect();
            let place = place.clone();
            Summed { place, sums }
        };
        places.iter().map(summed).collect()
    }

    /// Writes the move from one step to the next.
    pub(super) fn one_move(&self, here: &Summed, there: &Summed, sink: &mut dyn ClauseSink) {
        let choices = sink.new_vars(self.choices.len());
        let choices: Vec<Lit> = choices.iter().map(Var::pos).collect();
        sink.clause(&choices);
        match &self.choices {
            Choices::Leaps(leaps) => {
                for (&choice, leap) in choices.iter().zip(leaps) {
                    leap_to(choice, *leap, here, there, sink);
                }
                for (leap, vertex) in &self.no_moves {
                    let mut clause = vec![!choices[*leap]];
                    clause.extend(self.layout.is_not(&here.place, *vertex));
                    sink.clause(&clause);
                }
            }
            Choices::Neighbours(_) => self.to_neighbours(&choices, &here.place, &there.place, sink),
        }
    }

    fn to_neighbours(
        &self,
        choices: &[Lit],
        here: &StepBits,
        there: &StepBits,
        sink: &mut dyn ClauseSink,
    ) {
        let graph = self.line().graph();
        for vertex in 0..graph.len() {
            let mut clause = self.layout.is_not(here, vertex);
            let neighbours = graph.successors(vertex);
            for (place, &choice) in choices.iter().enumerate() {
                clause.push(!choice);
                match neighbours.get(place) {
                    None => sink.clause(&clause),
                    Some(&w) => with_each(&mut clause, self.layout.is(there, w), sink),
                }
                clause.pop();
            }
        }
    }

    /// Returns the leaps between two vertices that are no move, by number of the leap and vertex.
    /// On boards only pruning makes such leaps.
    pub(super) fn no_moves_of(&self) -> Vec<(usize, u32)> {
        let (Choices::Leaps(leaps), Some(places)) = (&self.choices, &self.layout.coordinates)
        else {
            return Vec::new();
        };
        let graph = self.line().graph();
        let vertices = self.layout.vertices();
        let mut no_moves = Vec::new();
        for vertex in 0..graph.len() {
            let from = places.of(vertex);
            for (number, leap) in leaps.iter().enumerate() {
                let to = [0, 1].map(|axis| from[axis].wrapping_add_signed(leap[axis]));
                let to = vertices.get(&to);
                if to.is_some_and(|&to| !graph.has_edge(vertex, to)) {
                    no_moves.push((number, vertex));
                }
            }
        }
        no_moves
    }
}

/// Requires the second step to be this leap away from the first if the choice is true.
fn leap_to(choice: Lit, leap: [i32; 2], here: &Summed, there: &Summed, sink: &mut dyn ClauseSink) {
    for (axis, &by) in leap.iter().enumerate() {
        let (from, to) = if by < 0 { (there, here) } else { (here, there) };
        let number = &to.place.0[axis];
        match from.plus(axis, by.unsigned_abs()) {
            Some(sum) => sum.implied_by(choice, number, sink),
            None => implies_same(choice, &from.place.0[axis], number, sink),
        }
    }
}
