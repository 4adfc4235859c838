//! The DIMACS edge format, undirected or directed.
//!
//! Comments are `c …`. Undirected graphs have one line `p edge VERTICES EDGES` (or `p col …`, or `p
//! VERTICES EDGES`), then `e U V` for every edge. Directed graphs have `p sp VERTICES ARCS`, then
//! `a U V` for every arc, perhaps with a length (9th DIMACS implementation challenge: shortest
//! paths, 2006).

use super::{Edges, Graph, GraphError, Line, error, lines};
use knightsat_base::text::{counted, quote};
use std::cmp::Ordering;

pub(super) fn is_comment(line: &str) -> bool {
    line.split_whitespace().next() == Some("c")
}

pub(super) fn parse(text: &str) -> Result<Graph, GraphError> {
    let mut header: Option<(Edges, usize)> = None;
    let mut last = 1;
    for (line, text) in lines(text).filter(|(_, line)| !is_comment(line)) {
        last = line;
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        match (words[0], &mut header) {
            ("p", None) => header = Some(size(line, &words)?),
            ("p", Some(_)) => return error(line, "a second 'p' line"),
            ("a", None) => return error(line, "an arc before the line 'p sp VERTICES ARCS'"),
            (_, None) => return error(line, "an edge before the line 'p edge VERTICES EDGES'"),
            (_, Some((edges, _))) => add(edges, (line, text), &words)?,
        }
    }
    match header {
        Some((edges, promised)) => complete(edges, promised, last),
        None => error(last, "the line 'p edge VERTICES EDGES' is missing"),
    }
}

/// Returns an empty list of edges, and the number of edges that the line `p …` declares.
fn size(line: usize, words: &[&str]) -> Result<(Edges, usize), GraphError> {
    let (kind, vertices, count) = match words[1..] {
        [kind @ ("edge" | "col" | "sp"), vertices, count] => (kind, vertices, count),
        [vertices, count] if vertices != "edge" => ("edge", vertices, count),
        _ => return error(line, "expected 'p edge VERTICES EDGES'"),
    };
    let Ok(promised) = count.parse() else {
        return error(line, format!("'{}' is not a number of edges", quote(count)));
    };
    let mut edges = Edges::read(line, vertices)?;
    edges.are_arcs = kind == "sp";
    Ok((edges, promised))
}

/// Adds the edge or arc of a line.
fn add(edges: &mut Edges, (line, text): Line, words: &[&str]) -> Result<(), GraphError> {
    let (a, b) = match (edges.noun(), words) {
        ("edge", ["e", a, b]) | ("arc", ["a", a, b] | ["a", a, b, _]) => (a, b),
        (noun, _) => {
            let (word, text) = (&noun[..1], quote(text));
            return error(line, format!("expected '{word} U V', found '{text}'"));
        }
    };
    edges.add(line, [edges.vertex(line, a)?, edges.vertex(line, b)?])
}

/// Returns the graph, if it has as many edges as its file declares.
fn complete(edges: Edges, promised: usize, last: usize) -> Result<Graph, GraphError> {
    let (found, noun) = (edges.edges.len(), edges.noun());
    let message = match found.cmp(&promised) {
        Ordering::Equal => return Ok(edges.graph()),
        Ordering::Less => {
            let promised = counted(promised, noun);
            format!("the file ends after {found} of the {promised} that it promises")
        }
        Ordering::Greater => {
            let found = counted(found, noun);
            format!("the file has {found}, more than the {promised} that it promises")
        }
    };
    error(last, message)
}
