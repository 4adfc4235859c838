//! The place of a tour: a board, whose vertices are squares, or a graph, whose vertices are numbers
//! from 1 unless its file names them otherwise.
//!
//! ```
//! # mod knightsat { pub use knightsat_place as tour; }
//! use knightsat::tour::Kind;
//! use knightsat::tour::graph::Graph;
//! use knightsat::tour::place::Place;
//!
//! let board: Place = "3x4".parse()?;
//! assert_eq!(board.name(11), "d3");
//! assert_eq!(board.a_tour(Kind::Open), "an open knight's tour of 3x4");
//! let graph = Place::Graph(Graph::from_edges(3, &[[0, 1], [1, 2]]));
//! assert_eq!(graph.name(2), "3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A place has a representation in files, for serde.

mod description;
mod parse;
mod words;

use crate::board::{Board, BoardError};
use crate::geometry::{NoDirection, Piece, Wrap};
use crate::graph::{Coordinates, Graph};
use crate::outline::Outline;
use description::Description;
pub use parse::PlaceError;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

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

    /// Returns the board, if one leap moves there on one layer without joined sides.
    pub fn board(&self) -> Option<&Board> {
        self.any_board().filter(|board| board.is_plain())
    }

    /// Returns the board, which may have several leaps or layers, or joined sides.
    pub fn any_board(&self) -> Option<&Board> {
        match self {
            Place::Board(board) => Some(board),
            Place::Graph(_) => None,
        }
    }

    /// Returns the squares, if they are in one layer.
    pub fn outline(&self) -> Option<&Arc<Outline>> {
        let outline = self.any_board().map(Board::outline);
        outline.filter(|outline| outline.layers() == 1)
    }

    /// Returns the rank and file of every vertex, if they are all: those of a board without joined
    /// sides.
    pub fn coordinates(&self) -> Option<Coordinates> {
        self.directions().ok().filter(Coordinates::is_plane)
    }

    /// Returns the rank and file of every vertex, and the joined sides, if they determine the
    /// direction of each move.
    pub fn directions(&self) -> Result<Coordinates, NoDirection> {
        self.any_board().ok_or(NoDirection::Graph)?.directions()
    }

    /// Returns true if moves have a direction, as in a directed graph.
    pub fn is_directed(&self) -> bool {
        matches!(self, Place::Graph(graph) if graph.is_directed())
    }

    /// Returns the place with joined sides, and with another piece, if they are given. A graph is
    /// unchanged.
    pub fn with_moves(self, wrap: Option<Wrap>, piece: Option<Piece>) -> Result<Place, BoardError> {
        Ok(match self {
            Place::Board(board) => Place::Board(board.with_moves(wrap, piece)?),
            graph => graph,
        })
    }
}

impl From<Board> for Place {
    fn from(board: Board) -> Place {
        Place::Board(board)
    }
}

impl From<Graph> for Place {
    fn from(graph: Graph) -> Place {
        Place::Graph(graph)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;
    use crate::graph::Names;

    #[test]
    fn the_name_of_a_file_is_no_drawn_board() {
        let fault = |text: &str| text.parse::<Place>().unwrap_err().to_string();
        for name in ["nofile.txt", "boards/ring", "../ring.txt"] {
            let expected = format!("'{name}' is not a board");
            assert!(fault(name).starts_with(&expected), "{}", fault(name));
        }
        assert!(fault("..\n.x").starts_with("2:2: 'x' is no square"));
        assert_eq!("../#.".parse::<Place>().unwrap().len(), 3);
    }

    #[test]
    fn a_description_keeps_the_names_of_vertices() {
        let graph = Graph::from_edges(3, &[[0, 1], [1, 2]]);
        let words = ["New York", "Köln, \"DE\"", "100%25"].map(String::from);
        let words = Names::Words(Arc::new(words.into_iter().collect()));
        for names in [Names::FromOne, Names::FromZero, words] {
            let place = Place::Graph(graph.clone().with_names(names));
            let text = serde_json::to_string(&place).unwrap();
            assert!(text.is_ascii() && !text.contains("\\"), "{text}");
            let read = serde_json::from_str::<Place>(&text).unwrap();
            for vertex in 0..3 {
                assert_eq!(read.name(vertex), place.name(vertex));
                assert_eq!(read.vertex(&place.name(vertex)), Ok(vertex));
            }
        }
    }

    #[test]
    fn each_fault_of_a_description_is_named() {
        for (description, fault) in cases(
            r#"
            {"tour": "open"} => name a board or a graph
            {"graph": 3, "edges": [[1, 4]]} => vertices are numbered from 1 to 3
            {"graph": 3, "edges": [[0, 1]]} => vertices are numbered from 1 to 3
            {"graph": 3, "edges": [[1, 1]]} => an edge joins a vertex to itself
            {"graph": 0} => a graph has at least one vertex
            {"graph": 2, "edges": [[1, 2]], "directed": [[1, 2]]} => a graph has edges or arcs, not both
            {"board": "3x3", "holes": ["d1"]} => d1 is not on the 3x3 board
            {"graph": 3, "names": ["a", "b", "a"]} => each vertex needs a name of its own
            "#,
        ) {
            let description: serde_json::Value = serde_json::from_str(&description).unwrap();
            let error = serde_json::from_value::<Place>(description).unwrap_err();
            assert_eq!(error.to_string(), fault);
        }
    }
}
