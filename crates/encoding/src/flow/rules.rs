//! Rules as constraints: each clause of [`rules`](crate::rules) is a sum of at least 1.

use super::{Flow, FlowError};
use crate::base::stop::Stop;
use crate::meaning::Fact;
use crate::rules;
use itertools::{Itertools, iproduct};
use knightsat_cnf::dimacs::opb::Constraint;
use knightsat_cnf::gadget::term::Term;
use knightsat_cnf::sink::{ClauseSink, SizeTally, Until};
use knightsat_cnf::{Lit, Var, Vars};
use knightsat_tour::rule::Atom;
use std::collections::HashMap;

/// The fresh variables and the constraints of rules.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RulesSize {
    pub variables: u32,
    pub constraints: u64,
}

impl Flow<'_> {
    /// Returns the size of the rules, by a pass over their clauses.
    pub(super) fn count_rules(&self, stop: &Stop) -> Result<RulesSize, FlowError> {
        if self.problem.rules().is_empty() {
            return Ok(RulesSize::default());
        }
        let mut tally = SizeTally::default();
        let mut until = Until::counting(&mut tally, stop);
        // Fresh variables follow those of edges, bits and steps.
        until.new_vars(self.variables_before_rules());
        rules::write(self.problem, self.known_atoms(), &mut until);
        until.finish()?;
        let total = tally.total();
        if total.variables > u64::from(Var::MAX) {
            return Err(FlowError::TooManyVariables(total.variables));
        }
        Ok(RulesSize {
            variables: total.variables as u32 - self.variables_before_rules(),
            constraints: total.clauses,
        })
    }

    /// Passes the constraints of rules in order; returns true to continue.
    pub(super) fn rule_constraints(&self, take: &mut dyn FnMut(&Constraint) -> bool) -> bool {
        let mut sink = ConstraintSink {
            taken: self.variables_before_rules(),
            take,
            is_done: false,
        };
        if !self.problem.rules().is_empty() {
            rules::write(self.problem, self.known_atoms(), &mut sink);
        }
        !sink.is_done
    }

    /// Returns the terms of the plain atoms of rules: edges, and steps if there are variables for
    /// them. These define arcs and the order of vertices.
    fn known_atoms(&self) -> HashMap<Atom, Vec<Term>> {
        let atoms = self.problem.plain_atoms();
        let edge = |atom: &Atom| match *atom {
            Atom::Fact(Fact::Edge(ends)) => Some(*ends),
            _ => None,
        };
        let taken = atoms.iter().filter_map(edge).map(|[a, b]| {
            let lit = self.host.between(a, b).map(|edge| self.taken(edge));
            let term = lit.map_or(Term::FALSE, Term::Open);
            (Atom::Fact(Fact::edge(a, b)), vec![term])
        });
        let others = atoms.iter().filter(|atom| edge(atom).is_none());
        let vertices = others.flat_map(rules::vertices).unique();
        let on = iproduct!(vertices, 1..=self.steps()).map(|(vertex, step)| {
            let atom = Atom::Fact(Fact::At { step, vertex });
            (atom, vec![Term::Open(self.on(step, vertex))])
        });
        taken.chain(on).collect()
    }
}

/// A sink that passes clauses on as constraints.
struct ConstraintSink<'t> {
    /// The number of the last variable.
    taken: u32,
    take: &'t mut dyn FnMut(&Constraint) -> bool,
    is_done: bool,
}

impl ClauseSink for ConstraintSink<'_> {
    fn new_vars(&mut self, count: u32) -> Vars {
        Vars::take(&mut self.taken, count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        if !self.is_done {
            self.is_done = !(self.take)(&Constraint::clause(lits.iter().copied()));
        }
    }

    fn is_done(&self) -> bool {
        self.is_done
    }
}
