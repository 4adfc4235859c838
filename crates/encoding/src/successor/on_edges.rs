//! Encodings with a variable for each edge.

use super::{Arc, FORCED_EDGES, Prepared, TWO_EDGES, numbered, on_arcs, options_on_arcs, term_at};
use super::{Connectivity, EitherOptions, MoveVars, Successor, TourEdges, TourVars, Variables};
use crate::encoder::{Encoder, Task};
use crate::{FormulaError, Options};
use itertools::Itertools;
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Term, Vars};
use knightsat_tour::graph::Incidence;
use knightsat_tour::prepare::Directions;

/// Returns the options of encodings on arcs or edges with their defaults.
pub fn options_on_either() -> Options {
    let variables = Some(Variables::Edges);
    Options {
        either: EitherOptions { variables },
        ..options_on_arcs()
    }
}

/// The edges of a circuit with their places in a list of variables.
#[derive(Clone, Debug)]
pub struct Edges {
    edges: Incidence,
    places: MoveVars,
    /// The number of variables.
    pub variables: u32,
}

impl Edges {
    /// Numbers the edges of possible arcs, smaller end first, in their order.
    pub fn new(circuit: &Prepared) -> Edges {
        let ends = circuit.arcs().iter().map(|&[a, b]| [a.min(b), a.max(b)]);
        let edges: Vec<Arc> = ends.sorted_unstable().dedup().collect();
        let is_forced = |edge: &Arc| {
            let ways = [*edge, [edge[1], edge[0]]].map(|arc| circuit.number(arc));
            let is_taken = ways.iter().flatten().any(|&arc| circuit.is_taken(arc));
            is_taken || circuit.forced().binary_search(edge).is_ok()
        };
        let (places, variables) = numbered(edges.iter().map(is_forced));
        Edges {
            edges: Incidence::new(circuit.len(), edges),
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
        term_at(self.edges.places[edge as usize], self.tour)
    }
}

/// Lays out an encoding on arcs or edges. Edges have no direction; given steps, directed rules and
/// directed graphs therefore require arcs. Options of arcs [have no effect](crate::Style::has) on
/// edges.
pub fn on_either(
    task: Task,
    options: Options,
    connectivity: Box<dyn Connectivity>,
) -> Result<Box<dyn Encoder>, FormulaError> {
    if options.either.variables == Some(Variables::Arcs) || task.lowered.circuit().is_one_way {
        return on_arcs(task, options, |_, _| Ok(connectivity));
    }
    // The edges of a tour are those of its reverse.
    let circuit = task.prepared_circuit(Directions::Both);
    Ok(Box::new(Successor {
        choice: TourVars::Edges(Edges::new(&circuit)),
        connectivity,
        has_positions: false,
        needs_distance: false,
        circuit,
    }))
}

/// Lays out the degrees alone: a relaxation, whose models are cut as they occur.
///
/// ```
/// use knightsat_encoding::{Formula, Name};
/// use knightsat_tour::{Kind, Problem};
/// use knightsat_tour::place::Place;
///
/// let place: Place = "5x6".parse()?;
/// let problem = Problem::of(&place, Kind::Closed, None, None)?;
/// let formula = Formula::new(&problem, Name::Lazy.style())?;
/// // A model may be several cycles.
/// assert!(!formula.is_exact());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn degrees(options: Options, task: Task) -> Result<Box<dyn Encoder>, FormulaError> {
    on_either(task, options, Box::new(Degrees))
}

/// A connectivity without clauses.
#[derive(Debug)]
struct Degrees;

impl Connectivity for Degrees {
    fn is_exact(&self, _circuit: &Prepared) -> bool {
        false
    }
}

/// Writes exactly two edges at every vertex.
pub(super) fn degrees_of_edges(
    circuit: &Prepared,
    edges: EdgeTerms,
    mut sink: &mut dyn ClauseSink,
) {
    sink.group(&TWO_EDGES);
    // A circuit of two vertices takes its edge twice.
    if circuit.len() <= 2 {
        return;
    }
    edges.write_degrees(|_| Some(2), &mut sink);
    let is_gone = |edge: &Arc| edges.incidence().edges().binary_search(edge).is_err();
    if circuit.forced().iter().any(is_gone) {
        sink.group(&FORCED_EDGES);
        sink.clause(&[]);
    }
}
