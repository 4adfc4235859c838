//! Constraints on steps other than moves: all different, given steps and moves, sums of magic
//! tours.
//!
//! A required move v–w has a variable r, which is true if w comes after v. Its clauses are x\[i\] =
//! v ∧ r → x\[i+1\] = w and x\[i\] = v ∧ ¬r → x\[i−1\] = w, for every bit of w and every i. Past
//! the ends of an open tour the clause loses x\[i±1\]. A tour determines r.

use super::Binary;
use super::bits::with_each;
use super::domain::{StepBits, not};
use crate::shared_groups::{known_bits, number};
use itertools::Itertools;
use knightsat_cnf::sink::{ClauseSink, each};
use knightsat_cnf::{Lit, Term, implies_xor};

impl Binary {
    /// Fixes the bits of given steps, and excludes the forbidden vertices of a step.
    pub(super) fn given_steps(&self, places: &[StepBits], sink: &mut dyn ClauseSink) {
        let is = |(step, vertex): (u32, u32)| self.layout.is(&places[step as usize - 1], vertex);
        for &at in self.line().given() {
            is(at).into_iter().for_each(|lit| sink.clause(&[lit]));
        }
        // A step excluded by pruning has its clause already.
        let allowed = |&&(step, vertex): &&(u32, u32)| self.line().allows(step, vertex);
        for &not_at in self.line().excluded().iter().filter(allowed) {
            sink.clause(&not(is(not_at)));
        }
    }

    /// Requires successive steps for the ends of each required move.
    pub(super) fn given_moves(&self, places: &[StepBits], sink: &mut dyn ClauseSink) {
        let succession = self.line().succession();
        for &[v, w] in self.line().required() {
            let after = sink.new_var();
            each(succession.all().zip(places), sink, |(step, place), sink| {
                let ways = [
                    (succession.after(step), after.pos()),
                    (succession.before(step), after.neg()),
                ];
                for (beside, way) in ways {
                    let mut clause = self.layout.is_not(place, v);
                    clause.push(!way);
                    match beside {
                        Some(beside) => {
                            let there = self.layout.is(&places[beside as usize - 1], w);
                            with_each(&mut clause, there, sink);
                        }
                        None => sink.clause(&clause),
                    }
                }
            });
        }
    }

    /// Returns the possible steps of a vertex.
    pub(super) fn steps_of(&self, vertex: u32) -> Vec<u32> {
        let steps = (1..=self.domain.len()).filter(|&step| self.line().allows(step, vertex));
        steps.collect()
    }

    /// Writes the numbers of all vertices, and returns their bits.
    pub(super) fn numbers(&self, places: &[StepBits], sink: &mut dyn ClauseSink) -> Vec<Vec<Term>> {
        let vertices = 0..self.domain.len();
        let steps: Vec<Vec<u32>> = vertices.map(|vertex| self.steps_of(vertex)).collect();
        let mut numbers = Vec::with_capacity(steps.len());
        for steps in &steps {
            let known = known_bits(self.line(), steps.iter().copied());
            numbers.push(number(&known, sink));
        }
        for (vertex, (steps, number)) in (0..).zip(steps.iter().zip(&numbers)) {
            for &step in steps {
                if sink.is_done() {
                    return numbers;
                }
                let mut clause = self.layout.is_not(&places[step as usize - 1], vertex);
                let bits = number
                    .iter()
                    .enumerate()
                    .filter_map(|(bit, y)| Some((bit, y.lit()?)))
                    .map(|(bit, y)| if (step - 1) >> bit & 1 == 1 { y } else { !y });
                with_each(&mut clause, bits, sink);
            }
        }
        numbers
    }

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
    fn pairs(&self) -> impl Iterator<Item = [u32; 2]> {
        let stride = if self.domain.has_colours() { 2 } else { 1 };
        let open = (1..=self.domain.len()).filter(|&step| !self.domain.is_fixed(step));
        let pairs = open.array_combinations();
        pairs.filter(move |[first, second]| (second - first) % stride == 0)
    }

    /// Writes that any two steps differ in a bit: d\[i,j,b\] → x\[i,b\] ⊕ x\[j,b\], and one of
    /// d\[i,j,·\].
    pub(super) fn pairwise(&self, places: &[StepBits], sink: &mut dyn ClauseSink) {
        let bits: Vec<Vec<Lit>> = places.iter().map(|place| self.telling(place)).collect();
        let mut clause = Vec::new();
        each(self.pairs(), sink, |pair, sink| {
            let [a, b] = pair.map(|step| &bits[step as usize - 1]);
            let differ = sink.new_vars(a.len() as u32);
            clause.clear();
            for ((&a, &b), differ) in a.iter().zip(b).zip(differ.iter()) {
                for clause in implies_xor(differ.pos(), a, b) {
                    sink.clause(&clause);
                }
                clause.push(differ.pos());
            }
            sink.clause(&clause);
        });
    }

    /// Returns the vertices that clauses must require: all but those of fixed steps.
    fn sought(&self) -> impl Iterator<Item = u32> {
        let ends = self.line().ends();
        let is_settled = move |v| self.line().is_pruned() && ends.contains(&Some(v));
        (0..self.domain.len()).filter(move |&v| !is_settled(v))
    }

    /// Writes that every vertex selects a step: s\[i\]\[v\] → the bits of step i are v, and one of
    /// s\[·\]\[v\].
    pub(super) fn select(&self, places: &[StepBits], sink: &mut dyn ClauseSink) {
        each(self.sought(), sink, |vertex, sink| {
            let steps = self.steps_of(vertex);
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
        });
    }
}
