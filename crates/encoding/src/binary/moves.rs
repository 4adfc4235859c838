//! Moves from step to step. If the choice m\[i\]\[k\] is true, the tour takes the k-th move after
//! step i.
//!
//! - *sums* (on a grid): x\[i\] + a for the few constants a that a leap adds, by ripple carry;
//! - *moves*: one of m\[i\]\[·\]. On a grid m\[i\]\[k\] → x\[i+1\] = x\[i\] + leap k, without
//!   overflow; leaps that are no move are excluded at their squares. Without a grid m\[i\]\[k\] ∧
//!   x\[i\] = v → x\[i+1\] = neighbour k of v. A closed tour also moves from step N to step 1;
//! - *given moves*: a required move v–w has a variable r, which is true if w comes after v. Its
//!   clauses are x\[i\] = v ∧ r → x\[i+1\] = w and x\[i\] = v ∧ ¬r → x\[i−1\] = w, for every bit of
//!   w and every i. Past the ends of an open tour the clause loses x\[i±1\].
//!
//! On a grid, move k adds the same numbers to rank and file from every square. A subtraction is an
//! addition in the reverse direction. So each step needs only sums of its rank and file with a few
//! small constants, and all moves with the same constant share a sum. A tour determines sums,
//! choices and r.

use super::Steps;
use super::bits::BitSum;
use crate::shared_groups::{GIVEN_MOVES, not, or_all};
use itertools::{Itertools, iproduct};
use knightsat_cnf::Var;
use knightsat_cnf::sink::{ClauseSink, each};
use std::collections::{BTreeMap, BTreeSet};

knightsat_cnf::clause_groups! {
    SUMS: "sums",
        "rank and file plus what a leap adds, bit by bit with a carry",
        "s[i,a] = x[i] + a for every i and every part a of a leap";
    MOVES: "moves",
        "a leap leads from every step to the next, and not off the board",
        "⋁_k m[i,k]; m[i,k] → x[i+1] = x[i] + leap k, or neighbour k";
}

impl Steps<'_> {
    /// Writes the groups about moves.
    pub(super) fn moves(&self, sink: &mut dyn ClauseSink) {
        let steps = self.binary.line.succession;
        let pairs = steps.followed().zip(steps.all().cycle().skip(1));
        if self.binary.has_grid {
            self.leaps(pairs, sink);
        } else {
            self.to_neighbours(pairs, sink);
        }
    }

    /// Writes the moves between these steps on a grid.
    fn leaps(&self, pairs: impl Iterator<Item = (u32, u32)>, sink: &mut dyn ClauseSink) {
        let (graph, numbers) = (&self.binary.line.graph, &self.binary.numbers);
        let leap = |v: u32, w: u32| {
            let [from, to] = [v, w].map(|vertex| numbers[vertex as usize]);
            [0, 1].map(|axis| to[axis] as i32 - from[axis] as i32)
        };
        let vertices = 0..graph.len();
        let around = |v| graph.neighbours(v).iter().map(move |&w| leap(v, w));
        let all = vertices.clone().flat_map(around);
        let leaps = all.sorted_unstable().dedup().collect_vec();
        // On boards only pruning makes leaps between two vertices that are no move.
        let by_numbers = self.binary.vertices();
        let is_no_move = |&(v, k): &(u32, usize)| {
            let (from, leap) = (numbers[v as usize], leaps[k]);
            let to = [0, 1].map(|axis| from[axis].wrapping_add_signed(leap[axis]));
            by_numbers.get(&to).is_some_and(|&w| !graph.has_edge(v, w))
        };
        let pairs_of = iproduct!(vertices, 0..leaps.len());
        let no_moves = pairs_of.filter(is_no_move).collect_vec();
        if graph.len() > 1 {
            sink.group(&SUMS);
        }
        let part = |leap: &[i32; 2], axis: usize| (axis, leap[axis].unsigned_abs());
        let all = leaps.iter().flat_map(|leap| [part(leap, 0), part(leap, 1)]);
        let parts: BTreeSet<_> = all.collect();
        let of_steps = self.bits.iter().map(|bits| {
            let sum = |&part: &(usize, u32)| (part, BitSum::new(&bits[part.0], part.1, sink));
            parts.iter().map(sum).collect::<BTreeMap<_, _>>()
        });
        let sums = of_steps.collect_vec();
        sink.group(&MOVES);
        each(pairs, sink, |(here, there), sink| {
            let vars = sink.new_vars(leaps.len() as u32);
            let choices = vars.iter().map(Var::pos).collect_vec();
            sink.clause(&choices);
            for ((&choice, leap), axis) in iproduct!(choices.iter().zip(&leaps), [0, 1]) {
                let (from, to) = if leap[axis] < 0 {
                    (there, here)
                } else {
                    (here, there)
                };
                let sum = &sums[from as usize - 1][&part(leap, axis)];
                sum.implied_by(choice, &self.at(to)[axis], sink);
            }
            for &(vertex, k) in &no_moves {
                sink.clause(&[vec![!choices[k]], not(self.is(here, vertex))].concat());
            }
        });
    }

    /// Writes the moves between these steps without a grid.
    fn to_neighbours(&self, pairs: impl Iterator<Item = (u32, u32)>, sink: &mut dyn ClauseSink) {
        sink.group(&MOVES);
        let graph = &self.binary.line.graph;
        let degrees = (0..graph.len()).map(|vertex| graph.successors(vertex).len() as u32);
        let most = degrees.max().unwrap_or(0);
        each(pairs, sink, |(here, there), sink| {
            let vars = sink.new_vars(most);
            let choices = vars.iter().map(Var::pos).collect_vec();
            sink.clause(&choices);
            for vertex in 0..graph.len() {
                let mut clause = not(self.is(here, vertex));
                for (place, &choice) in choices.iter().enumerate() {
                    let neighbour = graph.successors(vertex).get(place);
                    clause.push(!choice);
                    or_all(&mut clause, neighbour.map(|&w| self.is(there, w)), sink);
                    clause.pop();
                }
            }
        });
    }

    /// Writes that the ends of each required move have successive steps.
    pub(super) fn given_moves(&self, sink: &mut dyn ClauseSink) {
        let line = &self.binary.line;
        if !line.required.is_empty() {
            sink.group(&GIVEN_MOVES);
        }
        let succession = line.succession;
        for &[v, w] in &line.required {
            let after = sink.new_var();
            each(succession.all(), sink, |step, sink| {
                let [later, earlier] = [succession.after(step), succession.before(step)];
                for (beside, other_way) in [(later, after.neg()), (earlier, after.pos())] {
                    let mut clause = [not(self.is(step, v)), vec![other_way]].concat();
                    or_all(&mut clause, beside.map(|beside| self.is(beside, w)), sink);
                }
            });
        }
    }
}
