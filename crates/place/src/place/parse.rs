//! Places from texts, and from their fields in files.

use super::{Description, Place};
use crate::board::{Board, BoardError};
use crate::graph::{EdgeError, Graph, Layout, Names, Words};
use crate::mask::{self, MaskError};
use knightsat_base::text::{ParseError, quote};
use std::str::FromStr;
use thiserror::Error;

/// A name of a vertex that does not exist, or an invalid description.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlaceError {
    /// A text that is no square's name.
    #[error(transparent)]
    Square(#[from] ParseError),
    /// A square or a board that does not exist.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// An invalid drawn board.
    #[error(transparent)]
    Mask(#[from] MaskError),
    /// A text that is no vertex of the graph.
    #[error("'{}' is not a vertex: the graph has the vertices {} to {}", quote(.name), quote(.first), quote(.last))]
    Vertex {
        /// The text.
        name: String,
        /// The name of the first vertex.
        first: String,
        /// The name of the last vertex.
        last: String,
    },
    /// A description of neither a board nor a simple graph.
    #[error("{0}")]
    Invalid(String),
}

/// Reads a board: a size such as `8x8`, a box such as `4x4x4`, or ranks from the top in the
/// notation of [`mask`], divided by line breaks or by `/`.
impl FromStr for Place {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Place, PlaceError> {
        Ok(board(text)?.into())
    }
}

fn board(text: &str) -> Result<Board, PlaceError> {
    // The name of a file has letters.
    let is_drawn = text.contains('\n')
        || text.contains(['.', '#', '/']) && !text.contains(char::is_alphabetic);
    Ok(if is_drawn {
        mask::parse(&text.replace('/', "\n"), &Default::default())?
    } else {
        text.parse()?
    })
}

impl TryFrom<Description> for Place {
    type Error = PlaceError;

    fn try_from(from: Description) -> Result<Place, PlaceError> {
        match (from.graph, from.board) {
            (Some(vertices), _) => {
                let names = match (from.first, &from.names[..]) {
                    (Some(0), []) => Names::FromZero,
                    (None | Some(1), []) => Names::FromOne,
                    (None, names) => {
                        let words: Words = names.iter().map(|name| unescaped(name)).collect();
                        if words.words().len() != vertices as usize {
                            return Err(invalid("each vertex needs a name of its own"));
                        }
                        Names::Words(words.into())
                    }
                    _ => return Err(invalid("vertices are named, or numbered from 0 or 1")),
                };
                let graph = graph(vertices, from.edges, from.directed)?.with_names(names);
                Ok(Place::Graph(match from.points.len() {
                    0 => graph,
                    points if points == vertices as usize => {
                        graph.with_layout(Layout::Points(from.points.into()))
                    }
                    _ => return Err(invalid("each vertex needs a point")),
                }))
            }
            (None, Some(size)) => {
                let board = board(&size)?.with_holes(&from.holes)?;
                Ok(board.with_moves(from.wrap, from.leaper)?.into())
            }
            (None, None) => Err(invalid("name a board or a graph")),
        }
    }
}

fn invalid(message: impl Into<String>) -> PlaceError {
    PlaceError::Invalid(message.into())
}

fn unescaped(text: &str) -> String {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let byte = part
            .get(..2)
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte {
            Some(byte) => {
                bytes.push(byte);
                bytes.extend(part[2..].bytes());
            }
            None => bytes.extend(format!("%{part}").bytes()),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the graph, its edges or arcs in order, whatever the format of its file.
fn graph(
    vertices: u32,
    mut edges: Vec<[u32; 2]>,
    mut arcs: Vec<[u32; 2]>,
) -> Result<Graph, PlaceError> {
    if vertices == 0 {
        return Err(invalid("a graph has at least one vertex"));
    }
    if !edges.is_empty() && !arcs.is_empty() {
        return Err(invalid("a graph has edges or arcs, not both"));
    }
    edges.iter_mut().for_each(|edge| edge.sort_unstable());
    for list in [&mut edges, &mut arcs] {
        for end in list.iter_mut().flatten() {
            // Vertices count from 1; none has the number that 0 becomes.
            *end = end.wrapping_sub(1);
        }
        list.sort_unstable();
        list.dedup();
    }
    let graph = match arcs[..] {
        [] => Graph::try_from_edges(vertices, &edges),
        _ => Graph::try_from_arcs(vertices, &arcs),
    };
    graph.map_err(|error| match error {
        EdgeError::NoVertex(..) => invalid(format!("vertices are numbered from 1 to {vertices}")),
        EdgeError::Loop(_) => invalid("an edge joins a vertex to itself"),
        other => invalid(other.to_string()),
    })
}
