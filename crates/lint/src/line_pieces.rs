//! Splits a stream into lines with their places, in constant memory.
//!
//! The strict reader is fast because its tokens do not distinguish blanks, tabs and line ends. Lint
//! must distinguish them.

use std::io::{self, Read};

/// The size of a piece; longer lines are split.
const BUFFER: usize = 1 << 17;

/// A line, or a part of a very long one, split between two words if possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'b> {
    /// The text without its line feed.
    pub text: &'b [u8],
    /// The place of its first byte.
    pub place: TextPlace,
    /// True if a line feed follows.
    pub ended: bool,
    /// True if the file ends with it.
    pub last: bool,
}

/// A line and a column in bytes, both from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextPlace {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

impl TextPlace {
    /// Returns the place `bytes` further on the same line.
    pub fn right(self, bytes: usize) -> TextPlace {
        TextPlace {
            column: self.column + bytes as u64,
            ..self
        }
    }
}

/// Cuts a stream into pieces.
pub struct LinePieces<R> {
    input: R,
    text: Vec<u8>,
    /// The beginning of the unread text, and its place.
    start: usize,
    /// The place of the next piece.
    pub place: TextPlace,
    at_end: bool,
}

impl<R: Read> LinePieces<R> {
    pub fn new(input: R) -> Self {
        LinePieces {
            input,
            text: Vec::with_capacity(BUFFER),
            start: 0,
            place: TextPlace { line: 1, column: 1 },
            at_end: false,
        }
    }

    /// Returns the next piece; `None` at the end.
    pub fn next(&mut self) -> io::Result<Option<Piece<'_>>> {
        let mut end = self.line_end();
        if end.is_none() && !self.at_end {
            self.text.drain(..self.start);
            self.start = 0;
            let room = BUFFER - self.text.len();
            let mut limited = self.input.by_ref().take(room as u64);
            self.at_end = limited.read_to_end(&mut self.text)? < room;
            end = self.line_end();
        }
        let (begin, place, ended) = (self.start, self.place, end.is_some());
        let length = end.unwrap_or_else(|| {
            let unread = &self.text[begin..];
            let blank = unread.iter().rposition(u8::is_ascii_whitespace);
            let blank = blank.filter(|&blank| blank > 0 && !self.at_end);
            blank.unwrap_or(unread.len())
        });
        if length == 0 && !ended {
            return Ok(None);
        }
        self.start += length + usize::from(ended);
        self.place = if ended {
            TextPlace {
                line: place.line + 1,
                column: 1,
            }
        } else {
            place.right(length)
        };
        Ok(Some(Piece {
            text: &self.text[begin..begin + length],
            place,
            ended,
            last: !ended && self.at_end,
        }))
    }

    /// Returns the length of the unread text before the next line feed.
    fn line_end(&self) -> Option<usize> {
        let mut unread = self.text[self.start..].iter();
        unread.position(|&byte| byte == b'\n')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_make_up_the_file_and_know_their_places() {
        let long = "12345 ".repeat(BUFFER / 4);
        let text = format!("a\n\n{long}\nno blank {}\nend", "x".repeat(3 * BUFFER));
        let mut pieces = LinePieces::new(text.as_bytes());
        let mut again = Vec::new();
        while let Some(piece) = pieces.next().unwrap() {
            let before = text[..again.len()].rfind('\n').map_or(0, |end| end + 1);
            let line = text[..again.len()].matches('\n').count() as u64 + 1;
            let column = (again.len() - before) as u64 + 1;
            assert_eq!(piece.place, TextPlace { line, column });
            again.extend(piece.text);
            if piece.ended {
                again.push(b'\n');
            }
            assert_eq!(piece.last, again.len() == text.len());
        }
        assert_eq!(again, text.as_bytes());
        assert_eq!(pieces.place, TextPlace { line: 5, column: 4 });
    }
}
