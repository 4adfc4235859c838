//! The problem: a graph, the kind of its tours, and a list of constraints.
//!
//! A tour keeps every [constraint](crate::constraint) of the list. [`Problem::get`] returns one by
//! its type, such as [`Given`] or [`Symmetry`]. The other methods return facts that follow from
//! several of them.

use crate::Kind;
use crate::blocks::Blocks;
use crate::constraint::{Constraints, FixedEnds, ListMember, OneWay, TourConstraint};
use crate::geometry::NoDirection;
use crate::given::Given;
use crate::graph::{Coordinates, Graph};
use crate::magic::EqualSums;
use crate::reversal::Reversal;
use crate::rule::{Atom, Rule};
use crate::symmetry::Symmetry;
use crate::table::{Demand, Demands};
use itertools::Itertools;
use knightsat_base::stop::Stopped;
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
/// no deadline: functions that can last take a [`Stop`](crate::base::stop::Stop). Clones share the
/// graph, the places of the vertices and the images of a symmetry.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The graph before clues forbid moves.
    pub(crate) stated_graph: Arc<Graph>,
    /// The graph without these moves.
    pub(crate) graph: Arc<Graph>,
    pub(crate) kind: Kind,
    pub(crate) coordinates: Result<Arc<Coordinates>, NoDirection>,
    pub(crate) constraints: Constraints,
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
        let problem = Problem {
            stated_graph: graph.clone(),
            graph,
            kind,
            coordinates: Err(NoDirection::Graph),
            constraints: Constraints::default(),
        };
        problem.with(FixedEnds { start, end })
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
        assert_eq!(coordinates.len(), self.graph.len());
        self.coordinates = Ok(coordinates);
        self
    }

    /// Returns the problem with one more constraint, in place of one of the same type.
    ///
    /// Fails if the constraint does not fit the problem, or if a closed tour has no first step and
    /// clues or rules need one. Contradictory constraints are no failure, but make a problem
    /// without a tour.
    ///
    /// # Panics
    /// If a vertex is not one of the graph, or if the problem has clues already and these are more.
    #[doc(hidden)]
    pub fn with(self, constraint: impl Into<TourConstraint>) -> Result<Problem, ProblemError> {
        let constraint = constraint.into();
        constraint.check(&self)?;
        self.and(constraint).with_first_step()
    }

    /// Returns the problem with a constraint that fits it, while others may follow.
    pub(crate) fn and(mut self, constraint: impl Into<TourConstraint>) -> Problem {
        self.constraints.set(constraint.into());
        self.settled()
    }

    /// Fixes the ends that clues and blocks have, and removes forbidden moves.
    fn settled(mut self) -> Problem {
        let blocks = self
            .get::<Arc<Blocks>>()
            .and_then(|blocks| blocks.fixed_ends());
        let given: Option<&Given> = self.get();
        let end = |step| given.and_then(|given| given.at(step));
        let last = end(self.graph.len());
        let ends = FixedEnds {
            start: self.start().or(end(1)).or(blocks.map(|ends| ends[0])),
            end: self.end().or(last).or(blocks.map(|ends| ends[1])),
        };
        if let Some(given) = given {
            let forbidden = given.forbidden().flat_map(|edge| self.images(edge));
            let forbidden = forbidden.filter(|&[a, b]| self.graph.has_edge(a, b));
            let forbidden = forbidden.collect_vec();
            if !forbidden.is_empty() {
                self.graph = self.graph.without_edges(&forbidden).into();
            }
        }
        self.constraints.set(ends.into());
        self
    }

    /// Returns the problem, or an error if a closed tour has no first step, and clues or rules need
    /// one.
    pub(crate) fn with_first_step(self) -> Result<Problem, ProblemError> {
        let is_exempt = self.get::<EqualSums>().is_some() || self.get::<OneWay>().is_some();
        if self.kind == Kind::Open || is_exempt || !self.is_numbered() || !self.at().is_empty() {
            Ok(self)
        } else {
            Err(ProblemError::NoFirstStep)
        }
    }

    /// Returns the constraints, in the order in which the verifier looks at them.
    #[doc(hidden)]
    pub fn constraints(&self) -> impl Iterator<Item = &TourConstraint> {
        self.constraints.iter()
    }

    /// Returns the constraint of this type, if the problem has one.
    #[doc(hidden)]
    pub fn get<C: ListMember>(&self) -> Option<&C> {
        self.constraints.get()
    }

    /// Returns the graph, without the moves that clues forbid.
    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// Returns the kind: open or closed.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the places of the vertices on a grid without joined sides, if they have any.
    pub fn coordinates(&self) -> Option<&Arc<Coordinates>> {
        let places = self.coordinates.as_ref().ok();
        places.filter(|places| places.is_plane())
    }

    /// Returns the places of the vertices on a grid, which may have joined sides, if they determine
    /// the direction of each move.
    pub fn directions(&self) -> Result<&Coordinates, NoDirection> {
        self.coordinates.as_deref().map_err(NoDirection::clone)
    }

    /// Returns the vertex of the first step, if fixed.
    pub fn start(&self) -> Option<u32> {
        self.get::<FixedEnds>()?.start
    }

    /// Returns the vertex of the last step, if fixed.
    pub fn end(&self) -> Option<u32> {
        self.get::<FixedEnds>()?.end
    }

    /// Returns the first and the last step with their vertices, as far as they are fixed.
    pub(crate) fn fixed_ends(&self) -> impl Iterator<Item = (u32, u32)> + Clone + use<> {
        let ends = [(1, self.start()), (self.graph.len(), self.end())];
        ends.into_iter()
            .filter_map(|(step, end)| Some((step, end?)))
    }

    /// Returns the symmetry that leads every tour of the problem in the same direction, one
    /// [period](Problem::period) on; the trivial one if none is required. It is the required one,
    /// or its half if the direction of the tour matters and the turn may lead along the tour or
    /// back.
    pub fn symmetry(&self) -> Symmetry {
        match self.get::<Symmetry>() {
            Some(turn) if self.fixes_direction() => turn.half().unwrap_or(Symmetry::TRIVIAL),
            Some(turn) => turn.clone(),
            None => Symmetry::TRIVIAL,
        }
    }

    /// Returns true if a tour and its reverse are not both tours of the problem, or differ.
    fn fixes_direction(&self) -> bool {
        self.start().and(self.end()).is_some() || self.has_one_way()
    }

    /// Returns the number of steps after which the tour repeats itself turned: all steps if no
    /// symmetry is required.
    pub fn period(&self) -> u32 {
        let order = match self.get::<Symmetry>() {
            Some(turn) if self.fixes_direction() => 2 - turn.order() % 2,
            Some(turn) => turn.order(),
            None => 1,
        };
        self.graph.len() / order
    }

    /// Returns all images of an edge.
    fn images(&self, [a, b]: [u32; 2]) -> impl Iterator<Item = [u32; 2]> {
        let turn = self.get().unwrap_or(&Symmetry::TRIVIAL);
        let reversed: Option<&Reversal> = self.get();
        let images = turn.orbit(a).zip(turn.orbit(b));
        let with_reversed = move |(a, b)| {
            let reversed = reversed.map(|map| [map.image(a), map.image(b)]);
            iter::once([a, b]).chain(reversed)
        };
        let all = images.flat_map(with_reversed);
        all.map(|[a, b]| [a.min(b), a.max(b)])
    }

    /// Returns the edges that the tour must take, in order, each with its smaller end first. These
    /// are the required moves and the moves between the vertices of two successive steps. Without a
    /// tour one of them may be no edge of the graph.
    pub fn required(&self) -> Vec<[u32; 2]> {
        let given = self.get().into_iter().flat_map(Given::required);
        // Start and end alone need no entry.
        let mut at = if self.has_given_steps() {
            self.at()
        } else {
            Vec::new()
        };
        if let (Kind::Closed, Some(&(1, first))) = (self.kind, at.first()) {
            at.push((self.period() + 1, self.symmetry().image(first)));
        }
        let successive = at.iter().tuple_windows();
        let successive = successive.filter(|((step, a), (next, b))| step + 1 == *next && a != b);
        let edges = given.chain(successive.map(|(&(_, a), &(_, b))| [a, b]));
        let required = edges.flat_map(|edge| self.images(edge));
        required.sorted_unstable().dedup().collect()
    }

    /// Returns the steps that have a given vertex, 1…[`Problem::period`], with the vertex, by step.
    /// Start and end are among them.
    pub fn at(&self) -> Vec<(u32, u32)> {
        let given = self.get().into_iter().flat_map(Given::steps);
        let (symmetry, period) = (self.symmetry(), self.period());
        let all = self.fixed_ends().chain(given);
        let in_period = all.map(|(step, vertex)| symmetry.in_period(period, step, vertex));
        in_period.sorted_unstable().dedup().collect()
    }

    /// Returns the steps of the period at which the tour is not on a vertex, with that vertex.
    pub fn not_at(&self) -> Vec<(u32, u32)> {
        let (symmetry, period) = (self.symmetry(), self.period());
        let given = self.get().into_iter().flat_map(Given::not_at);
        given
            .map(|(step, vertex)| symmetry.in_period(period, step, vertex))
            .collect()
    }

    /// Returns true if clues restrict steps besides those of start and end. Then a closed tour is a
    /// numbering, and a tour and its reverse differ.
    pub(crate) fn has_given_steps(&self) -> bool {
        self.get().is_some_and(|given: &Given| {
            let mut steps = given.at_besides(self).chain(given.not_at());
            steps.next().is_some()
        })
    }

    /// Returns true if a tour differs from its reverse, and a closed tour from its rotations. The
    /// cause is given steps or [rules](crate::rule), or, for a closed tour, the
    /// [sums](crate::magic) of steps.
    pub(crate) fn is_numbered(&self) -> bool {
        let mut constraints = self.constraints.iter();
        constraints.any(|constraint| constraint.is_numbering(self))
    }

    /// Returns true if a tour may be listed from any of its vertices. It is closed then, has no
    /// fixed ends, and is not numbered.
    pub(crate) fn begins_anywhere(&self) -> bool {
        let has_ends = self.start().or(self.end()).is_some();
        self.kind == Kind::Closed && !has_ends && !self.is_numbered()
    }

    /// Returns true if the reverse of a tour is no tour, or another one, whatever the ends. This
    /// holds in a directed graph, and if tours are numbered.
    pub fn has_one_way(&self) -> bool {
        self.is_numbered() || self.graph.is_directed()
    }

    /// Returns the rules that every tour keeps: the stated ones, then those that other constraints
    /// amount to.
    pub fn rules(&self) -> Vec<Rule> {
        let constraints = self.constraints.iter();
        constraints
            .flat_map(|constraint| constraint.rules(self))
            .collect()
    }

    /// Returns the plain atoms that define those of all rules, each once.
    pub fn atoms(&self) -> Vec<Atom> {
        let rules = self.rules();
        let atoms = rules.iter().flat_map(|rule| rule.plain_atoms(self));
        atoms.unique().collect()
    }

    /// Returns what the problem asks of a backend.
    #[doc(hidden)]
    pub fn demands(&self) -> Demands {
        let graph = &self.graph;
        let is_both = |&[a, b]: &[u32; 2]| graph.has_arc(a, b) && graph.has_arc(b, a);
        let mut demands = Demands::default();
        demands.add_if(self.coordinates().is_none(), Demand::Unplaced);
        if graph.is_directed() {
            demands.add_if(true, Demand::OneWay);
            demands.add_if(self.required().iter().any(is_both), Demand::BothWays);
        }
        let constraints = self.constraints.iter();
        let of_constraints = constraints.flat_map(|constraint| constraint.demands(self).iter());
        demands.iter().chain(of_constraints).collect()
    }
}
