//! Degrees: one arc out of every vertex and one into it, or two edges at it. The result is one
//! cycle or several.
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

use super::arcs::{Arcs, Edges};
use super::circuit::Circuit;
use super::{Connectivity, OnEither, on_either};
use crate::groups::NO_WAY_BACK;
use crate::{Encoder, FormulaError, Task};
use knightsat_cnf::Lit;
use knightsat_cnf::gadget::amo::Amo;
use knightsat_cnf::gadget::exactly::exactly;
use knightsat_cnf::gadget::term::{Term, clause};
use knightsat_cnf::sink::ClauseSink;

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

/// Lays out the degrees alone: a relaxation, whose models are cut as they occur.
pub fn lay_out(options: OnEither, task: Task) -> Result<Box<dyn Encoder + '_>, FormulaError> {
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
pub fn arcs(circuit: &Circuit, arcs: &Arcs, amo: Option<Amo>, sink: &mut dyn ClauseSink) {
    let mut lits: Vec<Lit> = Vec::new();
    let mut one_of = |numbers: &[u32], sink: &mut dyn ClauseSink| {
        if numbers.iter().any(|&arc| circuit.is_taken(arc)) {
            return;
        }
        lits.clear();
        lits.extend(numbers.iter().filter_map(|&arc| arcs.term(arc).lit()));
        sink.clause(&lits);
        let is_few = lits.len() <= FEW;
        let default = if is_few { Amo::Pairwise } else { Amo::Product };
        amo.unwrap_or(default).at_most_one(&lits, sink);
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

fn one_direction(circuit: &Circuit, arcs: &Arcs, sink: &mut dyn ClauseSink) {
    sink.group(&ONE_DIRECTION);
    let first = circuit.first;
    for &back in circuit.into(first) {
        let last = circuit.arcs[back as usize][0];
        let lower = circuit.out(first).iter();
        let lower = lower.filter(|&&arc| circuit.arcs[arc as usize][1] < last);
        let lower = lower.map(|&arc| arcs.term(arc));
        clause(std::iter::once(!arcs.term(back)).chain(lower), sink);
    }
}

/// Writes exactly two edges at every vertex.
pub fn edges(circuit: &Circuit, edges: &Edges, mut sink: &mut dyn ClauseSink) {
    sink.group(&TWO_EDGES);
    // An open tour of one vertex goes to the apex and back by the same edge.
    if circuit.vertices <= 2 {
        return;
    }
    let at = |vertex, lits: &mut Vec<Lit>| {
        let terms = edges.at(vertex).map(|(_, term)| term);
        let known = terms.clone().filter(|&term| term == Term::TRUE).count();
        if known > 2 {
            // One of no literals is impossible.
            return Some(1);
        }
        lits.extend(terms.filter_map(Term::lit));
        Some(2 - known)
    };
    degrees(circuit.vertices, at, &mut sink);
}

/// The vertices between two polls of the sink.
const LOOK: u32 = 1 << 12;

/// Writes that an exact number of literals holds at every vertex. `at` receives the vertex, adds
/// its literals to the list and returns the number. If it returns none, nothing is written.
pub fn degrees<S: ClauseSink>(
    vertices: u32,
    at: impl Fn(u32, &mut Vec<Lit>) -> Option<usize>,
    sink: &mut S,
) {
    let mut lits = Vec::new();
    for vertex in 0..vertices {
        lits.clear();
        if let Some(count) = at(vertex, &mut lits) {
            exactly(count, &lits, sink);
        }
        if vertex % LOOK == 0 && sink.is_done() {
            return;
        }
    }
}
