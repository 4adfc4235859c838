//! Our own encodings under test.

use super::{Fact, Meaning, Style, Subject};
use crate::cnf::{Lit, Model, Var};
use crate::encoding::binary::Binary;
use crate::encoding::lazy::Whole;
use crate::encoding::position::Position;
use crate::encoding::successor::{Successor, Variables};
use crate::encoding::{Formula, Layout};
use crate::problem::{Kind, Problem};
use crate::sink::{ClauseSink, Size};

/// What the variables of a formula mean.
pub fn meaning(formula: &Formula) -> Meaning {
    match formula.layout() {
        Layout::Position(position) => of_position(formula, position),
        Layout::Binary(binary) => of_binary(formula.problem(), binary),
        Layout::Successor(successor) => of_successor(successor),
    }
}

fn of_position(formula: &Formula, position: &Position) -> Meaning {
    let problem = formula.problem();
    let mut meaning = Meaning::of(Style::Positions);
    for step in 1..=position.steps() {
        for vertex in 0..problem.graph().len() {
            if let Some(lit) = position.literal(step, vertex) {
                meaning.at(step, vertex, lit);
            }
        }
    }
    name_arcs(formula, position, &mut meaning);
    if let (Kind::Closed, Some(first)) = (problem.kind(), position.first()) {
        meaning = meaning.from_vertex(first);
    }
    match position.is_one_direction() {
        true => meaning.in_one_direction(),
        false => meaning,
    }
}

/// The variables of arcs follow from those of positions; they are the first ones of their group.
fn name_arcs(formula: &Formula, position: &Position, meaning: &mut Meaning) {
    let sizes = formula.size();
    let Some(group) = sizes.iter().position(|(name, _)| *name == "one arc out") else {
        return;
    };
    let before: u64 = sizes[..group].iter().map(|(_, size)| size.variables).sum();
    for ((from, to), number) in position.arcs_in_order().zip(before as u32 + 1..) {
        if let Some(var) = Var::new(number) {
            meaning.also(Fact::Arc { from, to }, var.pos());
        }
    }
}

fn of_binary(problem: &Problem, binary: &Binary) -> Meaning {
    let mut meaning = Meaning::of(Style::Positions);
    for step in 1..=binary.steps() {
        for vertex in 0..problem.graph().len() {
            if let Some(lits) = binary.literals(step, vertex) {
                meaning.add(Fact::At { step, vertex }, &lits);
            }
        }
    }
    match (problem.kind(), binary.first()) {
        (Kind::Closed, Some(first)) => meaning.from_vertex(first),
        _ => meaning,
    }
}

fn of_successor(successor: &Successor) -> Meaning {
    let (style, on_arcs) = match successor.options().variables {
        Variables::Arcs => (Style::Arcs, true),
        Variables::Edges => (Style::Edges, false),
    };
    let mut meaning = Meaning::of(style);
    for ([a, b], term) in successor.moves() {
        let fact = match on_arcs {
            true => Fact::Arc { from: a, to: b },
            false => Fact::edge(a, b),
        };
        // What every tour does needs no literal.
        let lits: Vec<Lit> = term.lit().into_iter().collect();
        meaning.add(fact, &lits);
    }
    match on_arcs && successor.is_one_direction() {
        true => meaning.in_one_direction(),
        false => meaning,
    }
}

impl Subject for Formula<'_> {
    fn encode(&self, mut sink: &mut dyn ClauseSink) -> Meaning {
        Formula::encode(self, &mut sink);
        meaning(self)
    }

    fn sizes(&self) -> Option<Vec<(&'static str, Size)>> {
        Some(self.size())
    }

    fn cut(&self, model: &Model) -> Vec<Vec<Lit>> {
        // A model that is no permutation of the vertices has no cuts, and is shown as it is.
        self.cuts(model).unwrap_or_default()
    }
}

impl Subject for Whole<'_> {
    fn encode(&self, mut sink: &mut dyn ClauseSink) -> Meaning {
        Whole::encode(self, &mut sink);
        let mut meaning = Meaning::of(Style::Edges);
        for ([a, b], lit) in self.edges() {
            meaning.add(Fact::edge(a, b), &[lit]);
        }
        meaning
    }

    fn cut(&self, model: &Model) -> Vec<Vec<Lit>> {
        let held = self.edges().filter(|&(_, lit)| model.satisfies(lit));
        self.cuts(&held.map(|(ends, _)| ends).collect::<Vec<_>>())
    }
}
