//! The formats graph6, sparse6 and digraph6: a graph a line (McKay, Description of graph6, sparse6
//! and digraph6 encodings, nauty).
//!
//! Loops are left out, and parallel edges count once.
//!
//! Bytes 63 to 126 hold six bits each. The first bytes hold the number of vertices.

use super::{Edges, Graph, Graphs, Parsed, checked, ensure, fault, lines, misfit};

/// The optional beginning of a file, on a line of its own or before the first graph.
const HEADERS: [&str; 3] = [">>graph6<<", ">>sparse6<<", ">>digraph6<<"];

fn without_header(line: &str) -> &str {
    let rest = HEADERS.iter().find_map(|header| line.strip_prefix(header));
    rest.unwrap_or(line)
}

/// Returns true if the line is a graph, or has a header.
pub(super) fn is_graph(line: &str) -> bool {
    let body = without_header(line);
    body.len() < line.len() || Bits::new(body).is_ok_and(|bits| bits.kind == ":" || bits.is_whole())
}

/// Returns a fault if a file without header has lines of other words.
pub(super) fn check(text: &str) -> Parsed<'_, ()> {
    if lines(text).any(|line| without_header(line).len() < line.len()) {
        return Ok(());
    }
    if let Some(line) = lines(text).find(|line| !is_graph(line)) {
        return misfit(line, "no graph in graph6, as the lines above are");
    }
    let is_letter = |byte: u8| byte.is_ascii_uppercase();
    let is_pair = |line: &str| line.len() == 2 && line.bytes().all(is_letter);
    let are_pairs = lines(text).nth(1).is_some() && lines(text).all(is_pair);
    let message = "these may be graphs in graph6, or edges such as 'A B': write the line '>>graph6<<' \
                   above, or a blank between the two vertices";
    ensure(!are_pairs, text.trim_start(), message)
}

pub(super) fn graphs(text: &str) -> Parsed<'_, Graphs<'_>> {
    let all = lines(text).map(without_header);
    let mut all = all.filter(|line| !line.is_empty()).peekable();
    let message = "no graph here: the file is empty or has a header only";
    ensure(all.peek().is_some(), text, message)?;
    let mut has_failed = false;
    let mut is_over = move |is_fault| std::mem::replace(&mut has_failed, is_fault);
    let graphs = all.map(|line| graph(line).map_err(|fault| fault.place(text)));
    Ok(Box::new(
        graphs.take_while(move |graph| !is_over(graph.is_err())),
    ))
}

/// The number of vertices of a line, and the bits after it.
struct Bits<'t> {
    line: &'t str,
    /// `:` for sparse6, `&` for digraph6, nothing for graph6.
    kind: &'t str,
    vertices: u32,
    data: &'t [u8],
}

impl<'t> Bits<'t> {
    fn new(line: &'t str) -> Parsed<'t, Bits<'t>> {
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
        Ok(Bits {
            line,
            kind,
            vertices,
            data,
        })
    }

    /// Returns the number of pairs of vertices with a bit: of all, or those before the diagonal.
    fn pairs(&self) -> u64 {
        let n = u64::from(self.vertices);
        if self.kind == "&" {
            n * n
        } else {
            n * n.saturating_sub(1) / 2
        }
    }

    /// Returns true if there is a bit for each pair, and no other bit is set.
    fn is_whole(&self) -> bool {
        let pairs = self.pairs();
        self.data.len() as u64 == pairs.div_ceil(6)
            && !self.bits().skip(pairs as usize).any(|bit| bit)
    }

    fn bits(&self) -> impl Iterator<Item = bool> {
        let six = |byte: &u8| {
            let value = byte - 63;
            (0..6).rev().map(move |bit| value >> bit & 1 == 1)
        };
        self.data.iter().flat_map(six)
    }
}

/// Reads graph6 or digraph6, a matrix row by row, or sparse6.
fn graph(line: &str) -> Parsed<'_, Graph> {
    let bits = Bits::new(line)?;
    let vertices = checked(line, bits.vertices)?;
    let is_directed = bits.kind == "&";
    let mut edges = Edges::new(line, vertices, is_directed);
    if bits.kind == ":" {
        sparse(&bits, &mut edges);
        return Ok(edges.graph(1, &mut |_| {}));
    }
    let (wanted, found) = (bits.pairs().div_ceil(6), bits.data.len());
    if found as u64 != wanted {
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
fn sparse(bits: &Bits, edges: &mut Edges) {
    let width = u32::BITS - (bits.vertices - 1).leading_zeros();
    let (mut vertex, mut stream) = (0, bits.bits());
    while let Some(moves_on) = stream.next() {
        let number = (0..width).try_fold(0, |sum, _| Some(sum << 1 | u32::from(stream.next()?)));
        vertex += u32::from(moves_on);
        match number {
            Some(number) if vertex.max(number) < bits.vertices => {
                if number > vertex {
                    vertex = number;
                } else {
                    edges.add(bits.line, [number + 1, vertex + 1]);
                }
            }
            // Padding.
            _ => break,
        }
    }
}
