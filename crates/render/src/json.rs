//! The JSON document of a tour or of its absence.

use crate::prelude::*;
use knightsat_tour::blocks::{BlockSize, Joints};
use knightsat_tour::board::Leap;
use knightsat_tour::constraint::Property;
use knightsat_tour::geometry::Wrap;
use knightsat_tour::spec::{MoveName, Request, StepName};
use knightsat_tour::symmetry::SymmetryName;
use knightsat_tour::{ReasonWitness, Verdict};
use serde::{Deserialize, Serialize};

/// The document, about a board or a graph. Squares have their chess names; vertices of a graph are
/// numbers from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Document {
    /// The board or graph.
    #[serde(flatten)]
    pub about: About,
    /// `open` or `closed`.
    pub tour: Kind,
    /// Required moves, such as `a1-b3`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub require: Vec<MoveName>,
    /// Forbidden moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbid: Vec<MoveName>,
    /// Squares at steps, such as `17=d5`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<StepName>,
    /// Squares excluded at steps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_at: Vec<StepName>,
    /// True if ranks and files must have equal sums of steps.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub magic: bool,
    /// The turn that must map the tour to itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symmetric: Option<SymmetryName>,
    /// The size of the blocks that the tour must visit in turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<BlockSize>,
    /// The seed that chooses the moves between the blocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joints: Option<Joints>,
    /// Required properties, such as `reentrant`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<Property>,
    /// `tour`, `none` or `unknown`.
    pub result: &'static str,
    /// The reason why no tour exists, or the point at which a search stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The squares and moves of a short reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<ReasonWitness>,
    /// Contradictory clues, if no tour satisfies all clues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core: Option<DocumentCore>,
    /// The bounds of the objectives, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<DocumentObjective>,
    /// The squares or vertices in order; those of a closed tour do not repeat the first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The folder with the certificate that no tour exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
}

/// An objective, and its bounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DocumentObjective {
    /// `minimize` or `maximize`.
    pub objective: &'static str,
    /// The name of the statistic.
    pub statistic: String,
    /// The value of the tour.
    pub best: Option<i64>,
    /// A bound for all tours, a lower one if the objective is to minimize.
    pub bound: Option<i64>,
    /// True if both are equal.
    pub optimal: bool,
    /// The solver on whose unverified word the bound rests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unverified: Option<String>,
}

/// Contradictory clues, in the notation of options. Without clues, no tour exists at all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DocumentCore {
    /// Required moves, as in `a1-c2`.
    pub require: Vec<String>,
    /// Forbidden moves.
    pub forbid: Vec<String>,
    /// Squares at steps, as in `17=d5`.
    pub at: Vec<String>,
    /// Squares excluded at steps.
    pub not_at: Vec<String>,
    /// True if every clue is needed.
    pub irreducible: bool,
}

impl DocumentCore {
    /// Converts these clues, with the names of vertices in this place.
    pub fn new(place: &Place, clues: &[Clue], irreducible: bool) -> DocumentCore {
        let mut core = DocumentCore {
            irreducible,
            ..DocumentCore::default()
        };
        let edge = |[a, b]: [u32; 2]| format!("{}-{}", place.name(a), place.name(b));
        let at = |step: u32, vertex| format!("{step}={}", place.name(vertex));
        for &clue in clues {
            match clue {
                Clue::Move(ends) => core.require.push(edge(ends)),
                Clue::NoMove(ends) => core.forbid.push(edge(ends)),
                Clue::At { step, vertex } => core.at.push(at(step, vertex)),
                Clue::NotAt { step, vertex } => core.not_at.push(at(step, vertex)),
            }
        }
        core
    }
}

/// The board or graph that a document is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct About {
    /// RANKSxFILES, or RANKSxFILESxLAYERS.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The leap, smaller part first; `[1, 2]` for the knight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaper: Option<(u32, u32)>,
    /// The leaps of a piece with several, as in `0,1/1,1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// The joined sides: `files`, `ranks` or `both`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrap: Option<Wrap>,
    /// The size of the graph, instead of a board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<GraphSize>,
    /// Squares of the rectangle that are missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<String>,
}

impl About {
    /// Describes a place.
    pub fn new(place: &Place) -> About {
        let board = place.any_board();
        let leap = board.and_then(|board| board.leaps().leap());
        let several = board.filter(|_| leap.is_none());
        About {
            leaper: leap.map(|Leap(a, b)| (a, b)),
            piece: several.map(|board| board.leaps().to_string()),
            wrap: board.and_then(Board::wrap),
            graph: GraphSize::of(place),
            board: board.map(Board::size),
            holes: board
                .into_iter()
                .flat_map(Board::holes)
                .map(|hole| hole.to_string())
                .collect(),
        }
    }

    /// Returns the board or graph in words without its holes; `None` if neither is named.
    pub(crate) fn words(&self) -> Option<String> {
        let piece = match (self.leaper, &self.piece) {
            (_, Some(leaps)) => format!("{leaps}-leaper"),
            (Some(Board::KNIGHT) | None, _) => "knight".into(),
            (Some((a, b)), _) => format!("({a},{b})-leaper"),
        };
        let joined = self
            .wrap
            .map_or(String::new(), |side| format!(", joined: {side}"));
        match (&self.board, self.graph) {
            (Some(board), _) => Some(format!("the {piece} on {board}{joined}")),
            (None, Some(size)) => {
                let vertices = counted(size.vertices, "vertex");
                let edges = counted(size.edges, "edge");
                Some(format!("a graph with {vertices} and {edges}"))
            }
            (None, None) => None,
        }
    }
}

/// The size of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphSize {
    /// Number of vertices.
    pub vertices: u32,
    /// Number of edges; of a directed graph of pairs that have an arc one way or the other.
    pub edges: usize,
    /// Number of arcs of a directed graph.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub arcs: Option<usize>,
}

impl GraphSize {
    /// Returns the size of the graph, if the place is a graph.
    pub fn of(place: &Place) -> Option<GraphSize> {
        match place {
            Place::Board(_) => None,
            Place::Graph(graph) => Some(GraphSize {
                vertices: graph.len(),
                edges: graph.edges().count(),
                arcs: graph.is_directed().then(|| graph.arcs().count()),
            }),
        }
    }
}

/// Returns the document of a tour, or of its absence.
pub fn document<E, U>(request: &Request, verdict: &Verdict<E, U>) -> Document {
    let (place, asked) = (&request.place, &request.tour);
    let steps = verdict.tour().map_or(&[][..], Tour::steps);
    let moves = steps.iter().map(|&vertex| place.name(vertex));
    Document {
        about: About::new(place),
        tour: asked.kind,
        require: asked.require.clone(),
        forbid: asked.forbid.clone(),
        at: asked.at.clone(),
        not_at: asked.not_at.clone(),
        magic: asked.magic,
        symmetric: asked.symmetric,
        blocks: asked.blocks,
        joints: asked.joints,
        only: asked.only.clone(),
        result: match verdict {
            Verdict::Tour(_) => "tour",
            Verdict::None(_) => "none",
            Verdict::Unknown(_) => "unknown",
        },
        reason: None,
        witness: None,
        core: None,
        objectives: Vec::new(),
        moves: moves.collect(),
        certificate: None,
    }
}
