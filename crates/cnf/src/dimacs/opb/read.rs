//! Strict reading of OPB, in memory for the longest constraint.

use super::{Constraint, Relation};
use crate::dimacs::ReadError;
use crate::dimacs::read::{COMMENT_KEPT, Comment, Comments};
use crate::dimacs::tokens::{LONGEST, Tokens};
use crate::{Lit, Var};
use knightsat_base::text::{counted, is_or_are, quote_bytes};
use std::io::Read;

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
    tokens: Tokens<R>,
    size: Size,
    comments: Comments,
    read: u64,
}

impl<R: Read> OpbReader<R> {
    /// Reads the first line, and the comments up to the first constraint; `file` is the name in
    /// errors.
    pub fn new(input: R, file: &str) -> Result<Self, ReadError> {
        let mut tokens = Tokens::new(input, file.to_string());
        tokens.peek()?;
        let first = tokens.rest_of_line(COMMENT_KEPT)?;
        let size = header(&first).ok_or_else(|| tokens.error(HEADER))?;
        let mut comments = Comments::default();
        while tokens.peek()? == Some(b'*') {
            comments.read(&mut tokens, |_| true)?;
        }
        Ok(OpbReader {
            tokens,
            size,
            comments,
            read: 0,
        })
    }

    /// Returns the sizes stated in the first line.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the comments before the first constraint, without their `*`.
    pub fn comments(&self) -> &[Comment] {
        &self.comments.all
    }

    /// Returns the number of constraints read so far.
    pub fn constraints(&self) -> u64 {
        self.read
    }

    /// Reads the next constraint. Returns `false` at the end of the file; the number of constraints
    /// must then agree with the first line.
    pub fn next(&mut self, constraint: &mut Constraint) -> Result<bool, ReadError> {
        constraint.terms.clear();
        let (said, found) = (self.size.constraints, self.read);
        if !self.next_line()? {
            let (stated, are) = (counted(said, "constraint"), is_or_are(found));
            return if said == found {
                Ok(false)
            } else {
                Err(self.wrong(format!(
                    "the first line states {stated}, and there {are} {found}"
                )))
            };
        }
        constraint.relation = loop {
            match self.tokens.word() {
                b">=" => break Relation::AtLeast,
                b"=" => break Relation::Equal,
                word => {
                    let factor = self.number(word)?;
                    self.expect_more("a literal such as x1")?;
                    constraint.terms.push((factor, self.literal()?));
                    self.expect_more("another term, '>=' or '='")?;
                }
            }
        };
        self.expect_more("the bound")?;
        // The semicolon may follow without a blank.
        let word = self.tokens.word();
        let closed = word.strip_suffix(b";").filter(|bound| !bound.is_empty());
        constraint.bound = self.number(closed.unwrap_or(word))?;
        if closed.is_none() {
            self.expect_more("';'")?;
            if self.tokens.word() != b";" {
                return Err(self.expected("';'"));
            }
        }
        self.read += 1;
        if found < said {
            Ok(true)
        } else {
            Err(self.wrong(format!(
                "one constraint more than the {said} of the first line"
            )))
        }
    }

    /// Skips comments, and reads the first word of a constraint. Returns `false` at the end of the
    /// file.
    fn next_line(&mut self) -> Result<bool, ReadError> {
        while self.tokens.peek()? == Some(b'*') {
            self.tokens.rest_of_line(0)?;
        }
        self.advance()
    }

    fn number(&self, word: &[u8]) -> Result<i64, ReadError> {
        let text = str::from_utf8(word).ok();
        let number = text.and_then(|text| text.parse().ok());
        number.ok_or_else(|| match text {
            Some("min:" | "max:") => {
                self.wrong("an objective does not restrict the solutions: leave it out")
            }
            _ => self.expected("a number below 2^63, '>=' or '='"),
        })
    }

    fn literal(&self) -> Result<Lit, ReadError> {
        let word = self.tokens.word();
        let name = word.strip_prefix(b"~").unwrap_or(word);
        let number = name.strip_prefix(b"x").and_then(|digits| {
            let plain = digits.iter().all(u8::is_ascii_digit) && digits.first() != Some(&b'0');
            str::from_utf8(digits).ok().filter(|_| plain)?.parse().ok()
        });
        let variables = self.size.variables;
        match number.and_then(Var::new) {
            Some(var) if var.number() > variables => {
                let variables = counted(variables, "variable");
                Err(self.expected(&format!("one of the {variables}")))
            }
            Some(var) if name.len() < word.len() => Ok(var.neg()),
            Some(var) => Ok(var.pos()),
            None => Err(self.expected("a literal such as x1 or ~x1")),
        }
    }

    /// Advances to the next word, which must exist.
    fn expect_more(&mut self, what: &str) -> Result<(), ReadError> {
        if self.advance()? {
            Ok(())
        } else {
            Err(self.wrong(format!("the file ends where {what} is expected")))
        }
    }

    /// Advances to the next word; returns `false` at the end.
    fn advance(&mut self) -> Result<bool, ReadError> {
        let found = self.tokens.skip_word()?;
        if self.tokens.word().len() < LONGEST {
            Ok(found)
        } else {
            Err(self.expected("a number or a literal"))
        }
    }

    fn expected(&self, what: &str) -> ReadError {
        let word = quote_bytes(self.tokens.word());
        self.wrong(format!("expected {what}, found '{word}'"))
    }

    /// Returns an error at the last word.
    pub fn wrong(&self, message: impl Into<String>) -> ReadError {
        self.tokens.error(message)
    }
}

const HEADER: &str = "expected the first line '* #variable= VARIABLES #constraint= CONSTRAINTS'";

/// Parses the sizes in the first line, which may contain more text.
fn header(line: &str) -> Option<Size> {
    let mut words = line.strip_prefix('*')?.split_ascii_whitespace();
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
