//! The position encoding as an `Encoder`: the meaning of its variables, decoding and sizes.

use super::moves::Reading;
use super::options::{
    ARC_OUT, ARCS_AND_STEPS, MOVES, ONE_DIRECTION, ONE_SQUARE, PREDECESSORS, SOME_SQUARE,
    SOME_STEP, SQUARE_ONCE,
};
use super::{Literals, Position};
use crate::groups::{CONTRADICTION, GIVEN_MOVES, TOO_SMALL};
use crate::meaning::{Fact, Meaning, Style};
use crate::size_counter::SizeCounter;
use crate::{Encoder, FormulaError};
use itertools::Itertools;
use knightsat_cnf::sink::{ClauseSink, Group, Size};
use knightsat_cnf::{Lit, Model, Var, Vars};
use knightsat_tour::prepare::Window;
use knightsat_tour::{Kind, Prepared};
use std::ops::Range;

impl Position<'_> {
    /// The variables of arcs follow those of positions and are the first ones of their group.
    fn name_arcs(&self, meaning: &mut Meaning, three_cnf: bool) {
        let sizes = self.size(three_cnf);
        let Some(group) = sizes.iter().position(|(name, _)| *name == ARC_OUT.name) else {
            return;
        };
        let before: u64 = sizes[..group].iter().map(|(_, size)| size.variables).sum();
        for ((from, to), number) in self.arcs_in_order().zip(before as u32 + 1..) {
            if let Some(var) = Var::new(number) {
                meaning.also(Fact::Arc { from, to }, var.pos());
            }
        }
    }
}

impl Encoder for Position<'_> {
    fn variables(&self) -> u32 {
        Position::variables(self)
    }

    fn encode(&self, mut sink: &mut dyn ClauseSink) {
        Position::encode(self, &mut sink);
    }

    /// Decodes a model. Exactly one variable of every step must be true.
    fn decode(&self, model: &Model) -> Result<Vec<u32>, FormulaError> {
        let x = self.literals(Vars::new(1, self.variables()));
        let n = self.problem.graph().len();
        let mut steps = Vec::with_capacity(n as usize);
        for step in 1..=self.domain.steps {
            let holds = |&vertex: &u32| x.get(step, vertex).is_some_and(|lit| model.satisfies(lit));
            let mut here = (0..n).filter(holds);
            let vertex = here.next().ok_or(FormulaError::NoVertex { step })?;
            if here.next().is_some() {
                return Err(FormulaError::TwoVertices { step });
            }
            steps.push(vertex);
        }
        let period = steps.len();
        for step in period..n as usize {
            steps.push(self.problem.symmetry().image(steps[step - period]));
        }
        Ok(steps)
    }

    fn meaning(&self, three_cnf: bool) -> Meaning {
        let mut meaning = Meaning::of(Style::Positions);
        for step in 1..=self.domain.steps {
            for vertex in 0..self.problem.graph().len() {
                if let Some(lit) = self.literal(step, vertex) {
                    meaning.at(step, vertex, lit);
                }
            }
        }
        self.name_arcs(&mut meaning, three_cnf);
        if let (Kind::Closed, Some(first)) = (self.problem.kind(), self.first()) {
            meaning = meaning.from_vertex(first);
        }
        if self.is_one_direction() {
            return meaning.in_one_direction();
        }
        meaning
    }

    fn size(&self, three_cnf: bool) -> Option<Vec<(&'static str, Size)>> {
        Some(Position::size(self, three_cnf))
    }

    fn projection(&self) -> Vec<Lit> {
        let x = self.literals(Vars::new(1, self.variables()));
        (0..self.variables()).map(|index| x.of(index)).collect()
    }

    fn first(&self) -> Option<u32> {
        match &self.prepared {
            Some(prepared) => prepared.first(),
            None => self.problem.start(),
        }
    }

    fn is_one_direction(&self) -> bool {
        let prepared = self.prepared.as_ref();
        prepared.is_some_and(Prepared::is_one_direction)
    }
}

impl Position<'_> {
    /// Returns the size of every group, as a [`Counter`](knightsat_cnf::sink::Counter) would count
    /// it.
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
        let x = self.literals(Vars::new(1, self.variables()));
        let steps = self.domain.vertices_per_step().into_iter().counts();
        let squares = self.firsts().map(|v| self.steps_of_orbit(v)).counts();
        sizes.group(&ONE_SQUARE);
        sizes.add_amo(options.amo.steps, &steps);
        sizes.group(&MOVES);
        self.count_moves(&mut sizes, &x, Reading::Forwards);
        sizes.group(&SQUARE_ONCE);
        self.count_squares_once(&mut sizes);
        sizes.group(&SOME_SQUARE);
        let singles = self.domain.single_vertices().into_iter();
        let singles = singles.filter_map(|(step, vertex)| x.get(step, vertex));
        sizes.add_each(&steps, singles);
        if options.predecessors {
            sizes.group(&PREDECESSORS);
            self.count_moves(&mut sizes, &x, Reading::Backwards);
        }
        if options.square_at_least_one {
            sizes.group(&SOME_STEP);
            let once = self.firsts().filter(|&v| self.steps_of_orbit(v) == 1);
            let members = once.flat_map(|v| self.problem.symmetry().orbit(v));
            let indices = members.flat_map(|v| self.domain.of_vertex(v));
            sizes.add_each(&squares, indices.map(|index| x.of(index)));
        }
        if options.arcs {
            self.count_arcs(&mut sizes, &x);
        } else {
            self.given_moves(&x, &mut sizes);
        }
        self.count_ends(&mut sizes, &x);
        self.given(&x, &mut sizes);
        self.count_magic(&mut sizes);
        sizes.into_groups()
    }

    pub(super) fn steps_of_orbit(&self, vertex: u32) -> u64 {
        let members = self.problem.symmetry().orbit(vertex);
        members
            .map(|v| u64::from(self.domain.window(v).len()))
            .sum()
    }

    fn count_ends(&self, sizes: &mut SizeCounter, x: &Literals) {
        if self.problem.kind() == Kind::Closed && self.graph().len() == 2 {
            sizes.group(&TOO_SMALL);
            sizes.add(0, 1);
        }
        if let Some([before, after]) = self.directions() {
            sizes.group(&ONE_DIRECTION);
            let exists = |&(step, vertex): &(u32, u32)| self.domain.index(step, vertex).is_some();
            let mut later = 0;
            for (before, after) in before.iter().zip(&after).rev() {
                match x.get(before.0, before.1) {
                    Some(lit) if later == 0 => sizes.unit(!lit),
                    Some(_) => sizes.add(1 + later, 1),
                    None => {}
                }
                later += u64::from(exists(after));
            }
        }
        if self.prepared.is_none() {
            for (group, step, vertex) in self.fixed() {
                sizes.group(group);
                x.get(step, vertex)
                    .into_iter()
                    .for_each(|lit| sizes.unit(lit));
            }
        }
    }

    fn count_arcs(&self, sizes: &mut SizeCounter, x: &Literals) {
        let graph = self.graph();
        self.one_arc_each_way(x, sizes);
        let required = self.problem.required();
        if !required.is_empty() {
            sizes.group(&GIVEN_MOVES);
        }
        for &[v, w] in required {
            let ways = [graph.has_arc(v, w), graph.has_arc(w, v)];
            sizes.add(ways.into_iter().map(u64::from).sum(), 1);
        }
        sizes.group(&ARCS_AND_STEPS);
        for vertex in self.firsts() {
            for &w in graph.successors(vertex) {
                self.count_channel(sizes, (vertex, w));
            }
        }
    }

    fn count_channel(&self, sizes: &mut SizeCounter, edge: (u32, u32)) {
        let symmetry = self.problem.symmetry();
        let steps = self.domain.steps;
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

    /// Counts the clauses of the moves, or backwards of the predecessors. For every vertex it
    /// counts runs of steps with the same number of possible neighbours one step on.
    fn count_moves(&self, sizes: &mut SizeCounter, x: &Literals, reading: Reading) {
        let graph = self.graph();
        let last = reading.last(self.domain.steps);
        for vertex in 0..graph.len() {
            let here = self.domain.window(vertex);
            let neighbours = reading.after(graph, vertex);
            if here.contains(last) && self.has_beside(last, reading) {
                let there = neighbours
                    .iter()
                    .filter_map(|&w| self.beside(last, w, reading));
                let there = there.filter(|&(step, w)| self.domain.window(w).contains(step));
                self.count_runs(
                    sizes,
                    x,
                    (vertex, last..last + here.stride),
                    there.count() as u64,
                );
            }
            let Some(here) = here.without(last) else {
                continue;
            };
            // The steps of this vertex at which the number of possible neighbours changes.
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
                self.count_runs(sizes, x, (vertex, step..next), possible.into());
            }
        }
    }

    /// Counts the clauses of the moves from a vertex at some of its steps, with this many literals
    /// of neighbours.
    fn count_runs(
        &self,
        sizes: &mut SizeCounter,
        x: &Literals,
        (vertex, steps): (u32, Range<u32>),
        neighbours: u64,
    ) {
        let stride = self.domain.window(vertex).stride;
        if neighbours > 0 {
            let times = (steps.end - steps.start) / stride;
            return sizes.add(neighbours + 1, times.into());
        }
        let steps = steps.step_by(stride as usize);
        let here = steps.filter_map(|step| x.get(step, vertex));
        here.for_each(|lit| sizes.unit(!lit));
    }
}
