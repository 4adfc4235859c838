//! The lazy formula: a term for each edge, two edges at every vertex, and cuts as they are needed.
//!
//! The encodings on edges write it for the circuit of a problem, with variables for the edges that
//! are not known. The search and the proofs write it for the edges that they choose.
//!
//! ```
//! use knightsat_cnf::{Term, Vars};
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//! use knightsat_encoding::successor::TourEdges;
//! use knightsat_tour::graph::Incidence;
//!
//! struct Square(Incidence, Vars);
//!
//! impl TourEdges for Square {
//!     fn incidence(&self) -> &Incidence {
//!         &self.0
//!     }
//!
//!     fn term(&self, edge: u32) -> Term {
//!         self.1.get(edge).pos().into()
//!     }
//! }
//!
//! let mut formula = Cnf::default();
//! let edges = Incidence::new(4, vec![[0, 1], [1, 2], [2, 3], [0, 3]]);
//! let square = Square(edges, formula.new_vars(4));
//! square.write_degrees(|_| Some(2), &mut formula);
//! assert_eq!(formula.clauses().count(), 8);
//! ```

use crate::Known;
use crate::meaning::Fact;
use knightsat_cnf::gadget::exactly::{at_least_two, exactly};
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, Model, Term};
use knightsat_tour::factor::TwoFactor;
use knightsat_tour::graph::Incidence;
use knightsat_tour::rule::Atom;

/// The vertices between two polls of the sink.
const LOOK: u32 = 1 << 12;

/// The most edges of a cut whose clauses require two of them. The degrees imply two for any cut,
/// but only by counting all edges inside, and resolution cannot count.
const NARROW: usize = 4;

/// Edges of a graph, each with the term that the tour takes it.
pub trait TourEdges {
    /// Returns the edges.
    fn incidence(&self) -> &Incidence;

    /// Returns the term of an edge, given by its number.
    fn term(&self, edge: u32) -> Term;

    /// Returns all edges with their terms.
    fn all(&self) -> impl Iterator<Item = ([u32; 2], Term)> {
        let edges = (0..).zip(self.incidence().edges());
        edges.map(|(edge, &ends)| (ends, self.term(edge)))
    }

    /// Returns the edges at a vertex: the other end, and the term.
    fn around(&self, vertex: u32) -> impl Iterator<Item = (u32, Term)> {
        let edges = self.incidence().at(vertex);
        edges.map(|(edge, end)| (end, self.term(edge)))
    }

    /// Returns the term of the edge between two vertices; false if there is none.
    fn term_between(&self, a: u32, b: u32) -> Term {
        let edge = self.incidence().between(a, b);
        edge.map_or(Term::FALSE, |edge| self.term(edge))
    }

    /// Returns the term of an atom that is an edge.
    fn terms_of(&self, atom: &Atom) -> Option<Vec<Term>> {
        match *atom {
            Atom::Fact(Fact::Edge(ends)) => Some(vec![self.term_between(ends[0], ends[1])]),
            _ => None,
        }
    }

    /// Returns these terms, for rules.
    fn known(&self) -> Known<'_> {
        Known::new(|atom| self.terms_of(atom))
    }

    /// Writes that the tour takes an exact number of edges at every vertex, if `need` returns one.
    fn write_degrees<S: ClauseSink>(&self, need: impl Fn(u32) -> Option<usize>, sink: &mut S) {
        let mut lits: Vec<Lit> = Vec::new();
        for vertex in 0..self.incidence().vertices() {
            if let Some(need) = need(vertex) {
                lits.clear();
                let mut taken = 0;
                for (_, term) in self.around(vertex) {
                    taken += usize::from(term == Term::TRUE);
                    lits.extend(term.lit());
                }
                match need.checked_sub(taken) {
                    Some(rest) => exactly(rest, &lits, sink),
                    // One of no literals is impossible.
                    None => exactly(1, &[], sink),
                }
            }
            if vertex % LOOK == 0 && sink.is_done() {
                return;
            }
        }
    }

    /// Writes that the tour takes an edge between `inside` and the other vertices, or two, if the
    /// edges are few. `is_inside` holds for the vertices of `inside`.
    fn write_cut<S: ClauseSink>(
        &self,
        inside: &[u32],
        is_inside: impl Fn(u32) -> bool,
        sink: &mut S,
    ) {
        let mut lits: Vec<Lit> = Vec::new();
        for &vertex in inside {
            let leaving = self.around(vertex).filter(|&(end, _)| !is_inside(end));
            lits.extend(leaving.filter_map(|(_, term)| term.lit()));
        }
        lits.sort_unstable();
        sink.clause(&lits);
        if lits.len() <= NARROW {
            at_least_two(&lits, sink);
        }
    }

    /// Returns the edges that a model chooses.
    fn chosen(&self, model: &Model) -> impl Iterator<Item = [u32; 2]> {
        let chosen = self.all().filter(|&(_, term)| holds(term, model));
        chosen.map(|(ends, _)| ends)
    }

    /// Returns the two-factor of a model, which takes two edges at every vertex.
    fn two_factor(&self, model: &Model) -> TwoFactor {
        TwoFactor::of(self.incidence().vertices(), self.chosen(model))
    }
}

/// Returns true if a term is true in a model.
pub(super) fn holds(term: Term, model: &Model) -> bool {
    match term {
        Term::Known(value) => value,
        Term::Open(lit) => model.satisfies(lit),
    }
}
