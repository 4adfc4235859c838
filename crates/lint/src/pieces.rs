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
    pub place: Place,
    /// True if a line feed follows.
    pub ended: bool,
    /// True if the file ends with it.
    pub last: bool,
}

/// A line and a column in bytes, both from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

impl Place {
    /// Returns the place `bytes` further on the same line.
    pub fn right(self, bytes: usize) -> Place {
        Place {
            column: self.column + bytes as u64,
            ..self
        }
    }
}

/// Cuts a stream into pieces.
pub struct Pieces<R> {
    input: R,
    buffer: Box<[u8]>,
    start: usize,
    filled: usize,
    at_end: bool,
    place: Place,
}

impl<R: Read> Pieces<R> {
    pub fn new(input: R) -> Self {
        Pieces {
            input,
            buffer: vec![0; BUFFER].into_boxed_slice(),
            start: 0,
            filled: 0,
            at_end: false,
            place: Place { line: 1, column: 1 },
        }
    }

    /// Returns the place of the next piece, or of the end of the file.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Returns the next piece; `None` at the end.
    pub fn next(&mut self) -> io::Result<Option<Piece<'_>>> {
        let mut searched = 0;
        let (length, ended) = loop {
            let unread = &self.buffer[self.start..self.filled];
            let end = unread[searched..].iter().position(|&byte| byte == b'\n');
            if let Some(end) = end {
                break (searched + end, true);
            }
            searched = unread.len();
            if self.at_end {
                break (searched, false);
            }
            if searched == BUFFER {
                let blank = unread.iter().rposition(u8::is_ascii_whitespace);
                break (blank.filter(|&blank| blank > 0).unwrap_or(searched), false);
            }
            self.refill()?;
        };
        if length == 0 && !ended {
            return Ok(None);
        }
        let begin = self.start;
        let place = self.place;
        self.start += length + usize::from(ended);
        self.place = if ended {
            Place {
                line: place.line + 1,
                column: 1,
            }
        } else {
            place.right(length)
        };
        Ok(Some(Piece {
            text: &self.buffer[begin..begin + length],
            place,
            ended,
            last: !ended && self.at_end && self.start == self.filled,
        }))
    }

    /// Moves the unread bytes to the front and reads more.
    fn refill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.start..self.filled, 0);
        self.filled -= self.start;
        self.start = 0;
        loop {
            match self.input.read(&mut self.buffer[self.filled..]) {
                Ok(count) => {
                    self.at_end = count == 0;
                    self.filled += count;
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_make_up_the_file_and_know_their_places() {
        let long = "12345 ".repeat(BUFFER / 4);
        let text = format!("a\n\n{long}\nno blank {}\nend", "x".repeat(3 * BUFFER));
        let mut pieces = Pieces::new(text.as_bytes());
        let mut again = Vec::new();
        while let Some(piece) = pieces.next().unwrap() {
            let before = text[..again.len()].rfind('\n').map_or(0, |end| end + 1);
            let line = text[..again.len()].matches('\n').count() as u64 + 1;
            let column = (again.len() - before) as u64 + 1;
            assert_eq!(piece.place, Place { line, column });
            again.extend(piece.text);
            if piece.ended {
                again.push(b'\n');
            }
            assert_eq!(piece.last, again.len() == text.len());
        }
        assert_eq!(again, text.as_bytes());
        assert_eq!(pieces.place(), Place { line: 5, column: 4 });
    }
}
