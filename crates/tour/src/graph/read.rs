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
mod pajek;
#[cfg(test)]
mod tests;
mod tsplib;
mod words;

use super::{EdgeError, Graph, NONE, Names};
use knightsat_base::input::without_mark;
use knightsat_base::text::{OptionName, counted, quote};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use thiserror::Error;

const GRAPH_FORMAT: OptionName = OptionName("graph_format");

/// A fault of a graph file; lines count from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq, Hash)]
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
    /// *Vertices, then *Edges or *Arcs
    Pajek,
    /// One graph per line in graph6, sparse6 or digraph6
    Graph6,
    /// An edge in each line: U V, U -- V or U -> V, perhaps with values
    Edges,
    /// As edges; U V is an arc from U to V
    Arcs,
    /// VERTICES EDGES or VERTICES, then edges or neighbours
    Sized,
    /// Titles of columns such as source and target, then edges
    Table,
    /// Edges one after the other in one line: U V V W
    Flat,
    /// A vertex and its neighbours in each line: U V W or U: V W
    Neighbours,
    /// As neighbours, with arcs from U
    Successors,
    /// The neighbours of vertex i in line i
    Positions,
    /// VERTICES EDGES, then the neighbours of vertex i in line i
    Metis,
    /// VERTICES, then COUNT U V: the neighbours of vertex i in line i
    Counted,
    /// Rows of a matrix; one half is missing or 0
    Half,
    /// Rows of a matrix, where 0 is no edge; arcs unless it is symmetric
    Matrix,
    /// Vertices, then edges after a line '#' (Trivial Graph Format)
    Tgf,
}

/// The names of the formats, for errors.
const FORMATS: &str = "DIMACS ('p edge VERTICES EDGES', or 'p sp VERTICES ARCS'), TSPLIB ('TYPE : HCP', \
                       or 'TYPE : ATSP'), a list of edges ('U V' on each line), adjacency lists ('U: V W'), \
                       rows of a matrix, METIS, TGF, Pajek, graph6, sparse6 and digraph6";

/// A line that is not blank, with its number.
type FileLine<'t> = (usize, &'t str);

fn lines(text: &str) -> impl Iterator<Item = FileLine<'_>> + Clone {
    let lines = (1..).zip(without_mark(text).lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty())
}

/// An iterator over graphs, which ends after an error.
pub type Graphs<'t> = Box<dyn Iterator<Item = Result<Graph, GraphError>> + 't>;

/// Reads the graph of a file that has one, in any of the formats.
pub fn parse(text: &str) -> Result<Graph, GraphError> {
    one(text, None)
}

/// Takes notes about a graph: parts of its file without effect, or with a doubtful meaning.
pub type Note<'n> = &'n mut dyn FnMut(GraphError);

/// Reads the graph of a file that has one.
pub fn one(text: &str, format: Option<GraphFormat>) -> Result<Graph, GraphError> {
    one_with(text, format, &mut |_| {})
}

/// Reads the graph of a file that has one, with notes.
pub fn one_with(text: &str, format: Option<GraphFormat>, note: Note) -> Result<Graph, GraphError> {
    let mut graphs = graphs_with(text, format, note)?;
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
    graphs_with(text, format, &mut |_| {})
}

/// Reads the graphs of a file, with notes.
pub fn graphs_with<'t>(
    text: &'t str,
    format: Option<GraphFormat>,
    note: Note,
) -> Result<Graphs<'t>, GraphError> {
    let format = match format {
        Some(format) if lines(text).next().is_some() => Some(format),
        _ => recognise(text)?,
    };
    let graph = match format {
        Some(GraphFormat::Dimacs) => dimacs::parse(text, note),
        Some(GraphFormat::Tsplib) => tsplib::parse(text, note),
        Some(GraphFormat::Pajek) => pajek::parse(text, note),
        Some(GraphFormat::Graph6) => return Ok(graph6::graphs(text)),
        list => list::parse(text, list, note),
    };
    Ok(Box::new([Ok(graph?)].into_iter()))
}

/// Recognises the format from the first line that is no comment; `None` is a list.
fn recognise(text: &str) -> Result<Option<GraphFormat>, GraphError> {
    let Some((number, first)) = lines(text).find(|(_, line)| !list::is_comment(line)) else {
        return error(1, "no graph here: the file is empty");
    };
    if let Some(message) = foreign(text, first) {
        let line = if text.trim_start().starts_with("%%") {
            1
        } else {
            number
        };
        return error(line, message);
    }
    // Comments of DIMACS, unless these are edges between letters.
    let body = lines(text).find(|(_, line)| !list::is_comment(line) && !list::is_c_comment(line));
    let (_, body) = body.unwrap_or((number, first));
    Ok(if graph6::is_graph(body) {
        // A bar may also stand between two vertices.
        let mut all = lines(text).filter(|(_, line)| !list::is_comment(line));
        let has_bars = text.contains('|') && all.clone().count() > 1;
        let is_list = has_bars
            && all.clone().all(|(_, line)| line.matches('|').count() == 1)
            && list::parse(text, None, &mut |_| {}).is_ok();
        if is_list && !all.all(|(_, line)| graph6::is_graph(line)) {
            return Ok(None);
        }
        if is_list {
            let message = format!(
                "the file may be graph6, or a list with bars: use {GRAPH_FORMAT} graph6, or write blanks for the bars"
            );
            return error(number, message);
        }
        Some(GraphFormat::Graph6)
    } else if dimacs::is_line(body) {
        Some(GraphFormat::Dimacs)
    } else if tsplib::is_keyword(body) {
        Some(GraphFormat::Tsplib)
    } else if pajek::is_line(body) {
        Some(GraphFormat::Pajek)
    } else {
        None
    })
}

/// Names a format that is not read by its look, with the remedy.
fn foreign(text: &str, first: &str) -> Option<String> {
    let lower = first.to_ascii_lowercase();
    let begins = |starts: &[&str]| starts.iter().any(|start| lower.starts_with(start));
    let has = |part: &str| text.contains(part);
    let sized = format!(
        "replace its lines down to the size, such as '4 4 5', by the size '4 5', and use {GRAPH_FORMAT} sized"
    );
    let (name, remedy) = if text.contains('\0') || first.starts_with('\u{fffd}') {
        ("a text in UTF-16, or no text", "save it as UTF-8")
    } else if begins(&["graph [", "graph\t["])
        || lower.starts_with("creator") && has("graph")
        || lower == "graph" && has("node")
    {
        ("GML", "write each edge as a line 'SOURCE TARGET'")
    } else if begins(&["graph", "digraph", "strict"]) && has("{") {
        (
            "DOT",
            "keep only its edges, each in a line such as 'a -- b' or '\"00\" -- \"01\"'",
        )
    } else if begins(&["<?xml", "<graphml", "<gexf", "<"]) && has("</") {
        (
            "XML, such as GraphML",
            "write each edge as a line 'SOURCE TARGET'",
        )
    } else if begins(&["{"]) && (has("\"links\"") || has("\"edges\"") || has("\"nodes\"")) {
        (
            "JSON of a graph",
            "keep only the list of its edges, as in [[0, 1], [1, 2]]",
        )
    } else if text.trim_start().starts_with("%%MatrixMarket") {
        ("Matrix Market", sized.as_str())
    } else if begins(&["* graphbase"]) {
        (
            "a graph of the Stanford GraphBase",
            "write each edge as a line 'SOURCE TARGET'",
        )
    } else if is_fact(first) {
        (
            "a list of facts",
            "write 'edge(1,2).' as '1 2', or as '1 -> 2' if it has a direction",
        )
    } else if begins(&["leda.graph"]) {
        ("LEDA", "write each edge as a line 'SOURCE TARGET'")
    } else if begins(&["p cnf"]) {
        ("a formula in DIMACS", "name the file of a graph")
    } else if has("TOUR_SECTION") {
        (
            "a tour in TSPLIB",
            "name the file of a graph, and this one as TOUR of verify",
        )
    } else {
        return None;
    };
    Some(format!(
        "this is {name}: {remedy}; these formats are read: {FORMATS}"
    ))
}

/// Returns true for a line such as `edge(1,2).`, as answer set programming and Prolog have them.
fn is_fact(line: &str) -> bool {
    let (name, rest) = line.split_once('(').unwrap_or_default();
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_name && rest.contains(").")
}

/// The edges or arcs read so far, with their lines. Vertices are as in the file.
#[derive(Default)]
struct Edges {
    /// The number of vertices; 0 if the file does not declare it.
    vertices: u32,
    /// True for arcs, each from its first vertex to its second.
    are_arcs: bool,
    lines: Vec<u32>,
    edges: Vec<[u32; 2]>,
}

/// Reads a number of vertices.
fn size(line: usize, vertices: &str) -> Result<u32, GraphError> {
    match vertices.parse() {
        Ok(vertices @ 1..) => checked(line, vertices),
        _ => {
            let vertices = quote(vertices);
            error(line, format!("'{vertices}' is not a number of vertices"))
        }
    }
}

/// Returns a number of vertices if it is in range.
fn checked(line: usize, vertices: u32) -> Result<u32, GraphError> {
    match vertices {
        0 => error(line, "a graph has at least one vertex"),
        1..=Graph::MAX_VERTICES => Ok(vertices),
        _ => error(line, EdgeError::TooManyVertices(vertices).to_string()),
    }
}

/// Reads a vertex as in the file.
fn vertex(line: usize, word: &str) -> Result<u32, GraphError> {
    word.parse().or_else(|_| {
        let word = quote(word);
        error(line, format!("'{word}' is not a vertex number"))
    })
}

impl Edges {
    /// Returns an empty list.
    fn new(vertices: u32, are_arcs: bool) -> Edges {
        Edges {
            vertices,
            are_arcs,
            ..Edges::default()
        }
    }

    /// Returns the noun: edge or arc.
    fn noun(&self) -> &'static str {
        if self.are_arcs { "arc" } else { "edge" }
    }

    /// Adds an edge.
    fn add(&mut self, line: usize, edge: [u32; 2]) {
        self.edges.push(edge);
        self.lines.push(line as u32);
    }

    /// Returns the first vertex of the numbering, 0 or 1.
    fn base(&self) -> Result<u32, GraphError> {
        let ends = || self.edges.iter().flatten();
        let least = ends().min().map_or(1, |&least| least.min(1));
        if self.vertices == 0 {
            return Ok(least);
        }
        let last = self.vertices + least - 1;
        let Some(at) = self
            .edges
            .iter()
            .position(|edge| edge[0].max(edge[1]) > last)
        else {
            return Ok(least);
        };
        let (vertex, vertices) = (self.edges[at][0].max(self.edges[at][1]), self.vertices);
        let declare = match ends().max() {
            Some(&most) => most.saturating_add(1 - least),
            None => vertices,
        };
        let remedy = format!("correct it, or declare {}", counted(declare, "vertex"));
        let message = format!("vertex {vertex} is not among {least} to {last}: {remedy}");
        error(self.lines[at] as usize, message)
    }

    /// Returns the graph. Loops and repeated edges are left out, with a note.
    fn graph(self, base: u32, note: Note) -> Graph {
        let names = if base == 0 {
            Names::FromZero
        } else {
            Names::FromOne
        };
        self.named(base, names, note)
    }

    /// Returns the graph with these names of the vertices from `base` on.
    fn named(mut self, base: u32, names: Names, note: Note) -> Graph {
        let (noun, len) = (self.noun(), self.vertices);
        let name = |vertex: u32| {
            let mut text = String::new();
            names.push(vertex, &mut text);
            quote(&text)
        };
        let is_loop = |edge: &[u32; 2]| edge[0] == edge[1];
        if let Some(at) = self.edges.iter().position(is_loop) {
            let count = self.edges.iter().filter(|edge| is_loop(edge)).count();
            let (line, vertex) = (self.lines[at], name(self.edges[at][0] - base));
            note(GraphError {
                line: line as usize,
                message: format!(
                    "a loop at vertex {vertex}{}: no tour takes it, it is left out",
                    more(count)
                ),
            });
            let mut keep = self.edges.iter().map(|edge| !is_loop(edge));
            self.lines
                .retain(|_| keep.next().expect("a line for each edge"));
            self.edges.retain(|edge| !is_loop(edge));
        }
        self.edges.iter_mut().flatten().for_each(|end| *end -= base);
        let build = |edges: &[[u32; 2]]| {
            if self.are_arcs {
                Graph::from_arc_pairs(len, edges)
            } else {
                Graph::from_pairs(len, edges)
            }
        };
        let graph = build(&self.edges);
        let mut seen = vec![NONE; len as usize];
        let mut repeats = |vertex: u32| {
            let mut row = graph.successors(vertex).iter();
            row.any(|&other| std::mem::replace(&mut seen[other as usize], vertex) == vertex)
        };
        if !(0..len).any(&mut repeats) {
            return graph.with_names(names);
        }
        let (mut first, mut kept, mut repeated) = (HashMap::new(), Vec::new(), Vec::new());
        for (&[a, b], &line) in self.edges.iter().zip(&self.lines) {
            let key = if self.are_arcs {
                [a, b]
            } else {
                [a.min(b), a.max(b)]
            };
            match first.entry(key) {
                Entry::Vacant(slot) => {
                    slot.insert((line, [a, b]));
                    kept.push([a, b]);
                }
                Entry::Occupied(slot) => repeated.push((line, [a, b], *slot.get())),
            }
        }
        // Many files list each edge once from either end.
        let is_turned = |&(_, edge, (_, first)): &(u32, [u32; 2], (u32, [u32; 2]))| edge != first;
        let are_twice = repeated.len() == kept.len() && repeated.iter().all(is_turned);
        if let (false, Some(&(line, edge, (earlier, _)))) = (are_twice, repeated.first()) {
            let ([a, b], more) = (edge.map(name), more(repeated.len()));
            note(GraphError {
                line: line as usize,
                message: format!(
                    "{noun} {a} {b} stands on line {earlier} already{more}: it counts once"
                ),
            });
        }
        build(&kept).with_names(names)
    }
}

/// Returns the number of further cases in words.
fn more(count: usize) -> String {
    match count {
        0 | 1 => String::new(),
        _ => format!(", and {} more", count - 1),
    }
}
