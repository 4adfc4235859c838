//! Variables: one for every possible arc, or edge, that is not known to be on the tour.

use super::Arc;
use super::circuit::Circuit;
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
    variables: u32,
}

/// Allocates the next variable for an unknown term.
struct Numbers(u32);

impl Numbers {
    fn term(&mut self, is_known: bool) -> Term {
        if is_known {
            return Term::TRUE;
        }
        self.0 += 1;
        // There are fewer arcs than variable numbers: their lists are indexed by u32.
        Term::Open(Var::new(self.0).expect("fewer arcs than variables").pos())
    }
}

impl Arcs {
    /// Numbers the arcs in their order, from variable 1 on.
    pub fn new(circuit: &Circuit) -> Arcs {
        let mut numbers = Numbers(0);
        let arcs = 0..circuit.arcs.len() as u32;
        let terms = arcs.map(|arc| numbers.term(circuit.is_taken(arc)));
        Arcs {
            terms: terms.collect(),
            variables: numbers.0,
        }
    }

    /// Returns the number of variables.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// Returns the term of an arc, given by its number.
    pub fn term(&self, arc: u32) -> Term {
        self.terms[arc as usize]
    }

    /// Returns the arcs that a model takes.
    pub fn taken(&self, circuit: &Circuit, model: &Model) -> Vec<Arc> {
        let arcs = circuit.arcs.iter().zip(&self.terms);
        let taken = arcs.filter(|&(_, &term)| holds(term, model));
        taken.map(|(&arc, _)| arc).collect()
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
    variables: u32,
}

/// Returns the edges of possible arcs, smaller end first, with true if every tour takes them.
fn possible(circuit: &Circuit) -> Vec<(Arc, bool)> {
    let is_forced = |edge: Arc| {
        let ways = [edge, [edge[1], edge[0]]].map(|arc| circuit.number(arc));
        let is_taken = ways.iter().flatten().any(|&arc| circuit.is_taken(arc));
        is_taken || circuit.forced.binary_search(&edge).is_ok()
    };
    let mut edges: Vec<Arc> = circuit.arcs.to_vec();
    edges.iter_mut().for_each(|edge| edge.sort_unstable());
    edges.sort_unstable();
    edges.dedup();
    edges
        .into_iter()
        .map(|edge| (edge, is_forced(edge)))
        .collect()
}

impl Edges {
    /// Numbers the edges in their order, from variable 1 on.
    pub fn new(circuit: &Circuit) -> Edges {
        let mut numbers = Numbers(0);
        let (edges, is_forced): (Vec<Arc>, Vec<bool>) = possible(circuit).into_iter().unzip();
        let terms = is_forced
            .into_iter()
            .map(|is_forced| numbers.term(is_forced));
        Edges {
            edges: Incidence::new(circuit.vertices, edges),
            terms: terms.collect(),
            variables: numbers.0,
        }
    }

    /// Returns the number of variables.
    pub fn variables(&self) -> u32 {
        self.variables
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

    /// Returns the edges that a model takes.
    pub fn taken(&self, model: &Model) -> Vec<Arc> {
        let taken = self.all().filter(|&(_, term)| holds(term, model));
        taken.map(|(edge, _)| edge).collect()
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

    /// Returns true if the arcs determine all its variables.
    fn is_parsimonious(&self) -> bool {
        true
    }

    /// Returns true if the edges determine all its variables.
    fn is_parsimonious_on_edges(&self, _circuit: &Circuit, _edges: &Edges) -> bool {
        true
    }

    /// Returns the most clauses that are counted, if they are few.
    fn most_clauses(&self) -> Option<u64> {
        None
    }
}
