//! The position encoding as an `Encoder`: its clauses, the meaning of its variables, decoding and
//! sizes.

use super::moves::Reading;
use super::options::{
    ARC_OUT, MOVES, ONE_DIRECTION, ONE_SQUARE, PREDECESSORS, SOME_SQUARE, SOME_STEP, SQUARE_ONCE,
};
use super::{Literals, Position};
use crate::groups::{CONTRADICTION, SizeCounter};
use crate::meaning::{Fact, FactStyle, Meaning};
use crate::{Encoder, FormulaError};
use itertools::{Itertools, iproduct};
use knightsat_cnf::sink::{ClauseGroup, ClauseSink, Size};
use knightsat_cnf::{Model, Var, Vars};
use knightsat_tour::Kind;
use knightsat_tour::prepare::Window;
use std::ops::Range;

impl Encoder for Position<'_> {
    fn variables(&self) -> u32 {
        self.domain.variables
    }

    fn encode(&self, sink: &mut dyn ClauseSink) {
        let x = self.literals(sink.new_vars(self.variables()));
        if self.domain.is_contradiction() {
            sink.group(&CONTRADICTION);
            return sink.clause(&[]);
        }
        sink.group(&ONE_SQUARE);
        self.each_step(&x, sink, |lits, sink| {
            self.options.amo.steps.at_most_one(lits, sink);
        });
        sink.group(&MOVES);
        self.moves(&x, sink, Reading::Forwards);
        sink.group(&SQUARE_ONCE);
        self.squares_once(&x, sink);
        sink.group(&SOME_SQUARE);
        self.each_step(&x, sink, |lits, sink| sink.clause(lits));
        if self.options.predecessors {
            sink.group(&PREDECESSORS);
            self.moves(&x, sink, Reading::Backwards);
        }
        if self.options.square_at_least_one {
            sink.group(&SOME_STEP);
            self.each_square(&x, sink, |lits, sink| sink.clause(lits));
        }
        if self.options.arcs {
            self.arcs(&x, sink);
        } else {
            self.given_moves(&x, sink);
        }
        self.too_small(sink);
        self.one_direction(&x, sink);
        self.ends(&x, sink);
        self.given(&x, sink);
        self.magic(&x, sink);
    }

    /// Decodes a model. Exactly one variable of every step must be true.
    fn decode(&self, model: &Model) -> Result<Vec<u32>, FormulaError> {
        let x = self.literals(Vars::new(1, self.variables()));
        let n = self.problem.graph().len();
        let mut steps = Vec::with_capacity(n as usize);
        for step in 1..=self.domain.steps {
            let holds = |&vertex: &u32| x.get(step, vertex).is_some_and(|lit| model.satisfies(lit));
            let mut here = (0..n).filter(holds);
            let vertex = here.next().ok_or(FormulaError::NoVertex(step))?;
            if here.next().is_some() {
                return Err(FormulaError::TwoVertices(step));
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
        let mut meaning = Meaning::of(FactStyle::Positions);
        for (step, vertex) in iproduct!(1..=self.domain.steps, 0..self.problem.graph().len()) {
            if let Some(lit) = self.literal(step, vertex) {
                meaning.at(step, vertex, lit);
            }
        }
        self.name_arcs(&mut meaning, three_cnf);
        meaning.first = (self.first()).filter(|_| self.problem.kind() == Kind::Closed);
        meaning.is_one_direction = self.is_one_direction();
        meaning
    }

    fn size(&self, three_cnf: bool) -> Option<Vec<(&'static str, Size)>> {
        let mut sizes = SizeCounter::new(three_cnf);
        sizes.group(&ClauseGroup::VARIABLES);
        let x = self.literals(sizes.new_vars(self.variables()));
        if self.domain.is_contradiction() {
            sizes.group(&CONTRADICTION);
            sizes.clause(&[]);
            return Some(sizes.groups());
        }
        let options = self.options;
        let steps = self.domain.vertices_per_step().into_iter().counts();
        sizes.group(&ONE_SQUARE);
        sizes.add_amo(options.amo.steps, &steps);
        sizes.group(&MOVES);
        self.count_moves(&mut sizes, &x, Reading::Forwards);
        sizes.group(&SQUARE_ONCE);
        self.count_squares_once(&mut sizes);
        self.count_some_square(&mut sizes, &x);
        if options.predecessors {
            sizes.group(&PREDECESSORS);
            self.count_moves(&mut sizes, &x, Reading::Backwards);
        }
        if options.square_at_least_one {
            self.count_some_step(&mut sizes, &x);
        }
        if options.arcs {
            self.arcs_alone(&x, &mut sizes);
            for arc in self.arcs_in_order() {
                self.count_channel(&mut sizes, arc);
            }
        } else {
            self.given_moves(&x, &mut sizes);
        }
        self.too_small(&mut sizes);
        self.count_directions(&mut sizes, &x);
        self.ends(&x, &mut sizes);
        self.given(&x, &mut sizes);
        self.count_magic(&x, &mut sizes);
        Some(sizes.groups())
    }

    fn first(&self) -> Option<u32> {
        match &self.prepared {
            Some(prepared) => prepared.first,
            None => self.problem.start(),
        }
    }

    fn is_one_direction(&self) -> bool {
        let prepared = self.prepared.as_ref();
        prepared.is_some_and(|prepared| prepared.is_one_direction)
    }
}

impl Position<'_> {
    /// Gives the arcs a meaning. Their variables are the first ones of their group.
    fn name_arcs(&self, meaning: &mut Meaning, three_cnf: bool) {
        if !self.options.arcs || self.domain.is_contradiction() {
            return;
        }
        let sizes = self.size(three_cnf).into_iter().flatten();
        let before = sizes.take_while(|(name, _)| *name != ARC_OUT.name);
        let before: u64 = before.map(|(_, size)| size.variables).sum();
        let arcs = self.arcs_in_order();
        let arcs = arcs.map(|(from, to)| Fact::Arc { from, to });
        let vars = (before as u32 + 1..).map_while(Var::new);
        meaning.also = arcs.zip(vars.map(Var::pos)).collect();
    }

    fn count_some_square(&self, sizes: &mut SizeCounter, x: &Literals) {
        sizes.group(&SOME_SQUARE);
        let vertices = self.domain.vertices_per_step();
        let singles = (1..).zip(&vertices).filter(|(_, count)| **count == 1);
        let all = || 0..self.graph().len();
        let singles = singles.filter_map(|(step, _)| all().find_map(|v| x.get(step, v)));
        sizes.add_each(&vertices.iter().copied().counts(), singles);
    }

    fn count_some_step(&self, sizes: &mut SizeCounter, x: &Literals) {
        sizes.group(&SOME_STEP);
        let once = self.firsts().filter(|&v| self.steps_of_orbit(v) == 1);
        let members = once.flat_map(|v| self.problem.symmetry().orbit(v));
        let places = members.flat_map(|v| x.of_vertex(v));
        let steps = self.firsts().map(|v| self.steps_of_orbit(v));
        sizes.add_each(&steps.counts(), places.map(|(_, lit)| lit));
    }

    pub(super) fn steps_of_orbit(&self, vertex: u32) -> u64 {
        let members = self.problem.symmetry().orbit(vertex);
        let lengths = members.map(|v| self.domain.window(v).len());
        lengths.map(u64::from).sum()
    }

    fn count_directions(&self, sizes: &mut SizeCounter, x: &Literals) {
        let Some([before, after]) = self.directions() else {
            return;
        };
        sizes.group(&ONE_DIRECTION);
        let mut later = 0;
        for (before, after) in before.iter().zip(&after).rev() {
            match x.get(before.0, before.1) {
                Some(lit) if later == 0 => sizes.clause(&[!lit]),
                Some(_) => sizes.add(1 + later, 1),
                None => {}
            }
            later += u64::from(x.get(after.0, after.1).is_some());
        }
    }

    fn count_channel(&self, sizes: &mut SizeCounter, edge: (u32, u32)) {
        let symmetry = self.problem.symmetry();
        let steps = self.domain.steps;
        for (vertex, w) in symmetry.orbit(edge.0).zip(symmetry.orbit(edge.1)) {
            let (here, there) = (self.domain.window(vertex), self.domain.window(w));
            let (before, after) = (here.excluding(steps), there.excluding(1));
            let met = before.zip(after);
            let met = met.and_then(|(here, there)| there.meet(here.from + 1, here.to + 1));
            let both = met.map_or(0, |(from, to)| (to - from) / here.stride + 1);
            let count = |window: Option<Window>| window.map_or(0, |window| window.len());
            let single = count(before) + count(after) - 2 * both;
            sizes.add(3, 3 * u64::from(both));
            sizes.add(2, u64::from(single));
            if let Some((step, w)) = self.adjacent(steps, w, Reading::Forwards) {
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
            let window = self.domain.window(vertex);
            let neighbours = reading.after(graph, vertex);
            let mut count = |steps: Range<u32>, neighbours: usize| {
                let steps = steps.step_by(window.stride as usize);
                match neighbours {
                    0 => steps
                        .filter_map(|step| x.get(step, vertex))
                        .for_each(|lit| sizes.clause(&[!lit])),
                    more => sizes.add(more as u64 + 1, steps.len() as u64),
                }
            };
            if window.contains(last) && self.has_beside(last, reading) {
                let there = neighbours.iter();
                let there = there.filter_map(|&w| self.adjacent(last, w, reading));
                let there = there.filter(|&(step, w)| x.get(step, w).is_some());
                count(last..last + 1, there.count());
            }
            let Some(here) = window.excluding(last) else {
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
            let mut possible = 0_usize;
            for (&(step, change), &(next, _)) in changes.iter().tuple_windows() {
                possible = possible.wrapping_add_signed(change);
                count(step..next, possible);
            }
        }
    }
}
