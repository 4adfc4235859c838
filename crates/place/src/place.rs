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

use crate::Kind;
use crate::board::{Board, BoardError};
use crate::geometry::{NoDirection, Piece, Wrap};
use crate::graph::{Coordinates, EdgeError, Graph, Layout, Names, Words};
use crate::mask::{self, MaskError};
use crate::outline::{Outline, Square};
use knightsat_base::text::{ParseError, counted, quote};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
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

    /// Returns the word for its vertices: `square` or `vertex`.
    pub fn vertex_word(&self) -> &'static str {
        match self {
            Place::Board(_) => "square",
            Place::Graph(_) => "vertex",
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

    /// Returns the name of a vertex: a square, or its name in the file of the graph.
    pub fn name(&self, vertex: u32) -> String {
        let mut name = String::new();
        self.push_name(vertex, &mut name);
        name
    }

    /// Returns the names of vertices in order, on one line, see [`Names::path`].
    pub fn path(&self, steps: &[u32]) -> String {
        match self {
            Place::Board(board) => Names::Squares(board.outline().clone()).path(steps),
            Place::Graph(graph) => graph.names().path(steps),
        }
    }

    /// Appends the name of a vertex to a text.
    pub fn push_name(&self, vertex: u32, text: &mut String) {
        match self {
            Place::Board(board) => board.outline().push_name(vertex, text),
            Place::Graph(graph) => graph.names().push(vertex, text),
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

    /// Returns the place with joined sides, and with another piece, if they are given. A graph is
    /// unchanged.
    pub fn with_moves(self, wrap: Option<Wrap>, piece: Option<Piece>) -> Result<Place, BoardError> {
        Ok(match self {
            Place::Board(board) => Place::Board(board.with_moves(wrap, piece)?),
            graph => graph,
        })
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

/// The fields of a board, or of a graph: its number of vertices, which count from 1, and its edges
/// or arcs.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Description {
    /// A board, or a box such as `4x4x4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaper: Option<Piece>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrap: Option<Wrap>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    holes: Vec<Square>,
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    edges: Vec<[u32; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    directed: Vec<[u32; 2]>,
    /// The name of the first vertex, if it is not 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<u32>,
    /// The names of the vertices, if they are not numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
    /// Their positions in a picture, if they are given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    points: Vec<[f64; 2]>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;

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
