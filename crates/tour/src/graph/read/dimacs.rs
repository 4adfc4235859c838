//! The DIMACS edge format.

use super::{Edges, GraphError, error};
use crate::graph::Graph;
use knightsat_base::plural::counted;
use knightsat_base::quote::quote;

/// Reads the lines that are no comments, with their numbers.
pub(super) fn read<'t>(lines: impl Iterator<Item = (usize, &'t str)>) -> Result<Graph, GraphError> {
    let mut header: Option<(Edges, usize)> = None;
    let mut last = 1;
    for (line, text) in lines {
        last = line;
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        match (&words[..], &mut header) {
            (["p", "edge" | "col", vertices, edges], None) | (["p", vertices, edges], None)
                if *vertices != "edge" =>
            {
                let Ok(count) = edges.parse() else {
                    let edges = quote(edges);
                    return error(line, format!("'{edges}' is not a number of edges"));
                };
                header = Some((Edges::new(line, vertices)?, count));
            }
            (["p", ..], None) => return error(line, "expected 'p edge VERTICES EDGES'"),
            (["p", ..], Some(_)) => return error(line, "a second 'p' line"),
            (["e", ..], None) => {
                return error(line, "an edge before the line 'p edge VERTICES EDGES'");
            }
            (["e", a, b], Some((edges, _))) => {
                let (a, b) = (edges.vertex(line, a)?, edges.vertex(line, b)?);
                edges.add(line, a, b)?;
            }
            _ => return error(line, format!("expected 'e U V', found '{}'", quote(text))),
        }
    }
    match header {
        None => error(last, "the line 'p edge VERTICES EDGES' is missing"),
        Some((edges, count)) => match edges.lines.len() {
            found if found < count => {
                let count = counted(count, "edge");
                let text = format!("the file ends after {found} of the {count} that it promises");
                error(last, text)
            }
            found if found > count => {
                let found = counted(found, "edge");
                let text = format!("the file has {found}, more than the {count} that it promises");
                error(last, text)
            }
            _ => Ok(edges.graph()),
        },
    }
}
