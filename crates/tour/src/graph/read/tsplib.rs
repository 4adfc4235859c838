//! TSPLIB (Reinelt, TSPLIB 95): `KEYWORD : VALUE` lines, then a section of data.
//!
//! A file of `TYPE : HCP` has a `DIMENSION`, then `EDGE_DATA_SECTION` with an edge list or
//! adjacency lists, up to `-1`. A file of `TYPE : ATSP` or `HCP` may have `EDGE_WEIGHT_SECTION`
//! with a matrix of arcs. The value on the diagonal of a matrix means that there is no arc.

use super::{Edges, Graph, GraphError, Line, error, lines};
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
    let (mut edges, mut are_lists, mut last) = (None::<Edges>, None, 1);
    let mut keys = HashSet::new();
    for (line, text) in lines.by_ref() {
        last = line;
        let (key, value) = text.split_once(':').unwrap_or((text, ""));
        let (key, value) = (key.trim(), value.trim());
        if !keys.insert(key) && key != "COMMENT" {
            return error(line, format!("a second {} line", quote(key)));
        }
        match (key, value) {
            ("DIMENSION", value) => edges = Some(Edges::read(line, value)?),
            ("EDGE_DATA_FORMAT", "EDGE_LIST") => are_lists = Some(false),
            ("EDGE_DATA_FORMAT", "ADJ_LIST") => are_lists = Some(true),
            ("EDGE_DATA_SECTION" | "EDGE_WEIGHT_SECTION", _) => {
                return match (edges, are_lists) {
                    (None, _) => error(line, format!("{key} before DIMENSION")),
                    (Some(edges), _) if key == "EDGE_WEIGHT_SECTION" => matrix(edges, lines, line),
                    (_, None) => error(line, "EDGE_DATA_SECTION before EDGE_DATA_FORMAT"),
                    (Some(edges), Some(are_lists)) => edge_data(edges, are_lists, lines, line),
                };
            }
            _ => check(line, key, value)?,
        }
    }
    error(last, "EDGE_DATA_SECTION is missing")
}

/// Returns an error unless the line is supported and leaves the graph as the other lines define it.
fn check(line: usize, key: &str, value: &str) -> Result<(), GraphError> {
    let other = quote(value);
    let message = match (key, value) {
        ("NAME" | "COMMENT" | "DISPLAY_DATA_TYPE", _)
        | ("TYPE", "HCP" | "ATSP")
        | ("EDGE_WEIGHT_TYPE", "EXPLICIT")
        | ("EDGE_WEIGHT_FORMAT", "FULL_MATRIX") => return Ok(()),
        ("TYPE", _) => format!("TYPE {other}: only HCP and ATSP are read here"),
        ("EDGE_WEIGHT_TYPE" | "EDGE_WEIGHT_FORMAT", _) => {
            format!("{key} {other}: only an EXPLICIT FULL_MATRIX is read here")
        }
        _ => {
            let key = quote(key);
            format!("'{key}' is not part of a TSPLIB HCP file that is read here")
        }
    };
    error(line, message)
}

/// Reads a matrix: an arc for every value that is not the one on the diagonal.
fn matrix<'t>(
    mut arcs: Edges,
    lines: impl Iterator<Item = Line<'t>>,
    mut last: usize,
) -> Result<Graph, GraphError> {
    arcs.are_arcs = true;
    let side = arcs.vertices as usize;
    let mut values: Vec<(f64, usize)> = Vec::new();
    for (line, text) in lines.filter(|(_, text)| *text != "EOF") {
        last = line;
        for word in text.split_ascii_whitespace() {
            match word.parse() {
                _ if values.len() == side * side => {
                    return error(line, format!("'{}' after the matrix", quote(word)));
                }
                Ok(value) => values.push((value, line)),
                Err(_) => return error(line, format!("'{}' is not a number", quote(word))),
            }
        }
    }
    if values.len() < side * side {
        let (found, all) = (values.len(), side * side);
        let message = format!("the matrix ends after {found} of {all} values");
        return error(last, message);
    }
    let none = values[0].0;
    for (from, row) in values.chunks(side).enumerate() {
        let (value, line) = row[from];
        if value != none {
            let remedy = "write the value there that means no arc";
            let message = format!("the diagonal has {none} and {value}: {remedy}");
            return error(line, message);
        }
        for (to, &(value, line)) in row.iter().enumerate() {
            if value != none {
                arcs.add(line, [from as u32, to as u32])?;
            }
        }
    }
    Ok(arcs.graph())
}

/// Reads edges up to a closing -1: pairs of vertices, or lists of a vertex, its neighbours and -1,
/// with each edge once or from both ends.
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
                [a, .., b] if are_lists && edges.lines.contains_key(&edges.key([b, a])) => {}
                [a, .., b] => edges.add(line, [a, b])?,
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
