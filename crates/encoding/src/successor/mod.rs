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
mod model;
mod options;
mod rules;
mod steps;

pub use arcs::Connectivity;
pub(super) use arcs::lits;
pub use arcs::{Arcs, Edges};
pub use circuit::{Arc, Circuit};
pub use options::{OnArcs, OnEither, Variables};

use super::groups::CONTRADICTION;
use super::meaning::{Fact, Meaning, Style};
use super::{Encoder, FormulaError, Task};
use knightsat_cnf::gadget::amo::Amo;
use knightsat_cnf::gadget::term::Term;
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, Model, Vars};
use knightsat_tour::rule::Atom;
use knightsat_tour::{Kind, Problem};

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
    let chosen = options.on_arcs()?;
    let problem = task.problem;
    let needs_arcs =
        problem.has_given_steps() || problem.has_directed_rules() || problem.graph().is_directed();
    let chosen = chosen.or(needs_arcs.then_some(options.arcs));
    if let Some(options) = chosen {
        return on_arcs(task, options, |_| Ok(connectivity));
    }
    // The edges of a tour are those of its reverse.
    let circuit = circuit(task, false)?;
    Ok(Box::new(Successor {
        problem: task.problem,
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

    /// Returns the arcs or edges of the graph with their terms: the pair, from tail to head or in
    /// any order, and the term that the tour takes it. The second list contains those of an apex,
    /// whose number is that of the vertices of the graph.
    fn moves(&self) -> [Vec<(Arc, Term)>; 2] {
        let all = match &self.choice {
            _ if self.circuit.is_contradictory => Vec::new(),
            Choice::Arcs(arcs, _) => {
                let all = (0..).zip(&self.circuit.arcs);
                all.map(|(number, &arc)| (arc, arcs.term(number))).collect()
            }
            Choice::Edges(edges) => edges.all().collect(),
        };
        let (real, apex) = all
            .into_iter()
            .partition(|&([a, b], _)| self.is_real(a) && self.is_real(b));
        [real, apex]
    }

    fn is_real(&self, vertex: u32) -> bool {
        vertex < self.problem.graph().len()
    }
}

impl Encoder for Successor<'_> {
    fn variables(&self) -> u32 {
        match &self.choice {
            _ if self.circuit.is_contradictory => 0,
            Choice::Arcs(arcs, _) => arcs.variables(),
            Choice::Edges(edges) => edges.variables(),
        }
    }

    fn encode(&self, mut sink: &mut dyn ClauseSink) {
        let vars = sink.new_vars(self.variables());
        debug_assert_eq!(vars, Vars::new(1, self.variables()), "they come first");
        let circuit = &self.circuit;
        if circuit.is_contradictory {
            sink.group(&CONTRADICTION);
            return sink.clause(&[]);
        }
        match &self.choice {
            Choice::Edges(edges) => degree::edges(circuit, edges, &mut sink),
            Choice::Arcs(arcs, amo) => degree::arcs(circuit, arcs, *amo, &mut sink),
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
        self.tour(model)
    }

    fn meaning(&self, _three_cnf: bool) -> Meaning {
        let on_arcs = matches!(self.choice, Choice::Arcs(..));
        let mut meaning = Meaning::of(if on_arcs { Style::Arcs } else { Style::Edges });
        let fact = |[from, to]: [u32; 2]| {
            if on_arcs {
                Fact::Arc { from, to }
            } else {
                Fact::edge(from, to)
            }
        };
        let [real, apex] = self.moves();
        for (ends, term) in real {
            // A move of every tour needs no literal.
            let lits: Vec<Lit> = term.lit().into_iter().collect();
            meaning.add(fact(ends), &lits);
        }
        for (ends, term) in apex {
            if let Some(lit) = term.lit() {
                meaning.also(fact(ends), lit);
            }
        }
        if on_arcs && self.is_one_direction() {
            return meaning.in_one_direction();
        }
        meaning
    }

    fn terms(&self, problem: &Problem, atoms: &[Atom], three_cnf: bool) -> Vec<Option<Vec<Term>>> {
        self.terms_of(problem, atoms, three_cnf)
    }

    /// Arcs and edges do not determine the start of a cycle.
    fn first(&self) -> Option<u32> {
        Some(0)
    }

    fn is_exact(&self) -> bool {
        !self.may_have_subtours() || self.connectivity.is_exact(&self.circuit)
    }

    fn cuts(&self, model: &Model) -> Result<Vec<Vec<Lit>>, FormulaError> {
        self.cuts_of(model)
    }

    /// With edges a tour and its reverse are the same model.
    fn is_one_direction(&self) -> bool {
        let is_free = self.problem.start().is_none() && self.problem.end().is_none();
        match self.choice {
            Choice::Arcs(..) => self.circuit.is_one_direction,
            // A path of one vertex is its own reverse.
            Choice::Edges(_) => match self.problem.kind() {
                Kind::Open => is_free && self.problem.graph().len() > 1,
                Kind::Closed => true,
            },
        }
    }

    fn is_parsimonious(&self) -> bool {
        match &self.choice {
            _ if self.problem.has_given_steps() => false,
            _ if !self.may_have_subtours() => true,
            Choice::Arcs(..) => self.connectivity.is_parsimonious(),
            Choice::Edges(edges) => {
                let circuit = &self.circuit;
                self.connectivity.is_parsimonious_on_edges(circuit, edges)
            }
        }
    }

    fn most_clauses(&self) -> Option<u64> {
        self.connectivity.most_clauses()
    }
}
