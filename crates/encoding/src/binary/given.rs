//! What is given beside the ends.
//!
//! A required move v–w has a variable r, true if w comes after v: x\[i\] = v ∧ r → x\[i+1\] = w, and
//! x\[i\] = v ∧ ¬r → x\[i−1\] = w, a clause for every bit of w and every i. Past the ends of an open tour
//! the clause loses x\[i±1\]. A tour determines r.

use super::Binary;
use super::layout::StepBits;
use knightsat_cnf::Lit;
use knightsat_cnf::sink::ClauseSink;
use knightsat_tour::Kind;

impl Binary<'_> {
    /// Fixes the bits of given steps, and rules out the vertices kept from a step.
    pub(super) fn given_steps<S: ClauseSink>(&self, places: &[StepBits], sink: &mut S) {
        let is = |(step, vertex): (u32, u32)| self.layout.is(&places[step as usize - 1], vertex);
        for at in self.problem.at() {
            is(at).into_iter().for_each(|lit| sink.clause(&[lit]));
        }
        // What pruning forbids has its clause.
        let allowed = |&&(step, vertex): &&(u32, u32)| self.domain.allows(step, vertex);
        for &not_at in self.problem.not_at().iter().filter(allowed) {
            let clause: Vec<Lit> = is(not_at).into_iter().map(|lit| !lit).collect();
            sink.clause(&clause);
        }
    }

    /// The step after (or before) each, from 0, of all steps.
    pub(super) fn beside(&self, step: usize, on: bool) -> Option<usize> {
        let last = self.domain.len() as usize - 1;
        let is_open = self.problem.kind() == Kind::Open;
        match (on, step) {
            (true, step) if step == last => (!is_open).then_some(0),
            (false, 0) => (!is_open).then_some(last),
            (true, step) => Some(step + 1),
            (false, step) => Some(step - 1),
        }
    }

    /// Both ends of a required move are at successive steps.
    pub(super) fn given_moves<S: ClauseSink>(&self, places: &[StepBits], sink: &mut S) {
        for &[v, w] in self.problem.required() {
            let after = sink.new_var();
            for (step, place) in places.iter().enumerate() {
                if sink.is_done() {
                    return;
                }
                let not_here = self.layout.is(place, v).into_iter().map(|lit| !lit);
                let not_here: Vec<Lit> = not_here.collect();
                for (on, way) in [(true, after.pos()), (false, after.neg())] {
                    let mut clause = not_here.clone();
                    clause.push(!way);
                    let beside = self.beside(step, on).map(|beside| &places[beside]);
                    self.implies_at(clause, beside, w, sink);
                }
            }
        }
    }

    /// The clause, or a step on a vertex; of a step that is not there the clause alone.
    fn implies_at<S: ClauseSink>(
        &self,
        mut clause: Vec<Lit>,
        place: Option<&StepBits>,
        vertex: u32,
        sink: &mut S,
    ) {
        let Some(place) = place else {
            return sink.clause(&clause);
        };
        for bit in self.layout.is(place, vertex) {
            clause.push(bit);
            sink.clause(&clause);
            clause.pop();
        }
    }
}
