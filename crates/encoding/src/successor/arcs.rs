//! Variables: one for every possible arc, or edge, that is not known to be on the tour.

use super::Arc;
use super::circuit::Circuit;
use itertools::Itertools;
use knightsat_cnf::gadget::term::Term;
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, Model, Var};
use knightsat_tour::graph::Incidence;
use knightsat_tour::rule::Atom;
use std::fmt::Debug;

/// The terms of the arcs of a circuit.
#[derive(Clone, Debug)]
pub struct Arcs {
    terms: Vec<Term>,
    /// The number of variables.
    pub variables: u32,
}

/// Returns the terms of moves, with variables from 1 on for those that not every tour takes, and
/// the number of variables.
fn number(is_taken: impl Iterator<Item = bool>) -> (Vec<Term>, u32) {
    let mut variables = 0;
    let term = |is_taken| {
        if is_taken {
            return Term::TRUE;
        }
        variables += 1;
        // There are fewer arcs than variable numbers: their lists are indexed by u32.
        Term::Open(
            Var::new(variables)
                .expect("fewer arcs than variables")
                .pos(),
        )
    };
    let terms = is_taken.map(term).collect();
    (terms, variables)
}

impl Arcs {
    /// Numbers the arcs in their order, from variable 1 on.
    pub fn new(circuit: &Circuit) -> Arcs {
        let arcs = 0..circuit.arcs.len() as u32;
        let (terms, variables) = number(arcs.map(|arc| circuit.is_taken(arc)));
        Arcs { terms, variables }
    }

    /// Returns the term of an arc, given by its number.
    pub fn term(&self, arc: u32) -> Term {
        self.terms[arc as usize]
    }

    /// Returns all arcs with their terms.
    pub fn all(&self, circuit: &Circuit) -> impl Iterator<Item = (Arc, Term)> {
        let arcs = circuit.arcs.iter().copied();
        arcs.zip(self.terms.iter().copied())
    }

    /// Returns the arcs that neither leave nor enter the first vertex, with their terms.
    pub fn inner(&self, circuit: &Circuit) -> impl Iterator<Item = (Arc, Term)> {
        let all = self.all(circuit);
        all.filter(|(arc, _)| !arc.contains(&circuit.first))
    }
}

/// Returns true if a term is true in a model.
pub fn holds(term: Term, model: &Model) -> bool {
    match term {
        Term::Known(value) => value,
        Term::Open(lit) => model.satisfies(lit),
    }
}

/// The edges of a circuit with their terms.
#[derive(Clone, Debug)]
pub struct Edges {
    edges: Incidence,
    terms: Vec<Term>,
    /// The number of variables.
    pub variables: u32,
}

impl Edges {
    /// Numbers the edges of possible arcs, smaller end first, in their order from variable 1 on.
    pub fn new(circuit: &Circuit) -> Edges {
        let edges = circuit.arcs.iter().map(|&[a, b]| [a.min(b), a.max(b)]);
        let edges: Vec<Arc> = edges.sorted_unstable().dedup().collect();
        let is_forced = |edge: &Arc| {
            let ways = [*edge, [edge[1], edge[0]]].map(|arc| circuit.number(arc));
            let is_taken = ways.iter().flatten().any(|&arc| circuit.is_taken(arc));
            is_taken || circuit.forced.binary_search(edge).is_ok()
        };
        let (terms, variables) = number(edges.iter().map(is_forced));
        Edges {
            edges: Incidence::new(circuit.vertices, edges),
            terms,
            variables,
        }
    }

    /// Returns all edges with their terms.
    pub fn all(&self) -> impl Iterator<Item = (Arc, Term)> {
        let edges = self.edges.edges().iter();
        edges.copied().zip(self.terms.iter().copied())
    }

    /// Returns the edges at a vertex: the other end, and the term.
    pub fn at(&self, vertex: u32) -> impl Iterator<Item = (u32, Term)> + Clone {
        let edges = self.edges.at(vertex);
        edges.map(|(edge, end)| (end, self.terms[edge as usize]))
    }
}

/// Returns the literals of unknown terms.
pub fn lits(terms: impl Iterator<Item = Term>) -> Vec<Lit> {
    terms.filter_map(Term::lit).collect()
}

/// A constraint that there is one cycle. The default has no clauses.
pub trait Connectivity: Debug + Send + Sync {
    /// Writes the clauses on arcs. Called only if there can be a cycle that misses the first
    /// vertex.
    fn on_arcs(&self, _circuit: &Circuit, _arcs: &Arcs, _sink: &mut dyn ClauseSink) {}

    /// Writes the clauses on edges. Called only if there can be a cycle that misses the first
    /// vertex.
    fn on_edges(&self, _circuit: &Circuit, _edges: &Edges, _sink: &mut dyn ClauseSink) {}

    /// Returns the terms of atoms of rules in the clauses on arcs; `sink` allocates their
    /// variables. A step is a position here. Returns `None` for atoms without variables.
    fn terms(
        &self,
        _circuit: &Circuit,
        atoms: &[Atom],
        _sink: &mut dyn ClauseSink,
    ) -> Vec<Option<Term>> {
        vec![None; atoms.len()]
    }

    /// Returns true if every model has a single cycle.
    fn is_exact(&self, _circuit: &Circuit) -> bool {
        true
    }

    /// Returns true if the arcs, or these edges, determine all its variables.
    fn is_parsimonious(&self, _circuit: &Circuit, _edges: Option<&Edges>) -> bool {
        true
    }

    /// Returns the most clauses that are counted, if they are few.
    fn most_clauses(&self) -> Option<u64> {
        None
    }
}
