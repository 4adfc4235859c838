//! The token reader under the formula reader: numbers and comment lines with their positions, from
//! a stream, in constant memory.

use super::ReadError;
use std::io::{self, Read};

/// Longest number accepted, in bytes, leading zeros and sign included.
const LONGEST: usize = 24;
const BUFFER: usize = 1 << 17;

/// One token of a DIMACS file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// A number within ±(2³¹−1).
    Number(i32),
    /// The first byte of anything else, not yet consumed.
    Other(u8),
    /// The end of the file.
    End,
}

/// Reads tokens and remembers where it is.
pub struct Tokens<R> {
    input: R,
    file: String,
    buffer: Box<[u8]>,
    /// The unread part of the buffer.
    position: usize,
    filled: usize,
    at_end: bool,
    /// Line of the next byte, from 1.
    line: u64,
    /// Offset in the file of the buffer's first byte, and of the line's first byte.
    buffer_offset: u64,
    line_offset: u64,
    /// Offset of the last token's first byte, and its line with that line's offset.
    token: (u64, u64, u64),
}

impl<R: Read> Tokens<R> {
    /// Reads `input`, called `file` in errors.
    pub fn new(input: R, file: String) -> Self {
        Tokens {
            input,
            file,
            buffer: vec![0; BUFFER].into_boxed_slice(),
            position: 0,
            filled: 0,
            at_end: false,
            line: 1,
            buffer_offset: 0,
            line_offset: 0,
            token: (0, 1, 0),
        }
    }

    /// The line of the last token, from 1.
    pub fn line(&self) -> u64 {
        self.token.1
    }

    /// The next token; blanks and line ends before it are skipped.
    pub fn next(&mut self) -> Result<Token, ReadError> {
        loop {
            if self.filled - self.position < LONGEST + 1 && !self.at_end {
                self.refill()?;
            }
            let Some(&byte) = self.buffer[..self.filled].get(self.position) else {
                self.mark();
                return Ok(Token::End);
            };
            match byte {
                b' ' | b'\t' | b'\r' => self.position += 1,
                b'\n' => self.end_line(),
                b'0'..=b'9' | b'-' => {
                    self.mark();
                    return self.number();
                }
                other => {
                    self.mark();
                    return Ok(Token::Other(other));
                }
            }
        }
    }

    /// The rest of the line without its end, as text; its first `limit` bytes, the others are
    /// skipped.
    pub fn rest_of_line(&mut self, limit: usize) -> Result<String, ReadError> {
        let mut kept = Vec::new();
        loop {
            let unread = &self.buffer[self.position..self.filled];
            let end = unread.iter().position(|&byte| byte == b'\n');
            let part = &unread[..end.unwrap_or(unread.len())];
            kept.extend(part.iter().take(limit.saturating_sub(kept.len())));
            self.position += part.len();
            if end.is_some() || self.at_end {
                break;
            }
            self.refill()?;
        }
        Ok(String::from_utf8_lossy(&kept).trim_end().to_string())
    }

    /// An error at the last token.
    pub fn error(&self, message: impl Into<String>) -> ReadError {
        let (offset, line, line_offset) = self.token;
        ReadError::Syntax {
            file: self.file.clone(),
            line,
            column: offset - line_offset + 1,
            message: message.into(),
        }
    }

    /// The word that starts at the last token, shortened, for an error message.
    pub fn word(&self) -> String {
        let unread = &self.buffer[self.position..self.filled];
        let blank = |byte: &u8| byte.is_ascii_whitespace();
        let end = unread.iter().position(blank).unwrap_or(unread.len());
        String::from_utf8_lossy(&unread[..end.min(LONGEST)])
            .escape_debug()
            .to_string()
    }

    /// Parses the number at the current byte, which is a digit or a minus sign. The buffer holds
    /// all of it.
    fn number(&mut self) -> Result<Token, ReadError> {
        let unread = &self.buffer[self.position..self.filled];
        let negative = unread[0] == b'-';
        let digits = &unread[usize::from(negative)..];
        let mut value = 0_u64;
        let mut length = 0;
        while let Some(digit) = digits.get(length).map(|byte| byte.wrapping_sub(b'0')) {
            if digit > 9 || length == LONGEST {
                break;
            }
            value = value.saturating_mul(10).saturating_add(u64::from(digit));
            length += 1;
        }
        let followed = digits.get(length).is_none_or(u8::is_ascii_whitespace);
        if length == 0 || !followed {
            return Err(self.error(format!("'{}' is no number", self.word())));
        }
        let Ok(value) = i32::try_from(value) else {
            let message = "number beyond 2147483647, the largest that solvers take";
            return Err(self.error(message));
        };
        self.position += length + usize::from(negative);
        Ok(Token::Number(if negative { -value } else { value }))
    }

    fn end_line(&mut self) {
        self.position += 1;
        self.line += 1;
        self.line_offset = self.buffer_offset + self.position as u64;
    }

    fn mark(&mut self) {
        let offset = self.buffer_offset + self.position as u64;
        self.token = (offset, self.line, self.line_offset);
    }

    /// Moves what is unread to the front and reads until the buffer is full or the input ends.
    fn refill(&mut self) -> Result<(), ReadError> {
        self.buffer.copy_within(self.position..self.filled, 0);
        self.buffer_offset += self.position as u64;
        self.filled -= self.position;
        self.position = 0;
        while self.filled < LONGEST + 1 && !self.at_end {
            match self.input.read(&mut self.buffer[self.filled..]) {
                Ok(0) => self.at_end = true,
                Ok(count) => self.filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let file = self.file.clone();
                    return Err(ReadError::Io { file, error });
                }
            }
        }
        Ok(())
    }
}
