//! The formats graph6, sparse6 and digraph6: a graph a line (McKay, Description of graph6, sparse6
//! and digraph6 encodings, nauty).
//!
//! Loops are left out, and parallel edges count once.
//!
//! Bytes 63 to 126 hold six bits each. The first bytes hold the number of vertices.

use super::{Edges, FileLine, Graph, GraphError, Graphs, checked, error, lines};
use std::iter::once;

/// The optional beginning of a file, on a line of its own or before the first graph.
const HEADERS: [&str; 3] = [">>graph6<<", ">>sparse6<<", ">>digraph6<<"];

fn without_header(line: &str) -> &str {
    let rest = HEADERS.iter().find_map(|header| line.strip_prefix(header));
    rest.unwrap_or(line)
}

/// Returns true if the line can be a graph, or a header.
pub(super) fn is_graph(line: &str) -> bool {
    let body = without_header(line);
    let is_prefixed = body.starts_with([':', ';', '&']) && !body.contains(' ');
    body.len() < line.len() || is_prefixed || {
        let bits = Bits::new(0, body);
        bits.is_ok_and(|bits| bits.data.len() as u64 == bytes(bits.vertices, false))
    }
}

pub(super) fn graphs(text: &str) -> Graphs<'_> {
    let all = lines(text)
        .map(|(number, line)| (number, without_header(line)))
        .filter(|(_, line)| !line.is_empty());
    let mut graphs = all.map(graph).peekable();
    if graphs.peek().is_none() {
        let nothing = error(1, "no graph here: the file has a header only");
        return Box::new(once(nothing));
    }
    let mut has_failed = false;
    Box::new(graphs.take_while(move |graph| !std::mem::replace(&mut has_failed, graph.is_err())))
}

/// The number of vertices of a line, and the bits after it.
struct Bits<'t> {
    line: usize,
    vertices: u32,
    data: &'t [u8],
}

/// Returns the number of bytes of data of a graph6 or digraph6 line.
fn bytes(vertices: u32, is_directed: bool) -> u64 {
    let n = u64::from(vertices);
    if is_directed {
        (n * n).div_ceil(6)
    } else {
        (n * n.saturating_sub(1) / 2).div_ceil(6)
    }
}

impl<'t> Bits<'t> {
    fn new(line: usize, text: &'t str) -> Result<Bits<'t>, GraphError> {
        let is_data = |byte: &u8| (63..=126).contains(byte);
        if let Some(column) = text.bytes().position(|byte| !is_data(&byte)) {
            let byte = text.as_bytes()[column].escape_ascii();
            return error(line, format!("'{byte}' is not a byte of graph6, ? to ~"));
        }
        let (size, data) = match text.as_bytes() {
            [b'~', b'~', rest @ ..] if rest.len() >= 6 => rest.split_at(6),
            [b'~', rest @ ..] if rest.len() >= 3 && rest[0] != b'~' => rest.split_at(3),
            [b'~', ..] | [] => return error(line, "the line ends within the number of vertices"),
            rest => rest.split_at(1),
        };
        let number = |sum: u64, byte: &u8| sum << 6 | u64::from(byte - 63);
        let vertices = size.iter().fold(0, number);
        Ok(Bits {
            line,
            vertices: u32::try_from(vertices).unwrap_or(u32::MAX),
            data,
        })
    }

    fn bits(&self) -> impl Iterator<Item = bool> {
        let six = |byte: &u8| {
            let value = byte - 63;
            (0..6).rev().map(move |bit| value >> bit & 1 == 1)
        };
        self.data.iter().flat_map(six)
    }
}

fn graph((line, text): FileLine) -> Result<Graph, GraphError> {
    match text.as_bytes()[0] {
        b':' => sparse(Bits::new(line, &text[1..])?),
        b'&' => dense(Bits::new(line, &text[1..])?, true),
        b';' => {
            let message = "incremental sparse6 is not read: convert it with nauty's copyg";
            error(line, message)
        }
        _ => dense(Bits::new(line, text)?, false),
    }
}

/// Reads digraph6: the whole matrix, row by row. Reads graph6: the part of each row before the
/// diagonal.
fn dense(bits: Bits, is_directed: bool) -> Result<Graph, GraphError> {
    let (line, vertices) = (bits.line, bits.vertices);
    let mut edges = Edges::new(checked(line, vertices)?, is_directed);
    let (wanted, found) = (bytes(vertices, is_directed), bits.data.len() as u64);
    if found != wanted {
        let message = format!("{vertices} vertices take {wanted} bytes, and the line has {found}");
        return error(line, message);
    }
    let columns = |row| 0..if is_directed { vertices } else { row };
    let pairs = (0..vertices).flat_map(|row| columns(row).map(move |column| [row, column]));
    for (pair, _) in pairs.zip(bits.bits()).filter(|(_, is_edge)| *is_edge) {
        edges.add(line, pair.map(|vertex| vertex + 1));
    }
    Ok(edges.graph(1, &mut |_| {}))
}

/// Reads sparse6: pairs of a bit and a number. A set bit moves on to the next vertex. A number
/// larger than the vertex moves there; any other joins it.
fn sparse(bits: Bits) -> Result<Graph, GraphError> {
    let mut edges = Edges::new(checked(bits.line, bits.vertices)?, false);
    let width = u32::BITS - (bits.vertices - 1).leading_zeros();
    let mut vertex = 0;
    let mut stream = bits.bits();
    while let Some(moves_on) = stream.next() {
        let number = (0..width).try_fold(0, |sum, _| Some(sum << 1 | u32::from(stream.next()?)));
        let Some(number) = number else {
            break;
        };
        vertex += u32::from(moves_on);
        if vertex.max(number) >= bits.vertices {
            // Padding.
            break;
        }
        if number > vertex {
            vertex = number;
        } else {
            edges.add(bits.line, [number + 1, vertex + 1]);
        }
    }
    Ok(edges.graph(1, &mut |_| {}))
}
