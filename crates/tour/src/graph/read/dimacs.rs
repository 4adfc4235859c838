//! The DIMACS edge format, undirected or directed.
//!
//! Comments are `c …`. Undirected graphs have one line `p edge VERTICES EDGES` (or `p col …`, or `p
//! VERTICES EDGES`), then `e U V` for every edge. Directed graphs have `p sp VERTICES ARCS`, then
//! `a U V` for every arc, perhaps with a length (9th DIMACS implementation challenge: shortest
//! paths, 2006). Lines `n`, `d`, `v` and `x` describe vertices, and are skipped.

use super::{Edges, FileLine, Graph, GraphError, Note, error, lines, list, size, vertex};
use knightsat_base::text::{counted, is_digits, quote};

/// The kinds of directed graphs, and those of all.
const DIRECTED: [&str; 5] = ["sp", "max", "min", "asn", "arc"];
const KINDS: [&str; 7] = ["edge", "col", "sp", "max", "min", "asn", "arc"];

/// Returns true for a line of this format: `p edge 3 2`, `e 1 2` or `a 1 2`.
pub(super) fn is_line(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let mut are_numbers = |count| {
        words
            .by_ref()
            .take(count)
            .filter(|word| is_digits(word))
            .count()
            == count
    };
    match line.split_ascii_whitespace().next() {
        // An edge between p and q is none of this format.
        Some("p") => words
            .skip(1)
            .any(|word| is_digits(word) || KINDS.contains(&word)),
        Some("e" | "a" | "n") => !are_numbers(1) && are_numbers(2),
        _ => false,
    }
}

pub(super) fn parse(text: &str, note: Note) -> Result<Graph, GraphError> {
    let mut header = None;
    let mut edges = Edges::default();
    let mut words = Vec::new();
    for (line, text) in lines(text) {
        words.clear();
        words.extend(text.split_ascii_whitespace());
        match words[..] {
            ["c" | "n" | "d" | "v" | "x", ..] => {}
            _ if list::is_comment(text) => {}
            ["p", ..] if header.is_none() => {
                let (kind, vertices, count) = sizes(line, &words)?;
                edges.vertices = vertices;
                edges.are_arcs |= DIRECTED.contains(&kind);
                header = Some((line, count));
            }
            ["p", ..] => return error(line, "a second 'p' line"),
            ["a", ..] if header.is_none() && edges.edges.is_empty() => {
                edges.are_arcs = true;
                add(&mut edges, (line, text), &words)?;
            }
            _ => add(&mut edges, (line, text), &words)?,
        }
    }
    let base = edges.base()?;
    if header.is_none() {
        let Some(&most) = edges.edges.iter().flatten().max() else {
            return error(1, "the line 'p edge VERTICES EDGES' is missing");
        };
        edges.vertices = super::checked(1, most.saturating_add(1 - base))?;
    }
    let (noun, found) = (edges.noun(), edges.edges.len());
    let graph = edges.graph(base, note);
    let distinct = if graph.is_directed() {
        graph.arcs().count()
    } else {
        graph.edges().count()
    };
    match header {
        Some((line, count)) if ![found, distinct].contains(&count) => {
            let count = counted(count, noun);
            let message = format!("the file declares {count} and has {found}: is it complete?");
            note(GraphError { line, message });
        }
        _ => {}
    }
    Ok(graph)
}

/// Returns the kind, the number of vertices and the number of edges of the line `p …`.
fn sizes<'t>(line: usize, words: &[&'t str]) -> Result<(&'t str, u32, usize), GraphError> {
    let (kind, vertices, count) = match words[1..] {
        [kind, vertices, count] => (kind, vertices, count),
        [vertices, count] if is_digits(vertices) => ("edge", vertices, count),
        _ => return error(line, "expected 'p edge VERTICES EDGES'"),
    };
    let Ok(promised) = count.parse() else {
        return error(line, format!("'{}' is not a number of edges", quote(count)));
    };
    Ok((kind, size(line, vertices)?, promised))
}

/// Adds the edge or arc of a line.
fn add(edges: &mut Edges, (line, text): FileLine, words: &[&str]) -> Result<(), GraphError> {
    let (a, b) = match (edges.are_arcs, words) {
        (false, ["e", a, b, ..]) | (true, ["a", a, b, ..]) => (a, b),
        (_, [a, b]) if is_digits(a) && is_digits(b) => (a, b),
        (are_arcs, _) => {
            let (word, text) = (if are_arcs { 'a' } else { 'e' }, quote(text));
            let remedy = match (are_arcs, words.first()) {
                (false, Some(&"a")) => "; for arcs, write 'sp' in the line 'p'",
                (true, Some(&"e")) => "; for edges, write 'edge' in the line 'p'",
                _ => "",
            };
            return error(
                line,
                format!("expected '{word} U V', found '{text}'{remedy}"),
            );
        }
    };
    edges.add(line, [vertex(line, a)?, vertex(line, b)?]);
    Ok(())
}
