//! Strict reading of OPB, in memory for the longest constraint.

use super::{Constraint, Relation};
use crate::dimacs::ReadError;
use crate::dimacs::read::Comment;
use crate::{Lit, Var};
use knightsat_base::input::Unmarked;
use knightsat_base::text::quote_bytes;
use knightsat_base::text::{counted, is_or_are};
use std::io::{BufRead, BufReader, Read};

/// Longest word accepted.
const LONGEST_WORD: usize = 32;
/// The most bytes of a comment; a description of a tour is shorter.
const LONGEST_COMMENT: u64 = 1 << 16;
/// The most comments that are kept.
const MOST_COMMENTS: usize = 1 << 22;

/// The sizes stated in the first line of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Number of variables, from x1.
    pub variables: u32,
    /// Number of constraints.
    pub constraints: u64,
}

/// Reads a file constraint by constraint.
pub struct OpbReader<R> {
    input: BufReader<Unmarked<R>>,
    file: String,
    size: Size,
    comments: Vec<Comment>,
    /// The place of the next byte.
    line: u64,
    column: u64,
    /// The last word, and its place.
    word: Vec<u8>,
    at: [u64; 2],
    read: u64,
}

impl<R: Read> OpbReader<R> {
    /// Reads the first line, and the comments up to the first constraint; `file` is the name in
    /// errors.
    pub fn new(input: R, file: &str) -> Result<Self, ReadError> {
        let mut reader = OpbReader {
            input: BufReader::with_capacity(1 << 16, Unmarked::new(input)),
            file: file.to_string(),
            size: Size::default(),
            comments: Vec::new(),
            line: 1,
            column: 1,
            word: Vec::new(),
            at: [1, 1],
            read: 0,
        };
        let first = reader.comment()?;
        let first = first.ok_or_else(|| reader.wrong(HEADER))?;
        reader.size = header(&first).ok_or_else(|| reader.wrong(HEADER))?;
        while let Some(text) = reader.comment()? {
            if reader.comments.len() < MOST_COMMENTS {
                let line = reader.line - 1;
                reader.comments.push(Comment { line, text });
            }
        }
        Ok(reader)
    }

    /// Returns the sizes stated in the first line.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the comments before the first constraint, without their `*`.
    pub fn comments(&self) -> &[Comment] {
        &self.comments
    }

    /// Returns the number of constraints read so far.
    pub fn constraints(&self) -> u64 {
        self.read
    }

    /// Reads the next constraint. Returns `false` at the end of the file; the number of constraints
    /// must then agree with the first line.
    pub fn next(&mut self, constraint: &mut Constraint) -> Result<bool, ReadError> {
        constraint.terms.clear();
        while self.comment()?.is_some() {}
        if !self.advance()? {
            let (said, found) = (self.size.constraints, self.read);
            return match said == found {
                true => Ok(false),
                false => Err(self.wrong(other_number(said, found))),
            };
        }
        constraint.relation = loop {
            match &self.word[..] {
                b">=" => break Relation::AtLeast,
                b"=" => break Relation::Equal,
                _ => {}
            }
            let factor = self.number()?;
            self.expect_more("a literal such as x1")?;
            constraint.terms.push((factor, self.literal()?));
            self.expect_more("another term, '>=' or '='")?;
        };
        self.expect_more("the bound")?;
        // The semicolon may follow without a blank.
        let closes = self.word.len() > 1 && self.word.last() == Some(&b';');
        if closes {
            self.word.pop();
        }
        constraint.bound = self.number()?;
        if !closes {
            self.expect_more("';'")?;
            if self.word != b";" {
                return Err(self.expected("';'"));
            }
        }
        self.read += 1;
        if self.read > self.size.constraints {
            let said = self.size.constraints;
            return Err(self.wrong(format!(
                "one constraint more than the {said} of the first line"
            )));
        }
        Ok(true)
    }

    fn number(&self) -> Result<i64, ReadError> {
        let text = str::from_utf8(&self.word).ok();
        let number = text.and_then(|text| text.parse().ok());
        number.ok_or_else(|| match text {
            Some("min:" | "max:") => {
                self.wrong("an objective is not supported here: all tours are equally good")
            }
            _ => self.expected("a number below 2^63, '>=' or '='"),
        })
    }

    fn literal(&self) -> Result<Lit, ReadError> {
        let (is_negated, name) = match &self.word[..] {
            [b'~', name @ ..] => (true, name),
            name => (false, name),
        };
        let number = name.strip_prefix(b"x").and_then(|digits| {
            let plain = digits.iter().all(u8::is_ascii_digit) && digits.first() != Some(&b'0');
            str::from_utf8(digits).ok().filter(|_| plain)?.parse().ok()
        });
        let variables = self.size.variables;
        match number.and_then(Var::new) {
            Some(var) if var.number() <= variables => {
                Ok(if is_negated { var.neg() } else { var.pos() })
            }
            Some(_) => {
                let variables = counted(variables, "variable");
                Err(self.expected(&format!("one of the {variables}")))
            }
            None => Err(self.expected("a literal such as x1 or ~x1")),
        }
    }

    /// Advances to the next word, which must exist.
    fn expect_more(&mut self, what: &str) -> Result<(), ReadError> {
        match self.advance()? {
            true => Ok(()),
            false => Err(self.wrong(format!("the file ends where {what} is expected"))),
        }
    }

    /// Advances to the next word; returns `false` at the end.
    fn advance(&mut self) -> Result<bool, ReadError> {
        self.word.clear();
        while let Some(byte) = self.peek()? {
            let is_blank = byte.is_ascii_whitespace();
            if is_blank && !self.word.is_empty() {
                break;
            }
            if self.word.is_empty() {
                self.at = [self.line, self.column];
            }
            if !is_blank {
                self.word.push(byte);
            }
            if self.word.len() > LONGEST_WORD {
                return Err(self.expected("a number or a literal"));
            }
            self.skip(byte);
        }
        Ok(!self.word.is_empty())
    }

    /// Returns the next line without its `*`, if it is a comment; skips blank lines before it.
    fn comment(&mut self) -> Result<Option<String>, ReadError> {
        while let Some(byte) = self.peek()?.filter(u8::is_ascii_whitespace) {
            self.skip(byte);
        }
        self.at = [self.line, self.column];
        if self.peek()? != Some(b'*') {
            return Ok(None);
        }
        let mut line = Vec::new();
        let mut limited = (&mut self.input).take(LONGEST_COMMENT);
        let read = limited.read_until(b'\n', &mut line);
        read.map_err(|error| self.io(error))?;
        if line.len() as u64 == LONGEST_COMMENT {
            return Err(self.wrong("a comment longer than any of ours"));
        }
        (self.line, self.column) = (self.line + 1, 1);
        let text = String::from_utf8_lossy(&line[1..]);
        Ok(Some(text.trim_end().to_string()))
    }

    fn peek(&mut self) -> Result<Option<u8>, ReadError> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.io(error)),
            }
        }
    }

    fn skip(&mut self, byte: u8) {
        self.input.consume(1);
        match byte {
            b'\n' => (self.line, self.column) = (self.line + 1, 1),
            _ => self.column += 1,
        }
    }

    fn io(&self, error: std::io::Error) -> ReadError {
        ReadError::io(&self.file, error)
    }

    fn expected(&self, what: &str) -> ReadError {
        self.wrong(format!(
            "expected {what}, found '{}'",
            quote_bytes(&self.word)
        ))
    }

    /// Returns an error at the last word.
    pub fn wrong(&self, message: impl Into<String>) -> ReadError {
        let [line, column] = self.at;
        ReadError::Syntax {
            file: self.file.clone(),
            line,
            column,
            message: message.into(),
        }
    }
}

const HEADER: &str = "expected the first line '* #variable= VARIABLES #constraint= CONSTRAINTS'";

fn other_number(said: u64, found: u64) -> String {
    let (said, are) = (counted(said, "constraint"), is_or_are(found));
    format!("the first line states {said}, and there {are} {found}")
}

/// Parses the sizes in the first line, which may contain more text.
fn header(text: &str) -> Option<Size> {
    let mut words = text.split_ascii_whitespace();
    let mut after = |name: &str| match words.next() {
        Some(word) if word == name => words.next(),
        word => word?.strip_prefix(name),
    };
    let variables = after("#variable=")?.parse().ok()?;
    let constraints = after("#constraint=")?.parse().ok()?;
    (variables <= Var::MAX).then_some(Size {
        variables,
        constraints,
    })
}
