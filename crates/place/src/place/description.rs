//! The fields of a place in files, for serde.

use super::Place;
use crate::geometry::{Piece, Wrap};
use crate::graph::{Layout, Names};
use crate::outline::Square;
use serde::{Deserialize, Serialize};

/// The fields of a board, or of a graph: its number of vertices, which count from 1, and its edges
/// or arcs.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Description {
    /// A board, or a box such as `4x4x4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaper: Option<Piece>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrap: Option<Wrap>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<Square>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<[u32; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub directed: Vec<[u32; 2]>,
    /// The name of the first vertex, if it is not 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<u32>,
    /// The names of the vertices, if they are not numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Their positions in a picture, if they are given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<[f64; 2]>,
}

impl From<Place> for Description {
    fn from(place: Place) -> Description {
        let mut description = Description::default();
        match place {
            Place::Board(board) => {
                description.leaper = Some(board.leaps().clone());
                description.wrap = board.wrap();
                description.holes = board.holes().collect();
                description.board = Some(board.size());
            }
            Place::Graph(graph) => {
                let from_one = |[a, b]: [u32; 2]| [a + 1, b + 1];
                description.graph = Some(graph.len());
                match graph.names() {
                    Names::FromOne | Names::Squares(_) => {}
                    Names::FromZero => description.first = Some(0),
                    Names::Words(words) => {
                        description.names = words.words().iter().map(|word| escaped(word)).collect()
                    }
                }
                if let Layout::Points(points) = graph.layout() {
                    description.points = points.to_vec();
                }
                if graph.is_directed() {
                    description.directed = graph.arcs().map(from_one).collect()
                } else {
                    description.edges = graph.edges().map(from_one).collect()
                }
            }
        }
        description
    }
}

/// Returns a name in letters, digits and marks that need no quotation, others as `%` and their
/// bytes in hexadecimal digits.
fn escaped(name: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.'+*/:()".contains(&byte);
    let bytes = name.bytes().map(|byte| {
        if is_plain(byte) {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02x}")
        }
    });
    bytes.collect()
}
