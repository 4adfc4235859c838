//! The position encoding as an `Encoder`: its clauses, the meaning of its variables, and decoding.

use super::arcs::Arcs;
use super::moves::Reading;
use super::{Literals, Position};
use super::{MOVES, ONE_SQUARE, PREDECESSORS, SOME_SQUARE, SOME_STEP, SQUARE_ONCE};
use crate::meaning::{Fact, FactStyle, Meaning};
use crate::shared_groups::{self as shared, CONTRADICTION};
use crate::{Encoder, FormulaError, Known, ModelProperties};
use itertools::iproduct;
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, Model, Term, Vars};
use knightsat_tour::rule::Atom;

impl Encoder for Position {
    fn variables(&self) -> u32 {
        self.domain.variables
    }

    fn encode(&self, tour: Vars, sink: &mut dyn ClauseSink) -> Known<'_> {
        let x = self.literals(tour);
        if self.domain.is_contradiction() {
            sink.group(&CONTRADICTION);
            sink.clause(&[]);
            return Known::contradiction();
        }
        self.steps_and_squares(&x, sink);
        let arcs = if self.options.arcs {
            Some(self.arcs(&x, sink))
        } else {
            self.given_moves(&x, sink);
            None
        };
        shared::too_small(&self.line, sink);
        self.one_direction(&x, sink);
        let is = |step, vertex| Some(vec![x.get(step, vertex)?]);
        // Pruning leaves the ends no other place.
        if !self.line.is_pruned() {
            shared::ends(&self.line, &is, sink);
        }
        shared::given_steps(&self.line, &is, sink);
        shared::quarter(&self.line, &is, sink);
        shared::step_sums(&self.line, |vertex| self.places_of(vertex, &x), sink);
        self.known(x, arcs)
    }

    /// Decodes a model. Exactly one variable of every step must be true.
    fn decode(&self, tour: Vars, model: &Model) -> Result<Vec<u32>, FormulaError> {
        let x = self.literals(tour);
        let n = self.line.len();
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
        Ok(self.line.whole(steps))
    }

    fn meaning(&self, tour: Vars) -> Meaning {
        let x = self.literals(tour);
        let mut meaning = Meaning::of(FactStyle::Positions);
        for (step, vertex) in iproduct!(1..=self.domain.steps, 0..self.line.len()) {
            if let Some(lit) = x.get(step, vertex) {
                meaning.at(step, vertex, lit);
            }
        }
        meaning.first = self.line.first_of_cycle();
        meaning.is_one_direction = self.line.is_one_direction();
        meaning
    }

    fn properties(&self) -> ModelProperties {
        ModelProperties {
            first: self.line.ends()[0],
            is_one_direction: self.line.is_one_direction(),
            // A quarter turn permits one direction only.
            is_turned: self.line.is_turned(),
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

    /// Returns the terms of steps, and of arcs if they have variables.
    fn known<'e>(&'e self, x: Literals<'e>, arcs: Option<Arcs>) -> Known<'e> {
        let also = arcs.iter().flat_map(|arcs| {
            let ends = self.arcs_in_order();
            ends.map(|(from, to)| (Fact::Arc { from, to }, self.arc(arcs, from, to)))
        });
        let also = also.collect();
        let term = |lit: Option<Lit>| vec![lit.map_or(Term::FALSE, Term::from)];
        let known = Known::new(move |atom| match *atom {
            Atom::Fact(Fact::At { step, vertex }) => {
                let (step, vertex) = self.line.in_period(step, vertex);
                Some(term(x.get(step, vertex)))
            }
            Atom::Fact(Fact::Arc { from, to }) => {
                let arcs = arcs.as_ref()?;
                let is_there = self.graph().has_arc(from, to);
                Some(term(is_there.then(|| self.arc(arcs, from, to))))
            }
            _ => None,
        });
        known.with(also)
    }
}
