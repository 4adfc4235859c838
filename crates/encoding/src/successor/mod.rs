//! The successor encodings: the arc out of each vertex, and clauses that the arcs are one cycle.
//!
//! ```
//! use knightsat_encoding::{Formula, Name};
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = place.problem(Kind::Closed, None, None)?;
//! for name in [Name::Order, Name::Distance, Name::Adder, Name::Lfsr, Name::Crt] {
//!     let formula = Formula::new(&problem, name.style())?;
//!     // A variable an edge, or an arc.
//!     assert!(formula.tour_variables() <= 2 * problem.graph().edges().count() as u32);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Variables: a\[vw\], the tour goes from v to w, for every possible arc that is not known to be
//! taken (`circuit.rs`). On edges e\[vw\] instead, the tour goes along the edge, one way or the
//! other (`arcs.rs`). The variables of the connectivity follow.
//!
//! Clauses: one arc out of every vertex and one into it, no way back; or two edges at each
//! (`degree.rs`). These alone permit several cycles. One of the following excludes them, each in a
//! file of its own in `crates/encoding/src/` with its formula, its size and its paper:
//!
//! | connectivity | variables | clauses | file |
//! | --- | --- | --- | --- |
//! | `order` | n²/2 | A·n | `order.rs` |
//! | `distance` | n² | 2·A·n | `distance.rs` |
//! | [`counter::adder`](super::counter::adder) | n·log n | 6·A·log n | `counter.rs` |
//! | [`counter::lfsr`](super::counter::lfsr) | n·log n | 2·A·log n | `counter.rs` |
//! | [`counter::crt`](super::counter::crt) | n·log n | 3·A·log n | `counter.rs` |
//! | `elimination` | n·w | n·w² | `elimination.rs` |
//! | [`degree`] | 0 | 0 | the lazy encoding before its cuts |
//!
//! If squares are given at steps, `steps.rs` constrains the distance from one to the next.
//!
//! n vertices, A arcs, w the width of the elimination.
//!
//! Size of the degree part on arcs, all pairs, d(v) neighbours at v, nothing known: A variables and
//! 2n + Σ d(v)(d(v)−1) + A/2 clauses; 336 and 1968 on 8x8. Arc variables with these constraints:
//! Hertel, Hertel and Urquhart, Formalizing dangerous SAT encodings, SAT 2007.

mod arcs;
mod circuit;
pub mod degree;
mod encoder;
mod options;
mod steps;

pub use arcs::Connectivity;
pub(super) use arcs::lits;
pub use arcs::{Arcs, Edges};
pub use circuit::{Arc, Circuit};
pub use options::{OnArcs, OnEither, Variables};

use super::{Encoder, FormulaError, Task};
use knightsat_cnf::gadget::amo::Amo;
use knightsat_cnf::gadget::term::Term;
use knightsat_tour::Problem;

/// A successor encoding of a problem.
#[derive(Debug)]
pub struct Successor<'p> {
    problem: &'p Problem,
    circuit: Circuit,
    choice: Choice,
    connectivity: Box<dyn Connectivity>,
}

/// The variables that represent the tour, the first ones.
#[derive(Clone, Debug)]
enum Choice {
    /// With the at-most-one encoding of the arcs at a vertex.
    Arcs(Arcs, Option<Amo>),
    Edges(Edges),
}

/// Lays out an encoding on arcs, with the connectivity that `connect` returns for the circuit.
///
/// Fails for a symmetry or sums of steps, or if `connect` fails.
pub fn on_arcs<'p>(
    task: Task<'p>,
    options: OnArcs,
    connect: impl FnOnce(&Circuit) -> Result<Box<dyn Connectivity>, FormulaError>,
) -> Result<Box<dyn Encoder + 'p>, FormulaError> {
    let circuit = circuit(task, options.directions.is_one(task.problem))?;
    Ok(Box::new(Successor {
        problem: task.problem,
        choice: Choice::Arcs(Arcs::new(&circuit), options.amo.0),
        connectivity: connect(&circuit)?,
        circuit,
    }))
}

/// Lays out an encoding on arcs or edges. Edges have no direction; given steps, directed rules and
/// directed graphs therefore require arcs.
///
/// Fails for a symmetry, sums of steps, or an option that edges do not support.
pub fn on_either<'p>(
    task: Task<'p>,
    options: OnEither,
    connectivity: Box<dyn Connectivity>,
) -> Result<Box<dyn Encoder + 'p>, FormulaError> {
    let problem = task.problem;
    let needs_arcs =
        problem.has_given_steps() || problem.has_directed_rules() || problem.graph().is_directed();
    match options.variables {
        Variables::Edges if options.arcs.amo.0.is_some() => return Err(FormulaError::NeedsArcs),
        Variables::Edges if !needs_arcs => {}
        _ => return on_arcs(task, options.arcs, |_| Ok(connectivity)),
    }
    // The edges of a tour are those of its reverse.
    let circuit = circuit(task, false)?;
    Ok(Box::new(Successor {
        problem,
        choice: Choice::Edges(Edges::new(&circuit)),
        connectivity,
        circuit,
    }))
}

fn circuit(task: Task, one_direction: bool) -> Result<Circuit, FormulaError> {
    match task.problem.symmetry().order() {
        _ if task.problem.is_magic() => Err(FormulaError::Magic),
        1 => Ok(Circuit::new(task, one_direction)),
        _ => Err(FormulaError::Symmetry),
    }
}

impl Successor<'_> {
    /// Returns true if a cycle may miss the first vertex. Otherwise the connectivity is not needed.
    fn may_have_subtours(&self) -> bool {
        !self.circuit.is_contradictory && self.circuit.longest_subtour >= 3
    }

    /// Returns the arcs or edges with their terms: the pair, from tail to head or in any order, and
    /// the term that the tour takes it. The number of an apex is that of the vertices of the graph.
    fn moves(&self) -> Vec<(Arc, Term)> {
        match &self.choice {
            _ if self.circuit.is_contradictory => Vec::new(),
            Choice::Arcs(arcs, _) => arcs.all(&self.circuit).collect(),
            Choice::Edges(edges) => edges.all().collect(),
        }
    }

    /// Returns true for vertices of the graph, and false for an apex.
    fn is_real(&self, vertex: u32) -> bool {
        vertex < self.problem.graph().len()
    }
}
