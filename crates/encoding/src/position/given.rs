//! What is given beside the ends: clauses, and their sizes.

use super::moves::Reading;
use super::{Literals, Position};
use crate::groups::{GIVEN_MOVES, GIVEN_STEPS};
use knightsat_cnf::Lit;
use knightsat_cnf::sink::ClauseSink;

/// A step and a vertex.
type Place = (u32, u32);

impl Position<'_> {
    /// The given steps that need a clause: step, vertex, and whether the tour is there. Start and end
    /// have theirs, or with pruning no other place.
    fn given_steps(&self) -> impl Iterator<Item = (u32, u32, bool)> {
        let problem = self.problem;
        let is_any = problem.has_given_steps();
        let at = problem.at().into_iter().filter(move |_| is_any);
        let at = at.map(|(step, vertex)| (step, vertex, true));
        let not_at = problem.not_at().iter();
        at.chain(not_at.map(|&(step, vertex)| (step, vertex, false)))
    }

    /// Writes what is given of steps. A vertex that pruning keeps from its step is nowhere, and an empty
    /// clause says so.
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

    /// Returns true if the groups of moves have the clause already: no other move leads on, or back.
    fn is_only_move(&self, x: &Literals, (step, vertex): Place, beside: &[Place]) -> bool {
        let readings = [Reading::Forwards, Reading::Backwards].into_iter();
        let mut written = readings.take(if self.options.predecessors { 2 } else { 1 });
        written.any(|reading| {
            let neighbours = self.graph().neighbours(vertex).iter();
            let places = neighbours.filter_map(|&w| self.beside(step, w, reading));
            let places = places.filter(|&(step, w)| x.get(step, w).is_some());
            beside.len() == 1 && places.eq(beside.iter().copied())
        })
    }

    /// Where a required move has one end, and where it has the other then: a step on, or a step back.
    fn given_move_clauses(&self) -> impl Iterator<Item = (Place, [Option<Place>; 2])> {
        let ways = self
            .problem
            .required()
            .iter()
            .flat_map(|&[v, w]| [[v, w], [w, v]]);
        ways.flat_map(move |[v, w]| {
            (1..=self.domain.steps()).map(move |step| {
                let on = self.beside(step, w, Reading::Forwards);
                let back = self.beside(step, w, Reading::Backwards);
                ((step, v), [on, back.filter(|_| on != back)])
            })
        })
    }
}
