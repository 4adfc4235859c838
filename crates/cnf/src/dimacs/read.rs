//! Strict, streaming reading of a DIMACS CNF by tokens.
//!
//! ```
//! use knightsat_cnf::dimacs::read::CnfReader;
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
use super::tokens::{Token, Tokens};
use crate::Lit;
use knightsat_base::text::counted;
use knightsat_base::text::quote;
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
    is_lenient: bool,
}

/// The most bytes kept of a comment line.
const COMMENT_KEPT: usize = 200;
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
                Token::Number(number) => return Err(no_header(&tokens, &number.to_string())),
                Token::Other(_) => return Err(no_header(&tokens, &tokens.word())),
            }
        };
        Ok(CnfReader {
            tokens,
            header,
            comments,
            clauses: 0,
            is_lenient: false,
        })
    }

    /// Makes the reader accept a wrong header: its counts are not checked. Keeps all comments,
    /// anywhere in the file.
    pub fn lenient(self) -> Self {
        CnfReader {
            is_lenient: true,
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
                return if self.is_lenient || self.clauses <= self.header.clauses {
                    Ok(true)
                } else {
                    let promised = self.header.clauses;
                    let message = format!("more clauses than the header's {promised}");
                    Err(self.tokens.error(message))
                };
            }
            clause.push(self.literal(number)?);
            self.limit(clause)?;
        }
    }

    /// Skips a comment line, or keeps it.
    fn comment(&mut self) -> Result<(), ReadError> {
        if !self.is_lenient {
            self.tokens.rest_of_line(0)?;
            return Ok(());
        }
        self.comments.read(&mut self.tokens, |_| true)
    }

    /// A clause with more literals than exist repeats some, and may never end.
    #[inline]
    fn limit(&self, clause: &[Lit]) -> Result<(), ReadError> {
        if clause.len() > REPEATED && clause.len() - REPEATED > 2 * self.most_variables() {
            Err(self
                .tokens
                .error("a clause of more literals than there are"))
        } else {
            Ok(())
        }
    }

    fn most_variables(&self) -> usize {
        match self.is_lenient {
            // The header may be wrong.
            true => 1 << 25,
            false => self.header.variables as usize,
        }
    }

    fn literal(&self, number: i32) -> Result<Lit, ReadError> {
        match Lit::from_dimacs(number) {
            Some(lit) if self.is_lenient || lit.var().number() <= self.header.variables => Ok(lit),
            _ => {
                let promised = self.header.variables;
                let promised = counted(promised, "variable");
                let message = format!("literal {number} is beyond the header's {promised}");
                Err(self.tokens.error(message))
            }
        }
    }

    fn end(&self, clause: &[Lit]) -> Result<bool, ReadError> {
        if !clause.is_empty() {
            let message = "the file ends inside a clause: its closing 0 is missing";
            return Err(self.tokens.error(message));
        }
        if self.clauses != self.header.clauses && !self.is_lenient {
            let message = format!(
                "the file ends after {} of the {} that its header promises",
                self.clauses,
                counted(self.header.clauses, "clause")
            );
            return Err(self.tokens.error(message));
        }
        Ok(false)
    }

    fn unexpected(&self, byte: u8) -> ReadError {
        self.tokens.error(match byte {
            b'p' => "a second header".to_string(),
            b'%' => "'%' is not a literal: cut the SATLIB trailer off".to_string(),
            _ => format!("expected a literal, found '{}'", self.tokens.word()),
        })
    }
}

/// The kept comments.
#[derive(Default)]
struct Comments {
    all: Vec<Comment>,
    bytes: usize,
}

impl Comments {
    /// Reads a comment line, and keeps it if it contains the text.
    fn read<R: Read>(
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

/// Reads the header; the reader is at its `p`.
fn header<R: Read>(tokens: &mut Tokens<R>) -> Result<Header, ReadError> {
    let line = tokens.rest_of_line(COMMENT_KEPT)?;
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let &["p", "cnf", variables, clauses] = &words[..] else {
        return Err(no_header(tokens, &quote(&line)));
    };
    let digits = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(variables) || !digits(clauses) {
        return Err(no_header(tokens, &quote(&line)));
    }
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
