//! TSPLIB (Reinelt, TSPLIB 95): `KEYWORD : VALUE` lines with `TYPE : HCP` and `DIMENSION`, then
//! `EDGE_DATA_SECTION` with an edge list or adjacency lists, up to `-1`.

use super::edges::Edges;
use super::{Graph, GraphError, Line, error, lines};
use knightsat_base::text::quote;
use std::collections::HashSet;

/// Returns true if the line begins with a keyword, as `TYPE : HCP` does.
pub(super) fn is_keyword(line: &str) -> bool {
    let word = line.split([':', ' ', '\t']).next().unwrap_or("");
    let is_capital = |letter: char| letter.is_ascii_uppercase() || letter == '_';
    !word.is_empty() && word.chars().all(is_capital)
}

pub(super) fn parse(text: &str) -> Result<Graph, GraphError> {
    let mut lines = lines(text);
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
    lines: impl Iterator<Item = Line<'t>>,
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
