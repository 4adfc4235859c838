//! The DIMACS edge format: comments `c …`, one line `p edge VERTICES EDGES` (or `p col …`, or `p VERTICES
//! EDGES`), then `e U V` for every edge.

use super::edges::Edges;
use super::{Graph, GraphError, error, lines};
use knightsat_base::text::{counted, quote};

pub(super) fn is_comment(line: &str) -> bool {
    line.split_whitespace().next() == Some("c")
}

pub(super) fn parse(text: &str) -> Result<Graph, GraphError> {
    let mut header: Option<(Edges, usize)> = None;
    let mut last = 1;
    for (line, text) in lines(text).filter(|(_, line)| !is_comment(line)) {
        last = line;
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        match (&words[..], &mut header) {
            (["p", "edge" | "col", vertices, edges], None) | (["p", vertices, edges], None)
                if *vertices != "edge" =>
            {
                let Ok(count) = edges.parse() else {
                    return error(line, format!("'{}' is not a number of edges", quote(edges)));
                };
                header = Some((Edges::new(line, vertices)?, count));
            }
            (["p", ..], None) => return error(line, "expected 'p edge VERTICES EDGES'"),
            (["p", ..], Some(_)) => return error(line, "a second 'p' line"),
            (["e", ..], None) => {
                return error(line, "an edge before the line 'p edge VERTICES EDGES'");
            }
            (["e", a, b], Some((edges, _))) => {
                edges.add(line, edges.vertex(line, a)?, edges.vertex(line, b)?)?;
            }
            _ => return error(line, format!("expected 'e U V', found '{}'", quote(text))),
        }
    }
    match header {
        Some((edges, promised)) => kept(edges, promised, last),
        None => error(last, "the line 'p edge VERTICES EDGES' is missing"),
    }
}

/// The graph, if it has as many edges as its file promises.
fn kept(edges: Edges, promised: usize, last: usize) -> Result<Graph, GraphError> {
    let found = edges.len();
    if found == promised {
        return Ok(edges.graph());
    }
    let message = match found < promised {
        true => {
            let promised = counted(promised, "edge");
            format!("the file ends after {found} of the {promised} that it promises")
        }
        false => {
            let found = counted(found, "edge");
            format!("the file has {found}, more than the {promised} that it promises")
        }
    };
    error(last, message)
}
