//! Models in Python's notation.

use super::{FROM_ZERO, ReadError, ResultReader, Values};

impl ResultReader<'_> {
    /// Reads the rest of the line after a verdict.
    pub(super) fn rest(&mut self, bytes: &[u8], start: usize) -> Result<(), ReadError> {
        let mut blank = bytes.to_vec();
        blank[..start].fill(b' ');
        self.line(&blank)
    }

    /// Reads a line of a list in brackets, with or without commas.
    pub(super) fn list(&mut self, bytes: &[u8], first: usize) -> Result<(), ReadError> {
        let mut start = first;
        if self.values != Values::List {
            if self.values != Values::None {
                return Err(self.error(first, "a list in brackets after other values"));
            }
            self.values = Values::List;
            start += 1;
        }
        self.value_lines += 1;
        let inside = bytes[start..].iter().position(|&byte| byte == b']');
        let end = inside.map_or(bytes.len(), |inside| start + inside);
        let mut column = start;
        for word in bytes[start..end].split(|byte| byte.is_ascii_whitespace() || *byte == b',') {
            match word {
                b"" => {}
                b"0" => return Err(self.error(column, FROM_ZERO)),
                word => self.value(word, column, Values::List)?,
            }
            column += word.len() + 1;
        }
        if inside.is_none() {
            return Ok(());
        }
        self.values = Values::Ended;
        match bytes[end + 1..]
            .iter()
            .position(|byte| !byte.is_ascii_whitespace())
        {
            None => Ok(()),
            Some(more) => Err(self.error(end + 1 + more, "expected nothing after the closing ]")),
        }
    }
}

/// Returns true if a word has ended before `rest`.
pub(super) fn ends_word(rest: &[u8]) -> bool {
    rest.first().is_none_or(u8::is_ascii_whitespace)
}
