//! The size of the position encoding without writing it: O(edges) where the formula has O(N³)
//! clauses.

use super::Position;
use super::groups::{
    ARC_IN, ARC_OUT, ARCS_AND_STEPS, MOVES, ONE_DIRECTION, ONE_SQUARE, PREDECESSORS, SOME_SQUARE,
    SOME_STEP, SQUARE_ONCE,
};
use super::moves::Reading;
use crate::cnf::gadget::amo::Amo;
use crate::cnf::sink::{Group, Size};
use crate::encoding::groups::{CONTRADICTION, GIVEN_MOVES, NO_WAY_BACK, TOO_SMALL};
use crate::encoding::tally::Tally;
use crate::problem::Kind;
use crate::problem::prepare::Window;
use itertools::Itertools;

impl Position<'_> {
    /// The size of every group, as a [`Counter`](crate::cnf::sink::Counter) would count it.
    pub fn size(&self, three_cnf: bool) -> Vec<(&'static str, Size)> {
        let mut tally = Tally::new(three_cnf);
        tally.group(&Group::VARIABLES);
        tally.add_variables(u64::from(self.variables()));
        if self.domain.is_contradiction() {
            tally.group(&CONTRADICTION);
            tally.add(0, 1);
            return tally.into_groups();
        }
        let options = self.options;
        let steps = self.domain.vertices_per_step().into_iter().counts();
        let squares = self.firsts().map(|v| self.steps_of_orbit(v)).counts();
        tally.group(&ONE_SQUARE);
        tally.add_amo(options.amo.steps, &steps);
        tally.group(&MOVES);
        self.tally_moves(&mut tally, Reading::Forwards);
        tally.group(&SQUARE_ONCE);
        tally.add_amo(options.amo.squares, &squares);
        tally.group(&SOME_SQUARE);
        tally.add_each(&steps);
        if options.predecessors {
            tally.group(&PREDECESSORS);
            self.tally_moves(&mut tally, Reading::Backwards);
        }
        if options.square_at_least_one {
            tally.group(&SOME_STEP);
            tally.add_each(&squares);
        }
        if options.arcs {
            self.tally_arcs(&mut tally);
        } else {
            self.tally_given_moves(&mut tally);
        }
        self.tally_ends(&mut tally);
        self.tally_given(&mut tally);
        self.tally_magic(&mut tally);
        tally.into_groups()
    }

    fn steps_of_orbit(&self, vertex: u32) -> u64 {
        let members = self.problem.symmetry().orbit(vertex);
        members
            .map(|v| u64::from(self.domain.window(v).len()))
            .sum()
    }

    fn tally_ends(&self, tally: &mut Tally) {
        if self.problem.kind() == Kind::Closed && self.graph().len() == 2 {
            tally.group(&TOO_SMALL);
            tally.add(0, 1);
        }
        if let Some([before, after]) = self.directions() {
            tally.group(&ONE_DIRECTION);
            let exists = |&(step, vertex): &(u32, u32)| self.domain.index(step, vertex).is_some();
            let mut later = 0;
            for (before, after) in before.iter().zip(&after).rev() {
                if exists(before) {
                    tally.add(1 + later, 1);
                }
                later += u64::from(exists(after));
            }
        }
        if self.prepared.is_none() {
            for (group, ..) in self.fixed() {
                tally.group(group);
                tally.add(1, 1);
            }
        }
    }

    fn tally_arcs(&self, tally: &mut Tally) {
        let graph = self.graph();
        let open = self.problem.kind() == Kind::Open;
        let length = |vertex: u32, step: u32| {
            let end = open && self.domain.index(step, vertex).is_some();
            graph.degree(vertex) as u64 + u64::from(end)
        };
        for (group, step) in [(&ARC_OUT, self.domain.steps()), (&ARC_IN, 1)] {
            let lengths = self.firsts().map(|vertex| length(vertex, step)).counts();
            tally.group(group);
            tally.add_amo(Amo::Pairwise, &lengths);
            tally.add_each(&lengths);
            if *group == ARC_OUT {
                tally.add_variables(u64::from(self.arc_count()));
            }
        }
        tally.group(&NO_WAY_BACK);
        for edge in self.edges() {
            tally.add(if self.is_own_reverse(edge) { 1 } else { 2 }, 1);
        }
        let required = self.problem.required();
        if !required.is_empty() {
            tally.group(&GIVEN_MOVES);
        }
        for &[v, w] in required {
            tally.add(if graph.has_edge(v, w) { 2 } else { 0 }, 1);
        }
        tally.group(&ARCS_AND_STEPS);
        for vertex in self.firsts() {
            for &w in graph.neighbours(vertex) {
                self.tally_channel(tally, (vertex, w));
            }
        }
    }

    fn tally_channel(&self, tally: &mut Tally, edge: (u32, u32)) {
        let symmetry = self.problem.symmetry();
        let steps = self.domain.steps();
        for (vertex, w) in symmetry.orbit(edge.0).zip(symmetry.orbit(edge.1)) {
            let (here, there) = (self.domain.window(vertex), self.domain.window(w));
            let mut both = 0;
            let (before, after) = (here.without(steps), there.without(1));
            if let (Some(before), Some(after)) = (before, after) {
                let met = after.meet(before.from + 1, before.to + 1);
                both = met.map_or(0, |(from, to)| (to - from) / here.stride + 1);
            }
            let count = |window: Option<Window>| window.map_or(0, |window| window.len());
            let single = count(before) + count(after) - 2 * both;
            tally.add(3, 3 * u64::from(both));
            tally.add(2, u64::from(single));
            if let Some((step, w)) = self.beside(steps, w, Reading::Forwards) {
                match (here.contains(steps), self.domain.window(w).contains(step)) {
                    (true, true) => tally.add(3, 3),
                    (false, false) => {}
                    _ => tally.add(2, 1),
                }
            }
        }
    }

    /// The clauses of the moves, or backwards of the predecessors: for every vertex the runs of
    /// steps at which the same number of neighbours is possible one step on.
    fn tally_moves(&self, tally: &mut Tally, reading: Reading) {
        let graph = self.graph();
        let last = reading.last(self.domain.steps());
        for vertex in 0..graph.len() {
            let here = self.domain.window(vertex);
            let neighbours = graph.neighbours(vertex);
            if here.contains(last) && self.has_beside(last, reading) {
                let there = neighbours
                    .iter()
                    .filter_map(|&w| self.beside(last, w, reading));
                let there = there.filter(|&(step, w)| self.domain.window(w).contains(step));
                tally.add(1 + there.count() as u64, 1);
            }
            let Some(here) = here.without(last) else {
                continue;
            };
            // Where the number of possible neighbours changes, as steps of this vertex.
            let mut changes = vec![(here.from, 0), (here.to + here.stride, 0)];
            let (from, to) = (reading.next(here.from), reading.next(here.to));
            for &w in neighbours {
                if let Some((first, last)) = self.domain.window(w).meet(from, to) {
                    changes.push((first + here.from - from, 1));
                    changes.push((last + here.from - from + here.stride, -1));
                }
            }
            changes.sort_unstable();
            let mut possible = 0_u32;
            for (&(step, change), &(next, _)) in changes.iter().tuple_windows() {
                possible = possible.wrapping_add_signed(change);
                let times = (next - step) / here.stride;
                tally.add(u64::from(possible + 1), u64::from(times));
            }
        }
    }
}
