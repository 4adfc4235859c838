//! A place as keys and values, which the comments of files carry.

use super::{Place, PlaceError};
use crate::board::Board;
use crate::graph::{EdgeError, Graph};
use crate::spec::Leap;
use crate::square::Square;
use itertools::Itertools;
use knightsat_base::plural::{counted, is_or_are};

/// Names of squares on a line of a description, so that it stays under 80 characters.
const HOLES_A_LINE: usize = 6;
/// Edges on such a line: two numbers of at most nine digits each.
const EDGES_A_LINE: usize = 3;

impl Place {
    /// The keys of entries, those with one of which a description begins first.
    pub const KEYS: [&str; 5] = ["board", "graph", "leaper", "holes", "edges"];

    /// Whether a description begins with this key.
    pub fn is_first(key: &str) -> bool {
        Place::KEYS[..2].contains(&key)
    }

    /// Keys and values, each short enough for a comment, from which [`Place::from_entries`] makes
    /// the place again.
    pub fn entries(&self) -> Vec<(&'static str, String)> {
        match self {
            Place::Board(board) => {
                let (a, b) = board.leaper();
                let mut entries = vec![
                    ("board", board.to_string()),
                    ("leaper", Leap(a, b).to_string()),
                ];
                let holes = board.holes().map(|hole| hole.to_string());
                let holes = holes.chunks(HOLES_A_LINE);
                entries.extend(
                    (&holes)
                        .into_iter()
                        .map(|mut some| ("holes", some.join(" "))),
                );
                entries
            }
            Place::Graph(graph) => {
                let size = format!("{} {}", graph.len(), graph.edges().count());
                let mut entries = vec![("graph", size)];
                let edges = graph.edges().map(|[a, b]| format!("{}-{}", a + 1, b + 1));
                let edges = edges.chunks(EDGES_A_LINE);
                entries.extend(
                    (&edges)
                        .into_iter()
                        .map(|mut some| ("edges", some.join(" "))),
                );
                entries
            }
        }
    }

    /// The place that such entries describe; those with other keys are passed over. `None` if
    /// there is none. An error comes with the place of its entry among them.
    pub fn from_entries(entries: &[(&str, &str)]) -> Result<Option<Place>, (usize, PlaceError)> {
        let Some(first) = entries.iter().position(|(key, _)| Place::is_first(key)) else {
            return Ok(None);
        };
        let at = |error| (first, error);
        match entries[first] {
            ("board", size) => {
                let mut board: Board = size.parse::<Board>().map_err(|error| at(error.into()))?;
                for (index, (key, value)) in entries.iter().enumerate() {
                    board = amended(board, key, value).map_err(|error| (index, error))?;
                }
                Ok(Some(Place::Board(board)))
            }
            (_, size) => {
                let mut edges = Edges::default();
                for (index, (key, value)) in entries.iter().enumerate() {
                    if *key == "edges" {
                        edges.add(value).map_err(|error| (index, error))?;
                    }
                }
                let graph = edges.graph(size).map_err(at)?;
                Ok(Some(Place::Graph(graph)))
            }
        }
    }
}

fn no_value(key: &str, value: &str) -> PlaceError {
    PlaceError::Value {
        key: key.into(),
        value: value.into(),
    }
}

/// The board with what one entry says of it.
fn amended(board: Board, key: &str, value: &str) -> Result<Board, PlaceError> {
    let bad = || no_value(key, value);
    match key {
        "leaper" => {
            let Leap(a, b) = value.parse().map_err(|_| bad())?;
            Ok(board.with_leaper(a, b)?)
        }
        "holes" => {
            let holes: Vec<Square> = value.split(' ').map(str::parse).try_collect()?;
            Ok(board.with_holes(&holes)?)
        }
        _ => Ok(board),
    }
}

/// The edges of a description.
#[derive(Default)]
struct Edges(Vec<[u32; 2]>);

impl Edges {
    fn add(&mut self, value: &str) -> Result<(), PlaceError> {
        for edge in value.split(' ') {
            let ends = edge.split_once('-');
            let ends = ends.and_then(|(a, b)| a.parse::<u32>().ok().zip(b.parse::<u32>().ok()));
            match ends {
                Some((a, b)) if a > 0 && a < b => self.0.push([a - 1, b - 1]),
                _ => return Err(no_value("edges", value)),
            }
        }
        Ok(())
    }

    /// The graph, if it is as large as promised.
    fn graph(mut self, size: &str) -> Result<Graph, PlaceError> {
        let promised = size.split_once(' ');
        let promised = promised.and_then(|(v, e)| v.parse().ok().zip(e.parse::<usize>().ok()));
        let (vertices, count) = promised.ok_or_else(|| no_value("graph", size))?;
        if vertices == 0 || vertices > Graph::MAX_VERTICES {
            return Err(no_value("graph", size));
        }
        self.0.sort_unstable();
        self.0.dedup();
        if self.0.len() != count {
            let found = self.0.len();
            let message = format!(
                "the graph has {}, and {found} {} listed",
                counted(count, "edge"),
                is_or_are(found)
            );
            return Err(PlaceError::Edges(message));
        }
        Graph::try_from_edges(vertices, &self.0).map_err(|error| match error {
            EdgeError::NoVertex(vertex, _) => {
                PlaceError::Vertex((vertex + 1).to_string(), vertices)
            }
            other => PlaceError::Edges(other.to_string()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn back(entries: &[(&str, &str)]) -> Result<Option<Place>, String> {
        Place::from_entries(entries).map_err(|(index, error)| format!("{index}: {error}"))
    }

    fn round_trip(place: &Place) -> Result<Option<Place>, String> {
        let entries = place.entries();
        assert!(
            entries
                .iter()
                .all(|(key, value)| key.len() + value.len() < 66)
        );
        let entries = entries.iter().map(|(key, value)| (*key, value.as_str()));
        back(&entries.collect_vec())
    }

    #[test]
    fn entries_describe_the_whole_place() {
        let board: Board = "12x30".parse().unwrap();
        let holes = ["a1", "c3", "d4", "ab9", "z1", "y1", "x1", "aa10", "ac12"];
        let holes = holes.map(|hole| hole.parse().unwrap());
        let board = board.with_leaper(4, 1).unwrap().with_holes(&holes).unwrap();
        let long = Graph::from_edges(
            Graph::MAX_VERTICES,
            &[[0, 1], [Graph::MAX_VERTICES - 2, Graph::MAX_VERTICES - 1]],
        );
        for place in [
            board.into(),
            Place::Graph(Graph::from_edges(1, &[])),
            Place::Graph(Graph::from_edges(
                5,
                &[[0, 1], [0, 4], [1, 2], [2, 3], [3, 4]],
            )),
            Place::Graph(long),
        ] {
            assert_eq!(round_trip(&place), Ok(Some(place.clone())), "{place}");
        }
        assert_eq!(back(&[("tour", "open")]), Ok(None));
    }

    #[test]
    fn each_fault_of_a_description_is_named() {
        let fault = |entries: &[(&str, &str)]| back(entries).unwrap_err();
        assert_eq!(
            fault(&[("graph", "3 2"), ("edges", "1-2")]),
            "0: the graph has 2 edges, and 1 is listed"
        );
        assert_eq!(
            fault(&[("graph", "3 1"), ("edges", "1-4")]),
            "0: '4' is not a vertex: the graph has the vertices 1 to 3"
        );
        assert_eq!(
            fault(&[("graph", "3 1"), ("edges", "2-1")]),
            "1: '2-1' is not a value of 'edges'"
        );
        assert_eq!(
            fault(&[("graph", "0 0")]),
            "0: '0 0' is not a value of 'graph'"
        );
        assert_eq!(
            fault(&[("board", "3x3"), ("holes", "d1")]),
            "1: d1 is not on the 3x3 board"
        );
    }
}
