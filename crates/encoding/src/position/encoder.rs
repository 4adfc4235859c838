//! The clauses of the position encoding, group by group.

use super::arcs::Arcs;
use super::moves::Reading;
use super::{Literals, Position};
use super::{MOVES, ONE_SQUARE, PREDECESSORS, SOME_SQUARE, SOME_STEP, SQUARE_ONCE};
use crate::Known;
use crate::meaning::Fact;
use crate::on_line::OnLine;
use crate::shared_groups::{self as shared, Is};
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, Term, Vars};
use knightsat_tour::line::Line;
use knightsat_tour::rule::Atom;

impl OnLine for Position {
    fn line(&self) -> &Line {
        &self.line
    }

    fn number(&self) -> u32 {
        self.domain.variables
    }

    fn steps(&self) -> u32 {
        self.domain.steps
    }

    fn is(&self, tour: Vars, step: u32, vertex: u32) -> Option<Vec<Lit>> {
        self.literals(tour).get(step, vertex).map(|lit| vec![lit])
    }

    fn write<'e>(&'e self, tour: Vars, is: &Is, sink: &mut dyn ClauseSink) -> Known<'e> {
        let x = self.literals(tour);
        self.steps_and_squares(&x, sink);
        let arcs = if self.options.position.arcs == Some(true) {
            Some(self.arcs(&x, sink))
        } else {
            self.given_moves(&x, sink);
            None
        };
        shared::too_small(&self.line, sink);
        self.one_direction(&x, sink);
        // Pruning leaves the ends no other place.
        if !self.line.is_pruned() {
            shared::ends(&self.line, is, sink);
        }
        shared::given_steps(&self.line, is, sink);
        shared::quarter(&self.line, is, sink);
        let at_any = |step, vertex| {
            let (step, vertex) = self.line.in_period(step, vertex);
            is(step, vertex)
        };
        shared::step_sums(&self.line, &at_any, sink);
        arcs.map_or_else(Known::default, |arcs| self.known(arcs))
    }
}

impl Position {
    /// Writes the groups about steps and squares alone, which come before the arcs.
    fn steps_and_squares(&self, x: &Literals, sink: &mut dyn ClauseSink) {
        sink.group(&ONE_SQUARE);
        let [amo, _] = self.amos();
        self.each_step(x, sink, |lits, sink| amo.at_most_one(lits, sink));
        sink.group(&MOVES);
        self.moves(x, sink, Reading::Forwards);
        sink.group(&SQUARE_ONCE);
        self.squares_once(x, sink);
        sink.group(&SOME_SQUARE);
        self.each_step(x, sink, |lits, sink| sink.clause(lits));
        if self.options.position.predecessors == Some(true) {
            sink.group(&PREDECESSORS);
            self.moves(x, sink, Reading::Backwards);
        }
        if self.options.position.square_at_least_one == Some(true) {
            sink.group(&SOME_STEP);
            self.each_square(x, sink, |lits, sink| sink.clause(lits));
        }
    }

    /// Returns the terms of arcs.
    fn known(&self, arcs: Arcs) -> Known<'_> {
        let fact = |(from, to)| (Fact::Arc { from, to }, self.arc(&arcs, from, to));
        let also = self.arcs_in_order().map(fact).collect();
        let known = Known::new(move |atom| match *atom {
            Atom::Fact(Fact::Arc { from, to }) => {
                let is_there = self.graph().has_arc(from, to);
                let arc = is_there.then(|| self.arc(&arcs, from, to));
                Some(vec![arc.map_or(Term::FALSE, Term::from)])
            }
            _ => None,
        });
        known.with(also)
    }
}
