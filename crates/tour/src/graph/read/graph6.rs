//! The formats graph6, sparse6 and digraph6: a graph a line (McKay, Description of graph6, sparse6
//! and digraph6 encodings, nauty).
//!
//! Loops are left out, and parallel edges count once.
//!
//! Bytes 63 to 126 hold six bits each. The first bytes hold the number of vertices.

use super::{Edges, Graph, Graphs, Parsed, checked, fault, lines, misfit};
use std::iter::once;

/// The optional beginning of a file, on a line of its own or before the first graph.
const HEADERS: [&str; 3] = [">>graph6<<", ">>sparse6<<", ">>digraph6<<"];

fn without_header(line: &str) -> &str {
    let rest = HEADERS.iter().find_map(|header| line.strip_prefix(header));
    rest.unwrap_or(line)
}

/// Returns true if the line is a graph, or has a header.
pub(super) fn is_graph(line: &str) -> bool {
    let body = without_header(line);
    if body.len() < line.len() {
        return true;
    }
    match body.as_bytes() {
        [b':' | b';', ..] => Bits::new(&body[1..]).is_ok(),
        [b'&', ..] => Bits::new(&body[1..]).is_ok_and(|bits| bits.is_whole(true)),
        _ => Bits::new(body).is_ok_and(|bits| bits.is_whole(false)),
    }
}

/// Returns a fault if a file without header has lines of other words.
pub(super) fn check(text: &str) -> Parsed<'_, ()> {
    let is_pair =
        |line: &str| line.len() == 2 && line.bytes().all(|byte| byte.is_ascii_uppercase());
    if lines(text).any(|line| without_header(line).len() < line.len()) {
        return Ok(());
    }
    if let Some(line) = lines(text).find(|line| !is_graph(line)) {
        return misfit(line, "no graph in graph6, as the lines above are");
    }
    if lines(text).count() > 1 && lines(text).all(is_pair) {
        let message = "these may be graphs in graph6, or edges such as 'A B': write the line \
                       '>>graph6<<' above, or a blank between the two vertices";
        return fault(text.trim_start(), message);
    }
    Ok(())
}

pub(super) fn graphs(text: &str) -> Graphs<'_> {
    let all = lines(text)
        .map(without_header)
        .filter(|line| !line.is_empty());
    let mut graphs = all.map(graph).peekable();
    if graphs.peek().is_none() {
        let nothing: Parsed<Graph> = fault(
            text,
            "no graph here: the file is empty or has a header only",
        );
        return Box::new(once(nothing.map_err(|fault| fault.place(text))));
    }
    let mut has_failed = false;
    let all = graphs.take_while(move |graph| !std::mem::replace(&mut has_failed, graph.is_err()));
    Box::new(all.map(|graph| graph.map_err(|fault| fault.place(text))))
}

/// The number of vertices of a line, and the bits after it.
struct Bits<'t> {
    line: &'t str,
    vertices: u32,
    data: &'t [u8],
}

/// Returns the number of pairs of vertices that a graph6 or digraph6 line has a bit for.
fn pairs(vertices: u32, is_directed: bool) -> u64 {
    let n = u64::from(vertices);
    if is_directed {
        n * n
    } else {
        n * n.saturating_sub(1) / 2
    }
}

/// Returns the number of bytes of these bits.
fn bytes(vertices: u32, is_directed: bool) -> u64 {
    pairs(vertices, is_directed).div_ceil(6)
}

impl<'t> Bits<'t> {
    fn new(line: &'t str) -> Parsed<'t, Bits<'t>> {
        let is_data = |byte: &u8| (63..=126).contains(byte);
        if let Some(column) = line.bytes().position(|byte| !is_data(&byte)) {
            let byte = line.as_bytes()[column].escape_ascii();
            let message = format!("'{byte}' is not a byte of graph6, ? to ~");
            // Bytes before it are characters.
            return fault(&line[column..], message);
        }
        let (size, data) = match line.as_bytes() {
            [b'~', b'~', rest @ ..] if rest.len() >= 6 => rest.split_at(6),
            [b'~', rest @ ..] if rest.len() >= 3 && rest[0] != b'~' => rest.split_at(3),
            [b'~', ..] | [] => return fault(line, "the line ends within the number of vertices"),
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

    /// Returns true if there is a bit for each pair, and no other bit is set.
    fn is_whole(&self, is_directed: bool) -> bool {
        let wanted = bytes(self.vertices, is_directed);
        let used = pairs(self.vertices, is_directed) as usize;
        self.data.len() as u64 == wanted && !self.bits().skip(used).any(|bit| bit)
    }

    fn bits(&self) -> impl Iterator<Item = bool> {
        let six = |byte: &u8| {
            let value = byte - 63;
            (0..6).rev().map(move |bit| value >> bit & 1 == 1)
        };
        self.data.iter().flat_map(six)
    }
}

fn graph(line: &str) -> Parsed<'_, Graph> {
    match line.as_bytes()[0] {
        b':' => sparse(Bits::new(&line[1..])?),
        b'&' => dense(Bits::new(&line[1..])?, true),
        b';' => {
            let message = "incremental sparse6 is not read: convert it with nauty's copyg";
            fault(line, message)
        }
        _ => dense(Bits::new(line)?, false),
    }
}

/// Reads digraph6: the whole matrix, row by row. Reads graph6: the part of each row before the
/// diagonal.
fn dense(bits: Bits, is_directed: bool) -> Parsed<Graph> {
    let (line, vertices) = (bits.line, bits.vertices);
    let mut edges = Edges::new(line, checked(line, vertices)?, is_directed);
    let (wanted, found) = (bytes(vertices, is_directed), bits.data.len() as u64);
    if found != wanted {
        let message = format!("{vertices} vertices take {wanted} bytes, and the line has {found}");
        return fault(line, message);
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
fn sparse(bits: Bits) -> Parsed<Graph> {
    let mut edges = Edges::new(bits.line, checked(bits.line, bits.vertices)?, false);
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
