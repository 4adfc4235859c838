//! What is given beside the ends: clauses, and their sizes.

use super::moves::Reading;
use super::{Literals, Position};
use crate::groups::{GIVEN_MOVES, GIVEN_STEPS};
use crate::size_counter::SizeCounter;
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
        for (here, beside) in self.given_move_clauses() {
            let Some(here) = x.get(here.0, here.1) else {
                continue;
            };
            let beside = beside.into_iter().flatten();
            let beside = beside.filter_map(|(step, vertex)| x.get(step, vertex));
            let clause: Vec<Lit> = std::iter::once(!here).chain(beside).collect();
            sink.clause(&clause);
        }
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

    /// The size of what [`Position::given_moves`] writes.
    pub(super) fn count_given_moves(&self, sizes: &mut SizeCounter) {
        if !self.problem.required().is_empty() {
            sizes.group(&GIVEN_MOVES);
        }
        let exists = |&(step, vertex): &Place| self.domain.index(step, vertex).is_some();
        for (here, beside) in self.given_move_clauses() {
            if exists(&here) {
                let beside = beside.iter().flatten().filter(|place| exists(place));
                sizes.add(1 + beside.count() as u64, 1);
            }
        }
    }

    /// The size of what [`Position::given`] writes.
    pub(super) fn count_given(&self, sizes: &mut SizeCounter) {
        if self.problem.has_given_steps() {
            sizes.group(&GIVEN_STEPS);
        }
        for (step, vertex, is_there) in self.given_steps() {
            match (self.domain.index(step, vertex), is_there) {
                (Some(_), _) => sizes.add(1, 1),
                (None, true) => sizes.add(0, 1),
                (None, false) => {}
            }
        }
    }
}
