//! The problem: a graph, the kind of its tours, and a list of constraints.
//!
//! A tour keeps every [constraint](crate::constraint) of the list. The fixed ends, the required
//! moves and the rules for backends are derived from the list in one place.

use crate::Kind;
use crate::blocks::{self, BlockSize, Blocks, BlocksError, Joints};
use crate::board::Board;
use crate::constraint::{Constrain, Constraints, FixedEnds, ListMember, Property, TourConstraint};
use crate::fact::Fact;
use crate::geometry::NoDirection;
use crate::given::{self, Clue, Given};
use crate::graph::{Coordinates, Graph};
use crate::magic::{EqualSums, Line};
use crate::reversal::Reversal;
use crate::rule::{self, Atom, Counting, Rule};
use crate::statistic::{Alternative, Statistic, Sum};
use crate::symmetry::Symmetry;
use crate::table::{Demand, Demands};
use itertools::Itertools;
use knightsat_base::stop::{Stop, Stopped};
use knightsat_base::text::counted;
use std::iter;
use std::sync::Arc;
use thiserror::Error;

/// The fault of a problem.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemError {
    /// A path of several vertices cannot end where it starts.
    #[error("start and end are the same, but a tour of {} needs two different ones", counted(*.0, "step"))]
    StartIsEnd(u32),
    /// A symmetry of an open tour: only a cycle can be shifted along itself.
    #[error("a symmetric tour is closed: an open one cannot map to itself and keep its direction")]
    SymmetricOpen,
    /// A symmetry that reverses an open tour.
    #[error("only closed tours may be required to be mapped to their reverse")]
    ReversedOpen,
    /// A given move that is no edge of the graph.
    #[error("there is no move between vertices {} and {}", .0 + 1, .1 + 1)]
    NoMove(u32, u32),
    /// A given step that does not exist.
    #[error("there is no step {step}: the tour has the steps 1 to {steps}")]
    NoStep {
        /// The step.
        step: u32,
        /// The last step.
        steps: u32,
    },
    /// A closed tour has no steps until a clue fixes one.
    #[error("a closed tour has no first step: fix a start, an end or a square at a step")]
    NoFirstStep,
    /// The vertices have no places on a grid.
    #[error("there are no ranks and files here that could add up to the same")]
    NoLines,
    /// A statistic in a rule that tours have not.
    #[error("{statistic}: {reason}")]
    NoStatistic {
        /// Its name.
        statistic: String,
        /// The reason.
        reason: NoDirection,
    },
    /// Lines of different lengths, which cannot have the same sums.
    #[error(
        "a magic tour is on a board whose ranks have as many squares each, and whose files have: holes \
         leave some shorter"
    )]
    UnevenLines,
    /// Time was up before the graph was laid out.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A problem: find a Hamiltonian path or cycle of a graph that keeps all constraints. It contains
/// no deadline: functions that can last take a [`Stop`]. Clones share the graph, the places of the
/// vertices and the images of a symmetry.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The graph before clues forbid moves.
    stated_graph: Arc<Graph>,
    pub(crate) kind: Kind,
    coordinates: Option<Arc<Coordinates>>,
    constraints: Constraints,
    /// True if the reverse of a tour is another one, whatever the constraints say.
    is_one_way: bool,
    // Derived from the rest:
    /// The graph without the moves that clues forbid.
    pub(crate) graph: Arc<Graph>,
    pub(crate) start: Option<u32>,
    pub(crate) end: Option<u32>,
    /// The symmetry by which a period of the tour determines the rest, if it is not trivial.
    symmetry: Option<Symmetry>,
    required: Vec<[u32; 2]>,
    at: Vec<(u32, u32)>,
    not_at: Vec<(u32, u32)>,
    rules: Vec<Rule>,
}

impl Problem {
    /// Returns the problem on `graph`. For a closed tour `start` and `end` are steps 1 and N of the
    /// cycle, so the end is joined to the start.
    ///
    /// # Panics
    /// If the graph is empty or `start` or `end` is no vertex of it.
    pub fn new(
        graph: impl Into<Arc<Graph>>,
        kind: Kind,
        start: Option<u32>,
        end: Option<u32>,
    ) -> Result<Problem, ProblemError> {
        let graph: Arc<Graph> = graph.into();
        assert!(!graph.is_empty(), "a tour needs a vertex");
        assert!(start.into_iter().chain(end).all(|v| v < graph.len()));
        if start.is_some() && start == end && graph.len() > 1 {
            return Err(ProblemError::StartIsEnd(graph.len()));
        }
        let mut constraints = Constraints::default();
        if start.or(end).is_some() {
            constraints.set(FixedEnds { start, end });
        }
        Ok(Problem {
            symmetry: None,
            stated_graph: graph.clone(),
            graph,
            kind,
            start,
            end,
            coordinates: None,
            constraints,
            is_one_way: false,
            required: Vec::new(),
            at: Vec::new(),
            not_at: Vec::new(),
            rules: Vec::new(),
        })
    }

    /// Returns the problem of the Hamiltonian cycles of a graph.
    ///
    /// # Panics
    /// If the graph is empty.
    pub fn cycle(graph: impl Into<Arc<Graph>>) -> Problem {
        let problem = Problem::new(graph, Kind::Closed, None, None);
        problem.expect("no ends that could be the same")
    }

    /// Returns the problem with the places of its vertices on a grid, which some encodings use. The
    /// tours stay the same.
    ///
    /// # Panics
    /// If these are not the places of all vertices.
    pub fn with_coordinates(mut self, coordinates: impl Into<Arc<Coordinates>>) -> Problem {
        let coordinates: Arc<Coordinates> = coordinates.into();
        assert_eq!(coordinates.of.len() as u32, self.graph.len());
        self.coordinates = Some(coordinates);
        self
    }

    /// Returns the problem with a constraint that fits it, in place of one of the same type.
    pub(crate) fn with(mut self, constraint: impl ListMember) -> Problem {
        self.constraints.set(constraint);
        self.settled()
    }

    /// Returns the problem of tours with this symmetry.
    pub fn with_symmetry(self, symmetry: Symmetry) -> Result<Problem, ProblemError> {
        if self.kind == Kind::Open && symmetry.order() > 1 {
            return Err(ProblemError::SymmetricOpen);
        }
        Ok(self.with(symmetry))
    }

    /// Returns the problem of the closed tours that this map reverses.
    pub fn with_reversal(self, reversal: Reversal) -> Result<Problem, ProblemError> {
        match self.kind {
            Kind::Open => Err(ProblemError::ReversedOpen),
            Kind::Closed => Ok(self.with(reversal)),
        }
    }

    /// Returns the problem of tours that have the same sum of steps on every rank, and on every
    /// file.
    ///
    /// Fails if the vertices have no [places](Problem::with_coordinates) on a grid, or if the ranks
    /// or the files differ in length.
    pub fn with_magic(self) -> Result<Problem, ProblemError> {
        let sums = EqualSums::new(&self)?;
        Ok(self.with(sums))
    }

    /// Returns the problem with clues besides its ends; with a symmetry the tour has all their
    /// images, too. A vertex at the first or at the last step is the start or the end, even if the
    /// problem has that end already. Any other clue about steps makes the tour a numbering, even if
    /// other clues imply it.
    ///
    /// Fails if a move is no edge of the graph, or if a step is beyond the last. Fails also if a
    /// vertex is kept from a step of a closed tour without a first step. Contradictory clues are no
    /// failure, but make a problem without a tour.
    ///
    /// # Panics
    /// If the problem has clues already, or a vertex is not one of the graph.
    pub fn with_given(self, given: Given) -> Result<Problem, ProblemError> {
        assert!(self.given().is_empty(), "given twice");
        given.check(&self)?;
        self.with(given).with_first_step()
    }

    /// Returns the problem of tours that keep these rules, and no others, of any name.
    ///
    /// Fails if a rule names a step beyond the last one, or if it is [directed](Rule::is_directed)
    /// and a closed tour has no first step.
    ///
    /// # Panics
    /// If a vertex is not one of the graph.
    pub fn with_rules(self, rules: Vec<Rule>) -> Result<Problem, ProblemError> {
        rule::check(&rules, &self)?;
        let plain = self.with(Vec::<Property>::new());
        plain.with(rules).with_first_step()
    }

    /// Returns the problem of tours with these properties.
    ///
    /// Fails if a property needs squares and the vertices have no places on a grid, or if it needs
    /// steps and a closed tour has no first step.
    pub fn with_properties(self, properties: Vec<Property>) -> Result<Problem, ProblemError> {
        rule::check(&properties.rules(&self), &self)?;
        self.with(properties).with_first_step()
    }

    /// Returns the problem of tours that visit blocks of this size one after the other. Call this
    /// last.
    pub fn with_blocks(
        self,
        board: &Board,
        size: BlockSize,
        joints: Joints,
        stop: &Stop,
    ) -> Result<Problem, BlocksError> {
        match blocks::lay_out(&self, board, size, joints, stop) {
            Ok(blocks) => {
                let begun = match blocks.fixed_ends().map(|ends| ends.map(Some)) {
                    Some([start, end]) => self.with(FixedEnds { start, end }),
                    None => self,
                };
                Ok(begun.with(Arc::new(blocks)))
            }
            // No tour at all is the shorter answer.
            Err(error @ BlocksError::Stopped(_)) => Err(error),
            Err(_) if self.obstruction(stop).is_some() => Ok(self),
            Err(error) => Err(error),
        }
    }

    /// Returns the problem in which the reverse of a tour is another tour, as if a
    /// [directed rule](Rule::is_directed) made it so.
    pub fn with_direction(self) -> Problem {
        let is_one_way = true;
        Problem { is_one_way, ..self }.settled()
    }

    /// Returns the problem in a form that is right even if the reverse of a tour is no tour. A
    /// quarter turn may then lead along the tour or back, so only the half turn determines the
    /// second half of the steps. [`Problem::quarter`] is the condition that remains.
    pub fn in_either_direction(mut self) -> Problem {
        self.symmetry = self.get().and_then(Symmetry::half);
        self.place_clues();
        self
    }

    /// Derives everything from the constraints.
    fn settled(mut self) -> Problem {
        let FixedEnds { start, end } = self.get().copied().unwrap_or_default();
        let (first, last) = (self.given().at(1), self.given().at(self.graph.len()));
        let images = |edge| self.images(edge);
        let required = self.given().required().flat_map(images).collect_vec();
        let forbidden = self.given().forbidden().flat_map(images);
        let forbidden = forbidden.filter(|&[a, b]| self.graph.has_edge(a, b));
        let forbidden = forbidden.collect_vec();
        let constraints = self.constraints.iter();
        self.rules = constraints.flat_map(|one| one.rules(&self)).collect();
        (self.start, self.end) = (start.or(first), end.or(last));
        if !forbidden.is_empty() {
            self.graph = self.graph.without_edges(&forbidden).into();
        }
        self.symmetry = self.get().cloned();
        self.place_clues();
        let has_ends = self.start.and(self.end).is_some();
        if self.symmetry.is_some() && (has_ends || self.has_one_way()) {
            self = self.in_either_direction();
        }
        // Start and end alone need no entry.
        let between = if self.has_given_steps() {
            self.between_successive_steps()
        } else {
            Vec::new()
        };
        let required = required.into_iter().chain(between);
        self.required = required.sorted_unstable().dedup().collect();
        self
    }

    /// Returns the problem, or an error if a closed tour has no first step, and clues or rules need
    /// one.
    pub(crate) fn with_first_step(self) -> Result<Problem, ProblemError> {
        let is_begun = || self.kind == Kind::Open || self.is_magic() || !self.at().is_empty();
        if self.is_numbered() && !is_begun() {
            Err(ProblemError::NoFirstStep)
        } else {
            Ok(self)
        }
    }

    /// Turns the clues about steps back to the first period.
    fn place_clues(&mut self) {
        let here = |(step, vertex)| self.in_period(step, vertex);
        let at = self.given().at_besides(self).map(here).collect();
        let not_at = self.given().not_at().map(here).collect();
        (self.at, self.not_at) = (at, not_at);
    }

    /// Returns the constraints, in the order in which the verifier looks at them.
    pub fn constraints(&self) -> impl Iterator<Item = &TourConstraint> {
        self.constraints.iter()
    }

    /// Returns the constraint of this type, if the problem has one.
    pub(crate) fn get<C: ListMember>(&self) -> Option<&C> {
        self.constraints.get()
    }

    /// Returns the graph, without the moves that clues forbid.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the graph, shared.
    pub fn shared_graph(&self) -> Arc<Graph> {
        self.graph.clone()
    }

    /// Returns the graph before clues forbade moves.
    pub(crate) fn stated_graph(&self) -> &Graph {
        &self.stated_graph
    }

    /// Returns the kind: open or closed.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the places of the vertices on a grid without joined sides, if they have any.
    pub fn coordinates(&self) -> Option<&Coordinates> {
        let places = self.coordinates.as_deref();
        places.filter(|places| places.is_plane())
    }

    /// Returns the same places, shared.
    pub fn shared_coordinates(&self) -> Option<Arc<Coordinates>> {
        self.coordinates().and(self.coordinates.clone())
    }

    /// Returns the places of the vertices on a grid, which may have joined sides, if they determine
    /// the direction of each move.
    pub fn directions(&self) -> Result<&Coordinates, NoDirection> {
        self.coordinates.as_deref().ok_or_else(|| {
            let geometry = self.stated_graph.geometry();
            let reason = geometry.and_then(|geometry| geometry.directions().err());
            reason.unwrap_or(NoDirection::Graph)
        })
    }

    /// Returns the vertex of the first step, if fixed.
    pub fn start(&self) -> Option<u32> {
        self.start
    }

    /// Returns the vertex of the last step, if fixed.
    pub fn end(&self) -> Option<u32> {
        self.end
    }

    /// Returns the required symmetry, the trivial one if none is required. One period later a tour
    /// or its reverse is on the image of each vertex.
    pub fn turn(&self) -> &Symmetry {
        self.get().unwrap_or(&Symmetry::TRIVIAL)
    }

    /// Returns the symmetry that leads every tour of the problem in the same direction, one
    /// [period](Problem::period) on. It is the [required one](Problem::turn), or its half if the
    /// direction of the tour matters and the turn may lead along the tour or back.
    pub fn symmetry(&self) -> &Symmetry {
        self.twist().unwrap_or(&Symmetry::TRIVIAL)
    }

    /// Returns [`Problem::symmetry`], if it is not trivial.
    pub(crate) fn twist(&self) -> Option<&Symmetry> {
        self.symmetry.as_ref()
    }

    /// Returns the required symmetry if it is more than [`Problem::symmetry`]. A part of the steps
    /// later, one by its order, a tour is always on the image of a vertex, or always on the
    /// preimage.
    pub fn quarter(&self) -> Option<&Symmetry> {
        let turn: Option<&Symmetry> = self.get();
        turn.filter(|turn| turn.order() != self.symmetry().order())
    }

    /// Returns the number of steps after which the tour repeats itself turned: all steps if no
    /// symmetry is required.
    pub fn period(&self) -> u32 {
        let len = self.graph.len();
        self.twist().map_or(len, |symmetry| len / symmetry.order())
    }

    /// Returns the step and the vertex of the period that mean that the tour is on `vertex` at
    /// `step`.
    pub fn in_period(&self, step: u32, vertex: u32) -> (u32, u32) {
        let period = self.period();
        let turns = (step - 1) / period;
        let vertex = (0..turns).fold(vertex, |vertex, _| self.symmetry().preimage(vertex));
        ((step - 1) % period + 1, vertex)
    }

    /// Returns the images of a fact under the symmetry: a tour of the problem has all of them or
    /// none.
    pub fn images_of(&self, fact: Fact) -> impl Iterator<Item = Fact> {
        let [a, b] = match fact {
            Fact::At { vertex, .. } => [vertex; 2],
            Fact::Arc { from, to } => [from, to],
            Fact::Edge(ends) => *ends,
        };
        let pairs = self.turn().orbit(a).zip(self.turn().orbit(b));
        let image = move |(a, b)| match fact {
            Fact::At { step, vertex } => {
                let (step, vertex) = self.in_period(step, vertex);
                Fact::At { step, vertex }
            }
            Fact::Arc { .. } => Fact::Arc { from: a, to: b },
            Fact::Edge(..) => Fact::edge(a, b),
        };
        pairs.map(image)
    }

    /// Returns the symmetry that must reverse the tour, if one is required.
    pub fn reversal(&self) -> Option<&Reversal> {
        self.get()
    }

    /// Returns all images of an edge.
    fn images(&self, [a, b]: [u32; 2]) -> impl Iterator<Item = [u32; 2]> {
        let images = self.turn().orbit(a).zip(self.turn().orbit(b));
        let images = images.map(|(a, b)| [a, b]);
        let reversed = self.reversal();
        let with_reversed = move |ends: [u32; 2]| {
            let reversed = reversed.map(|map| ends.map(|vertex| map.image(vertex)));
            iter::once(ends).chain(reversed)
        };
        let all = images.flat_map(with_reversed);
        all.map(|[a, b]| [a.min(b), a.max(b)])
    }

    /// Returns the moves between the vertices of successive steps.
    fn between_successive_steps(&self) -> Vec<[u32; 2]> {
        let mut at = self.at();
        if let (Kind::Closed, Some(&(1, first))) = (self.kind, at.first()) {
            at.push((self.period() + 1, self.symmetry().image(first)));
        }
        let successive = at
            .iter()
            .tuple_windows()
            .filter(|((step, a), (next, b))| step + 1 == *next && a != b);
        let edges = successive.flat_map(|((_, a), (_, b))| self.images([*a, *b]));
        edges.collect()
    }

    /// Returns the clues besides the ends, unchanged.
    pub fn given(&self) -> &Given {
        self.get().unwrap_or(&given::NONE)
    }

    /// Returns the same clues one by one.
    pub fn given_clues(&self) -> impl Iterator<Item = Clue> {
        let given: Option<&Given> = self.get();
        given
            .into_iter()
            .flat_map(|given| given.clues().iter().copied())
    }

    /// Returns all clues, with a fixed start and end as vertices at the first and the last step.
    pub fn clues(&self) -> Given {
        let last = self.graph.len();
        let start = self.start.map(|vertex| Clue::At { step: 1, vertex });
        let end = self.end.map(|vertex| Clue::At { step: last, vertex });
        let given = self.given_clues();
        Given::new(start.into_iter().chain(end).chain(given))
    }

    /// Returns the edges that the tour must take, in order, each with its smaller end first. These
    /// are the required moves and the moves between the vertices of two successive steps. Without a
    /// tour one of them may be no edge of the graph.
    pub fn required(&self) -> &[[u32; 2]] {
        &self.required
    }

    /// Returns the steps that have a given vertex, 1…[`Problem::period`], with the vertex, by step.
    /// Start and end are among them.
    pub fn at(&self) -> Vec<(u32, u32)> {
        let last = self.graph.len();
        let start = self.start.map(|start| (1, start));
        let end = self.end.map(|end| self.in_period(last, end));
        let ends = start.into_iter().chain(end);
        let all = ends.chain(self.at.iter().copied());
        all.sorted_unstable().dedup().collect()
    }

    /// Returns the first step with a given vertex, and that vertex. Start and end are among them.
    /// It is a step of the tour, not of its first period, so it holds whichever way a symmetry
    /// leads along the tour.
    pub fn anchor(&self) -> Option<(u32, u32)> {
        let given = self.given_clues().filter_map(|clue| match clue {
            Clue::At { step, vertex } => Some((step, vertex)),
            _ => None,
        });
        let start = self.start.map(|start| (1, start));
        let end = self.end.map(|end| (self.graph.len(), end));
        start.into_iter().chain(end).chain(given).min()
    }

    /// Returns the steps of the period at which the tour is not on a vertex, with that vertex.
    pub fn not_at(&self) -> &[(u32, u32)] {
        &self.not_at
    }

    /// Returns true if clues restrict steps besides those of start and end. Then a closed tour is a
    /// numbering, and a tour and its reverse differ.
    pub fn has_given_steps(&self) -> bool {
        !self.at.is_empty() || !self.not_at.is_empty()
    }

    /// Returns true if a tour differs from its reverse, and a closed tour from its rotations. The
    /// cause is given steps or [rules](crate::rule), or, for a closed tour, the
    /// [sums](crate::magic) of steps.
    pub fn is_numbered(&self) -> bool {
        let mut constraints = self.constraints.iter();
        self.is_one_way || constraints.any(|constraint| constraint.is_numbering(self))
    }

    /// Returns true if a tour may be listed from any of its vertices. It is closed then, has no
    /// fixed ends, and is not [numbered](Problem::is_numbered).
    pub fn begins_anywhere(&self) -> bool {
        let has_ends = self.start.or(self.end).is_some();
        self.kind == Kind::Closed && !has_ends && !self.is_numbered()
    }

    /// Returns true if the reverse of a tour is no tour, or another one, whatever the ends. This
    /// holds in a directed graph, and if tours are [numbered](Problem::is_numbered).
    pub fn has_one_way(&self) -> bool {
        self.is_numbered() || self.graph.is_directed()
    }

    /// Returns true if the reverse of a tour is another tour because of a
    /// [directed](Rule::is_directed) rule, or [as stated](Problem::with_direction).
    pub fn has_direction(&self) -> bool {
        self.is_one_way || self.rules.iter().any(Rule::is_directed)
    }

    /// Returns true if ranks and files must have the same sums.
    pub fn is_magic(&self) -> bool {
        !self.magic_lines().is_empty()
    }

    /// Returns the lines that must have the same sums, ranks before files; none if sums are free.
    pub fn magic_lines(&self) -> &[Line] {
        self.get::<EqualSums>().map_or(&[], EqualSums::lines)
    }

    /// Returns the sum of the steps on one of these lines; `None` if it would be no whole number.
    pub fn magic_sum(&self, line: &Line) -> Option<u64> {
        line.sum(self.graph.len())
    }

    /// Returns the blocks that a tour visits one after the other, if any are required.
    pub fn blocks(&self) -> Option<&Blocks> {
        self.get::<Arc<Blocks>>().map(|blocks| &**blocks)
    }

    /// Returns the rules as stated, without those that other constraints amount to.
    pub(crate) fn stated_rules(&self) -> &[Rule] {
        self.get::<Vec<Rule>>().map_or(&[], Vec::as_slice)
    }

    /// Returns the rules that every tour keeps: the stated ones, then those that other constraints
    /// amount to.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Returns the plain atoms that define those of all rules, each once.
    pub fn plain_atoms(&self) -> Vec<Atom> {
        let atoms = self.rules.iter().flat_map(|rule| self.plain_atoms_of(rule));
        atoms.unique().collect()
    }

    /// Returns the plain atoms that define those of a rule.
    pub fn plain_atoms_of(&self, rule: &Rule) -> Vec<Atom> {
        rule.plain_atoms(self)
    }

    /// Returns the edges, or pairs of edges, by which an angle or a crossing is defined: it holds
    /// if a tour takes one of them. Other atoms have none.
    pub fn alternatives(&self, atom: &Atom) -> Vec<Alternative> {
        atom.alternatives(self)
    }

    /// Returns a statistic of rules as a sum.
    pub fn sum_of(&self, statistic: &Statistic) -> Sum {
        let sum = statistic.sum(self, &Stop::default());
        sum.expect("rules about angles have coordinates, and no deadline is set")
    }

    /// Returns the demands of a rule of the problem.
    pub fn demands_of(&self, rule: &Rule) -> Demands {
        rule.demands(Counting::of(self))
    }

    /// Returns the same constraints on a graph of the same vertices and moves, in another order.
    pub fn with_graph(self, graph: Graph) -> Problem {
        let graph = Arc::new(graph);
        Problem {
            stated_graph: graph.clone(),
            graph,
            ..self
        }
        .settled()
    }

    /// Returns what the problem asks of a backend.
    pub fn demands(&self) -> Demands {
        let graph = &self.graph;
        let is_both = |&[a, b]: &[u32; 2]| graph.has_arc(a, b) && graph.has_arc(b, a);
        let mut demands = Demands::default();
        if graph.is_directed() {
            demands.add_if(true, Demand::OneWay);
            demands.add_if(self.required().iter().any(is_both), Demand::BothWays);
        }
        let constraints = self.constraints.iter();
        let of_constraints = constraints.flat_map(|constraint| constraint.demands(self).iter());
        demands.iter().chain(of_constraints).collect()
    }
}
