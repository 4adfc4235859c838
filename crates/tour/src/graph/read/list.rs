//! Plain lists of edges, or of arcs from U to V.
//!
//! Each line contains `U V`, parted by blanks or a comma. Vertices count from 1, and the largest
//! number is the number of vertices. `#` and `%` begin comments.

use super::{Edges, Graph, GraphError, Line, error, lines};
use knightsat_base::text::{is_digits, quote};

pub(super) fn is_comment(line: &str) -> bool {
    line.starts_with(['#', '%'])
}

fn fields(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split([' ', '\t', ',']);
    words.filter(|word| !word.is_empty())
}

/// Returns true if the line has numbers only, as edges do.
pub(super) fn is_edge(line: &str) -> bool {
    fields(line).all(is_digits)
}

pub(super) fn parse(text: &str, are_arcs: bool) -> Result<Graph, GraphError> {
    let content = || lines(text).filter(|(_, line)| !is_comment(line));
    let pairs: Vec<_> = content().map(pair).collect::<Result<_, _>>()?;
    let Some(((first, [a, b]), rest)) = pairs.split_first() else {
        return error(1, "no graph here: the file has comments only");
    };
    let within = rest.iter().all(|(_, ends)| ends.iter().all(|end| end <= a));
    if within && *b as usize == rest.len() && !rest.is_empty() {
        let message = format!(
            "'{a} {b}' may be the size of the graph or an edge: remove the line, or move it down"
        );
        return error(*first, message);
    }
    let largest = pairs.iter().max_by_key(|(_, ends)| ends.iter().max());
    let (line, ends) = largest.expect("there is an edge");
    let mut edges = Edges::new(*line, ends[0].max(ends[1]), are_arcs)?;
    for &(line, ends) in &pairs {
        edges.add(line, ends.map(|end| end - 1))?;
    }
    Ok(edges.graph())
}

/// Reads the ends of an edge, from 1.
fn pair((line, text): Line) -> Result<(usize, [u32; 2]), GraphError> {
    let words: Vec<&str> = fields(text).collect();
    let [a, b] = words[..] else {
        let message = format!("expected an edge 'U V', found '{}'", quote(text));
        return error(line, message);
    };
    let vertex = |word: &str| match word.parse() {
        Ok(0) => error(line, "vertices count from 1: add 1 to every number"),
        Ok(number) => Ok(number),
        Err(_) => error(line, format!("'{}' is not a vertex number", quote(word))),
    };
    Ok((line, [vertex(a)?, vertex(b)?]))
}
