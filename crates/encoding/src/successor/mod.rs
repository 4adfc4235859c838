//! The successor encodings: the arc out of each vertex, and clauses that the arcs are one cycle.
//!
//! ```
//! use knightsat_encoding::{Formula, Name};
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! for name in [Name::Order, Name::Distance, Name::Adder, Name::Lfsr, Name::Crt] {
//!     let formula = Formula::new(&problem, name.style())?;
//!     // A variable an edge, or an arc.
//!     assert!(formula.tour_variables() <= 2 * problem.graph().edges().count() as u32);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Variables: a\[vw\], the tour goes from v to w, for every possible arc that is not known to be
//! taken. On edges e\[vw\] instead, the tour goes along the edge, one way or
//! the other. The variables of the connectivity follow.
//!
//! Clauses for the degrees: one arc out of every vertex and one into it, or two edges at it. Groups
//! on arcs:
//! - *one arc out*: ⋁ a\[v·\] and at most one of a\[v·\] for every v;
//! - *one arc in*: the same for a\[·v\];
//! - *no way back*: ¬a\[vw\] ∨ ¬a\[wv\];
//! - *forced edges*: a\[vw\] ∨ a\[wv\], if every tour takes the edge;
//! - *one direction* (option): ¬a\[wf\] ∨ ⋁ a\[fu\] over u < w, with f the first vertex. The tour
//!   leaves f to a vertex of lower number than that from which it returns.
//!
//! On edges, one group, *two edges*: exactly two at every vertex. Constraints that are known to
//! hold are omitted.
//!
//! The degrees alone permit several cycles. One of the following excludes them, each in a file of
//! its own in `crates/encoding/src/` with its formula, its size and its paper:
//!
//! | connectivity | variables | clauses | file |
//! | --- | --- | --- | --- |
//! | `order` | n²/2 | A·n | `order.rs` |
//! | `distance` | n² | 2·A·n | `successor/distance.rs` |
//! | [`counter::adder`](super::counter::adder) | n·log n | 6·A·log n | `counter.rs` |
//! | [`counter::lfsr`](super::counter::lfsr) | n·log n | 2·A·log n | `counter.rs` |
//! | [`counter::crt`](super::counter::crt) | n·log n | 3·A·log n | `counter.rs` |
//! | `elimination` | n·w | n·w² | `elimination.rs` |
//! | [`degrees`] | 0 | 0 | the lazy encoding before its cuts |
//!
//! If squares are given at steps, or rules name steps or an order, and the connectivity has no
//! variables for them, the positions of `distance` follow. Group *given steps*: given squares have
//! their positions, and excluded ones have not.
//!
//! n vertices, A arcs, w the width of the elimination.
//!
//! Size of the degree part on arcs, all pairs, d(v) neighbours at v, nothing known: A variables and
//! 2n + Σ d(v)(d(v)−1) + A/2 clauses; 336 and 1968 on 8x8. Arc variables with these constraints:
//! Hertel, Hertel and Urquhart, Formalizing dangerous SAT encodings, SAT 2007.

pub mod distance;
pub mod edges;
mod model;
mod on_edges;

pub use edges::TourEdges;
pub use knightsat_tour::circuit::{Arc, Prepared};
pub use on_edges::{EdgeTerms, Edges, degrees, on_either, options_on_either};

use super::{Encoder, FormulaError, Known, ModelProperties, Options, Task};
use crate::meaning::{Fact, FactStyle, Meaning};
use crate::shared_groups::{CONTRADICTION, GIVEN_STEPS, NO_WAY_BACK};
use distance::Distance;
use knightsat_cnf::gadget::amo::{Amo, Amos};
use knightsat_cnf::sink::{ClauseSink, Cnf, clause};
use knightsat_cnf::{Lit, Model, Term, Vars};
use knightsat_tour::prepare::Directions;
use knightsat_tour::rule::Atom;
use model::by_position;
use on_edges::degrees_of_edges;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

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

/// The option that only encodings on arcs or edges have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct EitherOptions {
    /// Variables of order and lazy: one for every arc or for every edge [default: edges]
    #[cfg_attr(feature = "clap", arg(long, value_enum, hide_short_help = true))]
    pub variables: Option<Variables>,
}

/// The variables that represent the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Variables {
    /// A variable for each direction of an edge
    Arcs,
    /// A variable for an edge: a tour and its reverse are one model
    Edges,
}

/// Returns the options of encodings on arcs with their defaults.
pub fn options_on_arcs() -> Options {
    Options {
        amo: Some(Amos::AUTO),
        directions: Some(Directions::Auto),
        ..Options::default()
    }
}

/// A constraint that there is one cycle. The default has no clauses.
pub trait Connectivity: Debug + Send + Sync {
    /// Writes the clauses on arcs. Called only if there can be a cycle that misses the first
    /// vertex, or if rules name steps or an order. Returns the terms of those; a step is a position
    /// here.
    fn on_arcs(
        &self,
        _circuit: &Prepared,
        _arcs: ArcTerms,
        _sink: &mut dyn ClauseSink,
    ) -> Known<'static> {
        Known::default()
    }

    /// Returns true if the clauses on arcs have terms for a step, or for an order.
    fn has_terms(&self, _circuit: &Prepared, _atom: &Atom) -> bool {
        false
    }

    /// Writes the clauses on edges. Called only if there can be a cycle that misses the first
    /// vertex.
    fn on_edges(&self, _circuit: &Prepared, _edges: EdgeTerms, _sink: &mut dyn ClauseSink) {}

    /// Returns true if every model has a single cycle.
    fn is_exact(&self, _circuit: &Prepared) -> bool {
        true
    }

    /// Returns true if the arcs, or these edges, determine all its variables.
    fn is_parsimonious(&self, _circuit: &Prepared, _edges: Option<&Edges>) -> bool {
        true
    }
}

/// The place of the variable of each move; none if every tour takes it.
type MoveVars = Vec<Option<u32>>;

/// Returns the places of moves, some of them taken by every tour, and the number of variables.
fn numbered(is_taken: impl Iterator<Item = bool>) -> (MoveVars, u32) {
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
fn term_at(place: Option<u32>, tour: Vars) -> Term {
    place.map_or(Term::TRUE, |place| tour.get(place).pos().into())
}

/// The terms of the arcs of a circuit.
#[derive(Clone, Copy, Debug)]
pub struct ArcTerms<'a> {
    places: &'a MoveVars,
    tour: Vars,
}

impl ArcTerms<'_> {
    /// Returns the term of an arc, given by its number.
    pub fn term(&self, arc: u32) -> Term {
        term_at(self.places[arc as usize], self.tour)
    }

    /// Returns all arcs with their terms.
    pub fn all(&self, circuit: &Prepared) -> impl Iterator<Item = (Arc, Term)> {
        let arcs = (0..).zip(circuit.arcs());
        arcs.map(|(number, &arc)| (arc, self.term(number)))
    }

    /// Returns the arcs that neither leave nor enter the first vertex, with their terms.
    pub fn inner(&self, circuit: &Prepared) -> impl Iterator<Item = (Arc, Term)> {
        let all = self.all(circuit);
        all.filter(|(arc, _)| !arc.contains(&circuit.root))
    }
}

/// Returns the literals of unknown terms.
pub(crate) fn lits(terms: impl Iterator<Item = Term>) -> Vec<Lit> {
    terms.filter_map(Term::lit).collect()
}

/// A successor encoding of a problem.
#[derive(Debug)]
pub struct Successor {
    circuit: Prepared,
    choice: TourVars,
    connectivity: Box<dyn Connectivity>,
    /// True if steps are given, or atoms are steps or an order, which the connectivity defines.
    has_positions: bool,
    /// True if it does not define all of them: then the positions of `distance` do.
    needs_distance: bool,
}

/// The variables that represent the tour, the first ones.
#[derive(Clone, Debug)]
enum TourVars {
    /// The arcs in their order, with the at-most-one encoding of those at a vertex.
    Arcs {
        places: MoveVars,
        variables: u32,
        amo: Option<Amo>,
    },
    Edges(Edges),
}

/// Lays out an encoding on arcs, with the connectivity that `connect` returns for the circuit. It
/// also receives whether it should have terms for steps or an order.
///
/// Fails if `connect` does.
pub fn on_arcs(
    task: Task,
    options: Options,
    connect: impl FnOnce(&Prepared, bool) -> Result<Box<dyn Connectivity>, FormulaError>,
) -> Result<Box<dyn Encoder>, FormulaError> {
    let circuit = task.prepared_circuit(options.directions.unwrap_or_default());
    let is_position = |atom: &Atom| matches!(atom, Atom::Fact(Fact::At { .. }) | Atom::After(..));
    let has_given = has_given(&circuit);
    let is_due = has_given || task.atoms.iter().any(is_position);
    let has_positions = !circuit.is_contradictory && is_due;
    let all = 0..circuit.arcs().len() as u32;
    let (places, variables) = numbered(all.map(|arc| circuit.is_taken(arc)));
    let mut successor = Successor {
        choice: TourVars::Arcs {
            places,
            variables,
            amo: options.amo.and_then(|amo| amo.steps),
        },
        connectivity: connect(&circuit, has_positions)?,
        has_positions,
        needs_distance: false,
        circuit,
    };
    let lacks_given = has_given && !successor.has_positions_of_steps();
    let mut atoms = task.atoms.iter();
    let is_lacking = lacks_given || atoms.any(|atom| !successor.has_terms(atom));
    successor.needs_distance = has_positions && is_lacking;
    Ok(Box::new(successor))
}

impl Successor {
    /// Returns true if only one of a tour and its reverse is a model. With edges they are the same.
    fn is_one_direction(&self) -> bool {
        match self.choice {
            TourVars::Arcs { .. } => self.circuit.is_one_direction,
            TourVars::Edges(_) => self.circuit.is_either_way(),
        }
    }

    /// Returns true if a cycle may miss the first vertex. Otherwise the connectivity is not needed.
    fn may_have_subtours(&self) -> bool {
        !self.circuit.is_contradictory && self.circuit.longest_subtour >= 3
    }

    /// Returns the arcs or edges with their terms: the pair, from tail to head or in any order, and
    /// the term that the tour takes it.
    fn moves(&self, tour: Vars) -> Vec<(Arc, Term)> {
        match &self.choice {
            _ if self.circuit.is_contradictory => Vec::new(),
            TourVars::Arcs { places, .. } => {
                let arcs = ArcTerms { places, tour };
                arcs.all(&self.circuit).collect()
            }
            TourVars::Edges(edges) => edges.on(tour).all().collect(),
        }
    }
}

impl Encoder for Successor {
    fn variables(&self) -> u32 {
        match &self.choice {
            _ if self.circuit.is_contradictory => 0,
            TourVars::Arcs { variables, .. } => *variables,
            TourVars::Edges(edges) => edges.variables,
        }
    }

    fn encode(&self, tour: Vars, sink: &mut dyn ClauseSink) -> Known<'_> {
        let circuit = &self.circuit;
        if circuit.is_contradictory {
            sink.group(&CONTRADICTION);
            sink.clause(&[]);
            return Known::contradiction();
        }
        let is_connectivity_due = self.may_have_subtours() || self.has_positions;
        match &self.choice {
            TourVars::Edges(edges) => {
                let terms = edges.on(tour);
                degrees_of_edges(circuit, terms, sink);
                if is_connectivity_due {
                    self.connectivity.on_edges(circuit, terms, sink);
                }
                Known::new(move |atom| terms.terms_of(atom))
            }
            TourVars::Arcs { places, amo, .. } => {
                let arcs = ArcTerms { places, tour };
                degrees_of_arcs(circuit, arcs, *amo, sink);
                let positions =
                    is_connectivity_due.then(|| self.connectivity.on_arcs(circuit, arcs, sink));
                let distance = || Distance::default().on_arcs(circuit, arcs, sink);
                let distances = self.needs_distance.then(distance);
                let known: Vec<Known> = positions.into_iter().chain(distances).collect();
                let terms = move |atom: &Atom| known.iter().find_map(|known| known.terms(atom));
                given_steps(circuit, &terms, sink);
                Known::new(move |atom| match self.arc(atom) {
                    Some(arc) => {
                        let number = circuit.number(arc);
                        Some(vec![number.map_or(Term::FALSE, |arc| arcs.term(arc))])
                    }
                    None => terms(&by_position(circuit, atom)?),
                })
            }
        }
    }

    fn decode(&self, tour: Vars, model: &Model) -> Result<Vec<u32>, FormulaError> {
        let mut cycles = self.cycles(tour, model)?;
        if cycles.len() == 1 {
            return Ok(self.circuit.tour(cycles.remove(0)));
        }
        let squares =
            |cycle: &Vec<u32>| cycle.iter().filter(|&&v| self.circuit.is_local(v)).count() as u32;
        let lengths = cycles.iter().map(squares).collect();
        Err(FormulaError::Cycles(lengths))
    }

    fn meaning(&self, tour: Vars) -> Meaning {
        let style = match self.choice {
            TourVars::Arcs { .. } => FactStyle::Arcs,
            TourVars::Edges(_) => FactStyle::Edges,
        };
        let mut meaning = Meaning::of(style);
        for (arc @ [from, to], term) in self.moves(tour) {
            let fact = Fact::of_move(style, arc);
            if self.circuit.is_local(from) && self.circuit.is_local(to) {
                // A move of every tour needs no literal.
                meaning.add(fact, term.lit().as_slice());
            } else {
                meaning.also.extend(term.lit().map(|lit| (fact, lit)));
            }
        }
        meaning.is_one_direction = style == FactStyle::Arcs && self.is_one_direction();
        meaning
    }

    fn properties(&self) -> ModelProperties {
        let (circuit, connectivity) = (&self.circuit, &self.connectivity);
        let edges = match &self.choice {
            TourVars::Arcs { .. } => None,
            TourVars::Edges(edges) => Some(edges),
        };
        let has_subtours = self.may_have_subtours();
        ModelProperties {
            // Arcs and edges do not determine the start of a cycle.
            first: Some(0),
            is_relaxed: has_subtours && !connectivity.is_exact(circuit),
            is_one_direction: self.is_one_direction(),
            is_free: has_subtours && !connectivity.is_parsimonious(circuit, edges),
            ..ModelProperties::default()
        }
    }

    /// Returns none if the model is one cycle. A tour leaves each of several cycles.
    fn cuts(&self, tour: Vars, model: &Model) -> Result<Vec<Vec<Lit>>, FormulaError> {
        let cycles = self.cycles(tour, model)?;
        let mut inside = vec![false; self.circuit.len() as usize];
        let moves = self.moves(tour);
        let mut cuts = Cnf::default();
        for cycle in cycles.iter().filter(|_| cycles.len() > 1) {
            cycle.iter().for_each(|&v| inside[v as usize] = true);
            let is_inside = |vertex: u32| inside[vertex as usize];
            match &self.choice {
                TourVars::Arcs { .. } => {
                    let leaving = (moves.iter().copied())
                        .filter(|&([from, to], _)| is_inside(from) && !is_inside(to));
                    cuts.clause(&lits(leaving.map(|(_, term)| term)));
                }
                TourVars::Edges(edges) => edges.on(tour).write_cut(cycle, is_inside, &mut cuts),
            }
            cycle.iter().for_each(|&v| inside[v as usize] = false);
        }
        Ok(cuts.clauses().map(<[Lit]>::to_vec).collect())
    }
}

/// Returns true if a vertex other than the root has a given position, or an excluded one.
fn has_given(circuit: &Prepared) -> bool {
    let has_position = |&at: &(u32, u32)| at != (0, circuit.root);
    circuit.given.iter().any(has_position) || !circuit.excluded.is_empty()
}

/// Writes the given and the excluded positions of vertices, by the terms of positions.
fn given_steps(
    circuit: &Prepared,
    terms: &dyn Fn(&Atom) -> Option<Vec<Term>>,
    sink: &mut dyn ClauseSink,
) {
    let terms_at = |&(step, vertex): &(u32, u32)| {
        let terms = terms(&Atom::Fact(Fact::At { step, vertex }));
        terms.expect("positions are written if steps are given")
    };
    if !has_given(circuit) {
        return;
    }
    sink.group(&GIVEN_STEPS);
    for term in circuit.given.iter().flat_map(terms_at) {
        clause([term], sink);
    }
    for at in &circuit.excluded {
        clause(terms_at(at).into_iter().map(|term| !term), sink);
    }
}

/// The most arcs at a vertex for which all pairs are as good as any encoding.
const FEW: usize = 8;

/// Writes exactly one arc out of every vertex and one into it, by this at-most-one encoding. `None`
/// is all pairs for few arcs, and product for more.
fn degrees_of_arcs(
    circuit: &Prepared,
    arcs: ArcTerms,
    amo: Option<Amo>,
    sink: &mut dyn ClauseSink,
) {
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
    (0..circuit.len()).for_each(|vertex| one_of(circuit.out(vertex), sink));
    sink.group(&ARC_IN);
    (0..circuit.len()).for_each(|vertex| one_of(circuit.into(vertex), sink));
    if circuit.len() > 2 {
        sink.group(&NO_WAY_BACK);
        for (number, &[from, to]) in (0..).zip(circuit.arcs()) {
            if from < to
                && let Some(back) = circuit.number([to, from])
            {
                clause([!arcs.term(number), !arcs.term(back)], sink);
            }
        }
    }
    sink.group(&FORCED_EDGES);
    for &[a, b] in circuit.forced() {
        let ways = [[a, b], [b, a]].map(|arc| circuit.number(arc));
        clause(ways.into_iter().flatten().map(|arc| arcs.term(arc)), sink);
    }
    if circuit.is_one_direction_due {
        one_direction(circuit, arcs, sink);
    }
}

fn one_direction(circuit: &Prepared, arcs: ArcTerms, sink: &mut dyn ClauseSink) {
    sink.group(&ONE_DIRECTION);
    let first = circuit.root;
    for &back in circuit.into(first) {
        let last = circuit.arcs()[back as usize][0];
        let is_lower = |arc: &&u32| circuit.arcs()[**arc as usize][1] < last;
        let lower = circuit.out(first).iter().filter(is_lower);
        let terms = lower.map(|&arc| arcs.term(arc));
        clause(std::iter::once(!arcs.term(back)).chain(terms), sink);
    }
}
