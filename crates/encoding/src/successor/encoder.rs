//! The successor encodings as an `Encoder`: their clauses and meaning, cycles of a model, and atoms
//! of rules in terms of arcs or edges.

use super::arcs::holds;
use super::{Arc, Arcs, Choice, Successor, degree, lits, steps};
use crate::groups::CONTRADICTION;
use crate::meaning::{Fact, FactStyle, Meaning};
use crate::{Encoder, FormulaError};
use knightsat_cnf::gadget::amo::Amo;
use knightsat_cnf::gadget::term::Term;
use knightsat_cnf::sink::{ClauseSink, SizeTally, ThreeCnf};
use knightsat_cnf::{Lit, Model, Vars};
use knightsat_tour::graph::Incidence;
use knightsat_tour::rule::{Atom, Rule};
use knightsat_tour::{AugmentedGraph, Kind, Problem, sets};

impl Encoder for Successor<'_> {
    fn variables(&self) -> u32 {
        match &self.choice {
            _ if self.circuit.is_contradictory => 0,
            Choice::Arcs(arcs, _) => arcs.variables,
            Choice::Edges(edges) => edges.variables,
        }
    }

    fn encode(&self, sink: &mut dyn ClauseSink) {
        let vars = sink.new_vars(self.variables());
        debug_assert_eq!(vars, Vars::new(1, self.variables()), "they come first");
        let circuit = &self.circuit;
        if circuit.is_contradictory {
            sink.group(&CONTRADICTION);
            return sink.clause(&[]);
        }
        match &self.choice {
            Choice::Edges(edges) => degree::edges(circuit, edges, sink),
            Choice::Arcs(arcs, amo) => degree::arcs(circuit, arcs, *amo, sink),
        }
        match &self.choice {
            _ if !self.may_have_subtours() && !self.needs_positions() => {}
            Choice::Edges(edges) => self.connectivity.on_edges(circuit, edges, sink),
            Choice::Arcs(arcs, _) => self.connectivity.on_arcs(circuit, arcs, sink),
        }
        if let Choice::Arcs(arcs, _) = &self.choice {
            steps::walk(circuit, arcs, sink);
        }
    }

    fn decode(&self, model: &Model) -> Result<Vec<u32>, FormulaError> {
        let mut cycles = self.cycles(model)?;
        if cycles.len() == 1 {
            return Ok(AugmentedGraph::new(self.problem).steps(cycles.remove(0)));
        }
        let squares = |cycle: &Vec<u32>| cycle.iter().filter(|&&v| self.is_real(v)).count() as u32;
        let lengths = cycles.iter().map(squares).collect();
        Err(FormulaError::Cycles(lengths))
    }

    fn meaning(&self, _three_cnf: bool) -> Meaning {
        let on_arcs = matches!(self.choice, Choice::Arcs(..));
        let mut meaning = Meaning::of(if on_arcs {
            FactStyle::Arcs
        } else {
            FactStyle::Edges
        });
        for ([from, to], term) in self.moves() {
            let fact = match on_arcs {
                true => Fact::Arc { from, to },
                false => Fact::edge(from, to),
            };
            if self.is_real(from) && self.is_real(to) {
                // A move of every tour needs no literal.
                meaning.add(fact, term.lit().as_slice());
            } else {
                meaning.also.extend(term.lit().map(|lit| (fact, lit)));
            }
        }
        meaning.is_one_direction = on_arcs && self.is_one_direction();
        meaning
    }

    fn terms(&self, problem: &Problem, atoms: &[Atom], three_cnf: bool) -> Vec<Option<Vec<Term>>> {
        if self.circuit.is_contradictory {
            return vec![Some(vec![Term::FALSE]); atoms.len()];
        }
        let mut terms = self.meaning(three_cnf).terms(problem, atoms);
        let Choice::Arcs(arcs, amo) = &self.choice else {
            return terms;
        };
        let numbered = |(index, &atom)| Some((index, by_position(problem, atom)?));
        let asked = atoms.iter().enumerate().filter_map(numbered);
        let (indices, asked): (Vec<usize>, Vec<Atom>) = asked.unzip();
        if asked.is_empty() {
            return terms;
        }
        let mut counter = SizeTally::default();
        let said = match three_cnf {
            true => self.connected(arcs, *amo, &asked, &mut ThreeCnf::new(&mut counter)),
            false => self.connected(arcs, *amo, &asked, &mut counter),
        };
        for (index, term) in indices.into_iter().zip(said) {
            terms[index] = term.map(|term| vec![term]);
        }
        terms
    }

    /// Arcs and edges do not determine the start of a cycle.
    fn first(&self) -> Option<u32> {
        Some(0)
    }

    fn is_exact(&self) -> bool {
        !self.may_have_subtours() || self.connectivity.is_exact(&self.circuit)
    }

    /// Returns none if the model is one cycle. A tour leaves each of several cycles.
    fn cuts(&self, model: &Model) -> Result<Vec<Vec<Lit>>, FormulaError> {
        let cycles = self.cycles(model)?;
        let mut inside = vec![false; self.circuit.vertices as usize];
        let moves = self.moves();
        let on_arcs = matches!(self.choice, Choice::Arcs(..));
        let mut cuts = Vec::new();
        for cycle in cycles.iter().filter(|_| cycles.len() > 1) {
            cycle.iter().for_each(|&v| inside[v as usize] = true);
            let leaves = |from: u32, to: u32| inside[from as usize] && !inside[to as usize];
            let leaving = moves.iter().copied();
            let leaving = leaving.filter(|&([a, b], _)| leaves(a, b) || !on_arcs && leaves(b, a));
            cuts.push(lits(leaving.map(|(_, term)| term)));
            cycle.iter().for_each(|&v| inside[v as usize] = false);
        }
        Ok(cuts)
    }

    /// With edges a tour and its reverse are the same model.
    fn is_one_direction(&self) -> bool {
        let is_free = self.problem.start().is_none() && self.problem.end().is_none();
        match (&self.choice, self.problem.kind()) {
            (Choice::Arcs(..), _) => self.circuit.is_one_direction,
            // A path of one vertex is its own reverse.
            (_, Kind::Open) => is_free && self.problem.graph().len() > 1,
            (_, Kind::Closed) => true,
        }
    }

    fn is_parsimonious(&self) -> bool {
        let edges = match &self.choice {
            Choice::Arcs(..) => None,
            Choice::Edges(edges) => Some(edges),
        };
        let is_determined = || self.connectivity.is_parsimonious(&self.circuit, edges);
        !self.problem.has_given_steps() && (!self.may_have_subtours() || is_determined())
    }

    fn most_clauses(&self) -> Option<u64> {
        self.connectivity.most_clauses()
    }
}

impl Successor<'_> {
    /// Returns the cycles of a model, that of the first vertex first, from that vertex on.
    fn cycles(&self, model: &Model) -> Result<Vec<Vec<u32>>, FormulaError> {
        let len = self.circuit.vertices;
        let moves = self.moves().into_iter();
        let taken = moves.filter(|&(_, term)| holds(term, model));
        let taken: Vec<Arc> = taken.map(|(ends, _)| ends).collect();
        let links = match self.choice {
            Choice::Arcs(..) => along_arcs(len, &taken)?,
            Choice::Edges(_) => along_edges(len, taken)?,
        };
        let mut is_seen = vec![false; links.len()];
        let mut cycles: Vec<Vec<u32>> = Vec::new();
        for start in 0..len {
            if !is_seen[start as usize] {
                let cycle = sets::walk(&links, start);
                cycle.iter().for_each(|&v| is_seen[v as usize] = true);
                cycles.push(cycle);
            }
        }
        let first = |cycle: &Vec<u32>| cycle.iter().position(|&v| v == self.circuit.first);
        if let Some(number) = cycles.iter().position(|cycle| first(cycle).is_some()) {
            cycles[..=number].rotate_right(1);
            let place = first(&cycles[0]).unwrap_or(0);
            cycles[0].rotate_left(place);
        }
        Ok(cycles)
    }

    /// Returns true if rules contain steps or an order, which the connectivity defines.
    fn needs_positions(&self) -> bool {
        let mut atoms = self.problem.rules().iter().flat_map(Rule::atoms);
        !self.circuit.is_contradictory && atoms.any(|atom| atom.ends().is_none())
    }

    /// Returns the terms of the connectivity, whose variables follow those of the degrees.
    fn connected(
        &self,
        arcs: &Arcs,
        amo: Option<Amo>,
        atoms: &[Atom],
        sink: &mut dyn ClauseSink,
    ) -> Vec<Option<Term>> {
        sink.new_vars(self.variables());
        degree::arcs(&self.circuit, arcs, amo, sink);
        self.connectivity.terms(&self.circuit, atoms, sink)
    }
}

/// Returns the vertices after and before every vertex, if it has one of each.
fn along_arcs(len: u32, taken: &[Arc]) -> Result<Vec<[u32; 2]>, FormulaError> {
    let mut links = vec![[None; 2]; len as usize];
    for &[from, to] in taken {
        for (side, [vertex, other]) in [[from, to], [to, from]].into_iter().enumerate() {
            if links[vertex as usize][side].replace(other).is_some() {
                return Err(FormulaError::TwoMoves(vertex));
            }
        }
    }
    // If every vertex has one after it, each is after another.
    let link = |(vertex, [after, before]): (u32, [Option<u32>; 2])| {
        let after = after.ok_or(FormulaError::NoMove(vertex))?;
        Ok([after, before.unwrap_or(after)])
    };
    (0..).zip(links).map(link).collect()
}

/// Returns the two neighbours of every vertex, if it has two.
fn along_edges(len: u32, taken: Vec<Arc>) -> Result<Vec<[u32; 2]>, FormulaError> {
    if len == 2 && !taken.is_empty() {
        // To the apex and back.
        return Ok(vec![[1; 2], [0; 2]]);
    }
    let beside = Incidence::new(len, taken);
    let link = |vertex| match beside.numbers(vertex) {
        &[one, two] => Ok([one, two].map(|edge| beside.other_end(edge, vertex))),
        [] | [_] => Err(FormulaError::NoMove(vertex)),
        _ => Err(FormulaError::TwoMoves(vertex)),
    };
    (0..len).map(link).collect()
}

/// Returns the atom with the position of its step, counted from the first vertex of the circuit.
/// Returns `None` for moves, and for an order that does not begin at that vertex.
fn by_position(problem: &Problem, atom: Atom) -> Option<Atom> {
    let len = problem.graph().len();
    let first = match problem.kind() {
        Kind::Open => 0,
        Kind::Closed => problem.at().first()?.0,
    };
    match atom {
        Atom::Fact(Fact::At { step, vertex }) => {
            let step = match problem.kind() {
                Kind::Open => step,
                Kind::Closed => (step + len - first) % len,
            };
            Some(Atom::Fact(Fact::At { step, vertex }))
        }
        Atom::After(..) => (first < 2).then_some(atom),
        Atom::Fact(_) => None,
    }
}
