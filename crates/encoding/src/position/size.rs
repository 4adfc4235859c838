//! The size of the position encoding without writing it: O(edges) where the formula has O(N³)
//! clauses.

use super::Position;
use super::groups::{
    ARC_IN, ARC_OUT, ARCS_AND_STEPS, MOVES, ONE_DIRECTION, ONE_SQUARE, PREDECESSORS, SOME_SQUARE,
    SOME_STEP, SQUARE_ONCE,
};
use super::moves::Reading;
use crate::groups::{CONTRADICTION, GIVEN_MOVES, NO_WAY_BACK, TOO_SMALL};
use crate::size_counter::SizeCounter;
use itertools::Itertools;
use knightsat_cnf::gadget::amo::Amo;
use knightsat_cnf::sink::{Group, Size};
use knightsat_tour::Kind;
use knightsat_tour::prepare::Window;

impl Position<'_> {
    /// The size of every group, as a [`Counter`](knightsat_cnf::sink::Counter) would count it.
    pub fn size(&self, three_cnf: bool) -> Vec<(&'static str, Size)> {
        let mut sizes = SizeCounter::new(three_cnf);
        sizes.group(&Group::VARIABLES);
        sizes.add_variables(u64::from(self.variables()));
        if self.domain.is_contradiction() {
            sizes.group(&CONTRADICTION);
            sizes.add(0, 1);
            return sizes.into_groups();
        }
        let options = self.options;
        let steps = self.domain.vertices_per_step().into_iter().counts();
        let squares = self.firsts().map(|v| self.steps_of_orbit(v)).counts();
        sizes.group(&ONE_SQUARE);
        sizes.add_amo(options.amo.steps, &steps);
        sizes.group(&MOVES);
        self.count_moves(&mut sizes, Reading::Forwards);
        sizes.group(&SQUARE_ONCE);
        sizes.add_amo(options.amo.squares, &squares);
        sizes.group(&SOME_SQUARE);
        sizes.add_each(&steps);
        if options.predecessors {
            sizes.group(&PREDECESSORS);
            self.count_moves(&mut sizes, Reading::Backwards);
        }
        if options.square_at_least_one {
            sizes.group(&SOME_STEP);
            sizes.add_each(&squares);
        }
        if options.arcs {
            self.count_arcs(&mut sizes);
        } else {
            self.count_given_moves(&mut sizes);
        }
        self.count_ends(&mut sizes);
        self.count_given(&mut sizes);
        self.count_magic(&mut sizes);
        sizes.into_groups()
    }

    fn steps_of_orbit(&self, vertex: u32) -> u64 {
        let members = self.problem.symmetry().orbit(vertex);
        members
            .map(|v| u64::from(self.domain.window(v).len()))
            .sum()
    }

    fn count_ends(&self, sizes: &mut SizeCounter) {
        if self.problem.kind() == Kind::Closed && self.graph().len() == 2 {
            sizes.group(&TOO_SMALL);
            sizes.add(0, 1);
        }
        if let Some([before, after]) = self.directions() {
            sizes.group(&ONE_DIRECTION);
            let exists = |&(step, vertex): &(u32, u32)| self.domain.index(step, vertex).is_some();
            let mut later = 0;
            for (before, after) in before.iter().zip(&after).rev() {
                if exists(before) {
                    sizes.add(1 + later, 1);
                }
                later += u64::from(exists(after));
            }
        }
        if self.prepared.is_none() {
            for (group, ..) in self.fixed() {
                sizes.group(group);
                sizes.add(1, 1);
            }
        }
    }

    fn count_arcs(&self, sizes: &mut SizeCounter) {
        let graph = self.graph();
        let open = self.problem.kind() == Kind::Open;
        let length = |vertex: u32, step: u32| {
            let end = open && self.domain.index(step, vertex).is_some();
            graph.degree(vertex) as u64 + u64::from(end)
        };
        for (group, step) in [(&ARC_OUT, self.domain.steps()), (&ARC_IN, 1)] {
            let lengths = self.firsts().map(|vertex| length(vertex, step)).counts();
            sizes.group(group);
            sizes.add_amo(Amo::Pairwise, &lengths);
            sizes.add_each(&lengths);
            if *group == ARC_OUT {
                sizes.add_variables(u64::from(self.arc_count()));
            }
        }
        sizes.group(&NO_WAY_BACK);
        for edge in self.edges() {
            sizes.add(if self.is_own_reverse(edge) { 1 } else { 2 }, 1);
        }
        let required = self.problem.required();
        if !required.is_empty() {
            sizes.group(&GIVEN_MOVES);
        }
        for &[v, w] in required {
            sizes.add(if graph.has_edge(v, w) { 2 } else { 0 }, 1);
        }
        sizes.group(&ARCS_AND_STEPS);
        for vertex in self.firsts() {
            for &w in graph.neighbours(vertex) {
                self.count_channel(sizes, (vertex, w));
            }
        }
    }

    fn count_channel(&self, sizes: &mut SizeCounter, edge: (u32, u32)) {
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
            sizes.add(3, 3 * u64::from(both));
            sizes.add(2, u64::from(single));
            if let Some((step, w)) = self.beside(steps, w, Reading::Forwards) {
                match (here.contains(steps), self.domain.window(w).contains(step)) {
                    (true, true) => sizes.add(3, 3),
                    (false, false) => {}
                    _ => sizes.add(2, 1),
                }
            }
        }
    }

    /// The clauses of the moves, or backwards of the predecessors: for every vertex the runs of
    /// steps at which the same number of neighbours is possible one step on.
    fn count_moves(&self, sizes: &mut SizeCounter, reading: Reading) {
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
                sizes.add(1 + there.count() as u64, 1);
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
                sizes.add(u64::from(possible + 1), u64::from(times));
            }
        }
    }
}
