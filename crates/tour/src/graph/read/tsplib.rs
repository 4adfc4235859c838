//! TSPLIB's format for Hamiltonian cycles.

use super::{Edges, GraphError, error};
use crate::graph::Graph;
use knightsat_base::quote::quote;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// How TSPLIB lists edges.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// Two vertices a line.
    Pairs,
    /// A vertex, its neighbours, -1; each edge once or from both ends.
    Lists,
}

/// Returns true if the line begins with a keyword, as `TYPE : HCP` does.
pub(super) fn is_keyword(line: &str) -> bool {
    let word = line.split([':', ' ', '\t']).next().unwrap_or("");
    let is_capital = |letter: char| letter.is_ascii_uppercase() || letter == '_';
    !word.is_empty() && word.chars().all(is_capital)
}

/// Reads the lines that are not blank, with their numbers.
pub(super) fn read<'t>(
    mut lines: impl Iterator<Item = (usize, &'t str)>,
) -> Result<Graph, GraphError> {
    let (mut dimension, mut layout, mut last) = (None, None, 1);
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
                let other = quote(other);
                return error(line, format!("TYPE {other}: only HCP is read here"));
            }
            ("DIMENSION", value) => dimension = Some(Edges::new(line, value)?),
            ("EDGE_DATA_FORMAT", "EDGE_LIST") => layout = Some(Layout::Pairs),
            ("EDGE_DATA_FORMAT", "ADJ_LIST") => layout = Some(Layout::Lists),
            ("EDGE_DATA_SECTION", _) => {
                let Some(edges) = dimension else {
                    return error(line, "EDGE_DATA_SECTION before DIMENSION");
                };
                let Some(layout) = layout else {
                    return error(line, "EDGE_DATA_SECTION before EDGE_DATA_FORMAT");
                };
                return edge_data(edges, layout, lines, line);
            }
            (other, _) => {
                let other = quote(other);
                return error(
                    line,
                    format!("'{other}' is not part of a TSPLIB HCP file that is read here"),
                );
            }
        }
    }
    error(last, "EDGE_DATA_SECTION is missing")
}

fn edge_data<'t>(
    mut edges: Edges,
    layout: Layout,
    lines: impl Iterator<Item = (usize, &'t str)>,
    mut last: usize,
) -> Result<Graph, GraphError> {
    let mut pending: Vec<u32> = Vec::new();
    let mut ended = false;
    for (line, text) in lines {
        last = line;
        if ended && text != "EOF" {
            return error(line, format!("'{}' after the edges", quote(text)));
        }
        for word in text.split_ascii_whitespace().filter(|&word| word != "EOF") {
            if edges.token(line, word, layout, &mut pending)?.is_break() {
                ended = true;
            }
        }
    }
    if !ended {
        return error(last, "the edges end without their closing -1");
    }
    Ok(edges.graph())
}

impl Edges {
    /// Takes the next number of the edge data; breaks at the closing -1.
    fn token(
        &mut self,
        line: usize,
        word: &str,
        layout: Layout,
        pending: &mut Vec<u32>,
    ) -> Result<ControlFlow<()>, GraphError> {
        match (word, layout, pending.len()) {
            ("-1", _, 0) => return Ok(ControlFlow::Break(())),
            ("-1", Layout::Pairs, _) => return error(line, "half an edge before the closing -1"),
            ("-1", Layout::Lists, _) => pending.clear(),
            _ => pending.push(self.vertex(line, word)?),
        }
        match (layout, &pending[..]) {
            (Layout::Pairs, &[a, b]) => {
                self.add(line, a, b)?;
                pending.clear();
            }
            (Layout::Lists, &[a, .., b]) => {
                // The other end may have listed the edge before.
                let listed = self
                    .neighbours
                    .get(b as usize)
                    .is_some_and(|list| list.contains(&a));
                if !listed {
                    self.add(line, a, b)?;
                }
            }
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }
}
