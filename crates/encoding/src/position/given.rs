//! Clues other than the ends: clauses, and their sizes.

use super::moves::Reading;
use super::{Literals, Position};
use crate::groups::{GIVEN_MOVES, GIVEN_STEPS, NUMBERS, bits, count_sums, known, number, sums};
use crate::size_counter::SizeCounter;
use itertools::Itertools;
use knightsat_cnf::Lit;
use knightsat_cnf::sink::ClauseSink;
use std::collections::HashMap;

/// A step and a vertex.
type Place = (u32, u32);

impl Position<'_> {
    /// Returns the given steps that need a clause: step, vertex, and true if the tour is there.
    /// Start and end have clauses of their own; with pruning they have no other place.
    fn given_steps(&self) -> impl Iterator<Item = (u32, u32, bool)> {
        let problem = self.problem;
        let is_any = problem.has_given_steps();
        let at = problem.at().into_iter().filter(move |_| is_any);
        let at = at.map(|(step, vertex)| (step, vertex, true));
        let not_at = problem.not_at().iter();
        at.chain(not_at.map(|&(step, vertex)| (step, vertex, false)))
    }

    /// Writes the clauses of given steps. If pruning excludes a given vertex, writes an empty
    /// clause.
    pub(super) fn given<S: ClauseSink>(&self, x: &Literals, sink: &mut S) {
        if self.problem.has_given_steps() {
            sink.group(&GIVEN_STEPS);
        }
        for (step, vertex, is_there) in self.given_steps() {
            match (x.get(step, vertex), is_there) {
                (Some(lit), true) => sink.clause(&[lit]),
                (Some(lit), false) => sink.clause(&[!lit]),
                (None, true) => sink.clause(&[]),
                (None, false) => {}
            }
        }
    }

    /// Writes the required moves in terms of steps.
    pub(super) fn given_moves<S: ClauseSink>(&self, x: &Literals, sink: &mut S) {
        if !self.problem.required().is_empty() {
            sink.group(&GIVEN_MOVES);
        }
        for (place, beside) in self.given_move_clauses() {
            let Some(here) = x.get(place.0, place.1) else {
                continue;
            };
            let beside = beside.into_iter().flatten();
            let beside = beside.filter(|&(step, v)| x.get(step, v).is_some());
            let beside: Vec<Place> = beside.collect();
            if self.is_only_move(x, place, &beside) {
                continue;
            }
            let lits = beside.iter().filter_map(|&(step, v)| x.get(step, v));
            let clause: Vec<Lit> = std::iter::once(!here).chain(lits).collect();
            sink.clause(&clause);
        }
    }

    /// Returns true if the groups of moves contain the clause already: no other move leads on, or
    /// back.
    fn is_only_move(&self, x: &Literals, (step, vertex): Place, beside: &[Place]) -> bool {
        let readings = [Reading::Forwards, Reading::Backwards].into_iter();
        let mut written = readings.take(if self.options.predecessors { 2 } else { 1 });
        written.any(|reading| {
            let neighbours = reading.after(self.graph(), vertex).iter();
            let places = neighbours.filter_map(|&w| self.beside(step, w, reading));
            let places = places.filter(|&(step, w)| x.get(step, w).is_some());
            beside.len() == 1 && places.eq(beside.iter().copied())
        })
    }

    /// Returns the places of one end of a required move, each with those of the other end a step on
    /// and a step back.
    fn given_move_clauses(&self) -> impl Iterator<Item = (Place, [Option<Place>; 2])> {
        let ways = self
            .problem
            .required()
            .iter()
            .flat_map(|&[v, w]| [[v, w], [w, v]]);
        ways.flat_map(move |[v, w]| {
            (1..=self.domain.steps).map(move |step| {
                let on = self.beside(step, w, Reading::Forwards);
                let back = self.beside(step, w, Reading::Backwards);
                ((step, v), [on, back.filter(|_| on != back)])
            })
        })
    }
}

impl Position<'_> {
    /// Writes the constraints of a magic tour, if the tour must be magic.
    pub(super) fn magic<S: ClauseSink>(&self, x: &Literals, sink: &mut S) {
        let problem = self.problem;
        if !problem.is_magic() {
            return;
        }
        sink.group(&NUMBERS);
        let vertices = 0..problem.graph().len();
        let places: Vec<Vec<(u32, Lit)>> = vertices.map(|v| self.places_of(v, x)).collect();
        let mut numbers = Vec::with_capacity(places.len());
        for places in &places {
            let steps: Vec<u32> = places.iter().map(|&(step, _)| step).collect();
            numbers.push(number(problem, &steps, sink));
        }
        for (places, number) in places.iter().zip(&numbers) {
            if sink.is_done() {
                return;
            }
            for (bit, y) in number.iter().enumerate() {
                if let Some(y) = y.lit() {
                    link(places, bit, y, sink);
                }
            }
        }
        sums(problem, &numbers, sink);
    }

    /// Returns all steps of a vertex, also those after the first period, each with its literal.
    fn places_of(&self, vertex: u32, x: &Literals) -> Vec<(u32, Lit)> {
        let mut places = Vec::new();
        for (step, turned) in self.steps_of_vertex(vertex) {
            let first = (step - 1) % self.domain.steps + 1;
            places.extend(x.get(first, turned).map(|lit| (step, lit)));
        }
        places
    }

    /// Returns all steps that a vertex may have. Each comes with the vertex to which the symmetry
    /// turns it back, at the step in the first period.
    fn steps_of_vertex(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> {
        let (symmetry, period) = (self.problem.symmetry(), self.domain.steps);
        let turned = std::iter::successors(Some(vertex), |&v| Some(symmetry.preimage(v)));
        let turned = turned.take(symmetry.order() as usize);
        (0..).zip(turned).flat_map(move |(turns, vertex)| {
            let window = self.domain.window(vertex);
            let steps = (window.from..=window.to).step_by(window.stride as usize);
            steps.map(move |step| (turns * period + step, vertex))
        })
    }

    /// Counts the size of the output of [`Position::magic`].
    pub(super) fn count_magic(&self, sizes: &mut SizeCounter) {
        let problem = self.problem;
        if !problem.is_magic() {
            return;
        }
        sizes.group(&NUMBERS);
        // Most vertices resemble others.
        let mut seen = HashMap::new();
        let mut numbers = Vec::new();
        for vertex in 0..problem.graph().len() {
            let orbit =
                std::iter::successors(Some(vertex), |&v| Some(problem.symmetry().preimage(v)));
            let orbit = orbit.take(problem.symmetry().order() as usize);
            let windows: Vec<_> = orbit.map(|v| self.domain.window(v)).collect();
            let key = windows
                .iter()
                .map(|w| [w.from, w.to, w.stride])
                .collect_vec();
            let like = seen.entry(key).or_insert_with(|| self.number_of(vertex));
            for &(ones, zeros) in like.counts.iter().flatten() {
                sizes.add_variables(1);
                sizes.add(2, ones + zeros);
                sizes.add(1 + ones, 1);
                sizes.add(1 + zeros, 1);
            }
            numbers.push(like.known.clone());
        }
        count_sums(problem, &numbers, sizes);
    }

    fn number_of(&self, vertex: u32) -> Number {
        let steps: Vec<u32> = self.steps_of_vertex(vertex).map(|(step, _)| step).collect();
        let bits = 0..bits(self.problem);
        let known: Vec<Option<bool>> = bits
            .clone()
            .map(|bit| known(bit, steps.iter().copied()))
            .collect();
        let counts = bits.zip(&known).map(|(bit, known)| {
            let ones = steps
                .iter()
                .filter(|&&step| (step - 1) >> bit & 1 == 1)
                .count() as u64;
            known.is_none().then_some((ones, steps.len() as u64 - ones))
        });
        Number {
            counts: counts.collect(),
            known,
        }
    }
}

/// The bits of a vertex: the known ones, and for each other bit the counts of its steps that have
/// it and that do not.
struct Number {
    known: Vec<Option<bool>>,
    counts: Vec<Option<(u64, u64)>>,
}

/// Writes that the step of a vertex determines a bit of its number, and conversely.
fn link<S: ClauseSink>(places: &[(u32, Lit)], bit: usize, y: Lit, sink: &mut S) {
    let (mut with, mut without) = (vec![!y], vec![y]);
    for &(step, x) in places {
        let is_one = (step - 1) >> bit & 1 == 1;
        sink.clause(&[!x, if is_one { y } else { !y }]);
        if is_one { &mut with } else { &mut without }.push(x);
    }
    sink.clause(&with);
    sink.clause(&without);
}
