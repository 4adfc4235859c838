//! The DIMACS edge format, undirected or directed.
//!
//! Comments are `c …`. Undirected graphs have one line `p edge VERTICES EDGES` (or `p col …`, or `p
//! VERTICES EDGES`), then `e U V` for every edge. Directed graphs have `p sp VERTICES ARCS`, then
//! `a U V` for every arc, perhaps with lengths (9th DIMACS implementation challenge: shortest
//! paths, 2006). Lines `n`, `d`, `v` and `x` describe vertices, and are skipped.

use super::doubts::has_direction;
use super::{Edges, GRAPH_FORMAT, Graph, Note, Parsed, ensure, fault, lines, size, vertex};
use knightsat_base::text::{counted, is_digits};

/// Returns true for a line of this format: `p edge 3 2`, `e 1 2` or `a 1 2`.
pub(super) fn is_line(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    match words.next() {
        // An edge between p and q is none of this format.
        Some("p") => words.any(|word| is_digits(word) || ["edge", "col", "sp"].contains(&word)),
        Some("e" | "a" | "n") => words.clone().count() > 1 && words.take(2).all(is_digits),
        _ => false,
    }
}

/// Reads a text, whose format the caller may have named.
pub(super) fn parse<'t>(text: &'t str, is_named: bool, note: Note) -> Parsed<'t, Graph> {
    let (mut header, mut comment) = (None, None);
    let mut edges = Edges::new(text, 0, false);
    for line in lines(text).filter(|line| !line.starts_with('#')) {
        match line.split_ascii_whitespace().next() {
            Some("c") if has_direction(line) => comment = comment.or(Some(line)),
            Some("c" | "n" | "d" | "v" | "x") => {}
            Some("p") if header.is_none() => {
                let words: Vec<&str> = line.split_ascii_whitespace().collect();
                let (vertices, count) = match words[1..] {
                    ["edge" | "col" | "sp", vertices, count] => (vertices, count),
                    [vertices, count] if is_digits(vertices) => (vertices, count),
                    _ => {
                        return fault(
                            line,
                            "expected 'p edge VERTICES EDGES', or 'p sp VERTICES ARCS' for arcs",
                        );
                    }
                };
                let Ok(promised) = count.parse::<usize>() else {
                    return fault(count, "expected a number of edges");
                };
                edges = Edges::new(text, size(vertices)?, words[1] == "sp");
                header = Some((line, promised));
            }
            _ if header.is_some() => add(&mut edges, line)?,
            _ => break,
        }
    }
    let Some((line, promised)) = header else {
        let message =
            "the line 'p edge VERTICES EDGES', or 'p sp VERTICES ARCS' for arcs, is missing";
        return fault(text, message);
    };
    if let Some(comment) = comment.filter(|_| !edges.are_arcs && !is_named) {
        let message = format!(
            "this comment may have a direction: for edges, use {GRAPH_FORMAT} dimacs; for arcs, write \
             'p sp V A' and 'a U V'"
        );
        return fault(comment, message);
    }
    let base = edges.base()?;
    let (noun, found) = (edges.noun(), edges.edges.len());
    let graph = edges.graph(base, note);
    let distinct = graph.arcs().count() / if graph.is_directed() { 1 } else { 2 };
    let promised_edges = counted(promised, noun);
    let message = format!(
        "the file declares {promised_edges} and has {found}: complete it or correct the number, or use \
         {GRAPH_FORMAT} dimacs"
    );
    ensure(
        is_named || [found, distinct].contains(&promised),
        line,
        &message,
    )?;
    Ok(graph)
}

/// Adds the edge or arc of a line.
fn add<'t>(edges: &mut Edges<'t>, line: &'t str) -> Parsed<'t, ()> {
    let letter = if edges.are_arcs { "a" } else { "e" };
    let mut words = line.split_ascii_whitespace().peekable();
    let has_letter = words.next_if_eq(&letter).is_some();
    let ends = [words.next(), words.next()];
    let mut lengths = words.map(|word| has_letter && word.parse::<f64>().is_ok());
    match ends {
        [Some(a), Some(b)] if lengths.all(|is_length| is_length) => {
            edges.add(line, [vertex(a)?, vertex(b)?]);
            Ok(())
        }
        _ => {
            let lines = "lines 'e' are below 'p edge', and lines 'a' below 'p sp'";
            fault(line, format!("expected '{letter} U V': {lines}"))
        }
    }
}
