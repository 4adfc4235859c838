//! Pajek's network format (Mrvar and Batagelj, Pajek: reference manual): `*Vertices N`, then for
//! each vertex its number, name and point, then `*Edges` or `*Arcs`. A point is given to the right
//! and downwards. Lines that begin with `%` are comments.

use super::{Edges, Graph, GraphError, Note, error, lines, size, vertex};
use crate::graph::{Layout, Names, Words};
use knightsat_base::text::quote;
use std::collections::BTreeMap;

/// Returns true if the line begins a file of this format.
pub(super) fn is_line(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    ["*vertices", "*network"]
        .iter()
        .any(|start| line.starts_with(start))
}

/// The part of the file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Head,
    Vertices,
    Edges,
    Arcs,
}

pub(super) fn parse(text: &str, note: Note) -> Result<Graph, GraphError> {
    let (mut part, mut edges, mut last) = (Part::Head, Edges::default(), 1);
    let mut names: BTreeMap<u32, String> = BTreeMap::new();
    let mut points: BTreeMap<u32, [f64; 2]> = BTreeMap::new();
    for (line, text) in lines(text).filter(|(_, text)| !text.starts_with('%')) {
        last = line;
        if let Some(head) = text.strip_prefix('*') {
            let mut words = head.split_ascii_whitespace();
            let key = words.next().unwrap_or("").to_ascii_lowercase();
            let next = match &key[..] {
                "network" if part == Part::Head => continue,
                "vertices" if part == Part::Head => {
                    edges.vertices = size(line, words.next().unwrap_or(""))?;
                    Part::Vertices
                }
                "edges" if part != Part::Head => Part::Edges,
                "arcs" if part != Part::Head => Part::Arcs,
                _ => {
                    let key = quote(text);
                    let message = "*Vertices, then *Edges or *Arcs are read here";
                    return error(line, format!("'{key}' is not read: {message}"));
                }
            };
            part = next;
            continue;
        }
        match part {
            Part::Head => return error(line, "*Vertices with their number is missing"),
            Part::Vertices => {
                let (number, name, rest) = labelled(text);
                let number = vertex(line, number)?;
                if !(1..=edges.vertices).contains(&number) {
                    let most = edges.vertices;
                    return error(line, format!("vertex {number} is not among 1 to {most}"));
                }
                let mut rest = rest
                    .split_ascii_whitespace()
                    .map_while(|word| word.parse::<f64>().ok().filter(|value| value.is_finite()));
                if let (Some(x), Some(y)) = (rest.next(), rest.next()) {
                    points.insert(number, [x, -y]);
                }
                if !name.is_empty() {
                    names.insert(number, name.to_string());
                }
            }
            Part::Edges | Part::Arcs => {
                let mut ends = text.split_ascii_whitespace();
                let (Some(a), Some(b)) = (ends.next(), ends.next()) else {
                    let text = quote(text);
                    return error(line, format!("expected an edge 'U V', found '{text}'"));
                };
                let edge = [vertex(line, a)?, vertex(line, b)?];
                let are_arcs = part == Part::Arcs;
                if !edges.edges.is_empty() && edges.are_arcs != are_arcs {
                    let message = "*Edges and *Arcs in one file: keep one of them";
                    return error(line, message);
                }
                edges.are_arcs = are_arcs;
                edges.add(line, edge);
            }
        }
    }
    if part == Part::Head {
        return error(last, "*Vertices with their number is missing");
    }
    if edges.base()? == 0 {
        return error(last, "vertex 0: vertices are numbered from 1 in Pajek");
    }
    let len = edges.vertices;
    let words: Words = names.into_values().collect();
    let names = if words.words().len() == len as usize {
        Names::Words(words.into())
    } else {
        Names::FromOne
    };
    let graph = edges.named(1, names, note);
    Ok(if points.len() == len as usize {
        let points: Vec<[f64; 2]> = points.into_values().collect();
        graph.with_layout(Layout::Points(points.into()))
    } else {
        graph
    })
}

/// Returns the number of a vertex, its name, which may have quotation marks, and the rest.
fn labelled(text: &str) -> (&str, &str, &str) {
    let (number, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim_start();
    if let Some((name, rest)) = rest.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
        return (number, name, rest);
    }
    let (name, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    (number, name, rest)
}
