//! The JSON document of a tour or of its absence.

use crate::board::Board;
use crate::place::Place;
use crate::problem::Kind;
use crate::tour::Tour;
use serde::{Deserialize, Serialize};

/// Version 1 of the document: about a board, whose squares are named as on a chess board, or about a
/// graph, whose vertices are numbers from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// 1.
    pub version: u32,
    /// RANKSxFILES.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The leap, smaller part first; the knight's is `[1, 2]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaper: Option<(u32, u32)>,
    /// The size of the graph, instead of a board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<GraphSize>,
    /// Squares of the rectangle that are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<String>,
    /// `open` or `closed`.
    pub tour: Kind,
    /// What is known.
    pub result: Outcome,
    /// Why there is no tour, or where a search for one got stuck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The squares or vertices in order; those of a closed tour do not repeat the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// The size of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphSize {
    /// Number of vertices.
    pub vertices: u32,
    /// Number of edges.
    pub edges: usize,
}

/// What is known of the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Here it is.
    Tour,
    /// There is none.
    None,
    /// Not decided in time.
    Unknown,
}

/// The document of a tour, or of the lack of one.
pub fn document(place: &Place, kind: Kind, result: Outcome, tour: Option<&Tour>) -> Document {
    let steps = tour.map_or(&[][..], Tour::steps);
    let moves = steps.iter().map(|&vertex| place.name(vertex));
    let graph = match place {
        Place::Board(_) => None,
        Place::Graph(graph) => Some(GraphSize {
            vertices: graph.len(),
            edges: graph.edges().count(),
        }),
    };
    let holes = place.board().into_iter().flat_map(Board::holes);
    Document {
        version: 1,
        board: place.board().map(Board::to_string),
        leaper: place.board().map(Board::leaper),
        graph,
        holes: holes.map(|hole| hole.to_string()).collect(),
        tour: kind,
        result,
        reason: None,
        moves: moves.collect(),
    }
}
