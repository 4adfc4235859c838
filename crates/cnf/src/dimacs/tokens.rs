//! The tokenizer of the formula readers: numbers, words and comment lines with their places, from a
//! stream, in constant memory.

use super::ReadError;
use knightsat_base::input::Unmarked;
use knightsat_base::text::quote_bytes;
use std::io::{self, Read};

/// The longest word accepted, in bytes: a number with leading zeros.
pub const LONGEST: usize = 24;
/// The bytes that contain such a word with a sign and the following byte.
const WHOLE: usize = LONGEST + 2;
const BUFFER: usize = 1 << 17;

/// One token of a DIMACS file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// A number within ±(2³¹−1).
    Number(i32),
    /// The first byte of any other token, not yet consumed.
    Other(u8),
    /// The end of the file.
    End,
}

/// Reads tokens and records their places.
pub struct Tokens<R> {
    input: Unmarked<R>,
    file: String,
    buffer: Box<[u8]>,
    /// The unread part of the buffer.
    position: usize,
    filled: usize,
    at_end: bool,
    /// Offset in the file of the buffer's first byte.
    buffer_offset: u64,
    /// Offset in the file of the last token's first byte.
    token: u64,
    /// A place up to which all lines are counted. Few places are needed, so lines are counted on
    /// demand and when the buffer is refilled, not at every line end.
    counted: Place,
}

/// A place in the file.
#[derive(Clone, Copy)]
struct Place {
    offset: u64,
    /// Its line, from 1, and the offset of that line's first byte.
    line: u64,
    line_offset: u64,
}

impl<R: Read> Tokens<R> {
    /// Reads `input`, called `file` in errors.
    pub fn new(input: R, file: String) -> Self {
        Tokens {
            input: Unmarked::new(input),
            file,
            buffer: vec![0; BUFFER].into_boxed_slice(),
            position: 0,
            filled: 0,
            at_end: false,
            buffer_offset: 0,
            token: 0,
            counted: Place {
                offset: 0,
                line: 1,
                line_offset: 0,
            },
        }
    }

    /// Returns the line of the last token, from 1.
    pub fn line(&mut self) -> u64 {
        self.counted = self.place(self.token);
        self.counted.line
    }

    /// The fast path for almost all tokens: a number of at most seven digits, before a blank or
    /// line end, which is skipped too. All its digits are found and added at once, in a word of
    /// eight bytes. Every other token, valid or not, gives `None` and is left to [`Tokens::next`].
    ///
    /// A separate method, because a number inside a [`Token`] passes through memory, which takes
    /// longer than everything else.
    #[inline]
    pub fn usual_number(&mut self) -> Option<i32> {
        let rest = self.buffer[..self.filled].get(self.position..)?;
        let unread: &[u8; 16] = rest.first_chunk()?;
        let negative = unread[0] == b'-';
        let digits = usize::from(negative);
        let (value, length) = leading_digits(*unread[digits..].first_chunk()?)?;
        let end = digits + length;
        if !matches!(unread[end], b' ' | b'\n') {
            return None;
        }
        self.token = self.buffer_offset + self.position as u64;
        self.position += end + 1;
        Some(if negative { -value } else { value })
    }

    /// Returns the next token; skips blanks and line ends before it.
    pub fn next(&mut self) -> Result<Token, ReadError> {
        match self.peek()? {
            None => Ok(Token::End),
            Some(b'0'..=b'9' | b'-') => self.number(),
            Some(other) => Ok(Token::Other(other)),
        }
    }

    /// Skips blanks and line ends, and returns the first byte of the next token.
    pub fn peek(&mut self) -> Result<Option<u8>, ReadError> {
        loop {
            if self.filled - self.position < WHOLE && !self.at_end {
                self.refill()?;
            }
            self.token = self.buffer_offset + self.position as u64;
            match self.buffer[..self.filled].get(self.position) {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.position += 1,
                byte => return Ok(byte.copied()),
            }
        }
    }

    /// Skips the next word, or the first [`LONGEST`] bytes of a longer one. Returns `false` at the
    /// end.
    pub fn skip_word(&mut self) -> Result<bool, ReadError> {
        let byte = self.peek()?;
        self.position += self.word().len();
        Ok(byte.is_some())
    }

    /// Returns the word that begins at the last token, or the first [`LONGEST`] bytes of it.
    pub fn word(&self) -> &[u8] {
        let text = self.buffered();
        let end = text.iter().position(u8::is_ascii_whitespace);
        &text[..end.unwrap_or(text.len()).min(LONGEST)]
    }

    /// Returns the read text that begins at the last token.
    pub fn buffered(&self) -> &[u8] {
        &self.buffer[(self.token - self.buffer_offset) as usize..self.filled]
    }

    /// Returns the first `limit` bytes of the rest of the line, as text, and skips the others.
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

    /// Returns an error at the last token.
    pub fn error(&self, message: impl Into<String>) -> ReadError {
        let place = self.place(self.token);
        ReadError::Syntax {
            file: self.file.clone(),
            line: place.line,
            column: self.token - place.line_offset + 1,
            message: message.into(),
        }
    }

    /// Parses the number at the current byte, which is a digit or a minus sign. The buffer contains
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
        let follower = digits.get(length);
        if length == 0 || !follower.is_none_or(u8::is_ascii_whitespace) {
            let word = quote_bytes(self.word());
            return Err(self.error(format!("'{word}' is not a number")));
        }
        let Ok(value) = i32::try_from(value) else {
            let message = "number beyond 2147483647, the largest that solvers take";
            return Err(self.error(message));
        };
        // The blank is skipped too, so that the next number can take the fast path.
        self.position += usize::from(negative) + length + usize::from(follower.is_some());
        Ok(Token::Number(if negative { -value } else { value }))
    }

    /// Returns the place at `offset`, which is in the buffer, or before it in the line with which
    /// the buffer begins.
    fn place(&self, offset: u64) -> Place {
        let mut place = self.counted;
        if offset > place.offset {
            let index = |offset: u64| (offset - self.buffer_offset) as usize;
            let passed = &self.buffer[index(place.offset)..index(offset)];
            if let Some(last) = passed.iter().rposition(|&byte| byte == b'\n') {
                place.line += line_ends(passed);
                place.line_offset = place.offset + last as u64 + 1;
            }
            place.offset = offset;
        }
        place
    }

    /// Moves the unread bytes to the front and reads until the buffer is full or the input ends.
    fn refill(&mut self) -> Result<(), ReadError> {
        self.counted = self.place(self.buffer_offset + self.position as u64);
        self.buffer.copy_within(self.position..self.filled, 0);
        self.buffer_offset += self.position as u64;
        self.filled -= self.position;
        self.position = 0;
        while self.filled < WHOLE && !self.at_end {
            match self.input.read(&mut self.buffer[self.filled..]) {
                Ok(0) => self.at_end = true,
                Ok(count) => self.filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(ReadError::io(&self.file, error)),
            }
        }
        Ok(())
    }
}

fn line_ends(bytes: &[u8]) -> u64 {
    // Sums of bytes are vectorised as long as they cannot overflow.
    let sum = |part: &[u8]| part.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
    bytes.chunks(255).map(|part| u64::from(sum(part))).sum()
}

/// Returns the value of the one to seven digits at the beginning of `text`, and their number.
#[inline]
fn leading_digits(text: [u8; 8]) -> Option<(i32, usize)> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // The first byte is the lowest one. Digits become 0..=9; other bytes get their top bit set. A
    // carry changes higher bytes only, after the first non-digit.
    let word = u64::from_le_bytes(text) ^ (EACH * u64::from(b'0'));
    let others = (word | word.wrapping_add(EACH * (0x80 - 10))) & (EACH * 0x80);
    let length = (others.trailing_zeros() / 8) as usize;
    if !(1..=7).contains(&length) {
        return None;
    }
    // Eight digits with leading zeros are combined to pairs, then fours, then their value.
    let word = word << (64 - 8 * length);
    let pairs = (word * 10 + (word >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    let value = (fours * 10_000 + (fours >> 32)) as u32;
    Some((value as i32, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_line_ends_are_counted() {
        assert_eq!(line_ends(&[b'\n'; 1000]), 1000);
        assert_eq!(line_ends(b"a\n\nb"), 2);
    }

    #[test]
    fn digits_are_added_up_whatever_follows() {
        for length in 0..=8 {
            for follower in 0..=255_u8 {
                let mut text = [follower; 8];
                text[..length].copy_from_slice(&b"90817263"[..length]);
                let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let value = std::str::from_utf8(&text[..digits]).unwrap().parse().ok();
                let usual = value.filter(|_| digits <= 7).map(|value| (value, digits));
                assert_eq!(leading_digits(text), usual, "{text:?}");
            }
        }
    }
}
