//! A tour problem: a graph, open or closed, with ends that may be fixed.
//!
//! ```
//! use knightsat_tour::graph::Graph;
//! use knightsat_tour::tour::Tour;
//! use knightsat_tour::{Kind, Problem};
//!
//! // Vertices are numbered from 0: a square with one diagonal.
//! let graph = Graph::from_edges(4, &[[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]]);
//! let problem = Problem::new(graph, Kind::Closed, None, None)?;
//! assert!(Tour::verify(&problem, vec![0, 1, 2, 3]).is_ok());
//! let error = Tour::verify(&problem, vec![0, 1, 3, 2]).unwrap_err();
//! assert_eq!(error.to_string(), "from step 2 to 3, vertex 1 to vertex 3 is not a move");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use knightsat_base as base;

mod augmented;
pub mod blocks;
mod blossom;
pub mod board;
pub mod convention;
pub mod definition;
pub mod fact;
pub mod factor;
pub mod given;
pub mod graph;
pub mod known;
pub mod lower;
pub mod magic;
pub mod mask;
mod matching;
mod obstruction;
pub mod outline;
pub mod place;
pub mod prepare;
pub mod quotient;
pub mod reduce;
pub mod reduction;
pub mod request;
pub mod rule;
mod scatter;
pub mod sets;
pub mod spec;
pub mod split;
pub mod square;
pub mod statistic;
pub mod symmetry;
pub mod table;
pub mod timeline;
pub mod tour;
mod two_factor;

pub use augmented::AugmentedGraph;
pub use obstruction::Obstruction;
pub use prepare::Prepared;

use crate::graph::{Coordinates, Graph};
use crate::symmetry::Symmetry;
use crate::tour::Tour;
use knightsat_base::stop::Stopped;
use knightsat_base::text::counted;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use thiserror::Error;

/// The kind of a tour: a closed tour must return to where it started.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A directed Hamiltonian path.
    #[default]
    Open,
    /// A Hamiltonian cycle of at least three vertices.
    Closed,
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.serialize(f)
    }
}

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
    /// Angles, crossings or slopes in a rule, without places on a grid.
    #[error("a graph has no angles, crossings or slopes: '{0}' is for boards")]
    NoAngles(String),
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

/// A problem: find a Hamiltonian path or cycle of a graph. It contains no deadline: functions that
/// can last take a [`Stop`](knightsat_base::stop::Stop). Clones share the graph, the places of the
/// vertices and the images of a symmetry.
#[derive(Clone, Debug)]
pub struct Problem {
    graph: Arc<Graph>,
    kind: Kind,
    start: Option<u32>,
    end: Option<u32>,
    /// The required symmetry.
    turn: Symmetry,
    /// The symmetry by which a period of the tour determines the rest.
    symmetry: Symmetry,
    coordinates: Option<Arc<Coordinates>>,
    known: given::StoredClues,
    /// Ranks and files that must have the same sums, if required.
    magic: Vec<magic::Line>,
    rules: Vec<rule::Rule>,
    blocks: Option<Arc<blocks::Blocks>>,
    /// True if the reverse of a tour is another one, whatever the rest says.
    is_one_way: bool,
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
        Ok(Problem {
            turn: Symmetry::trivial(&graph),
            symmetry: Symmetry::trivial(&graph),
            graph,
            kind,
            start,
            end,
            coordinates: None,
            known: given::StoredClues::default(),
            magic: Vec::new(),
            rules: Vec::new(),
            blocks: None,
            is_one_way: false,
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

    /// Returns the places of the vertices on a grid, if they have any.
    pub fn coordinates(&self) -> Option<&Coordinates> {
        self.coordinates.as_deref()
    }

    /// Returns the same places, shared.
    pub fn shared_coordinates(&self) -> Option<Arc<Coordinates>> {
        self.coordinates.clone()
    }

    /// Returns the problem of tours with this symmetry.
    ///
    /// # Panics
    /// If the problem has [clues](Problem::with_given) already.
    pub fn with_symmetry(self, symmetry: Symmetry) -> Result<Problem, ProblemError> {
        assert!(self.given().is_empty(), "a symmetry comes before clues");
        if self.kind == Kind::Open && symmetry.order() > 1 {
            return Err(ProblemError::SymmetricOpen);
        }
        let turn = symmetry.clone();
        let problem = Problem {
            turn,
            symmetry,
            ..self
        };
        Ok(problem.in_its_directions())
    }

    /// Returns the problem in which the reverse of a tour is another tour, as if a
    /// [directed rule](rule::Rule::is_directed) made it so.
    pub fn with_direction(self) -> Problem {
        let is_one_way = true;
        Problem { is_one_way, ..self }.in_its_directions()
    }

    /// Returns the problem in a form that is right even if the reverse of a tour is no tour. A
    /// quarter turn may then lead along the tour or back, so only the half turn determines the
    /// second half of the steps. [`Problem::quarter`] is the condition that remains.
    pub fn in_either_direction(mut self) -> Problem {
        self.symmetry = self.turn.half();
        self.place_clues();
        self
    }

    /// Returns the problem in that form if the reverse of a tour is no tour, or another one.
    fn in_its_directions(self) -> Problem {
        let has_ends = self.start.and(self.end).is_some();
        if has_ends || self.has_one_way() {
            self.in_either_direction()
        } else {
            self
        }
    }

    /// Returns the required symmetry, the trivial one if none is required. One period later a tour
    /// or its reverse is on the image of each vertex.
    pub fn turn(&self) -> &Symmetry {
        &self.turn
    }

    /// Returns the symmetry that leads every tour of the problem in the same direction, one
    /// [period](Problem::period) on. It is the [required one](Problem::turn), or its half if the
    /// direction of the tour matters and the turn may lead along the tour or back.
    pub fn symmetry(&self) -> &Symmetry {
        &self.symmetry
    }

    /// Returns the required symmetry if it is more than [`Problem::symmetry`]. A part of the steps
    /// later, one by its order, a tour is always on the image of a vertex, or always on the
    /// preimage.
    pub fn quarter(&self) -> Option<&Symmetry> {
        (self.turn.order() != self.symmetry.order()).then_some(&self.turn)
    }

    /// Returns the number of steps after which the tour repeats itself turned: all steps if no
    /// symmetry is required.
    pub fn period(&self) -> u32 {
        self.graph.len() / self.symmetry.order()
    }

    /// Returns the graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the graph, shared.
    pub fn shared_graph(&self) -> Arc<Graph> {
        self.graph.clone()
    }

    /// Returns the kind: open or closed.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the vertex of the first step, if fixed.
    pub fn start(&self) -> Option<u32> {
        self.start
    }

    /// Returns the vertex of the last step, if fixed.
    pub fn end(&self) -> Option<u32> {
        self.end
    }

    /// Returns true if ranks and files must have the same sums.
    pub fn is_magic(&self) -> bool {
        !self.magic.is_empty()
    }

    /// Returns the lines that must have the same sums, ranks before files; none if sums are free.
    pub fn magic_lines(&self) -> &[magic::Line] {
        &self.magic
    }

    /// Returns the blocks that a tour visits one after the other, if any are required.
    pub fn blocks(&self) -> Option<&blocks::Blocks> {
        self.blocks.as_deref()
    }

    /// Returns these blocks, shared.
    pub fn shared_blocks(&self) -> Option<Arc<blocks::Blocks>> {
        self.blocks.clone()
    }
}

/// The answer to a problem: `E` is the evidence that no tour exists, `U` the reason why the answer
/// is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<E, U = Stopped> {
    /// A verified tour.
    Tour(Tour),
    /// There is no tour.
    None(E),
    /// Not decided.
    Unknown(U),
}

impl<E, U> Verdict<E, U> {
    /// Returns the tour, if there is one.
    pub fn tour(&self) -> Option<&Tour> {
        match self {
            Verdict::Tour(tour) => Some(tour),
            _ => None,
        }
    }

    /// Returns the verdict with its evidence mapped by `other`.
    pub fn map<F>(self, other: impl FnOnce(E) -> F) -> Verdict<F, U> {
        match self {
            Verdict::None(evidence) => Verdict::None(other(evidence)),
            Verdict::Tour(tour) => Verdict::Tour(tour),
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
        }
    }

    /// Returns the verdict, with any evidence replaced by a result of a function of it.
    pub fn and_then<F, X>(
        self,
        next: impl FnOnce(E) -> Result<Verdict<F, U>, X>,
    ) -> Result<Verdict<F, U>, X> {
        match self {
            Verdict::None(evidence) => next(evidence),
            Verdict::Tour(tour) => Ok(Verdict::Tour(tour)),
            Verdict::Unknown(reason) => Ok(Verdict::Unknown(reason)),
        }
    }
}
