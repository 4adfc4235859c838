//! The formats graph6, sparse6 and digraph6: a graph a line (McKay, Description of graph6, sparse6
//! and digraph6 encodings, nauty).
//!
//! Bytes 63 to 126 hold six bits each. The first bytes hold the number of vertices.

use super::{Edges, Graph, Graphs, Parsed, checked, ensure, fault, lines};
use crate::scan;

/// The optional beginning of a file, on a line of its own or before the first graph.
const HEADERS: [&str; 3] = [">>graph6<<", ">>sparse6<<", ">>digraph6<<"];

fn without_header(line: &str) -> &str {
    let rest = HEADERS.iter().find_map(|header| line.strip_prefix(header));
    rest.unwrap_or(line)
}

/// Returns true if a file is in these formats: it has a header, or all its lines are graphs.
pub(super) fn is_file(text: &str) -> Parsed<'_, bool> {
    let all: Vec<&str> = lines(text).collect();
    if all.is_empty() || without_header(all[0]).len() < all[0].len() {
        return Ok(!all.is_empty());
    }
    let is_pair =
        |line: &&str| line.len() == 2 && line.bytes().all(|byte| byte.is_ascii_uppercase());
    let message = "these may be graphs in graph6, or edges such as 'A B': write the line '>>graph6<<' \
                   above, or a blank between the two vertices";
    ensure(all.len() == 1 || !all.iter().all(is_pair), all[0], message)?;
    Ok(all.iter().all(|line| graph(line).is_ok()))
}

pub(super) fn graphs(text: &str) -> Parsed<'_, Graphs<'_>> {
    let all = lines(text).map(without_header);
    let mut all = all.filter(|line| !line.is_empty()).peekable();
    let message = "no graph here: the file is empty or has a header only";
    ensure(all.peek().is_some(), text, message)?;
    let graphs = all.scan(false, move |is_over, line| {
        let graph = (!*is_over).then(|| graph(line))?;
        *is_over = graph.is_err();
        Some(graph.map_err(|fault| scan::error(text, fault.0, fault.1)))
    });
    Ok(Box::new(graphs))
}

/// Reads graph6 or digraph6, a matrix row by row, or sparse6.
fn graph(line: &str) -> Parsed<'_, Graph> {
    let (kind, body) = line.split_at(usize::from(line.starts_with([':', '&'])));
    if let Some(at) = body.bytes().position(|byte| !(63..=126).contains(&byte)) {
        // Bytes before it are characters.
        return fault(&body[at..], "expected the bytes of graph6, ? to ~");
    }
    let (size, data) = match body.as_bytes() {
        [b'~', b'~', rest @ ..] if rest.len() >= 6 => rest.split_at(6),
        [b'~', rest @ ..] if rest.len() >= 3 && rest[0] != b'~' => rest.split_at(3),
        [b'~', ..] | [] => return fault(line, "the line ends within the number of vertices"),
        rest => rest.split_at(1),
    };
    let number = |sum: u64, byte: &u8| sum << 6 | u64::from(byte - 63);
    let vertices = u32::try_from(size.iter().fold(0, number)).unwrap_or(u32::MAX);
    let is_directed = kind == "&";
    let mut edges = Edges::new(line, checked(line, vertices)?, is_directed);
    let six = |byte: &u8| {
        let value = byte - 63;
        (0..6).rev().map(move |bit| value >> bit & 1 == 1)
    };
    let mut bits = data.iter().flat_map(six);
    if kind == ":" {
        sparse(bits, &mut edges);
        return edges.graph();
    }
    let n = u64::from(vertices);
    let pairs = if is_directed { n * n } else { n * (n - 1) / 2 };
    let (wanted, found) = (pairs.div_ceil(6), data.len());
    let message = format!("{vertices} vertices take {wanted} bytes, and the line has {found}");
    ensure(found as u64 == wanted, line, &message)?;
    let columns = |row| 1..=if is_directed { vertices } else { row - 1 };
    let pairs = (1..=vertices).flat_map(|row| columns(row).map(move |column| [row, column]));
    for (pair, _) in pairs.zip(&mut bits).filter(|(_, is_edge)| *is_edge) {
        edges.add(line, pair);
    }
    ensure(
        !bits.any(|bit| bit),
        line,
        "an edge behind the last pair of vertices",
    )?;
    edges.graph()
}

/// Reads sparse6: pairs of a bit and a number. A set bit moves on to the next vertex. A number
/// larger than the vertex moves there; any other joins it.
fn sparse(mut bits: impl Iterator<Item = bool>, edges: &mut Edges) {
    let width = u32::BITS - (edges.vertices - 1).leading_zeros();
    let mut vertex = 0;
    while let Some(moves_on) = bits.next() {
        let number = (0..width).try_fold(0, |sum, _| Some(sum << 1 | u32::from(bits.next()?)));
        vertex += u32::from(moves_on);
        match number {
            Some(number) if vertex.max(number) < edges.vertices => {
                if number > vertex {
                    vertex = number;
                } else {
                    edges.add(edges.text, [number + 1, vertex + 1]);
                }
            }
            // Padding.
            _ => break,
        }
    }
}
