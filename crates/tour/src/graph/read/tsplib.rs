//! TSPLIB (Reinelt, TSPLIB 95): `KEYWORD : VALUE` lines, then a section of data.
//!
//! A file of `TYPE : HCP` has a `DIMENSION`, then `EDGE_DATA_SECTION` with an edge list or
//! adjacency lists, up to `-1`. A file of `TYPE : ATSP` or `HCP` may have `EDGE_WEIGHT_SECTION`
//! with a matrix of arcs. The value on the diagonal of a matrix means that there is no arc. Before
//! the edges, `NODE_COORD_SECTION` or `DISPLAY_DATA_SECTION` may give each vertex a point.

use super::{Edges, Graph, Note, Parsed, fault, lines, offset, size, vertex};
use crate::graph::Layout;
use knightsat_base::text::quote;
use std::collections::{BTreeMap, HashSet};

/// Returns true if the line begins with a keyword, as `TYPE : HCP` does.
pub(super) fn is_keyword(line: &str) -> bool {
    const KEYS: [&str; 5] = ["NAME", "TYPE", "COMMENT", "DIMENSION", "CAPACITY"];
    let word = line.split([':', ' ', '\t']).next().unwrap_or("");
    let ends = ["SECTION", "_TYPE", "_FORMAT"];
    KEYS.contains(&word) || ends.iter().any(|end| word.ends_with(end))
}

pub(super) fn parse<'t>(text: &'t str, note: Note) -> Parsed<'t, Graph> {
    let mut lines = lines(text);
    let (mut edges, mut are_lists, mut last) = (None::<Edges>, None, text);
    let (mut fixed, mut points) = (Vec::new(), None);
    let mut keys = HashSet::new();
    while let Some(line) = lines.next() {
        last = line;
        let (key, value) = line.split_once(':').unwrap_or(line.split_at(line.len()));
        let (key, value) = (key.trim(), value.trim());
        if !keys.insert(key) && key != "COMMENT" {
            return fault(line, format!("a second {} line", quote(key)));
        }
        match (key, value) {
            ("DIMENSION", value) => edges = Some(Edges::new(text, size(value)?, false)),
            ("EDGE_DATA_FORMAT", "EDGE_LIST") => are_lists = Some(false),
            ("EDGE_DATA_FORMAT", "ADJ_LIST") => are_lists = Some(true),
            ("FIXED_EDGES_SECTION" | "FIXED_EDGES", _) => {
                let rest = lines
                    .by_ref()
                    .take_while(|line| !matches!(*line, "-1" | "EOF"));
                fixed = rest.collect();
            }
            ("NODE_COORD_SECTION" | "DISPLAY_DATA_SECTION", _) => {
                let Some(edges) = &edges else {
                    return fault(line, format!("{key} before DIMENSION"));
                };
                let rows = lines.by_ref().take(edges.vertices as usize);
                points = Some(coordinates(edges.vertices, line, rows)?);
            }
            ("EDGE_DATA_SECTION" | "EDGE_WEIGHT_SECTION", _) => {
                let graph = match (edges, are_lists) {
                    (None, _) => fault(line, format!("{key} before DIMENSION")),
                    (Some(edges), _) if key == "EDGE_WEIGHT_SECTION" => {
                        matrix(edges, lines, line, note)
                    }
                    (_, None) => fault(line, "EDGE_DATA_SECTION before EDGE_DATA_FORMAT"),
                    (Some(edges), Some(are_lists)) => {
                        edge_data(edges, are_lists, lines, fixed, note)
                    }
                };
                return Ok(match points {
                    None => graph?,
                    Some(points) => graph?.with_layout(Layout::Points(points.into())),
                });
            }
            _ => check(line, key, value)?,
        }
    }
    fault(last, "EDGE_DATA_SECTION is missing")
}

/// Reads the points of so many vertices, each a line `V X Y`, from 0 or 1.
fn coordinates<'t>(
    vertices: u32,
    mut last: &'t str,
    rows: impl Iterator<Item = &'t str>,
) -> Parsed<'t, Vec<[f64; 2]>> {
    let mut points = BTreeMap::new();
    for line in rows {
        last = line;
        let point = |x: &str, y: &str| Some([x.parse().ok()?, y.parse().ok()?]);
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let point = match words[..] {
            [_, x, y] | [_, x, y, _] => {
                point(x, y).filter(|point| point.iter().all(|x| f64::is_finite(*x)))
            }
            _ => None,
        };
        let Some(point) = point else {
            return fault(
                line,
                format!("expected a point 'V X Y', found '{}'", quote(line)),
            );
        };
        points.insert(vertex(words[0])?, point);
    }
    let base = points.keys().next().map_or(1, |&first| first.min(1));
    if !points.keys().copied().eq(base..base + vertices) {
        return fault(
            last,
            format!("expected a point for each of {vertices} vertices"),
        );
    }
    Ok(points.into_values().collect())
}

/// Returns an error unless the line is supported and leaves the graph as the other lines define it.
fn check<'t>(line: &'t str, key: &str, value: &str) -> Parsed<'t, ()> {
    let other = quote(value);
    let message = match (key, value) {
        ("NAME" | "COMMENT" | "DISPLAY_DATA_TYPE" | "NODE_COORD_TYPE", _)
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
    fault(line, message)
}

/// Reads a matrix: an arc for every value that is not the one on the diagonal.
fn matrix<'t>(
    mut arcs: Edges<'t>,
    lines: impl Iterator<Item = &'t str>,
    mut last: &'t str,
    note: Note,
) -> Parsed<'t, Graph> {
    arcs.are_arcs = true;
    let side = arcs.vertices as usize;
    let mut values: Vec<(f64, u32)> = Vec::new();
    for line in lines.filter(|line| *line != "EOF") {
        last = line;
        for word in line.split_ascii_whitespace() {
            match word.parse() {
                _ if values.len() == side * side => {
                    return fault(word, format!("'{}' after the matrix", quote(word)));
                }
                Ok(value) => values.push((value, offset(arcs.text, word) as u32)),
                Err(_) => return fault(word, format!("'{}' is not a number", quote(word))),
            }
        }
    }
    if values.len() < side * side {
        let (found, all) = (values.len(), side * side);
        let message = format!("the matrix ends after {found} of {all} values");
        return fault(last, message);
    }
    let none = values[0].0;
    for (from, row) in values.chunks(side).enumerate() {
        let (value, place) = row[from];
        if value != none {
            let remedy = "write the value there that means no arc";
            let message = format!("the diagonal has {none} and {value}: {remedy}");
            return fault(&arcs.text[place as usize..], message);
        }
        for (to, &(value, place)) in row.iter().enumerate() {
            if value != none {
                arcs.edges.push([from as u32 + 1, to as u32 + 1]);
                arcs.places.push(place);
            }
        }
    }
    Ok(arcs.graph(1, note))
}

/// Reads edges up to a closing -1 or the end: pairs of vertices, or lists of a vertex, its
/// neighbours and -1, with each edge once or from both ends. Fixed edges may follow, or stood
/// before.
fn edge_data<'t>(
    mut edges: Edges<'t>,
    are_lists: bool,
    mut lines: impl Iterator<Item = &'t str>,
    mut fixed: Vec<&'t str>,
    note: Note,
) -> Parsed<'t, Graph> {
    let mut pending: Vec<u32> = Vec::new();
    let (mut has_ended, mut last) = (false, edges.text);
    while let Some(line) = lines.next() {
        last = line;
        if line.starts_with("FIXED_EDGES") {
            fixed.extend(
                lines
                    .by_ref()
                    .take_while(|line| !matches!(*line, "-1" | "EOF")),
            );
            has_ended = true;
            continue;
        }
        if has_ended && line != "EOF" {
            return fault(line, format!("'{}' after the edges", quote(line)));
        }
        for word in line.split_ascii_whitespace().filter(|&word| word != "EOF") {
            match (word, pending.len()) {
                ("-1", 0) => has_ended = true,
                ("-1", _) if are_lists => pending.clear(),
                ("-1", _) => return fault(word, "half an edge before the closing -1"),
                _ => pending.push(vertex(word)?),
            }
            if let [a, .., b] = pending[..] {
                edges.add(word, [a, b]);
            }
            if !are_lists && pending.len() == 2 {
                pending.clear();
            }
        }
    }
    if !pending.is_empty() && !are_lists {
        return fault(last, "half an edge at the end: is the file complete?");
    }
    let base = edges.base()?;
    let len = edges.vertices;
    let mut required = Vec::new();
    for line in fixed {
        let words = line.split_ascii_whitespace().filter(|&word| word != "-1");
        let ends: Vec<u32> = words.map(vertex).collect::<Result<_, _>>()?;
        let is_vertex = |end: &u32| (base..len + base).contains(end);
        match ends[..] {
            [a, b] if ends.iter().all(is_vertex) => required.push([a - base, b - base]),
            _ => {
                let message = format!("expected a fixed edge 'U V', found '{}'", quote(line));
                return fault(line, message);
            }
        }
    }
    let graph = if are_lists {
        edges.graph(base, &mut |_| {})
    } else {
        edges.graph(base, note)
    };
    Ok(graph.with_fixed(required))
}
