//! Encodings of a [line](knightsat_tour::line), with variables for the vertex of each step.
//!
//! An encoding has its own variables and clauses. From the literals of a vertex at a step follow
//! the terms of rules, the way back from a model to a tour, and the meaning of the variables.

use crate::meaning::{Fact, FactStyle, Meaning};
use crate::shared_groups::{CONTRADICTION, Is};
use crate::{Encoder, FormulaError, Known, ModelProperties};
use itertools::{Itertools, iproduct};
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, Model, Term, Vars};
use knightsat_tour::line::Line;
use knightsat_tour::rule::Atom;
use std::fmt::Debug;

/// An encoding of a line.
pub(crate) trait OnLine: Debug + Send + Sync {
    /// True if the steps consist of bits.
    const ARE_BITS: bool = false;

    /// Returns the line.
    fn line(&self) -> &Line;

    /// Returns the number of variables that represent the tour.
    fn number(&self) -> u32;

    /// Returns the number of steps that have variables: all, or those of one period.
    fn steps(&self) -> u32;

    /// Returns the literals that are all true if the tour is on a vertex at a step: `None` if it
    /// never is.
    fn is(&self, tour: Vars, step: u32, vertex: u32) -> Option<Vec<Lit>>;

    /// Writes all clauses of a line with tours. Returns the terms of atoms that are no steps.
    fn write<'e>(&'e self, tour: Vars, is: &Is, sink: &mut dyn ClauseSink) -> Known<'e>;

    /// Names the bits of each step; none if each step and vertex has a variable.
    fn bits(&self, _tour: Vars) -> Vec<(Lit, String)> {
        Vec::new()
    }
}

impl<E: OnLine> Encoder for E {
    fn variables(&self) -> u32 {
        self.number()
    }

    fn encode(&self, tour: Vars, sink: &mut dyn ClauseSink) -> Known<'_> {
        if self.line().is_contradictory {
            sink.group(&CONTRADICTION);
            sink.clause(&[]);
            return Known::contradiction();
        }
        let is = move |step, vertex| self.is(tour, step, vertex);
        let mut known = self.write(tour, &is, sink);
        let also = std::mem::take(&mut known.also);
        let terms = move |atom: &Atom| {
            let Atom::Fact(Fact::At { step, vertex }) = *atom else {
                return known.terms(atom);
            };
            let (step, vertex) = self.line().in_period(step, vertex);
            let terms = is(step, vertex).map(|lits| lits.into_iter().map(Term::from).collect());
            Some(terms.unwrap_or_else(|| vec![Term::FALSE]))
        };
        Known::new(terms).with(also)
    }

    /// Decodes a model, in which every step must be on exactly one vertex.
    fn decode(&self, tour: Vars, model: &Model) -> Result<Vec<u32>, FormulaError> {
        let vertex = |step| {
            let is_here = |lits: Vec<Lit>| lits.iter().all(|&lit| model.satisfies(lit));
            let holds = |&vertex: &u32| self.is(tour, step, vertex).is_some_and(is_here);
            match (0..self.line().len()).filter(holds).at_most_one() {
                Ok(vertex) => vertex.ok_or(FormulaError::NoVertex(step)),
                Err(_) => Err(FormulaError::TwoVertices(step)),
            }
        };
        let vertices = (1..=self.steps()).map(vertex);
        Ok(self.line().whole(vertices.collect::<Result<_, _>>()?))
    }

    fn meaning(&self, tour: Vars) -> Meaning {
        let line = self.line();
        let mut meaning = Meaning::of(FactStyle::Positions);
        let steps = line.period().min(self.steps());
        for (step, vertex) in iproduct!(1..=steps, 0..line.len()) {
            if let Some(lits) = self.is(tour, step, vertex) {
                meaning.add(Fact::At { step, vertex }, &lits);
            }
        }
        let bits = self.bits(tour).into_iter();
        let names = bits.map(|(bit, name)| (bit.var().number(), name));
        meaning.names.extend(names);
        meaning.first = line.first_of_cycle();
        meaning.is_one_direction = line.is_one_direction;
        meaning
    }

    fn properties(&self) -> ModelProperties {
        let line = self.line();
        ModelProperties {
            first: line.ends[0],
            is_one_direction: line.is_one_direction,
            // A quarter turn permits one direction only.
            is_turned: line.is_turned(),
            // Differences of bits are free if two steps differ in several.
            is_free: E::ARE_BITS,
            are_bits: E::ARE_BITS,
            ..ModelProperties::default()
        }
    }
}
