//! The DIMACS edge format, undirected or directed.
//!
//! Comments are `c …`. Undirected graphs have one line `p edge VERTICES EDGES` (or `p col …`, or `p
//! VERTICES EDGES`), then `e U V` for every edge. Directed graphs have `p sp VERTICES ARCS`, then
//! `a U V` for every arc, perhaps with lengths (9th DIMACS implementation challenge: shortest
//! paths, 2006). Lines `n`, `d`, `v` and `x` describe vertices, and are skipped.

use super::{Edges, Graph, Note, Parsed, fault, lines, size, vertex};
use knightsat_base::text::{TextError, counted, is_digits, quote};

/// The kinds of undirected graphs, and of directed ones.
const UNDIRECTED: [&str; 3] = ["edge", "col", "tw"];
const DIRECTED: [&str; 5] = ["sp", "max", "min", "asn", "arc"];

/// Returns true for a line of this format: `p edge 3 2`, `e 1 2` or `a 1 2`.
pub(super) fn is_line(line: &str) -> bool {
    let words: Vec<&str> = line.split_ascii_whitespace().take(4).collect();
    match words[..] {
        // An edge between p and q is none of this format.
        ["p", ref rest @ ..] => rest
            .iter()
            .any(|word| is_digits(word) || UNDIRECTED.contains(word) || DIRECTED.contains(word)),
        ["e" | "a" | "n", a, b, ..] => is_digits(a) && is_digits(b),
        _ => false,
    }
}

pub(super) fn parse<'t>(text: &'t str, note: Note) -> Parsed<'t, Graph> {
    let mut header = None;
    let mut edges = Edges::new(text, 0, false);
    let mut words = Vec::new();
    for line in lines(text) {
        words.clear();
        words.extend(line.split_ascii_whitespace());
        match words[..] {
            ["c" | "n" | "d" | "v" | "x", ..] => {}
            _ if line.starts_with('#') => {}
            ["p", ..] if header.is_some() => return fault(line, "a second 'p' line"),
            ["p", ..] => {
                let (are_arcs, vertices, count) = sizes(line, &words)?;
                edges = Edges::new(text, vertices, are_arcs);
                header = Some((line, count));
            }
            _ if header.is_none() => {
                let message = "the line 'p edge VERTICES EDGES', or 'p sp VERTICES ARCS' for arcs, is \
                               missing above";
                return fault(line, message);
            }
            _ => add(&mut edges, line, &words)?,
        }
    }
    let Some((line, count)) = header else {
        return fault(text, "the line 'p edge VERTICES EDGES' is missing");
    };
    let base = edges.base()?;
    let (noun, found) = (edges.noun(), edges.edges.len());
    let graph = edges.graph(base, note);
    let distinct = if graph.is_directed() {
        graph.arcs().count()
    } else {
        graph.edges().count()
    };
    if ![found, distinct].contains(&count) {
        let count = counted(count, noun);
        let message = format!("the file declares {count} and has {found}: is it complete?");
        let fault: Parsed<TextError> = fault(line, message);
        note(fault.unwrap_or_else(|fault| fault.place(text)));
    }
    Ok(graph)
}

/// Returns true for arcs, the number of vertices and the number of edges of the line `p …`.
fn sizes<'t>(line: &'t str, words: &[&'t str]) -> Parsed<'t, (bool, u32, usize)> {
    let (kind, vertices, count) = match words[1..] {
        [kind, vertices, count] => (kind, vertices, count),
        [vertices, count] if is_digits(vertices) => (UNDIRECTED[0], vertices, count),
        _ => return fault(line, "expected 'p edge VERTICES EDGES'"),
    };
    let are_arcs = DIRECTED.contains(&kind);
    if !are_arcs && !UNDIRECTED.contains(&kind) {
        let message = format!("'{}' is no kind of graph: use 'edge' or 'sp'", quote(kind));
        return fault(kind, message);
    }
    let Ok(promised) = count.parse() else {
        return fault(
            count,
            format!("'{}' is not a number of edges", quote(count)),
        );
    };
    Ok((are_arcs, size(vertices)?, promised))
}

/// Adds the edge or arc of a line.
fn add<'t>(edges: &mut Edges<'t>, line: &'t str, words: &[&'t str]) -> Parsed<'t, ()> {
    let are_lengths = |words: &[&str]| words.iter().all(|word| word.parse::<f64>().is_ok());
    let (a, b) = match (edges.are_arcs, words) {
        (false, ["e", a, b, rest @ ..]) | (true, ["a", a, b, rest @ ..]) if are_lengths(rest) => {
            (a, b)
        }
        (_, [a, b]) if is_digits(a) && is_digits(b) => (a, b),
        (are_arcs, _) => {
            let (word, text) = (if are_arcs { 'a' } else { 'e' }, quote(line));
            let remedy = match (are_arcs, words.first()) {
                (false, Some(&"a")) => "; for arcs, write 'sp' in the line 'p'",
                (true, Some(&"e")) => "; for edges, write 'edge' in the line 'p'",
                _ => "",
            };
            let message = format!("expected '{word} U V', found '{text}'{remedy}");
            return fault(line, message);
        }
    };
    edges.add(line, [vertex(a)?, vertex(b)?]);
    Ok(())
}
