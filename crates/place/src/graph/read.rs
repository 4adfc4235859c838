//! Graphs from files: a table of formats, each a strict grammar.
//!
//! ```
//! # mod knightsat { pub use knightsat_place as tour; }
//! use knightsat::tour::graph::read;
//!
//! // Vertices are numbered from 1 there, and from 0 here.
//! let graph = read::parse("c a path\np edge 3 2\ne 1 2\ne 2 3\n")?;
//! assert_eq!(graph.neighbours(1), [0, 2]);
//! let error = read::parse("p edge 3 1\ne 1 4\n").unwrap_err();
//! assert_eq!((error.line, error.column), (2, 1));
//! // A file of graph6 has many graphs, one a line: a path and a triangle.
//! let graphs = read::graphs("Bg\nBw\n", None)?;
//! assert_eq!(graphs.map(|graph| graph.unwrap().edges().count()).collect::<Vec<_>>(), [2, 3]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! docs/usage.md describes the formats. The first line determines the format, unless the caller
//! names it. A text that may mean two graphs is an error with both meanings.

mod dimacs;
mod doubts;
mod foreign;
mod graph6;
mod json;
mod list;
mod plain;
#[cfg(test)]
mod tests;
mod tsplib;

use super::{EdgeError, Graph, Names};
use crate::scan::{self, offset};
use knightsat_base::input::without_mark;
use knightsat_base::text::{OptionName, TextError, counted, quote};
use std::collections::HashSet;
use std::iter::once;

const GRAPH_FORMAT: OptionName = OptionName("graph_format");

/// An example of each [`GraphFormat`], for errors.
const FORMS: [&str; 9] = [
    "DIMACS 'p edge 2 1'",
    "TSPLIB 'TYPE : HCP'",
    "graph6 'Bw'",
    "JSON '[[1, 2]]'",
    "pairs '1 2', '1,2' or '1 -- 2', perhaps below 'source,target'",
    "arcs '1 -> 2'",
    "lists '1: 2 3'",
    "lists of arcs '1: 2 3'",
    "a matrix of n rows of n zeros and ones",
];

/// The format of a graph file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum GraphFormat {
    /// p edge V E, then e U V; or p sp V A, then a U V for an arc from U to V
    Dimacs,
    /// TYPE : HCP, then edges; or TYPE : ATSP, then a matrix
    Tsplib,
    /// One graph per line in graph6, sparse6 or digraph6
    Graph6,
    /// A list of pairs, an object of lists, a matrix, or node-link data of networkx
    Json,
    /// An edge in each line: U V, U,V, U -- V or U -> V, perhaps with a weight
    #[default]
    Edges,
    /// As edges, but each pair is an arc
    Arcs,
    /// A vertex and its neighbours in each line: U: V W
    Neighbours,
    /// As neighbours, but with arcs from U
    Successors,
    /// n rows of n zeros and ones; arcs unless it is symmetric
    Matrix,
}

/// A part of the text, and its fault.
struct Fault<'t>(&'t str, String);

type Parsed<'t, T> = Result<T, Fault<'t>>;

fn fault<T>(part: &str, message: impl Into<String>) -> Parsed<'_, T> {
    Err(Fault(part, message.into()))
}

/// Returns a fault unless the condition holds.
fn ensure<'t>(holds: bool, part: &'t str, message: &str) -> Parsed<'t, ()> {
    if holds { Ok(()) } else { fault(part, message) }
}

/// Returns a fault of a text in no format.
fn misfit<'t, T>(part: &'t str, message: &str) -> Parsed<'t, T> {
    let forms = FORMS.join("; ");
    fault(part, format!("{message}; the forms are {forms}"))
}

/// Returns the lines that are not blank, without blanks around them.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// An iterator over graphs, which ends after an error.
pub type Graphs<'t> = Box<dyn Iterator<Item = Result<Graph, TextError>> + 't>;

/// Reads the graph of a file that has one, in any of the formats.
pub fn parse(text: &str) -> Result<Graph, TextError> {
    one(text, None)
}

/// Reads the graph of a file that has one. If no format is given, the first line determines it.
pub fn one(text: &str, format: Option<GraphFormat>) -> Result<Graph, TextError> {
    let mut graphs = graphs(text, format)?;
    let first = graphs.next().expect("there is a graph, or a fault")?;
    match graphs.count() {
        0 => Ok(first),
        more => {
            let graphs = counted(more + 1, "graph");
            let message = format!("the file has {graphs}, where one is wanted");
            Err(TextError::at(1)((1, message)))
        }
    }
}

/// Reads the graphs of a file: at least one, and more than one only in graph6 and related formats.
/// If no format is given, the first line determines it.
pub fn graphs(text: &str, format: Option<GraphFormat>) -> Result<Graphs<'_>, TextError> {
    let text = without_mark(text);
    read(text, format).map_err(|fault| scan::error(text, fault.0, fault.1))
}

fn read(text: &str, given: Option<GraphFormat>) -> Parsed<'_, Graphs<'_>> {
    let form = given.map_or_else(|| recognise(text), Ok)?;
    let is_json = form == GraphFormat::Json || text.trim_start().starts_with(['[', '{']);
    let given = given.filter(|given| *given != GraphFormat::Json);
    let named = |fault| foreign::named(text, form, fault);
    let graph = match form {
        GraphFormat::Graph6 => return graph6::graphs(text),
        GraphFormat::Dimacs => dimacs::parse(text, given.is_some()),
        GraphFormat::Tsplib => tsplib::parse(text, given.is_some()),
        _ if is_json => json::parse(text, given).map_err(named),
        _ => plain::parse(text, form, given).map_err(named),
    };
    Ok(Box::new(once(Ok(graph?))))
}

/// Recognises the format from the first line that is no comment.
fn recognise(text: &str) -> Parsed<'_, GraphFormat> {
    let mut body = lines(text).filter(|line| !line.starts_with('#'));
    let Some(first) = body.next() else {
        return fault(text, "no graph here: the file is empty");
    };
    if let Some(at) = text.find(['\0', char::REPLACEMENT_CHARACTER]) {
        return fault(&text[at..], "this is no text in UTF-8: save it as UTF-8");
    }
    let is_c = |line: &&str| line.split_whitespace().next() == Some("c");
    Ok(if graph6::is_file(text)? {
        GraphFormat::Graph6
    } else if dimacs::is_line(first)
        || is_c(&first) && body.find(|l| !is_c(l)).is_some_and(dimacs::is_line)
    {
        GraphFormat::Dimacs
    } else if tsplib::is_keyword(first) {
        GraphFormat::Tsplib
    } else if first.starts_with(['[', '{']) {
        GraphFormat::Json
    } else {
        plain::form(text)
    })
}

/// The edges or arcs read so far, with their places. Vertices are as in the file.
#[derive(Default)]
struct Edges<'t> {
    text: &'t str,
    /// The number of vertices; 0 if the file does not declare it.
    vertices: u32,
    /// True for arcs, each from its first vertex to its second.
    are_arcs: bool,
    /// Bytes before each edge.
    places: Vec<u32>,
    edges: Vec<[u32; 2]>,
}

/// Reads a number of vertices.
fn size(vertices: &str) -> Parsed<'_, u32> {
    checked(vertices, vertex(vertices)?)
}

/// Returns a number of vertices if it is in range.
fn checked(part: &str, vertices: u32) -> Parsed<'_, u32> {
    match vertices {
        0 => fault(part, "a graph has at least one vertex"),
        1..=Graph::MAX_VERTICES => Ok(vertices),
        _ => fault(part, EdgeError::TooManyVertices(vertices).to_string()),
    }
}

/// Reads a vertex as in the file.
fn vertex(word: &str) -> Parsed<'_, u32> {
    let number = word.parse().ok();
    number.map_or_else(
        || {
            fault(
                word,
                format!("expected a number from 0, found '{}'", quote(word)),
            )
        },
        Ok,
    )
}

impl<'t> Edges<'t> {
    /// Returns an empty list.
    fn new(text: &'t str, vertices: u32, are_arcs: bool) -> Edges<'t> {
        Edges {
            text,
            vertices,
            are_arcs,
            ..Edges::default()
        }
    }

    /// Returns the noun: edge or arc.
    fn noun(&self) -> &'static str {
        if self.are_arcs { "arc" } else { "edge" }
    }

    /// Adds an edge at this part of the text.
    fn add(&mut self, part: &str, edge: [u32; 2]) {
        self.edges.push(edge);
        self.places.push(offset(self.text, part) as u32);
    }

    /// Returns the text from an edge on.
    fn part(&self, at: usize) -> &'t str {
        &self.text[self.places[at] as usize..]
    }

    /// Returns the first vertex of the numbering, 0 or 1.
    fn base(&self) -> Parsed<'t, u32> {
        let least = *self.edges.iter().flatten().min().unwrap_or(&1).min(&1);
        let last = self.vertices + least - 1;
        let is_outside = |edge: &[u32; 2]| edge[0].max(edge[1]) > last;
        let Some(at) = self.edges.iter().position(is_outside) else {
            return Ok(least);
        };
        let vertex = self.edges[at][0].max(self.edges[at][1]);
        let remedy = "correct it, or declare more vertices";
        let message = format!("vertex {vertex} is not among {least} to {last}: {remedy}");
        fault(self.part(at), message)
    }

    /// Returns the graph, whose vertices have their numbers as names.
    fn graph(self) -> Parsed<'t, Graph> {
        let (base, names) = (self.base()?, [Names::FromZero, Names::FromOne]);
        self.named(base, names[base as usize].clone())
    }

    /// Returns the graph with these names of the vertices from `base` on. An edge may be listed
    /// from both ends.
    fn named(self, base: u32, names: Names) -> Parsed<'t, Graph> {
        let (mut seen, mut edges) = (HashSet::new(), Vec::new());
        for (at, &[a, b]) in self.edges.iter().enumerate() {
            let message =
                "an edge from a vertex to itself: remove it, also at the end or on a diagonal";
            ensure(a != b, self.part(at), message)?;
            if !seen.insert([a, b]) {
                let message = format!("this {} stands above already: remove it", self.noun());
                return fault(self.part(at), message);
            }
            if self.are_arcs || !seen.contains(&[b, a]) {
                edges.push([a - base, b - base]);
            }
        }
        let new = [Graph::from_pairs, Graph::from_arc_pairs][usize::from(self.are_arcs)];
        Ok(new(self.vertices, &edges).with_names(names))
    }
}
