//! Constraints on steps other than moves: all different, given steps and moves, sums of magic
//! tours.
//!
//! A required move v–w has a variable r, which is true if w comes after v. Its clauses are x\[i\] =
//! v ∧ r → x\[i+1\] = w and x\[i\] = v ∧ ¬r → x\[i−1\] = w, for every bit of w and every i. Past
//! the ends of an open tour the clause loses x\[i±1\]. A tour determines r.

use super::Binary;
use super::domain::StepBits;
use crate::groups::number;
use knightsat_cnf::Lit;
use knightsat_cnf::gadget::term::{Term, implies_xor};
use knightsat_cnf::sink::ClauseSink;
use knightsat_tour::Kind;

impl Binary<'_> {
    /// Fixes the bits of given steps, and excludes the forbidden vertices of a step.
    pub(super) fn given_steps<S: ClauseSink>(&self, places: &[StepBits], sink: &mut S) {
        let is = |(step, vertex): (u32, u32)| self.layout.is(&places[step as usize - 1], vertex);
        for at in self.problem.at() {
            is(at).into_iter().for_each(|lit| sink.clause(&[lit]));
        }
        // A step excluded by pruning has its clause already.
        let allowed = |&&(step, vertex): &&(u32, u32)| self.domain.allows(step, vertex);
        for &not_at in self.problem.not_at().iter().filter(allowed) {
            let clause: Vec<Lit> = is(not_at).into_iter().map(|lit| !lit).collect();
            sink.clause(&clause);
        }
    }

    /// Returns the step after (or before) this one; steps count from 0.
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

    /// Requires successive steps for the ends of each required move.
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

    /// Writes the clause with a step on a vertex as alternative; without the step, the clause
    /// alone.
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

impl Binary<'_> {
    /// Returns the possible steps of a vertex.
    pub(super) fn steps_of(&self, vertex: u32) -> Vec<u32> {
        let steps = 1..=self.domain.len();
        steps
            .filter(|&step| self.domain.allows(step, vertex))
            .collect()
    }

    /// Writes the numbers of all vertices, and returns their bits.
    pub(super) fn numbers<S: ClauseSink>(
        &self,
        places: &[StepBits],
        sink: &mut S,
    ) -> Vec<Vec<Term>> {
        let vertices = 0..self.domain.len();
        let steps: Vec<Vec<u32>> = vertices.map(|vertex| self.steps_of(vertex)).collect();
        let mut numbers = Vec::with_capacity(steps.len());
        for steps in &steps {
            numbers.push(number(self.problem, steps, sink));
        }
        for (vertex, (steps, number)) in (0..).zip(steps.iter().zip(&numbers)) {
            for &step in steps {
                if sink.is_done() {
                    return numbers;
                }
                let here = self.layout.is(&places[step as usize - 1], vertex);
                let mut clause: Vec<Lit> = here.into_iter().map(|lit| !lit).collect();
                for (bit, y) in number.iter().enumerate() {
                    let Some(y) = y.lit() else {
                        continue;
                    };
                    clause.push(if (step - 1) >> bit & 1 == 1 { y } else { !y });
                    sink.clause(&clause);
                    clause.pop();
                }
            }
        }
        numbers
    }
}

impl Binary<'_> {
    /// Returns the bits in which the squares of two steps can differ. If rank + file is odd at both
    /// steps, or even at both, the lowest bit of one number follows from that of the other.
    pub(super) fn telling(&self, place: &StepBits) -> Vec<Lit> {
        let mut bits: Vec<Lit> = place.bits().collect();
        if self.domain.is_odd(1).is_some() {
            let spared = place.lowest().pop();
            bits.retain(|&bit| Some(bit) != spared);
        }
        bits
    }

    /// Returns the pairs of steps that clauses must keep apart. These steps are not fixed; with
    /// known colours both have one parity.
    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        let last = self.domain.len();
        let stride = if self.domain.has_colours() { 2 } else { 1 };
        let open = |step: &u32| !self.domain.is_fixed(*step);
        let later = move |first: u32| (first..=last).step_by(stride).skip(1);
        (1..=last).filter(open).flat_map(move |first| {
            let later = later(first).filter(move |step| !self.domain.is_fixed(*step));
            later.map(move |second| (first, second))
        })
    }

    /// Writes that any two steps differ in a bit: d\[i,j,b\] → x\[i,b\] ⊕ x\[j,b\], and one of
    /// d\[i,j,·\].
    pub(super) fn pairwise<S: ClauseSink>(&self, places: &[StepBits], sink: &mut S) {
        let bits: Vec<Vec<Lit>> = places.iter().map(|place| self.telling(place)).collect();
        let mut clause = Vec::new();
        for (first, second) in self.pairs() {
            if sink.is_done() {
                return;
            }
            let [a, b] = [first, second].map(|step| &bits[step as usize - 1]);
            let differ = sink.new_vars(a.len() as u32);
            clause.clear();
            for ((&a, &b), differ) in a.iter().zip(b).zip(differ.iter()) {
                for clause in implies_xor(differ.pos(), a, b) {
                    sink.clause(&clause);
                }
                clause.push(differ.pos());
            }
            sink.clause(&clause);
        }
    }

    /// Returns the vertices that clauses must require: all but those of fixed steps.
    fn sought(&self) -> impl Iterator<Item = u32> {
        let [first, last] = self
            .domain
            .ends()
            .map(|end| end.filter(|_| self.domain.is_pruned()));
        (0..self.domain.len()).filter(move |&v| Some(v) != first && Some(v) != last)
    }

    /// Writes that every vertex selects a step: s\[i\]\[v\] → the bits of step i are v, and one of
    /// s\[·\]\[v\].
    pub(super) fn select<S: ClauseSink>(&self, places: &[StepBits], sink: &mut S) {
        for vertex in self.sought() {
            if sink.is_done() {
                return;
            }
            let steps = (1..=self.domain.len()).filter(|&i| self.domain.allows(i, vertex));
            let steps: Vec<u32> = steps.collect();
            let selects = sink.new_vars(steps.len() as u32);
            for (select, &step) in selects.iter().zip(&steps) {
                let place = &places[step as usize - 1];
                let telling = self.telling(place);
                let bits = self.layout.is(place, vertex);
                // The other bits imply this one.
                for lit in bits.iter().filter(|lit| telling.contains(&lit.var().pos())) {
                    sink.clause(&[select.neg(), *lit]);
                }
            }
            let clause: Vec<Lit> = selects.iter().map(|var| var.pos()).collect();
            sink.clause(&clause);
        }
    }
}
