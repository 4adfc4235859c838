//! Graphs from files: a table of formats, each a strict grammar.
//!
//! ```
//! use knightsat_tour::graph::read;
//!
//! // Vertices are numbered from 1 there, and from 0 here.
//! let graph = read::parse("c a path\np edge 3 2\ne 1 2\ne 2 3\n")?;
//! assert_eq!(graph.neighbours(1), [0, 2]);
//! let error = read::parse("p edge 3 1\ne 1 4\n").unwrap_err();
//! assert_eq!((error.line, error.column), (2, 1));
//! // A file of graph6 has many graphs, one a line: a path and a triangle.
//! let graphs = read::graphs("Bg\nBw\n", None, &mut |_| {})?;
//! assert_eq!(graphs.map(|graph| graph.unwrap().edges().count()).collect::<Vec<_>>(), [2, 3]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! docs/usage.md describes the formats. The first line determines the format, unless the caller
//! names it. A text that may mean two graphs is an error with both meanings.

mod dimacs;
mod foreign;
mod graph6;
mod json;
mod plain;
#[cfg(test)]
mod tests;
mod tsplib;

use super::{EdgeError, Graph, NONE, Names};
use knightsat_base::input::without_mark;
use knightsat_base::text::{OptionName, TextError, counted, quote};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

const GRAPH_FORMAT: OptionName = OptionName("graph_format");

/// The formats with an example of each, for errors.
const FORMATS: &str = "these formats are read: pairs '1 2', '1,2', '1 -- 2' or '1 -> 2', titles \
                       'source,target' above pairs, lists '1: 2 3', n rows of n zeros and ones, JSON \
                       '[[1, 2]]', DIMACS 'p edge 2 1', TSPLIB 'TYPE : HCP', graph6 'Bw'";

/// The format of a graph file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A fault at a part of the text.
struct Fault<'t> {
    part: &'t str,
    message: String,
}

type Parsed<'t, T> = Result<T, Fault<'t>>;

fn fault<T>(part: &str, message: impl Into<String>) -> Parsed<'_, T> {
    let message = message.into();
    Err(Fault { part, message })
}

/// Returns a fault of a text in no format.
fn misfit<'t, T>(part: &'t str, message: &str) -> Parsed<'t, T> {
    fault(part, format!("{message}; {FORMATS}"))
}

/// Returns the number of bytes before a part of the text.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

impl Fault<'_> {
    /// Returns the error of the whole text.
    fn place(self, text: &str) -> TextError {
        let before = &text[..offset(text, self.part)];
        let line = before.rsplit('\n').next().unwrap_or_default();
        TextError {
            line: 1 + before.matches('\n').count() as u64,
            column: 1 + line.chars().count(),
            message: self.message,
        }
    }
}

/// Returns the lines that are not blank, without blanks around them.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// An iterator over graphs, which ends after an error.
pub type Graphs<'t> = Box<dyn Iterator<Item = Result<Graph, TextError>> + 't>;

/// Takes notes about a graph: parts of its file without effect.
pub type Note<'n> = &'n mut dyn FnMut(TextError);

/// Reads the graph of a file that has one, in any of the formats.
pub fn parse(text: &str) -> Result<Graph, TextError> {
    one(text, None, &mut |_| {})
}

/// Reads the graph of a file that has one. If no format is given, the first line determines it.
pub fn one(text: &str, format: Option<GraphFormat>, note: Note) -> Result<Graph, TextError> {
    let mut graphs = graphs(text, format, note)?;
    let first = graphs.next().expect("the text is not empty")?;
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
pub fn graphs<'t>(
    text: &'t str,
    format: Option<GraphFormat>,
    note: Note,
) -> Result<Graphs<'t>, TextError> {
    let text = without_mark(text);
    let name = |fault| foreign::named(text, fault);
    let graph = match format.map_or_else(|| recognise(text), Ok) {
        Ok(GraphFormat::Graph6) => return Ok(graph6::graphs(text)),
        Ok(GraphFormat::Dimacs) => dimacs::parse(text, note),
        Ok(GraphFormat::Tsplib) => tsplib::parse(text, note),
        Ok(GraphFormat::Json) => json::parse(text, None, note).map_err(name),
        // A list, whose direction is given.
        Ok(_) if text.trim_start().starts_with(['[', '{']) => {
            json::parse(text, format, note).map_err(name)
        }
        Ok(_) => plain::parse(text, format, note).map_err(name),
        Err(fault) => Err(fault),
    };
    let graph = graph.map_err(|fault| fault.place(text))?;
    Ok(Box::new([Ok(graph)].into_iter()))
}

/// Recognises the format from the first line that is no comment; pairs stand for all plain text.
fn recognise(text: &str) -> Parsed<'_, GraphFormat> {
    let mut body = lines(text).filter(|line| !line.starts_with('#'));
    let Some(first) = body.next() else {
        return fault(text, "no graph here: the file is empty");
    };
    if let Some(at) = text.find(['\0', char::REPLACEMENT_CHARACTER]) {
        return fault(&text[at..], "this is no text in UTF-8: save it as UTF-8");
    }
    let is_dimacs = |line: &str| dimacs::is_line(line);
    let is_c = |line: &&str| line.split_whitespace().next() == Some("c");
    Ok(if graph6::is_graph(first) {
        graph6::check(text)?;
        GraphFormat::Graph6
    } else if is_dimacs(first) || is_c(&first) && body.find(|l| !is_c(l)).is_some_and(is_dimacs) {
        GraphFormat::Dimacs
    } else if tsplib::is_keyword(first) {
        GraphFormat::Tsplib
    } else if first.starts_with(['[', '{']) {
        GraphFormat::Json
    } else {
        GraphFormat::Edges
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
    match vertices.parse() {
        Ok(number @ 1..) => checked(vertices, number),
        _ => {
            let word = quote(vertices);
            fault(vertices, format!("'{word}' is not a number of vertices"))
        }
    }
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
    word.parse().or_else(|_| {
        let shown = quote(word);
        fault(word, format!("'{shown}' is not a vertex number"))
    })
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
        let ends = || self.edges.iter().flatten();
        let least = ends().min().map_or(1, |&least| least.min(1));
        let last = self.vertices + least - 1;
        let is_outside = |edge: &[u32; 2]| edge[0].max(edge[1]) > last;
        let Some(at) = self.edges.iter().position(is_outside) else {
            return Ok(least);
        };
        let vertex = self.edges[at][0].max(self.edges[at][1]);
        let most = ends()
            .max()
            .map_or(0, |most| most.saturating_add(1 - least));
        let remedy = format!("correct it, or declare {}", counted(most, "vertex"));
        let message = format!("vertex {vertex} is not among {least} to {last}: {remedy}");
        fault(self.part(at), message)
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
        let (text, noun, len) = (self.text, self.noun(), self.vertices);
        let mut note_at = |place: u32, message: String| {
            let part = &text[place as usize..];
            note(Fault { part, message }.place(text));
        };
        let name = |vertex: u32| {
            let mut text = String::new();
            names.push(vertex, &mut text);
            quote(&text)
        };
        let is_loop = |edge: &[u32; 2]| edge[0] == edge[1];
        if let Some(at) = self.edges.iter().position(is_loop) {
            let count = self.edges.iter().filter(|edge| is_loop(edge)).count();
            let (vertex, more) = (name(self.edges[at][0] - base), more(count));
            let message =
                format!("a loop at vertex {vertex}{more}: no tour takes it, it is left out");
            note_at(self.places[at], message);
            let mut keep = self.edges.iter().map(|edge| !is_loop(edge));
            self.places
                .retain(|_| keep.next().expect("a place for each edge"));
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
        for (&[a, b], &place) in self.edges.iter().zip(&self.places) {
            let key = if self.are_arcs {
                [a, b]
            } else {
                [a.min(b), a.max(b)]
            };
            match first.entry(key) {
                Entry::Vacant(slot) => {
                    slot.insert([a, b]);
                    kept.push([a, b]);
                }
                Entry::Occupied(slot) => repeated.push((place, [a, b], *slot.get())),
            }
        }
        // Many files list each edge once from either end.
        let is_turned = |&(_, edge, first): &(u32, [u32; 2], [u32; 2])| edge != first;
        let are_twice = repeated.len() == kept.len() && repeated.iter().all(is_turned);
        if let (false, Some(&(place, edge, _))) = (are_twice, repeated.first()) {
            let ([a, b], more) = (edge.map(name), more(repeated.len()));
            let message = format!("{noun} {a} {b} is listed already{more}: it counts once");
            note_at(place, message);
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
