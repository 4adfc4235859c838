//! TSPLIB (Reinelt, TSPLIB 95): `KEYWORD : VALUE` lines and sections of data.
//!
//! A file of `TYPE : HCP` has a `DIMENSION` and an `EDGE_DATA_SECTION` with an edge list or
//! adjacency lists, up to `-1`. A file of `TYPE : ATSP` or `HCP` may have an `EDGE_WEIGHT_SECTION`
//! with a matrix of arcs. The value on the diagonal of a matrix means that there is no arc. In a
//! `NODE_COORD_SECTION` each vertex has a point.

use super::{Edges, GRAPH_FORMAT, Graph, Parsed, ensure, fault, lines, size, vertex};
use crate::graph::Layout;
use itertools::Itertools;
use std::collections::HashMap;

/// Keywords, with the values that are read if not all are.
const KEYS: &str = "NAME COMMENT DIMENSION EOF NODE_COORD_TYPE TYPE=HCP TYPE=ATSP \
                    EDGE_DATA_FORMAT=EDGE_LIST EDGE_DATA_FORMAT=ADJ_LIST EDGE_WEIGHT_TYPE=EXPLICIT \
                    EDGE_WEIGHT_FORMAT=FULL_MATRIX EDGE_DATA_SECTION EDGE_WEIGHT_SECTION \
                    NODE_COORD_SECTION";

/// Returns true if the line begins with a keyword, as `TYPE : HCP` does.
pub(super) fn is_keyword(line: &str) -> bool {
    let word = line.split([':', ' ', '\t']).next();
    KEYS.split(' ').any(|row| row.split('=').next() == word)
}

/// The line of a keyword, its value, and the words below.
type Entry<'t> = (&'t str, &'t str, Vec<&'t str>);

/// Reads a text, whose format the caller may have named.
pub(super) fn parse(text: &str, is_named: bool) -> Parsed<'_, Graph> {
    let (mut entries, mut key) = (HashMap::<&str, Entry>::new(), &text[..0]);
    for line in lines(text) {
        if !line.starts_with(|mark: char| mark.is_alphabetic()) {
            let entry = entries.get_mut(key).filter(|_| key.ends_with("_SECTION"));
            let Some((_, _, words)) = entry else {
                return fault(line, "this line is in no section");
            };
            words.extend(line.split_ascii_whitespace());
            continue;
        }
        let (name, value) = line.split_once(':').unwrap_or((line, &line[line.len()..]));
        let value = value.trim();
        key = name.trim();
        let pair = format!("{key}={value}");
        let is_read = KEYS.split(' ').any(|row| row == key || row == pair);
        let message = "only TYPE HCP or ATSP is read, with EDGE_DATA_FORMAT EDGE_LIST or ADJ_LIST, or \
                       with EDGE_WEIGHT_TYPE EXPLICIT and EDGE_WEIGHT_FORMAT FULL_MATRIX";
        ensure(is_read, line, message)?;
        let is_first = entries.insert(key, (line, value, Vec::new())).is_none();
        let message = "the second line of this keyword";
        ensure(is_first || key == "COMMENT", line, message)?;
    }
    let Some((line, vertices, _)) = entries.get("DIMENSION") else {
        return fault(text, "the line 'DIMENSION : VERTICES' is missing");
    };
    let edges = Edges::new(text, size(vertices)?, false);
    let vertices = edges.vertices as usize;
    let format = entries.get("EDGE_DATA_FORMAT").map(|entry| entry.1);
    let sections = ["EDGE_WEIGHT_SECTION", "EDGE_DATA_SECTION"].map(|key| entries.get(key));
    let graph = match (sections, format) {
        ([Some(section), None], _) => matrix(edges, section, is_named)?,
        ([None, Some((_, _, words))], Some(format)) => lists(edges, words, format == "ADJ_LIST")?,
        ([None, Some(_)], None) => return fault(line, "EDGE_DATA_FORMAT is missing"),
        _ => return fault(line, "expected EDGE_DATA_SECTION or EDGE_WEIGHT_SECTION"),
    };
    match entries.get("NODE_COORD_SECTION") {
        None => Ok(graph),
        Some(section) => Ok(graph.with_layout(Layout::Points(points(vertices, section)?.into()))),
    }
}

/// Reads the points of so many vertices, each as `V X Y`, in order from 1.
fn points<'t>(vertices: usize, (line, _, words): &Entry<'t>) -> Parsed<'t, Vec<[f64; 2]>> {
    let number = |word: &&str| word.parse().ok().filter(|number: &f64| number.is_finite());
    let mut points = Vec::new();
    for row in words.chunks(3) {
        let numbers: Option<Vec<f64>> = row.iter().map(number).collect();
        match numbers.as_deref() {
            Some([v, x, y]) if *v == points.len() as f64 + 1. => points.push([*x, *y]),
            _ => return fault(row[0], "expected a point 'V X Y', in order from 1"),
        }
    }
    let is_whole = points.len() == vertices;
    ensure(is_whole, line, "expected a point for each vertex")?;
    Ok(points)
}

/// Reads a matrix: an arc for every value that is not the one on the diagonal.
fn matrix<'t>(
    mut arcs: Edges<'t>,
    (line, _, words): &Entry<'t>,
    is_named: bool,
) -> Parsed<'t, Graph> {
    let side = arcs.vertices as usize;
    let mut values: Vec<f64> = Vec::new();
    for word in words {
        values.push(word.parse().or_else(|_| fault(word, "expected a number"))?);
    }
    let message = format!("the matrix has {} of {} values", values.len(), side * side);
    ensure(values.len() == side * side, line, &message)?;
    let none = values[0];
    for ((at, &value), word) in values.iter().enumerate().zip(words) {
        let [from, to] = [at / side, at % side];
        let message = "the diagonal has several values: write the value there that means no arc";
        ensure(from != to || value == none, word, message)?;
        if value != none {
            arcs.add(word, [from as u32 + 1, to as u32 + 1]);
        }
    }
    arcs.are_arcs = true;
    let mut lengths = values.iter().filter(|value| **value != none);
    let is_full = arcs.edges.len() == side * (side - 1);
    let is_doubtful = is_full && !lengths.all_equal() || !is_full && none == 0.;
    let message = format!(
        "a length {none} means no arc, as on the diagonal: for this, use {GRAPH_FORMAT} tsplib; \
         otherwise write the length on the diagonal that means no arc"
    );
    ensure(is_named || !is_doubtful, line, &message)?;
    arcs.graph()
}

/// Reads pairs of vertices, up to a closing -1, or lists of a vertex, its neighbours and -1, with
/// each edge once or from both ends.
fn lists<'t>(mut edges: Edges<'t>, words: &[&'t str], are_lists: bool) -> Parsed<'t, Graph> {
    let words = words.strip_suffix(&["-1"]).unwrap_or(words);
    if !are_lists {
        for pair in words.chunks(2) {
            let message = "half an edge at the end: is the file complete?";
            ensure(pair.len() == 2, pair[0], message)?;
            edges.add(pair[0], [vertex(pair[0])?, vertex(pair[1])?]);
        }
    } else {
        for list in words
            .split(|word| *word == "-1")
            .filter(|list| !list.is_empty())
        {
            let message = "a vertex is twice in this list: end each list with -1";
            ensure(list.iter().all_unique(), list[0], message)?;
            for other in &list[1..] {
                edges.add(other, [vertex(list[0])?, vertex(other)?]);
            }
        }
    }
    edges.graph()
}
