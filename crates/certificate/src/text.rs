//! Reading a file line by line, strictly: what these files may contain is what is written to them.

use knightsat_base::input::Input;
use knightsat_base::quote::quote;
use knightsat_base::stop::{Stop, Stopped};
use knightsat_base::system;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use thiserror::Error;

/// Why a certificate is not accepted.
#[derive(Debug, Error)]
pub enum ProofError {
    /// It does not prove what it should; the line counts from 1.
    #[error("{file}:{line}: {message}")]
    Wrong {
        /// The file.
        file: String,
        /// The line in it.
        line: u64,
        /// What is wrong there.
        message: String,
    },
    /// A file cannot be read.
    #[error("{file}: {}", system::message(.error))]
    Io {
        /// The file.
        file: String,
        /// What the system says.
        error: io::Error,
    },
    /// It was over before the end.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl ProofError {
    /// The file cannot be read, or not in time.
    fn io(file: String, error: io::Error) -> ProofError {
        match Stopped::of(&error) {
            Some(stopped) => stopped.into(),
            None => ProofError::Io { file, error },
        }
    }
}

/// Lines between two looks at the clock.
const LOOK: u64 = 1 << 8;

/// The lines of a text file, one after the other.
pub(super) struct Lines {
    file: String,
    input: BufReader<Input>,
    line: u64,
    text: String,
    stop: Stop,
    /// Bytes that a line may have.
    longest: usize,
}

/// Bytes of a line about which nothing is known: a comment, a claim.
const LONGEST: usize = 1 << 16;

impl Lines {
    /// Opens the file, to be read within these limits.
    pub fn open(path: &Path, stop: &Stop) -> Result<Lines, ProofError> {
        let file = path.display().to_string();
        match Input::open(path, stop) {
            Ok(input) => Ok(Lines {
                file,
                input: BufReader::new(input),
                line: 0,
                text: String::new(),
                stop: stop.clone(),
                longest: LONGEST,
            }),
            Err(error) => Err(ProofError::io(file, error)),
        }
    }

    /// Goes to the next line; `false` at the end of the file.
    pub fn advance(&mut self) -> Result<bool, ProofError> {
        if self.line.is_multiple_of(LOOK) {
            self.stop.check()?;
        }
        self.text.clear();
        self.line += 1;
        loop {
            let block = match self.input.fill_buf() {
                Ok(block) => block,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    return Err(ProofError::io(self.file.clone(), error));
                }
            };
            if block.is_empty() {
                return if self.text.is_empty() {
                    Ok(false)
                } else {
                    Err(self.wrong("the file ends inside a line"))
                };
            }
            let end = block.iter().position(|&byte| byte == b'\n');
            let part = &block[..end.unwrap_or(block.len())];
            match str::from_utf8(part) {
                Ok(part) if part.bytes().all(|byte| (b' '..=b'~').contains(&byte)) => {
                    self.text.push_str(part);
                }
                _ => return Err(self.wrong("a character that has no place here")),
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if self.text.len() > self.longest {
                return Err(self.wrong("a line longer than any that belongs here"));
            }
            if end.is_some() {
                return Ok(true);
            }
        }
    }

    /// The following lines have at most so many literals, and so many numbers of clauses or names of
    /// vertices.
    pub fn expect(&mut self, literals: usize, others: usize) {
        // A sign, ten digits and a blank; up to twenty digits, or a name with what is between two.
        let needed = literals
            .saturating_mul(12)
            .saturating_add(others.saturating_mul(24));
        self.longest = LONGEST.saturating_add(needed);
    }

    /// The line, without its end.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its number, from 1; at the end of the file that of the line that is not there.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// An error on this line.
    pub fn wrong(&self, message: impl Into<String>) -> ProofError {
        self.wrong_at(self.line, message)
    }

    /// An error on another line.
    pub fn wrong_at(&self, line: u64, message: impl Into<String>) -> ProofError {
        ProofError::Wrong {
            file: self.file.clone(),
            line,
            message: message.into(),
        }
    }

    /// The line as a clause: literals of the first `variables` variables and a closing 0.
    pub fn clause(&self, variables: i32, clause: &mut Vec<i32>) -> Result<(), ProofError> {
        let mut words = self.text.split(' ');
        self.literals(&mut words, variables, clause)?;
        match words.next() {
            None => Ok(()),
            Some(word) => Err(self.wrong(format!("'{}' after the closing 0", quote(word)))),
        }
    }

    /// Literals from some of the line's words, up to and including a 0.
    pub fn literals<'t>(
        &self,
        words: &mut impl Iterator<Item = &'t str>,
        variables: i32,
        clause: &mut Vec<i32>,
    ) -> Result<(), ProofError> {
        clause.clear();
        for word in words {
            match number(word) {
                Some(0) => return Ok(()),
                Some(lit) if lit.unsigned_abs() <= variables.unsigned_abs().into() => {
                    clause.push(lit as i32);
                }
                _ => {
                    return Err(
                        self.wrong(format!("'{}' is not a literal of the formula", quote(word)))
                    );
                }
            }
        }
        Err(self.wrong("the closing 0 is missing"))
    }
}

/// A whole number as it is written here: no plus sign, no leading zeros, not −0.
pub(super) fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_canonical = word == "0" || !digits.starts_with('0');
    (is_plain && is_canonical)
        .then(|| word.parse().ok())
        .flatten()
}

/// A clause for a message, in full if it is short.
pub(super) fn shortened(clause: &[i32]) -> String {
    const SHOWN: usize = 12;
    let shown = clause.iter().take(SHOWN).map(|lit| format!("{lit} "));
    let end = if clause.len() > SHOWN { "..." } else { "0" };
    shown.chain([end.to_string()]).collect()
}

/// What holds, or what is wrong.
pub(super) fn ensure(condition: bool, message: &str) -> Result<(), String> {
    if condition {
        Ok(())
    } else {
        Err(message.to_string())
    }
}
