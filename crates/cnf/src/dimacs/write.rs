//! Writes DIMACS: a sink that streams clauses as text.
//!
//! ```
//! # mod knightsat { pub use knightsat_cnf as cnf; }
//! use knightsat::cnf::dimacs::read::Header;
//! use knightsat::cnf::dimacs::write::Writer;
//! use knightsat::cnf::sink::ClauseSink;
//!
//! let mut writer = Writer::new(Vec::new(), Header { variables: 1, clauses: 1 }, &[]);
//! let var = writer.new_var();
//! writer.clause(&[var.neg()]);
//! let (file, bytes) = writer.finish()?;
//! assert_eq!(file, b"p cnf 1 1\n-1 0\n");
//! assert_eq!(bytes, 15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The header needs exact counts before the first clause: encode into a
//! [`SizeTally`](crate::sink::SizeTally) first. Only one buffer is held in memory.

#[cfg(test)]
mod tests;

use super::read::Header;
use crate::sink::ClauseSink;
use crate::{Clauses, Lit, Vars};
use std::io::{self, Write};

const BUFFER: usize = 1 << 16;
/// The longest text of a literal with its blank, `-2147483647 `, rounded up for copies of a
/// constant size.
const CELL: usize = 16;
/// The most bytes of a binary clause, including the overhang of the last cell.
const PAIR: usize = 3 * CELL;

/// The beginning of the comment with the variables that model counters project on.
#[doc(hidden)]
pub const SHOW: &str = "p show ";

/// Writes a formula; [`Writer::new`] writes the comments and the header.
#[derive(Debug)]
pub struct Writer<W: Write> {
    output: W,
    buffer: Box<[u8]>,
    filled: usize,
    bytes: u64,
    header: Header,
    variables: u32,
    clauses: u64,
    error: Option<io::Error>,
    cells: Vec<Cell>,
}

/// The text of a literal, ready for copying: `-12 `, or at the end of a clause `-12 0\n`.
#[derive(Clone, Copy, Debug)]
struct Cell {
    text: [u8; CELL],
    len: u8,
}

impl Cell {
    #[inline]
    fn new(lit: Lit, end: &[u8]) -> Cell {
        let mut text = [0; CELL];
        let digits = literal(&mut text, lit);
        let len = digits + end.len();
        text[digits..len].copy_from_slice(end);
        Cell {
            text,
            len: len as u8,
        }
    }
}

/// Writes a literal to the beginning of `text`, whose rest may be overwritten; returns its length.
#[inline]
fn literal(text: &mut [u8; CELL], lit: Lit) -> usize {
    let number = lit.var().number();
    text[0] = b'-';
    let sign = usize::from(!lit.is_positive());
    if number < 100_000_000 {
        let (digits, length) = digits(number);
        text[sign..sign + 8].copy_from_slice(&digits);
        sign + length
    } else {
        let mut buffer = itoa::Buffer::new();
        let digits = buffer.format(number).as_bytes();
        text[sign..sign + digits.len()].copy_from_slice(digits);
        sign + digits.len()
    }
}

/// Returns the decimal digits of a number from 1 to 99999999, and their number. A word of eight
/// bytes is split into fours, then pairs, then single digits, the first in the lowest byte.
#[inline]
fn digits(number: u32) -> ([u8; 8], usize) {
    let (high, low) = (u64::from(number / 10_000), u64::from(number % 10_000));
    let fours = high | low << 32;
    // Division by 100 and by 10 in every lane, exact for numbers below 10000 and 100.
    let hundreds = ((fours * 10_486) >> 20) & 0x0000_007f_0000_007f;
    let pairs = hundreds | (fours - 100 * hundreds) << 16;
    let tens = ((pairs * 103) >> 10) & 0x000f_000f_000f_000f;
    let single = tens | (pairs - 10 * tens) << 8;
    let zeros = single.trailing_zeros() & !7;
    let text = (single | 0x3030_3030_3030_3030) >> zeros;
    (text.to_le_bytes(), 8 - zeros as usize / 8)
}

/// Writes a formula with its header.
pub fn write_formula(
    output: impl Write,
    formula: &impl Clauses,
    comments: &[String],
) -> io::Result<()> {
    let mut writer = Writer::new(output, formula.header(), comments);
    formula.write(&mut writer);
    writer.finish().map(|_| ())
}

impl<W: Write> Writer<W> {
    /// Writes `comments` (a `c` line each) and the header to `output`.
    ///
    /// # Panics
    /// If a solver could misread a comment: not ASCII, several lines, with `p cnf` in it, or 77
    /// bytes or more, unless it begins with [`SHOW`].
    pub fn new(output: W, header: Header, comments: &[String]) -> Self {
        let mut writer = Writer {
            output,
            buffer: vec![0; BUFFER].into_boxed_slice(),
            filled: 0,
            bytes: 0,
            header,
            variables: 0,
            clauses: 0,
            error: None,
            cells: Vec::new(),
        };
        for comment in comments {
            let plain = comment.bytes().all(|byte| (b' '..=b'~').contains(&byte));
            let is_short = comment.len() < 77 || comment.starts_with(SHOW);
            assert!(
                plain && is_short && !comment.contains("p cnf"),
                "a comment that solvers may misread: {comment}"
            );
            writer.text(&format!("c {comment}\n"));
        }
        writer.text(&format!("p cnf {} {}\n", header.variables, header.clauses));
        writer
    }

    /// Writes the rest of the buffer. Returns the output with the number of bytes written, or the
    /// first error since [`Writer::new`].
    ///
    /// # Panics
    /// If the size of the formula differs from the header.
    pub fn finish(mut self) -> io::Result<(W, u64)> {
        self.flush();
        if let Some(error) = self.error {
            return Err(error);
        }
        let written = Header {
            variables: self.variables,
            clauses: self.clauses,
        };
        assert_eq!(written, self.header, "the header does not fit the formula");
        self.output.flush()?;
        Ok((self.output, self.bytes))
    }

    fn text(&mut self, text: &str) {
        self.reserve(text.len());
        self.buffer[self.filled..self.filled + text.len()].copy_from_slice(text.as_bytes());
        self.filled += text.len();
    }

    fn flush(&mut self) {
        if self.error.is_none() {
            self.error = self.output.write_all(&self.buffer[..self.filled]).err();
        }
        self.bytes += self.filled as u64;
        self.filled = 0;
    }

    /// Makes room for `len` more bytes.
    fn reserve(&mut self, len: usize) {
        if self.buffer.len() - self.filled < len {
            self.flush();
        }
    }
}

/// Copies a cell to `position`, and returns the position after its text.
#[inline]
fn put(buffer: &mut [u8], position: usize, cell: &Cell) -> usize {
    buffer[position..position + CELL].copy_from_slice(&cell.text);
    position + usize::from(cell.len)
}

impl<W: Write> ClauseSink for Writer<W> {
    fn new_vars(&mut self, count: u32) -> Vars {
        Vars::take(&mut self.variables, count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clauses += 1;
        for &lit in lits {
            self.reserve(CELL);
            let rest = &mut self.buffer[self.filled..];
            let text = rest.first_chunk_mut().expect("room was made for a cell");
            let length = literal(text, lit);
            text[length] = b' ';
            self.filled += length + 1;
        }
        self.text("0\n");
    }

    fn pairwise(&mut self, lits: &[Lit]) {
        let n = lits.len() as u64;
        self.clauses += n * n.saturating_sub(1) / 2;
        let mut cells = std::mem::take(&mut self.cells);
        cells.clear();
        cells.extend(lits.iter().map(|&lit| Cell::new(!lit, b" 0\n")));
        for (row, &lit) in lits.iter().enumerate() {
            let first = Cell::new(!lit, b" ");
            let mut rest = &cells[row + 1..];
            while !rest.is_empty() {
                self.reserve(PAIR);
                let fitting = (self.buffer.len() - self.filled) / PAIR;
                let (now, later) = rest.split_at(fitting.min(rest.len()));
                let mut position = self.filled;
                for second in now {
                    // A slice of a constant length, so that bounds are checked once a clause.
                    let pair = &mut self.buffer[position..position + PAIR];
                    put(pair, 0, &first);
                    put(pair, usize::from(first.len), second);
                    position += usize::from(first.len) + usize::from(second.len);
                }
                self.filled = position;
                rest = later;
            }
            if self.is_done() {
                break;
            }
        }
        self.cells = cells;
    }

    fn is_done(&self) -> bool {
        self.error.is_some()
    }
}
