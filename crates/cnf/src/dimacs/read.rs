//! Strict, streaming reading of a DIMACS CNF by tokens.
//!
//! ```
//! # mod knightsat { pub use knightsat_cnf as cnf; }
//! use knightsat::cnf::dimacs::read::CnfReader;
//!
//! let file = "c two clauses on a line\np cnf 2 2\n1 -2 0 2 0\n";
//! let mut reader = CnfReader::new(file.as_bytes(), "two.cnf", "")?;
//! let (mut clause, mut literals) = (Vec::new(), 0);
//! while reader.next_clause(&mut clause)? {
//!     literals += clause.len();
//! }
//! assert_eq!((reader.clauses(), literals), (2, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A clause may span lines, a line may contain several clauses, and comment lines may occur
//! anywhere. The header must precede the first clause, and its counts must be right.

use super::ReadError;
use super::formats::{other_file, other_format};
use super::tokens::{Token, Tokens};
use crate::{Lit, Var};
use knightsat_base::text::{counted, is_digits, quote, quote_bytes};
use std::io::Read;

/// The counts in the line `p cnf VARIABLES CLAUSES`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Number of variables.
    pub variables: u32,
    /// Number of clauses.
    pub clauses: u64,
}

/// A comment line before the header, without its `c`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Its line, from 1.
    pub line: u64,
    /// Its text.
    pub text: String,
}

/// Reads a formula clause by clause.
pub struct CnfReader<R> {
    tokens: Tokens<R>,
    header: Header,
    comments: Comments,
    clauses: u64,
    /// The counts that the file must have; `None` for a lenient reader.
    promised: Option<Header>,
}

/// The most bytes kept of a comment line.
pub(super) const COMMENT_KEPT: usize = 1 << 12;
/// The most bytes kept of all comment lines: a graph of millions of edges.
const COMMENTS_KEPT: usize = 1 << 28;
/// The most repeated literals of a clause.
const REPEATED: usize = 1 << 16;

impl<R: Read> CnfReader<R> {
    /// Reads up to and including the header. Keeps the earlier comments that contain `keep`.
    pub fn new(input: R, file: &str, keep: &str) -> Result<Self, ReadError> {
        let mut tokens = Tokens::new(input, file.to_string());
        let mut comments = Comments::default();
        let header = loop {
            match tokens.next()? {
                Token::Other(b'c') => {
                    comments.read(&mut tokens, |text| text.contains(keep))?;
                }
                Token::Other(b'p') => break header(&mut tokens)?,
                Token::End => return Err(tokens.error("the file ends before its header 'p cnf'")),
                token => {
                    let word = quote_bytes(tokens.word());
                    if let Some(other) = other_file(tokens.buffered()) {
                        return Err(tokens.error(other));
                    }
                    let rest = tokens.rest_of_line(COMMENT_KEPT)?;
                    // A number is read already, with the blank behind it.
                    let line = match token {
                        Token::Number(_) => format!("{word} {}", rest.trim_start()),
                        _ => rest,
                    };
                    let other = other_format(&line).map(|other| tokens.error(other));
                    return Err(other.unwrap_or_else(|| no_header(&tokens, &word)));
                }
            }
        };
        let first = tokens.peek()?;
        let mut reader = CnfReader {
            tokens,
            header,
            comments,
            clauses: 0,
            promised: Some(header),
        };
        match first.filter(|byte| byte.is_ascii_lowercase() && !b"cp".contains(byte)) {
            Some(first) => Err(reader.unexpected(first)),
            None => Ok(reader),
        }
    }

    /// Makes the reader accept a wrong header: its counts are not checked. Keeps all comments,
    /// anywhere in the file.
    pub fn lenient(self) -> Self {
        CnfReader {
            promised: None,
            ..self
        }
    }

    /// Returns the header.
    pub fn header(&self) -> Header {
        self.header
    }

    /// Returns the kept comments.
    pub fn comments(&self) -> &[Comment] {
        &self.comments.all
    }

    /// Returns the number of clauses read so far.
    pub fn clauses(&self) -> u64 {
        self.clauses
    }

    /// Reads the next clause into `clause`; returns `false` at the end of the file.
    pub fn next_clause(&mut self, clause: &mut Vec<Lit>) -> Result<bool, ReadError> {
        clause.clear();
        loop {
            let number = match self.tokens.usual_number() {
                Some(number) => number,
                None => match self.tokens.next()? {
                    Token::Number(number) => number,
                    Token::Other(b'c') => {
                        self.comment()?;
                        continue;
                    }
                    Token::End => return self.end(clause),
                    Token::Other(other) => return Err(self.unexpected(other)),
                },
            };
            if number == 0 {
                self.clauses += 1;
                return match self.promised.map(|header| header.clauses) {
                    Some(promised) if self.clauses > promised => {
                        let message = format!("more clauses than the header's {promised}");
                        Err(self.tokens.error(message))
                    }
                    _ => Ok(true),
                };
            }
            clause.push(self.literal(number)?);
            self.limit(clause)?;
        }
    }

    /// Skips a comment line, or keeps it.
    fn comment(&mut self) -> Result<(), ReadError> {
        match self.promised {
            Some(_) => self.tokens.rest_of_line(0).map(drop),
            None => self.comments.read(&mut self.tokens, |_| true),
        }
    }

    /// A clause with more literals than exist repeats some, and may never end.
    #[inline]
    fn limit(&self, clause: &[Lit]) -> Result<(), ReadError> {
        let variables = || self.promised.map_or(1 << 25, |header| header.variables);
        if clause.len() > REPEATED && clause.len() - REPEATED > 2 * variables() as usize {
            let message = "a clause of more literals than there are";
            return Err(self.tokens.error(message));
        }
        Ok(())
    }

    fn literal(&self, number: i32) -> Result<Lit, ReadError> {
        let most = self.promised.map_or(Var::MAX, |header| header.variables);
        let lit = Lit::from_dimacs(number).filter(|lit| lit.var().number() <= most);
        lit.ok_or_else(|| {
            let promised = counted(self.header.variables, "variable");
            let message = format!("literal {number} is beyond the header's {promised}");
            self.tokens.error(message)
        })
    }

    fn end(&self, clause: &[Lit]) -> Result<bool, ReadError> {
        if !clause.is_empty() {
            let message = "the file ends inside a clause: its closing 0 is missing";
            return Err(self.tokens.error(message));
        }
        match self.promised.map(|header| header.clauses) {
            Some(promised) if promised != self.clauses => {
                let (found, promised) = (self.clauses, counted(promised, "clause"));
                Err(self.tokens.error(format!(
                    "the file ends after {found} of the {promised} that its header promises"
                )))
            }
            _ => Ok(false),
        }
    }

    fn unexpected(&mut self, byte: u8) -> ReadError {
        let word = quote_bytes(self.tokens.word());
        let message = match byte {
            b'p' => "a second header".to_string(),
            b'%' => "'%' is not a literal: cut the SATLIB trailer off".to_string(),
            _ => match self.tokens.rest_of_line(COMMENT_KEPT) {
                Ok(line) => other_format(&line)
                    .unwrap_or_else(|| format!("expected a literal, found '{word}'")),
                Err(error) => return error,
            },
        };
        self.tokens.error(message)
    }
}

/// The kept comments.
#[derive(Default)]
pub(super) struct Comments {
    pub all: Vec<Comment>,
    bytes: usize,
}

impl Comments {
    /// Reads a comment line, and keeps it if it contains the text.
    pub fn read<R: Read>(
        &mut self,
        tokens: &mut Tokens<R>,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<(), ReadError> {
        let line = tokens.line();
        let text = tokens.rest_of_line(COMMENT_KEPT)?.split_off(1);
        if is_wanted(&text) {
            self.bytes += size_of::<Comment>() + text.len();
            if self.bytes > COMMENTS_KEPT {
                return Err(tokens.error("more comments than describe any formula"));
            }
            self.all.push(Comment { line, text });
        }
        Ok(())
    }
}

fn no_header<R: Read>(tokens: &Tokens<R>, found: &str) -> ReadError {
    tokens.error(format!(
        "expected the header 'p cnf VARIABLES CLAUSES', found '{found}'"
    ))
}

/// Reads the header, starting at its `p`.
fn header<R: Read>(tokens: &mut Tokens<R>) -> Result<Header, ReadError> {
    let line = tokens.rest_of_line(COMMENT_KEPT)?;
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    if let Some(other) = other_format(&line) {
        return Err(tokens.error(other));
    }
    let (variables, clauses) = match words[..] {
        ["p", "cnf", variables, clauses] if is_digits(variables) && is_digits(clauses) => {
            (variables, clauses)
        }
        _ => return Err(no_header(tokens, &quote(&line))),
    };
    match (variables.parse::<i32>(), clauses.parse()) {
        (Ok(variables), Ok(clauses)) => Ok(Header {
            variables: variables as u32,
            clauses,
        }),
        (Err(_), _) => Err(tokens.error("the header has more than 2147483647 variables")),
        _ => Err(tokens.error("the header has more clauses than can be counted")),
    }
}

#[cfg(test)]
mod tests;
