//! The place of a tour: a board, whose vertices are squares, or a graph, whose vertices are numbers
//! from 1 unless its file names them otherwise.
//!
//! ```
//! use knightsat_tour::{Kind, graph::Graph};
//! use knightsat_tour::place::Place;
//!
//! let board: Place = "3x4".parse()?;
//! assert_eq!(board.name(11), "d3");
//! assert_eq!(board.a_tour(Kind::Open), "an open knight's tour of 3x4");
//! let graph = Place::Graph(Graph::from_edges(3, &[[0, 1], [1, 2]]));
//! assert_eq!(graph.name(2), "3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod description;

use crate::Kind;
use crate::board::{Board, BoardError};
use crate::graph::Graph;
use crate::mask::{self, MaskError};
use crate::square::SquareError;
use description::Description;
use knightsat_base::text::{counted, quote};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A board or a graph. Files contain its description: the size, the leap and the holes of a board,
/// or the number of vertices and the edges of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Description", try_from = "Description")]
pub enum Place {
    /// Vertices are named as squares.
    Board(Board),
    /// Vertices have the names in the file of the graph; otherwise they are numbered from 1.
    Graph(Graph),
}

/// A name of a vertex that does not exist, or an invalid description.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlaceError {
    /// A text that is no square's name.
    #[error(transparent)]
    Square(#[from] SquareError),
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

/// Reads a board: a size such as `8x8`, or ranks from the top in the notation of [`mask`], divided
/// by line breaks or by `/`.
impl FromStr for Place {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Place, PlaceError> {
        // The name of a file has letters.
        let is_drawn = text.contains('\n')
            || text.contains(['.', '#', '/']) && !text.contains(char::is_alphabetic);
        Ok(Place::Board(if is_drawn {
            mask::parse(&text.replace('/', "\n"), &Default::default())?
        } else {
            text.parse()?
        }))
    }
}

impl Place {
    /// Returns the graph of the moves.
    pub fn graph(&self) -> Graph {
        match self {
            Place::Board(board) => board.graph(),
            Place::Graph(graph) => graph.clone(),
        }
    }

    /// Returns the number of vertices.
    pub fn len(&self) -> u32 {
        match self {
            Place::Board(board) => board.squares(),
            Place::Graph(graph) => graph.len(),
        }
    }

    /// Returns true if there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the board, if it is one.
    pub fn board(&self) -> Option<&Board> {
        match self {
            Place::Board(board) => Some(board),
            Place::Graph(_) => None,
        }
    }

    /// Returns true if moves have a direction, as in a directed graph.
    pub fn is_directed(&self) -> bool {
        matches!(self, Place::Graph(graph) if graph.is_directed())
    }

    /// Returns the name of a vertex: a square, or its name in the file of the graph.
    pub fn name(&self, vertex: u32) -> String {
        let mut name = String::new();
        self.push_name(vertex, &mut name);
        name
    }

    /// Appends the name of a vertex to a text.
    pub fn push_name(&self, vertex: u32, text: &mut String) {
        match self {
            Place::Board(board) => board.square(vertex).push_name(text),
            Place::Graph(graph) => graph.names().push(vertex, text),
        }
    }

    /// Returns the vertex of that name.
    pub fn vertex(&self, name: &str) -> Result<u32, PlaceError> {
        match self {
            Place::Board(board) => Ok(board.vertex(name.parse()?)?),
            Place::Graph(graph) => {
                let unknown = || PlaceError::Vertex {
                    name: name.to_string(),
                    first: self.name(0),
                    last: self.name(graph.len().saturating_sub(1)),
                };
                graph.names().vertex(name, graph.len()).ok_or_else(unknown)
            }
        }
    }

    /// Returns the origin of its moves, as in `of the knight on 8x8`.
    pub fn moves(&self) -> String {
        match self.board() {
            Some(board) => format!("of the {} on {self}", board.piece()),
            None => format!("of {self}"),
        }
    }

    /// Returns the name of a tour here, with its place.
    pub fn tour(&self, kind: Kind) -> String {
        match (self, kind) {
            (Place::Board(board), _) => {
                format!("{kind} {}'s tour of {}", board.piece(), board.describe())
            }
            (Place::Graph(_), Kind::Open) => format!("Hamiltonian path of {self}"),
            (Place::Graph(_), Kind::Closed) => format!("Hamiltonian cycle of {self}"),
        }
    }

    /// Returns the name with its article, as in "an open knight's tour of 8x8".
    pub fn a_tour(&self, kind: Kind) -> String {
        let tour = self.tour(kind);
        let article = if tour.starts_with("open") { "an" } else { "a" };
        format!("{article} {tour}")
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Board(board) => board.fmt(f),
            Place::Graph(graph) => {
                let (a, pairs) = if graph.is_directed() {
                    ("directed graph", counted(graph.arcs().count(), "arc"))
                } else {
                    ("graph", counted(graph.edges().count(), "edge"))
                };
                let vertices = counted(graph.len(), "vertex");
                write!(f, "the {a} with {vertices} and {pairs}")
            }
        }
    }
}

impl From<Board> for Place {
    fn from(board: Board) -> Place {
        Place::Board(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_is_no_drawn_board() {
        let fault = |text: &str| text.parse::<Place>().unwrap_err().to_string();
        for name in ["nofile.txt", "boards/ring", "../ring.txt"] {
            let expected = format!("'{name}' is not a board");
            assert!(fault(name).starts_with(&expected), "{}", fault(name));
        }
        assert!(fault("..\n.x").starts_with("2:2: 'x' is neither"));
        assert_eq!("../#.".parse::<Place>().unwrap().len(), 3);
    }
}
