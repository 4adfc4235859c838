//! Arcs and edges, with a variable for each that is not known to be on the tour. The degrees: one
//! arc out of every vertex and one into it, or two edges at it. They permit one cycle or several.
//!
//! ```
//! use knightsat_encoding::{Formula, Name};
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = place.problem(Kind::Closed, None, None)?;
//! let formula = Formula::new(&problem, Name::Lazy.style())?;
//! // A model may be several cycles.
//! assert!(!formula.is_exact());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Arcs, groups:
//! - *one arc out*: ⋁ a\[v·\] and at most one of a\[v·\] for every v;
//! - *one arc in*: the same for a\[·v\];
//! - *no way back*: ¬a\[vw\] ∨ ¬a\[wv\];
//! - *forced edges*: a\[vw\] ∨ a\[wv\], if every tour takes the edge;
//! - *one direction* (option): ¬a\[wf\] ∨ ⋁ a\[fu\] over u < w, with f the first vertex. The tour
//!   leaves f to a vertex of lower number than that from which it returns.
//!
//! Edges, one group, *two edges*: exactly two at every vertex.
//!
//! Constraints that are known to hold are omitted.

use super::tour_circuit::Circuit;
use super::{Arc, Connectivity, OnEither, TourEdges, on_either};
use crate::shared_groups::NO_WAY_BACK;
use crate::{Encoder, FormulaError, Task};
use itertools::Itertools;
use knightsat_cnf::gadget::amo::Amo;
use knightsat_cnf::sink::{ClauseSink, clause};
use knightsat_cnf::{Lit, Term, Vars};
use knightsat_tour::graph::Incidence;

knightsat_cnf::clause_groups! {
    ARC_OUT: "one arc out",
        "exactly one arc leaves every square, and ◦ of an open tour",
        "Σ_w a[v,w] = 1 for every v";
    ARC_IN: "one arc in",
        "exactly one arc comes to every square, and to ◦ of an open tour",
        "Σ_w a[w,v] = 1 for every v";
    FORCED_EDGES: "forced edges",
        "moves that every tour takes, one way or the other",
        "a[v,w] ∨ a[w,v]";
    ONE_DIRECTION: "one direction",
        "of a tour and its reverse one is a model",
        "a[w,f] → ⋁ {a[f,u] : u < w}, f the first vertex";
    TWO_EDGES: "two edges",
        "the tour takes two edges at every square, and at ◦ if it is open",
        "Σ_w e[v,w] = 2 for every v";
}

/// The arcs of a circuit with their places in a list of variables.
#[derive(Clone, Debug)]
pub struct Arcs {
    places: Places,
    /// The number of variables.
    pub variables: u32,
}

/// The place of the variable of each move; none if every tour takes it.
type Places = Vec<Option<u32>>;

/// Returns the places of moves, some of them taken by every tour, and the number of variables.
fn number(is_taken: impl Iterator<Item = bool>) -> (Places, u32) {
    let mut variables = 0;
    let place = |is_taken: bool| {
        let place = (!is_taken).then_some(variables);
        variables += u32::from(!is_taken);
        place
    };
    let places = is_taken.map(place).collect();
    (places, variables)
}

/// Returns the term of a move.
fn term(place: Option<u32>, tour: Vars) -> Term {
    place.map_or(Term::TRUE, |place| tour.get(place).pos().into())
}

impl Arcs {
    /// Numbers the arcs in their order.
    pub fn new(circuit: &Circuit) -> Arcs {
        let arcs = 0..circuit.arcs.len() as u32;
        let (places, variables) = number(arcs.map(|arc| circuit.is_taken(arc)));
        Arcs { places, variables }
    }

    /// Returns the terms of the arcs in these variables.
    pub fn on(&self, tour: Vars) -> ArcTerms<'_> {
        let places = &self.places;
        ArcTerms { places, tour }
    }
}

/// The terms of the arcs of a circuit.
#[derive(Clone, Copy, Debug)]
pub struct ArcTerms<'a> {
    places: &'a Places,
    tour: Vars,
}

impl ArcTerms<'_> {
    /// Returns the term of an arc, given by its number.
    pub fn term(&self, arc: u32) -> Term {
        term(self.places[arc as usize], self.tour)
    }

    /// Returns all arcs with their terms.
    pub fn all(&self, circuit: &Circuit) -> impl Iterator<Item = (Arc, Term)> {
        let arcs = (0..).zip(&circuit.arcs);
        arcs.map(|(number, &arc)| (arc, self.term(number)))
    }

    /// Returns the arcs that neither leave nor enter the first vertex, with their terms.
    pub fn inner(&self, circuit: &Circuit) -> impl Iterator<Item = (Arc, Term)> {
        let all = self.all(circuit);
        all.filter(|(arc, _)| !arc.contains(&circuit.first))
    }
}

/// The edges of a circuit with their places in a list of variables.
#[derive(Clone, Debug)]
pub struct Edges {
    edges: Incidence,
    places: Places,
    /// The number of variables.
    pub variables: u32,
}

impl Edges {
    /// Numbers the edges of possible arcs, smaller end first, in their order.
    pub fn new(circuit: &Circuit) -> Edges {
        let edges: Vec<Arc> = circuit
            .arcs
            .iter()
            .map(|&[a, b]| [a.min(b), a.max(b)])
            .sorted_unstable()
            .dedup()
            .collect();
        let is_forced = |edge: &Arc| {
            let ways = [*edge, [edge[1], edge[0]]].map(|arc| circuit.number(arc));
            let is_taken = ways.iter().flatten().any(|&arc| circuit.is_taken(arc));
            is_taken || circuit.forced.binary_search(edge).is_ok()
        };
        let (places, variables) = number(edges.iter().map(is_forced));
        Edges {
            edges: Incidence::new(circuit.vertices, edges),
            places,
            variables,
        }
    }

    /// Returns the edges at a vertex: the other end, and true if every tour takes the edge.
    pub fn at(&self, vertex: u32) -> impl Iterator<Item = (u32, bool)> {
        let edges = self.edges.at(vertex);
        edges.map(|(edge, end)| (end, self.places[edge as usize].is_none()))
    }

    /// Returns the terms of the edges in these variables.
    pub fn on(&self, tour: Vars) -> EdgeTerms<'_> {
        EdgeTerms { edges: self, tour }
    }
}

/// The terms of the edges of a circuit.
#[derive(Clone, Copy, Debug)]
pub struct EdgeTerms<'e> {
    /// The edges.
    pub edges: &'e Edges,
    tour: Vars,
}

impl TourEdges for EdgeTerms<'_> {
    fn incidence(&self) -> &Incidence {
        &self.edges.edges
    }

    fn term(&self, edge: u32) -> Term {
        term(self.edges.places[edge as usize], self.tour)
    }
}

/// Returns the literals of unknown terms.
pub(crate) fn lits(terms: impl Iterator<Item = Term>) -> Vec<Lit> {
    terms.filter_map(Term::lit).collect()
}

/// Lays out the degrees alone: a relaxation, whose models are cut as they occur.
pub fn lay_out(options: OnEither, task: Task) -> Result<Box<dyn Encoder>, FormulaError> {
    on_either(task, options, Box::new(Degrees))
}

/// A connectivity without clauses.
#[derive(Debug)]
struct Degrees;

impl Connectivity for Degrees {
    fn is_exact(&self, _circuit: &Circuit) -> bool {
        false
    }
}

/// The most arcs at a vertex for which all pairs are as good as any encoding.
const FEW: usize = 8;

/// Writes exactly one arc out of every vertex and one into it, by this at-most-one encoding. `None`
/// is all pairs for few arcs, and product for more.
pub fn arcs(circuit: &Circuit, arcs: ArcTerms, amo: Option<Amo>, sink: &mut dyn ClauseSink) {
    let mut lits: Vec<Lit> = Vec::new();
    let mut one_of = |numbers: &[u32], sink: &mut dyn ClauseSink| {
        if numbers.iter().any(|&arc| circuit.is_taken(arc)) {
            return;
        }
        lits.clear();
        lits.extend(numbers.iter().filter_map(|&arc| arcs.term(arc).lit()));
        sink.clause(&lits);
        match amo {
            None if lits.len() <= FEW => sink.pairwise(&lits),
            amo => amo.unwrap_or(Amo::Product).at_most_one(&lits, sink),
        }
    };
    sink.group(&ARC_OUT);
    (0..circuit.vertices).for_each(|vertex| one_of(circuit.out(vertex), sink));
    sink.group(&ARC_IN);
    (0..circuit.vertices).for_each(|vertex| one_of(circuit.into(vertex), sink));
    if circuit.vertices > 2 {
        sink.group(&NO_WAY_BACK);
        for (number, &[from, to]) in (0..).zip(&circuit.arcs) {
            if from < to
                && let Some(back) = circuit.number([to, from])
            {
                clause([!arcs.term(number), !arcs.term(back)], sink);
            }
        }
    }
    sink.group(&FORCED_EDGES);
    for &[a, b] in &circuit.forced {
        let ways = [[a, b], [b, a]].map(|arc| circuit.number(arc));
        clause(ways.into_iter().flatten().map(|arc| arcs.term(arc)), sink);
    }
    if circuit.is_one_direction_due {
        one_direction(circuit, arcs, sink);
    }
}

fn one_direction(circuit: &Circuit, arcs: ArcTerms, sink: &mut dyn ClauseSink) {
    sink.group(&ONE_DIRECTION);
    let first = circuit.first;
    for &back in circuit.into(first) {
        let last = circuit.arcs[back as usize][0];
        let lower = circuit
            .out(first)
            .iter()
            .filter(|&&arc| circuit.arcs[arc as usize][1] < last)
            .map(|&arc| arcs.term(arc));
        clause(std::iter::once(!arcs.term(back)).chain(lower), sink);
    }
}

/// Writes exactly two edges at every vertex.
pub fn edges(circuit: &Circuit, edges: EdgeTerms, mut sink: &mut dyn ClauseSink) {
    sink.group(&TWO_EDGES);
    // An open tour of one vertex goes to the apex and back by the same edge.
    if circuit.vertices <= 2 {
        return;
    }
    edges.write_degrees(|_| Some(2), &mut sink);
    let is_gone = |edge: &Arc| edges.incidence().edges().binary_search(edge).is_err();
    if circuit.forced.iter().any(is_gone) {
        sink.group(&FORCED_EDGES);
        sink.clause(&[]);
    }
}
