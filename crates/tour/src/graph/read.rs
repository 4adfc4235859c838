//! Graphs from files: the DIMACS edge format and TSPLIB's `.hcp`.
//!
//! ```
//! use knightsat_tour::graph::read;
//!
//! // Vertices are numbered from 1 there, and from 0 here.
//! let graph = read::parse("c a path\np edge 3 2\ne 1 2\ne 2 3\n")?;
//! assert_eq!(graph.neighbours(1), [0, 2]);
//! assert!(read::parse("p edge 3 1\ne 1 4\n").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! DIMACS: comments `c …`, one line `p edge VERTICES EDGES` (or `p col …`, or `p VERTICES EDGES`),
//! then `e U V` for every edge. TSPLIB (Reinelt, TSPLIB 95): `KEYWORD : VALUE` lines with `TYPE :
//! HCP` and `DIMENSION`, then `EDGE_DATA_SECTION` with an edge list or adjacency lists, up to `-1`.
//! Vertices count from 1 in both.

use super::{EdgeError, Graph};
use knightsat_base::input::without_mark;
use knightsat_base::text::{counted, quote};
use std::collections::{HashMap, HashSet};
use thiserror::Error;

/// What is wrong with a graph file; lines count from 1.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{line}: {message}")]
pub struct GraphError {
    /// The line.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

fn error<T>(line: usize, message: impl Into<String>) -> Result<T, GraphError> {
    Err(GraphError {
        line,
        message: message.into(),
    })
}

/// Reads a graph in either format. The first line that is no comment decides which.
pub fn parse(text: &str) -> Result<Graph, GraphError> {
    let word = |line: &str| line.split_whitespace().next().unwrap_or("").to_string();
    let is_comment = |line: &str| matches!(&word(line)[..], "" | "c");
    let lines = || (1..).zip(without_mark(text).lines().map(str::trim));
    let Some((number, first)) = lines().find(|(_, line)| !is_comment(line)) else {
        return error(1, "no graph here: the file is empty");
    };
    match &word(first)[..] {
        "p" | "e" => dimacs(lines().filter(|(_, line)| !is_comment(line))),
        _ if is_keyword(first) => tsplib(lines().filter(|(_, line)| !line.is_empty())),
        _ => {
            let first = quote(first);
            let formats = "begin with 'p edge VERTICES EDGES' (DIMACS) or 'TYPE : HCP' (TSPLIB)";
            error(number, format!("'{first}' is no graph format: {formats}"))
        }
    }
}

/// The edges read so far, with the lines that they stand on.
#[derive(Default)]
struct Edges {
    vertices: u32,
    lines: HashMap<(u32, u32), usize>,
    neighbours: Vec<Vec<u32>>,
}

impl Edges {
    fn new(line: usize, vertices: &str) -> Result<Edges, GraphError> {
        match vertices.parse() {
            Ok(vertices @ 1..=Graph::MAX_VERTICES) => Ok(Edges {
                vertices,
                ..Edges::default()
            }),
            Ok(vertices @ 1..) => error(line, EdgeError::TooManyVertices(vertices).to_string()),
            _ => error(
                line,
                format!("'{}' is not a number of vertices", quote(vertices)),
            ),
        }
    }

    fn vertex(&self, line: usize, word: &str) -> Result<u32, GraphError> {
        let all = 1..=self.vertices;
        match word.parse::<u32>() {
            Ok(number) if all.contains(&number) => Ok(number - 1),
            Ok(number) => error(
                line,
                format!("vertex {number} is not among 1 to {}", self.vertices),
            ),
            Err(_) => error(line, format!("'{}' is not a vertex number", quote(word))),
        }
    }

    fn add(&mut self, line: usize, a: u32, b: u32) -> Result<(), GraphError> {
        if a == b {
            return error(line, EdgeError::Loop(a + 1).to_string());
        }
        let edge = (a.min(b), a.max(b));
        if let Some(earlier) = self.lines.insert(edge, line) {
            let message = format!("edge {} {} stands on line {earlier} already", a + 1, b + 1);
            return error(line, message);
        }
        // Grows with what is there, not with what the header claims.
        let needed = edge.1 as usize + 1;
        if self.neighbours.len() < needed {
            self.neighbours.resize_with(needed, Vec::new);
        }
        self.neighbours[a as usize].push(b);
        self.neighbours[b as usize].push(a);
        Ok(())
    }

    fn has(&self, from: u32, to: u32) -> bool {
        let list = self.neighbours.get(from as usize);
        list.is_some_and(|list| list.contains(&to))
    }

    fn graph(self) -> Graph {
        Graph::from_lists(self.vertices, |vertex, out| {
            out.extend(self.neighbours.get(vertex as usize).into_iter().flatten());
        })
    }
}

/// Reads the DIMACS edge format from the lines that are no comments, with their numbers.
fn dimacs<'t>(lines: impl Iterator<Item = (usize, &'t str)>) -> Result<Graph, GraphError> {
    let mut header: Option<(Edges, usize)> = None;
    let mut last = 1;
    for (line, text) in lines {
        last = line;
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        match (&words[..], &mut header) {
            (["p", "edge" | "col", vertices, edges], None) | (["p", vertices, edges], None)
                if *vertices != "edge" =>
            {
                let Ok(count) = edges.parse() else {
                    return error(line, format!("'{}' is not a number of edges", quote(edges)));
                };
                header = Some((Edges::new(line, vertices)?, count));
            }
            (["p", ..], None) => return error(line, "expected 'p edge VERTICES EDGES'"),
            (["p", ..], Some(_)) => return error(line, "a second 'p' line"),
            (["e", ..], None) => {
                return error(line, "an edge before the line 'p edge VERTICES EDGES'");
            }
            (["e", a, b], Some((edges, _))) => {
                edges.add(line, edges.vertex(line, a)?, edges.vertex(line, b)?)?;
            }
            _ => return error(line, format!("expected 'e U V', found '{}'", quote(text))),
        }
    }
    let Some((edges, promised)) = header else {
        return error(last, "the line 'p edge VERTICES EDGES' is missing");
    };
    let found = edges.lines.len();
    if found == promised {
        return Ok(edges.graph());
    }
    let message = match found < promised {
        true => {
            let promised = counted(promised, "edge");
            format!("the file ends after {found} of the {promised} that it promises")
        }
        false => {
            let found = counted(found, "edge");
            format!("the file has {found}, more than the {promised} that it promises")
        }
    };
    error(last, message)
}

/// Returns true if the line begins with a keyword, as `TYPE : HCP` does.
fn is_keyword(line: &str) -> bool {
    let word = line.split([':', ' ', '\t']).next().unwrap_or("");
    let is_capital = |letter: char| letter.is_ascii_uppercase() || letter == '_';
    !word.is_empty() && word.chars().all(is_capital)
}

/// Reads TSPLIB's format for Hamiltonian cycles from the lines that are not blank, with their numbers.
fn tsplib<'t>(mut lines: impl Iterator<Item = (usize, &'t str)>) -> Result<Graph, GraphError> {
    let (mut edges, mut are_lists, mut last) = (None, None, 1);
    let mut keys = HashSet::new();
    for (line, text) in lines.by_ref() {
        last = line;
        let (key, value) = text.split_once(':').unwrap_or((text, ""));
        if !keys.insert(key.trim()) && key.trim() != "COMMENT" {
            return error(line, format!("a second {} line", quote(key.trim())));
        }
        match (key.trim(), value.trim()) {
            ("NAME" | "COMMENT", _) | ("TYPE", "HCP") => {}
            ("TYPE", other) => {
                return error(
                    line,
                    format!("TYPE {}: only HCP is read here", quote(other)),
                );
            }
            ("DIMENSION", value) => edges = Some(Edges::new(line, value)?),
            ("EDGE_DATA_FORMAT", "EDGE_LIST") => are_lists = Some(false),
            ("EDGE_DATA_FORMAT", "ADJ_LIST") => are_lists = Some(true),
            ("EDGE_DATA_SECTION", _) => {
                return match (edges, are_lists) {
                    (None, _) => error(line, "EDGE_DATA_SECTION before DIMENSION"),
                    (_, None) => error(line, "EDGE_DATA_SECTION before EDGE_DATA_FORMAT"),
                    (Some(edges), Some(are_lists)) => edge_data(edges, are_lists, lines, line),
                };
            }
            (other, _) => {
                let other = quote(other);
                let message =
                    format!("'{other}' is not part of a TSPLIB HCP file that is read here");
                return error(line, message);
            }
        }
    }
    error(last, "EDGE_DATA_SECTION is missing")
}

/// Reads edges up to a closing -1: pairs of vertices, or lists of a vertex, its neighbours and -1, with each
/// edge once or from both ends.
fn edge_data<'t>(
    mut edges: Edges,
    are_lists: bool,
    lines: impl Iterator<Item = (usize, &'t str)>,
    mut last: usize,
) -> Result<Graph, GraphError> {
    let mut pending: Vec<u32> = Vec::new();
    let mut has_ended = false;
    for (line, text) in lines {
        last = line;
        if has_ended && text != "EOF" {
            return error(line, format!("'{}' after the edges", quote(text)));
        }
        for word in text.split_ascii_whitespace().filter(|&word| word != "EOF") {
            match (word, pending.len()) {
                ("-1", 0) => has_ended = true,
                ("-1", _) if are_lists => pending.clear(),
                ("-1", _) => return error(line, "half an edge before the closing -1"),
                _ => pending.push(edges.vertex(line, word)?),
            }
            match pending[..] {
                // The other end may have listed the edge before.
                [a, .., b] if are_lists && edges.has(b, a) => {}
                [a, .., b] => edges.add(line, a, b)?,
                _ => {}
            }
            if !are_lists && pending.len() == 2 {
                pending.clear();
            }
        }
    }
    match has_ended {
        true => Ok(edges.graph()),
        false => error(last, "the edges end without their closing -1"),
    }
}

#[cfg(test)]
mod tests;
