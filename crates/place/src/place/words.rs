//! The names of the vertices of a place, and the words about its tours.

use super::{Place, PlaceError};
use crate::Kind;
use crate::graph::Names;
use knightsat_base::text::counted;
use std::fmt;

impl Place {
    /// Returns the name of a vertex: a square, or its name in the file of the graph.
    pub fn name(&self, vertex: u32) -> String {
        let mut name = String::new();
        self.push_name(vertex, &mut name);
        name
    }

    /// Appends the name of a vertex to a text.
    pub fn push_name(&self, vertex: u32, text: &mut String) {
        match self {
            Place::Board(board) => board.outline().push_name(vertex, text),
            Place::Graph(graph) => graph.names().push(vertex, text),
        }
    }

    /// Returns the names of vertices in order, on one line, see [`Names::path`].
    pub fn path(&self, steps: &[u32]) -> String {
        match self {
            Place::Board(board) => Names::Squares(board.outline().clone()).path(steps),
            Place::Graph(graph) => graph.names().path(steps),
        }
    }

    /// Returns the vertex of that name.
    pub fn vertex(&self, name: &str) -> Result<u32, PlaceError> {
        let vertex = match self {
            Place::Board(board) if self.outline().is_some() => {
                return Ok(board.vertex(name.parse()?)?);
            }
            Place::Board(board) => board.outline().named(name),
            Place::Graph(graph) => graph.names().vertex(name, graph.len()),
        };
        vertex.ok_or_else(|| PlaceError::Vertex {
            name: name.to_string(),
            first: self.name(0),
            last: self.name(self.len().saturating_sub(1)),
        })
    }

    /// Returns the word for its vertices: `square` or `vertex`.
    pub fn vertex_word(&self) -> &'static str {
        match self {
            Place::Board(_) => "square",
            Place::Graph(_) => "vertex",
        }
    }

    /// Returns the origin of its moves, as in `of the knight on 8x8`.
    pub fn moves(&self) -> String {
        match self {
            Place::Board(board) => format!("of the {} on {self}", board.piece()),
            Place::Graph(_) => format!("of {self}"),
        }
    }

    /// Returns the name of a tour here, with its place.
    pub fn tour(&self, kind: Kind) -> String {
        match (self, kind) {
            (Place::Board(board), _) => board.tour(kind),
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
