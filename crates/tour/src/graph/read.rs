//! Graphs from files: DIMACS, TSPLIB, edge lists, graph6 and related formats.
//!
//! ```
//! use knightsat_tour::graph::read;
//!
//! // Vertices are numbered from 1 there, and from 0 here.
//! let graph = read::parse("c a path\np edge 3 2\ne 1 2\ne 2 3\n")?;
//! assert_eq!(graph.neighbours(1), [0, 2]);
//! assert!(read::parse("p edge 3 1\ne 1 4\n").is_err());
//! // A file of graph6 has many graphs, one a line: a path and a triangle.
//! let graphs = read::graphs("Bg\nBw\n", None)?;
//! assert_eq!(graphs.map(|graph| graph.unwrap().edges().count()).collect::<Vec<_>>(), [2, 3]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! docs/usage.md describes the formats.

mod dimacs;
mod graph6;
mod list;
#[cfg(test)]
mod tests;
mod tsplib;

use super::{EdgeError, Graph};
use knightsat_base::input::without_mark;
use knightsat_base::text::{counted, quote};
use std::collections::HashMap;
use thiserror::Error;

/// A fault of a graph file; lines count from 1.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{line}: {message}")]
pub struct GraphError {
    /// The line.
    pub line: usize,
    /// The fault there.
    pub message: String,
}

fn error<T>(line: usize, message: impl Into<String>) -> Result<T, GraphError> {
    Err(GraphError {
        line,
        message: message.into(),
    })
}

/// The format of a graph file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum GraphFormat {
    /// p edge V E, then e U V; or p sp V A, then a U V for an arc from U to V
    Dimacs,
    /// TYPE : HCP, then edges; or TYPE : ATSP, then a matrix
    Tsplib,
    /// One edge per line: U V
    Edges,
    /// One arc per line: U V is from U to V
    Arcs,
    /// One graph per line in graph6, sparse6 or digraph6
    Graph6,
}

/// The names of the formats, for errors.
const FORMATS: &str = "DIMACS ('p edge VERTICES EDGES', or 'p sp VERTICES ARCS'), TSPLIB ('TYPE : HCP', \
                       or 'TYPE : ATSP'), an edge list ('U V' on each line), graph6, sparse6 and digraph6";

/// A line that is not blank, with its number.
type Line<'t> = (usize, &'t str);

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let lines = (1..).zip(without_mark(text).lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty())
}

/// An iterator over graphs, which ends after an error.
pub type Graphs<'t> = Box<dyn Iterator<Item = Result<Graph, GraphError>> + 't>;

/// Reads the graph of a file that has one, in any of the formats.
pub fn parse(text: &str) -> Result<Graph, GraphError> {
    one(text, None)
}

/// Reads the graph of a file that has one.
pub fn one(text: &str, format: Option<GraphFormat>) -> Result<Graph, GraphError> {
    let mut graphs = graphs(text, format)?;
    let first = graphs.next().expect("the text is not empty")?;
    match graphs.count() {
        0 => Ok(first),
        more => {
            let graphs = counted(more + 1, "graph");
            error(1, format!("the file has {graphs}, where one is wanted"))
        }
    }
}

/// Reads the graphs of a file: at least one, and more than one only in graph6 and related formats.
/// If no format is given, the content determines it.
pub fn graphs(text: &str, format: Option<GraphFormat>) -> Result<Graphs<'_>, GraphError> {
    let format = match format {
        Some(format) if lines(text).next().is_some() => format,
        _ => recognise(text)?,
    };
    let graph = match format {
        GraphFormat::Dimacs => dimacs::parse(text),
        GraphFormat::Tsplib => tsplib::parse(text),
        GraphFormat::Edges => list::parse(text, false),
        GraphFormat::Arcs => list::parse(text, true),
        GraphFormat::Graph6 => return Ok(graph6::graphs(text)),
    };
    Ok(Box::new([Ok(graph?)].into_iter()))
}

/// Recognises the format from the first line that is no comment.
fn recognise(text: &str) -> Result<GraphFormat, GraphError> {
    let is_comment = |line: &str| dimacs::is_comment(line) || list::is_comment(line);
    let Some((number, first)) = lines(text).find(|(_, line)| !is_comment(line)) else {
        return error(1, "no graph here: the file is empty");
    };
    if graph6::is_graph(first) {
        Ok(GraphFormat::Graph6)
    } else if matches!(first.split_whitespace().next(), Some("p" | "e" | "a")) {
        Ok(GraphFormat::Dimacs)
    } else if tsplib::is_keyword(first) {
        Ok(GraphFormat::Tsplib)
    } else if list::is_edge(first) {
        Ok(GraphFormat::Edges)
    } else {
        let first = quote(first);
        let message = format!("'{first}' is in none of the formats: {FORMATS}");
        error(number, message)
    }
}

/// The edges or arcs read so far, with their lines.
#[derive(Default)]
struct Edges {
    vertices: u32,
    /// True for arcs, each from its first vertex to its second.
    are_arcs: bool,
    lines: HashMap<[u32; 2], usize>,
    edges: Vec<[u32; 2]>,
}

impl Edges {
    /// Returns an empty list; `vertices` is the number of vertices as text.
    fn read(line: usize, vertices: &str) -> Result<Edges, GraphError> {
        match vertices.parse() {
            Ok(vertices @ 1..) => Edges::new(line, vertices, false),
            _ => {
                let vertices = quote(vertices);
                error(line, format!("'{vertices}' is not a number of vertices"))
            }
        }
    }

    /// Returns an empty list between so many vertices.
    fn new(line: usize, vertices: u32, are_arcs: bool) -> Result<Edges, GraphError> {
        match vertices {
            0 => error(line, "a graph has at least one vertex"),
            1..=Graph::MAX_VERTICES => Ok(Edges {
                vertices,
                are_arcs,
                ..Edges::default()
            }),
            _ => error(line, EdgeError::TooManyVertices(vertices).to_string()),
        }
    }

    /// Returns an edge or an arc in the form of the list.
    fn key(&self, [a, b]: [u32; 2]) -> [u32; 2] {
        match self.are_arcs {
            true => [a, b],
            false => [a.min(b), a.max(b)],
        }
    }

    /// Returns the noun: edge or arc.
    fn noun(&self) -> &'static str {
        if self.are_arcs { "arc" } else { "edge" }
    }

    /// Reads a vertex, numbered from 1 in the file and from 0 in the result.
    fn vertex(&self, line: usize, word: &str) -> Result<u32, GraphError> {
        let vertices = self.vertices;
        let message = match word.parse::<u32>() {
            Ok(number) if (1..=vertices).contains(&number) => return Ok(number - 1),
            Ok(number) => format!("vertex {number} is not among 1 to {vertices}"),
            Err(_) => format!("'{}' is not a vertex number", quote(word)),
        };
        error(line, message)
    }

    /// Adds an edge. It must be new and no loop.
    fn add(&mut self, line: usize, edge: [u32; 2]) -> Result<(), GraphError> {
        let [a, b] = edge.map(|vertex| vertex + 1);
        if a == b {
            return error(line, EdgeError::Loop(a).to_string());
        }
        if let Some(earlier) = self.lines.insert(self.key(edge), line) {
            let noun = self.noun();
            let message = format!("{noun} {a} {b} stands on line {earlier} already");
            return error(line, message);
        }
        self.edges.push(edge);
        Ok(())
    }

    /// Returns the graph of these edges.
    fn graph(self) -> Graph {
        match self.are_arcs {
            true => Graph::from_arc_pairs(self.vertices, &self.edges),
            false => Graph::from_pairs(self.vertices, &self.edges),
        }
    }
}
