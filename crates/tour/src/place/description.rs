//! The representation of a [`Place`] in files, for serde.

use super::{Place, PlaceError};
use crate::board::{Board, Leap};
use crate::graph::{EdgeError, Graph, Names, Words};
use crate::square::Square;
use serde::{Deserialize, Serialize};

/// The fields of a board, or of a graph: its number of vertices, which count from 1, and its edges
/// or arcs.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Description {
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Board>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaper: Option<Leap>,
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
}

impl From<Place> for Description {
    fn from(place: Place) -> Description {
        let mut description = Description::default();
        match place {
            Place::Board(board) => {
                let (a, b) = board.leaper();
                description.leaper = Some(Leap(a, b));
                description.holes = board.holes().collect();
                description.board = Some(board);
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
                let graph = graph(vertices, from.edges, from.directed)?;
                Ok(Place::Graph(graph.with_names(names)))
            }
            (None, Some(board)) => {
                let (a, b) = from.leaper.map_or(Board::KNIGHT, |Leap(a, b)| (a, b));
                Ok(board.with_leaper(a, b)?.with_holes(&from.holes)?.into())
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
    let unknown = |vertex: u32| PlaceError::Vertex {
        name: vertex.to_string(),
        first: 1.to_string(),
        last: vertices.to_string(),
    };
    if vertices == 0 {
        return Err(invalid("a graph has at least one vertex"));
    }
    if !edges.is_empty() && !arcs.is_empty() {
        return Err(invalid("a graph has edges or arcs, not both"));
    }
    edges.iter_mut().for_each(|edge| edge.sort_unstable());
    for list in [&mut edges, &mut arcs] {
        for end in list.iter_mut().flatten() {
            *end = end.checked_sub(1).ok_or_else(|| unknown(0))?;
        }
        list.sort_unstable();
        list.dedup();
    }
    let graph = match arcs[..] {
        [] => Graph::try_from_edges(vertices, &edges),
        _ => Graph::try_from_arcs(vertices, &arcs),
    };
    let graph = graph.map_err(|error| match error {
        EdgeError::NoVertex(vertex, _) => unknown(vertex + 1),
        EdgeError::Loop(vertex) => invalid(EdgeError::Loop(vertex + 1).to_string()),
        other => invalid(other.to_string()),
    })?;
    Ok(graph)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::sync::Arc;

    #[test]
    fn a_description_is_of_the_whole_place() {
        let board: Board = "12x30".parse().unwrap();
        let holes = ["a1", "c3", "d4", "ab9", "z1", "y1", "x1", "aa10", "ac12"]
            .map(|hole| hole.parse().unwrap());
        let board = board.with_leaper(4, 1).unwrap().with_holes(&holes).unwrap();
        let edges = [[0, 1], [0, 4], [1, 2], [2, 3], [3, 4]];
        for place in [
            board.into(),
            Place::Graph(Graph::from_edges(1, &[])),
            Place::Graph(Graph::from_edges(5, &edges)),
            Place::Graph(Graph::try_from_arcs(3, &[[0, 1], [0, 2], [2, 0]]).unwrap()),
        ] {
            let text = serde_json::to_string(&place).unwrap();
            assert_eq!(serde_json::from_str::<Place>(&text).unwrap(), place);
        }
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
        let few = json!({"graph": 3, "names": ["a", "b", "a"]});
        let error = serde_json::from_value::<Place>(few).unwrap_err();
        assert_eq!(error.to_string(), "each vertex needs a name of its own");
    }

    #[test]
    fn each_fault_of_a_description_is_named() {
        for (description, fault) in [
            (json!({"tour": "open"}), "name a board or a graph"),
            (
                json!({"graph": 3, "edges": [[1, 4]]}),
                "'4' is not a vertex: the graph has the vertices 1 to 3",
            ),
            (
                json!({"graph": 3, "edges": [[0, 1]]}),
                "'0' is not a vertex: the graph has the vertices 1 to 3",
            ),
            (json!({"graph": 3, "edges": [[1, 1]]}), "a loop at vertex 1"),
            (json!({"graph": 0}), "a graph has at least one vertex"),
            (
                json!({"graph": 2, "edges": [[1, 2]], "directed": [[1, 2]]}),
                "a graph has edges or arcs, not both",
            ),
            (
                json!({"board": "3x3", "holes": ["d1"]}),
                "d1 is not on the 3x3 board",
            ),
        ] {
            let error = serde_json::from_value::<Place>(description).unwrap_err();
            assert_eq!(error.to_string(), fault);
        }
    }
}
