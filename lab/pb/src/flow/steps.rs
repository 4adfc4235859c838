//! Variables for the vertex at every step, and for the way of a quarter turn along the tour. They
//! exist only if the problem has given steps, a symmetry or equal sums, see [`flow`](super).

use super::Flow;
use crate::cnf::Lit;
use crate::cnf::dimacs::opb::{Constraint, Relation};
use crate::tour::Problem;
use crate::tour::magic::StepSum;
use crate::tour::symmetry::Symmetry;
use crate::tour::table::Backend;
use itertools::iproduct;

/// Receives a constraint, and returns true to continue.
type Take<'t> = &'t mut dyn FnMut(&Constraint) -> bool;

/// Returns true if the problem constrains steps.
pub(super) fn are_needed(problem: &Problem) -> bool {
    !Backend::PbEdges.supports(problem.demands())
}

impl Flow<'_> {
    /// Returns the number of steps that have variables: none if the problem does not constrain
    /// steps.
    pub fn steps(&self) -> u32 {
        if self.has_steps {
            self.problem.graph().len()
        } else {
            0
        }
    }

    /// Returns the number of steps with a next one. The first step follows the last one of a closed
    /// tour.
    pub fn moves(&self) -> u32 {
        if self.has_steps {
            *self.line.succession.followed().end()
        } else {
            0
        }
    }

    /// Returns the step after this one, which must have one.
    pub fn next(&self, step: u32) -> u32 {
        step % self.steps() + 1
    }

    /// Returns the literal that the tour is on this vertex at this step, from 1.
    pub fn on(&self, step: u32, vertex: u32) -> Lit {
        let first = u64::from(self.tour_variables()) * u64::from(1 + self.bits);
        let place = u64::from(step - 1) * u64::from(self.steps()) + u64::from(vertex);
        super::variable((first + place + 1) as u32)
    }

    /// Returns the literals for single steps, at which a vertex is given or excluded.
    pub fn units(&self) -> Vec<Lit> {
        if !self.has_steps {
            return Vec::new();
        }
        if self.line.begins_anywhere {
            return vec![self.on(1, 0)];
        }
        let units = self.line.units.iter().map(|&(step, vertex, is_there)| {
            let on = self.on(step, vertex);
            if is_there { on } else { !on }
        });
        units.collect()
    }

    /// Returns the vertices whose steps have given sums.
    pub fn sums(&self) -> &[StepSum] {
        &self.line.sums
    }

    /// Returns a sum of steps, and the factor that makes it a whole number.
    pub fn line_sum(&self, StepSum { vertices, sum, .. }: &StepSum) -> (u64, u64) {
        let double = vertices.len() as u64 * (u64::from(self.steps()) + 1);
        match *sum {
            Some(sum) => (sum, 1),
            None => (double, 2),
        }
    }

    /// Passes the constraints of steps in order, until `take` returns false.
    pub(super) fn step_constraints(&self, take: Take) -> bool {
        self.one_to_one(take)
            && self.follow_moves(take)
            && self.follow_edges(take)
            && self.turn(take)
            && (self.units().into_iter()).all(|lit| take(&Constraint::clause([lit])))
            && self.add_up(take)
    }

    /// Writes one vertex at a step, and one step at a vertex.
    fn one_to_one(&self, take: Take) -> bool {
        let len = self.steps();
        let mut exactly_one = |lits: &mut dyn Iterator<Item = Lit>| {
            let mut constraint = Constraint::clause(lits);
            constraint.relation = Relation::Equal;
            take(&constraint)
        };
        (1..=len).all(|step| exactly_one(&mut (0..len).map(|v| self.on(step, v))))
            && (0..len).all(|v| exactly_one(&mut (1..=len).map(|step| self.on(step, v))))
    }

    /// Writes that a neighbour comes after a vertex, and before it.
    fn follow_moves(&self, take: Take) -> bool {
        let graph = self.problem.graph();
        let mut moves = iproduct!([true, false], 1..=self.moves(), 0..graph.len());
        moves.all(|(is_forward, step, vertex)| {
            let (here, there) = if is_forward {
                (step, self.next(step))
            } else {
                (self.next(step), step)
            };
            let neighbours = graph.neighbours(vertex).iter();
            let beside = neighbours.map(|&next| self.on(there, next));
            take(&Constraint::clause(
                [!self.on(here, vertex)].into_iter().chain(beside),
            ))
        })
    }

    /// Writes that an edge of the tour joins successive steps. The apex is before the first and
    /// after the last.
    fn follow_edges(&self, take: Take) -> bool {
        let len = self.steps();
        let mut edges = (0..).zip(self.edges()).take_while(|_| len > 0);
        edges.all(|(edge, &[a, b])| {
            let taken = self.taken(edge);
            if Some(b) == self.apex() {
                return take(&Constraint::clause([
                    !taken,
                    self.on(1, a),
                    self.on(len, a),
                ]));
            }
            iproduct!([(a, b), (b, a)], 1..=len).all(|((here, there), step)| {
                let beside = self.adjacent(step).map(|other| self.on(other, there));
                let first = [!taken, !self.on(step, here)].into_iter();
                take(&Constraint::clause(first.chain(beside)))
            })
        })
    }

    /// Returns the step before and the step after, if they exist.
    pub fn adjacent(&self, step: u32) -> impl Iterator<Item = u32> + use<> {
        let succession = self.line.succession;
        let before = succession.before(step);
        let after = succession
            .after(step)
            .filter(|&after| Some(after) != before);
        before.into_iter().chain(after)
    }

    /// Writes that the image of a vertex comes a part of the steps after it, or always the
    /// preimage.
    fn turn(&self, take: Take) -> bool {
        let turn = self.line.turn();
        let mut lead = |turn: &Symmetry, unless: Option<Lit>| {
            iproduct!(1..=self.steps(), 0..self.steps()).all(|(step, vertex)| {
                let image = self.on(self.part_after(step), turn.image(vertex));
                let lits = [!self.on(step, vertex), image].into_iter();
                take(&Constraint::clause(lits.chain(unless)))
            })
        };
        match self.back() {
            _ if turn.order() == 1 => true,
            None => lead(turn, None),
            Some(back) => lead(turn, Some(back)) && lead(&turn.inverse(), Some(!back)),
        }
    }

    /// Returns the literal that the turn leads back along the tour, if it may lead either way.
    pub fn back(&self) -> Option<Lit> {
        let last = self.tour_variables() * (1 + self.bits) + self.steps().pow(2);
        self.line
            .either_way
            .as_ref()
            .map(|_| super::variable(last + 1))
    }

    /// Returns the step after which the required symmetry leads from this one.
    pub fn part_after(&self, step: u32) -> u32 {
        (step - 1 + self.steps() / self.line.turn().order()) % self.steps() + 1
    }

    /// Writes that ranks and files have the same sums.
    fn add_up(&self, take: Take) -> bool {
        let len = self.steps();
        self.line.sums.iter().all(|line| {
            let (bound, times) = self.line_sum(line);
            let cells = line
                .vertices
                .iter()
                .flat_map(|&v| (1..=len).map(move |step| (step, v)));
            let term = |(step, v)| (times as i64 * i64::from(step), self.on(step, v));
            take(&Constraint {
                terms: cells.map(term).collect(),
                relation: Relation::Equal,
                bound: bound as i64,
            })
        })
    }
}
