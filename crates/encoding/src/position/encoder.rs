//! The position encoding as an `Encoder`: its clauses, the meaning of its variables, and decoding.

use super::moves::Reading;
use super::{Literals, Position};
use super::{MOVES, ONE_SQUARE, PREDECESSORS, SOME_SQUARE, SOME_STEP, SQUARE_ONCE};
use crate::meaning::{Fact, FactStyle, Meaning};
use crate::shared_groups::CONTRADICTION;
use crate::{Encoder, FormulaError, ModelProperties};
use itertools::iproduct;
use knightsat_cnf::sink::{ClauseSink, SizeTally, ThreeCnf};
use knightsat_cnf::{Model, Var, Vars};
use knightsat_tour::Kind;

impl Encoder for Position {
    fn variables(&self) -> u32 {
        self.domain.variables
    }

    fn encode(&self, sink: &mut dyn ClauseSink) {
        let x = self.literals(sink.new_vars(self.variables()));
        if self.domain.is_contradiction() {
            sink.group(&CONTRADICTION);
            return sink.clause(&[]);
        }
        self.steps_and_squares(&x, sink);
        if self.options.arcs {
            self.arcs(&x, sink);
        } else {
            self.given_moves(&x, sink);
        }
        self.too_small(sink);
        self.one_direction(&x, sink);
        self.ends(&x, sink);
        self.given(&x, sink);
        self.quarter(&x, sink);
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
        let ModelProperties {
            first,
            is_one_direction,
            ..
        } = self.properties();
        meaning.first = first.filter(|_| self.problem.kind() == Kind::Closed);
        meaning.is_one_direction = is_one_direction;
        meaning
    }

    fn properties(&self) -> ModelProperties {
        let prepared = self.prepared.as_ref();
        ModelProperties {
            first: prepared.map_or(self.problem.start(), |prepared| prepared.first),
            is_one_direction: prepared.is_some_and(|prepared| prepared.is_one_direction),
            ..ModelProperties::default()
        }
    }
}

impl Position {
    /// Writes the groups about steps and squares alone, which come before the arcs.
    fn steps_and_squares(&self, x: &Literals, sink: &mut dyn ClauseSink) {
        sink.group(&ONE_SQUARE);
        self.each_step(x, sink, |lits, sink| {
            self.options.amo.steps.at_most_one(lits, sink);
        });
        sink.group(&MOVES);
        self.moves(x, sink, Reading::Forwards);
        sink.group(&SQUARE_ONCE);
        self.squares_once(x, sink);
        sink.group(&SOME_SQUARE);
        self.each_step(x, sink, |lits, sink| sink.clause(lits));
        if self.options.predecessors {
            sink.group(&PREDECESSORS);
            self.moves(x, sink, Reading::Backwards);
        }
        if self.options.square_at_least_one {
            sink.group(&SOME_STEP);
            self.each_square(x, sink, |lits, sink| sink.clause(lits));
        }
    }

    /// Gives the arcs a meaning. Their variables follow those of the
    /// groups before.
    fn name_arcs(&self, meaning: &mut Meaning, three_cnf: bool) {
        if !self.options.arcs || self.domain.is_contradiction() {
            return;
        }
        let mut tally = SizeTally::default();
        let x = self.literals(tally.new_vars(self.variables()));
        if three_cnf {
            self.steps_and_squares(&x, &mut ThreeCnf::new(&mut tally));
        } else {
            self.steps_and_squares(&x, &mut tally);
        }
        let before = tally.total().variables;
        let arcs = self
            .arcs_in_order()
            .map(|(from, to)| Fact::Arc { from, to });
        let vars = (before as u32 + 1..).map_while(Var::new);
        meaning.also = arcs.zip(vars.map(Var::pos)).collect();
    }
}
