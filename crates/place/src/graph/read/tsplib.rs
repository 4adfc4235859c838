//! TSPLIB (Reinelt, TSPLIB 95): `KEYWORD : VALUE` lines and sections of data.
//!
//! A file of `TYPE : HCP` has a `DIMENSION` and an `EDGE_DATA_SECTION` with an edge list or
//! adjacency lists, up to `-1`. A file of `TYPE : ATSP` or `HCP` may have an `EDGE_WEIGHT_SECTION`
//! with a matrix of arcs. The value on the diagonal of a matrix means that there is no arc. In a
//! `NODE_COORD_SECTION` or `DISPLAY_DATA_SECTION` each vertex has a point.

use super::{Edges, GRAPH_FORMAT, Graph, Note, Parsed, ensure, fault, lines, size, vertex};
use crate::graph::Layout;
use itertools::Itertools;
use std::collections::{BTreeMap, HashMap};

/// Keywords, with the values that are read if not all are.
const KEYS: &str = "NAME COMMENT DIMENSION EOF NODE_COORD_TYPE DISPLAY_DATA_TYPE TYPE=HCP TYPE=ATSP \
                    EDGE_DATA_FORMAT=EDGE_LIST EDGE_DATA_FORMAT=ADJ_LIST EDGE_WEIGHT_TYPE=EXPLICIT \
                    EDGE_WEIGHT_FORMAT=FULL_MATRIX EDGE_DATA_SECTION EDGE_WEIGHT_SECTION \
                    FIXED_EDGES_SECTION NODE_COORD_SECTION DISPLAY_DATA_SECTION";

/// Returns true if the line begins with a keyword, as `TYPE : HCP` does.
pub(super) fn is_keyword(line: &str) -> bool {
    let word = line.split([':', ' ', '\t']).next();
    KEYS.split(' ').any(|row| row.split('=').next() == word)
}

/// The line of a keyword, its value, and the words below.
type Entry<'t> = (&'t str, &'t str, Vec<&'t str>);

/// Reads a text, whose format the caller may have named.
pub(super) fn parse<'t>(text: &'t str, is_named: bool, note: Note) -> Parsed<'t, Graph> {
    let (mut entries, mut key) = (HashMap::<&str, Entry>::new(), &text[..0]);
    for line in lines(text) {
        if !line.starts_with(|mark: char| mark.is_alphabetic()) {
            ensure(
                key.ends_with("_SECTION"),
                line,
                "this line is in no section",
            )?;
            let words = entries.get_mut(key).map(|entry| &mut entry.2);
            words
                .into_iter()
                .for_each(|words| words.extend(line.split_ascii_whitespace()));
            continue;
        }
        let (name, value) = line.split_once(':').unwrap_or(line.split_at(line.len()));
        let value = value.trim();
        key = name.trim();
        let pair = format!("{key}={value}");
        let is_read = KEYS.split(' ').any(|row| row == key || row == pair);
        let message = "only TYPE HCP or ATSP is read, with EDGE_DATA_FORMAT EDGE_LIST or ADJ_LIST, or \
                       with EDGE_WEIGHT_TYPE EXPLICIT and EDGE_WEIGHT_FORMAT FULL_MATRIX";
        ensure(is_read, line, message)?;
        let is_first = entries.insert(key, (line, value, Vec::new())).is_none();
        ensure(
            is_first || key == "COMMENT",
            line,
            "the second line of this keyword",
        )?;
    }
    let Some((line, vertices, _)) = entries.get("DIMENSION") else {
        return fault(text, "the line 'DIMENSION : VERTICES' is missing");
    };
    let vertices = size(vertices)?;
    let edges = Edges::new(text, vertices, false);
    let graph = if let Some(section) = entries.get("EDGE_WEIGHT_SECTION") {
        matrix(edges, section, is_named, note)?
    } else if let Some(section) = entries.get("EDGE_DATA_SECTION") {
        let Some((_, format, _)) = entries.get("EDGE_DATA_FORMAT") else {
            return fault(section.0, "EDGE_DATA_FORMAT is missing");
        };
        let fixed = entries
            .get("FIXED_EDGES_SECTION")
            .map_or(&[][..], |section| &section.2);
        edge_data(edges, *format == "ADJ_LIST", &section.2, fixed, note)?
    } else {
        return fault(line, "EDGE_DATA_SECTION is missing");
    };
    let points = entries
        .get("NODE_COORD_SECTION")
        .or(entries.get("DISPLAY_DATA_SECTION"));
    Ok(match points {
        None => graph,
        Some(section) => graph.with_layout(Layout::Points(coordinates(vertices, section)?.into())),
    })
}

/// Reads the points of so many vertices, each as `V X Y`, from 0 or 1.
fn coordinates<'t>(vertices: u32, (line, _, words): &Entry<'t>) -> Parsed<'t, Vec<[f64; 2]>> {
    let mut points = BTreeMap::new();
    let columns = words.len() / vertices as usize;
    for row in words.chunks(columns.clamp(3, 4)) {
        let number = |at: usize| row.get(at)?.parse().ok().filter(|x: &f64| x.is_finite());
        let Some((x, y)) = number(1).zip(number(2)) else {
            return fault(row[0], "expected a point 'V X Y'");
        };
        points.insert(vertex(row[0])?, [x, y]);
    }
    let base = points.keys().next().map_or(1, |&first| first.min(1));
    let is_whole = points.keys().copied().eq(base..base + vertices);
    ensure(is_whole, line, "expected a point for each vertex")?;
    Ok(points.into_values().collect())
}

/// Reads a matrix: an arc for every value that is not the one on the diagonal.
fn matrix<'t>(
    mut arcs: Edges<'t>,
    (line, _, words): &Entry<'t>,
    is_named: bool,
    note: Note,
) -> Parsed<'t, Graph> {
    let side = arcs.vertices as usize;
    let mut values: Vec<f64> = Vec::new();
    for word in words {
        values.push(word.parse().or_else(|_| fault(word, "expected a number"))?);
    }
    if values.len() != side * side {
        return fault(
            line,
            format!("the matrix has {} of {} values", values.len(), side * side),
        );
    }
    let none = values[0];
    for ((at, &value), word) in values.iter().enumerate().zip(words) {
        let [from, to] = [at / side, at % side];
        let message = "the diagonal has several values: write the value there that means no arc";
        ensure(from != to || value == none, word, message)?;
        let message = "0 is a length here, or no arc as on the diagonal: write 9999 for no arc";
        ensure(
            from == to || value != none || none != 0. || is_named,
            word,
            message,
        )?;
        if value != none {
            arcs.add(word, [from as u32 + 1, to as u32 + 1]);
        }
    }
    arcs.are_arcs = true;
    let mut lengths = values.iter().filter(|value| **value != none);
    if arcs.edges.len() == side * (side - 1) && !lengths.all_equal() && !is_named {
        let message = format!(
            "no value is that of the diagonal, so all arcs exist: for this, use {GRAPH_FORMAT} tsplib; \
             otherwise write the value of the diagonal for no arc"
        );
        return fault(line, message);
    }
    Ok(arcs.graph(1, note))
}

/// Returns pairs of vertices, up to a closing -1.
fn pairs<'t>(words: &[&'t str]) -> Parsed<'t, Vec<(&'t str, [u32; 2])>> {
    let words = words.strip_suffix(&["-1"]).unwrap_or(words);
    let pair = |pair: &[&'t str]| {
        ensure(
            pair.len() == 2,
            pair[0],
            "half an edge at the end: is the file complete?",
        )?;
        Ok((pair[0], [vertex(pair[0])?, vertex(pair[1])?]))
    };
    words.chunks(2).map(pair).collect()
}

/// Reads edges: pairs of vertices, or lists of a vertex, its neighbours and -1, with each edge once
/// or from both ends.
fn edge_data<'t>(
    mut edges: Edges<'t>,
    are_lists: bool,
    words: &[&'t str],
    fixed: &[&'t str],
    note: Note,
) -> Parsed<'t, Graph> {
    for list in words
        .split(|word| are_lists && *word == "-1")
        .filter(|list| !list.is_empty())
    {
        if !are_lists {
            pairs(list)?
                .into_iter()
                .for_each(|(part, edge)| edges.add(part, edge));
            continue;
        }
        let message = "a vertex is twice in this list: end each list with -1";
        ensure(list.iter().all_unique(), list[0], message)?;
        for other in &list[1..] {
            edges.add(other, [vertex(list[0])?, vertex(other)?]);
        }
    }
    let (base, len, mut required) = (edges.base()?, edges.vertices, Vec::new());
    for (part, [a, b]) in pairs(fixed)? {
        let are_vertices = [a, b].iter().all(|end| (base..len + base).contains(end));
        ensure(are_vertices, part, "a fixed edge without such vertices")?;
        required.push([a - base, b - base]);
    }
    Ok(edges.graph(base, note).with_fixed(required))
}
