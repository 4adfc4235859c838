//! The DIMACS edge format, undirected or directed.
//!
//! Comments are `c …`. Undirected graphs have one line `p edge VERTICES EDGES` (or `p col …`), then
//! `e U V` for every edge. Directed graphs have `p sp VERTICES ARCS`, then `a U V` for every arc
//! (9th DIMACS implementation challenge: shortest paths, 2006). A length may follow. Lines `n`
//! describe vertices, and are skipped.

use super::doubts::has_direction;
use super::{Edges, GRAPH_FORMAT, Graph, Parsed, ensure, fault, lines, size, vertex};
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
pub(super) fn parse(text: &str, is_named: bool) -> Parsed<'_, Graph> {
    const HEADER: &str = "expected 'p edge VERTICES EDGES', or 'p sp VERTICES ARCS' for arcs";
    let (mut header, mut comment, mut words) = (None, None, Vec::new());
    let mut edges = Edges::new(text, 0, false);
    for line in lines(text) {
        words.clear();
        words.extend(line.split_ascii_whitespace());
        let letter = if edges.are_arcs { "a" } else { "e" };
        match words[..] {
            ["c", ..] => comment = comment.or(Some(line).filter(|line| has_direction(line))),
            ["n", ..] => {}
            ["p", kind @ ("edge" | "col" | "sp"), vertices, count] if header.is_none() => {
                let Ok(promised) = count.parse::<usize>() else {
                    return fault(count, "expected a number of edges");
                };
                edges = Edges::new(text, size(vertices)?, kind == "sp");
                header = Some((line, promised));
            }
            _ if header.is_none() => return fault(line, HEADER),
            [first, a, b, ref length @ ..]
                if first == letter && length.len() < 2 && length.iter().all(is_length) =>
            {
                edges.add(line, [vertex(a)?, vertex(b)?]);
            }
            _ => {
                let lines = "lines 'e' are below 'p edge', and lines 'a' below 'p sp'";
                return fault(line, format!("expected '{letter} U V': {lines}"));
            }
        }
    }
    let Some((line, promised)) = header else {
        return fault(text, HEADER);
    };
    if let Some(comment) = comment.filter(|_| !edges.are_arcs && !is_named) {
        let message = format!(
            "this comment may have a direction: for edges, use {GRAPH_FORMAT} dimacs; for arcs, write \
             'p sp V A' and 'a U V'"
        );
        return fault(comment, message);
    }
    let (noun, found) = (edges.noun(), edges.edges.len());
    let graph = edges.graph()?;
    let distinct = graph.arcs().count() / if graph.is_directed() { 1 } else { 2 };
    let promised_edges = counted(promised, noun);
    let message = format!(
        "the file declares {promised_edges} and has {found}: complete it or correct the number, or use \
         {GRAPH_FORMAT} dimacs"
    );
    let is_right = [found, distinct].contains(&promised);
    ensure(is_named || is_right, line, &message)?;
    Ok(graph)
}

fn is_length(word: &&str) -> bool {
    word.parse::<f64>().is_ok()
}
