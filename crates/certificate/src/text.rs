//! Strict reading of a file by lines: these files may contain only the text that a writer produces.

use crate::base::input::Input;
use crate::base::stop::{Stop, Stopped};
use crate::base::system;
use crate::base::text::quote;
use std::io::{self, BufRead, BufReader, Read};
use std::mem;
use std::path::Path;
use thiserror::Error;

/// The reason why a certificate is not accepted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The certificate does not prove its claim; the line counts from 1.
    #[error("{file}:{line}: {message}")]
    Wrong {
        /// The file.
        file: String,
        /// The line in it.
        line: u64,
        /// The fault.
        message: String,
    },
    /// A file cannot be read.
    #[error("{file}: {}", system::message(.error))]
    Io {
        /// The file.
        file: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The time limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Result of a step that can fail with this error.
pub(super) type Result<T, E = ProofError> = std::result::Result<T, E>;

impl ProofError {
    /// Converts an I/O error, which can be an expired deadline.
    fn io(file: &str, error: io::Error) -> ProofError {
        let file = file.to_string();
        Stopped::of(&error).map_or(ProofError::Io { file, error }, ProofError::Stopped)
    }
}

/// Number of lines between two polls of the deadline.
const LOOK: u64 = 1 << 8;

/// The lines of a text file, in order.
pub(super) struct Lines {
    file: String,
    input: BufReader<Input>,
    /// The number of the line that was read last, from 1.
    pub line: u64,
    /// This line, without its end.
    pub text: String,
    stop: Stop,
    /// The most bytes of a line.
    longest: usize,
}

/// The most bytes of a line of unknown content: a comment, a claim.
const LONGEST: usize = 1 << 16;

impl Lines {
    /// Opens the file, with the limits on its size.
    pub fn open(path: &Path, stop: &Stop) -> Result<Lines> {
        let file = path.display().to_string();
        let input = Input::open(path, stop).map_err(|error| ProofError::io(&file, error))?;
        Ok(Lines {
            file,
            input: BufReader::new(input),
            line: 0,
            text: String::new(),
            stop: stop.clone(),
            longest: LONGEST,
        })
    }

    /// Advances to the next line; returns `false` at the end of the file.
    pub fn advance(&mut self) -> Result<bool> {
        if self.line.is_multiple_of(LOOK) {
            self.stop.check()?;
        }
        self.line += 1;
        let mut bytes = mem::take(&mut self.text).into_bytes();
        bytes.clear();
        // One byte more than the limit is either the end of the line or the proof of an overlong
        // line.
        let mut input = self.input.by_ref().take(self.longest as u64 + 1);
        let read = input.read_until(b'\n', &mut bytes);
        read.map_err(|error| ProofError::io(&self.file, error))?;
        let is_ended = bytes.pop_if(|byte| *byte == b'\n').is_some();
        if bytes.iter().any(|byte| !(b' '..=b'~').contains(byte)) {
            return Err(self.wrong("a character that has no place here"));
        }
        if bytes.len() > self.longest {
            return Err(self.wrong("a line longer than any that belongs here"));
        }
        if !is_ended && !bytes.is_empty() {
            return Err(self.wrong("the file ends inside a line"));
        }
        self.text = String::from_utf8(bytes).expect("it is ASCII");
        Ok(is_ended)
    }

    /// Sets the limit for the following lines: literals, and numbers of clauses or names of
    /// vertices.
    pub fn expect(&mut self, literals: usize, others: usize) {
        // A literal has a sign, ten digits and a blank. Another number has up to twenty digits, or
        // is a name with its separator.
        let needed = literals
            .saturating_mul(12)
            .saturating_add(others.saturating_mul(24));
        self.longest = LONGEST.saturating_add(needed);
    }

    /// Returns an error on this line.
    pub fn wrong(&self, message: impl Into<String>) -> ProofError {
        self.wrong_at(self.line, message)
    }

    /// Returns an error on another line.
    pub fn wrong_at(&self, line: u64, message: impl Into<String>) -> ProofError {
        ProofError::Wrong {
            file: self.file.clone(),
            line,
            message: message.into(),
        }
    }

    /// Parses the line as a clause: literals of the first `variables` variables and a closing 0.
    pub fn clause(&self, variables: i32, clause: &mut Vec<i32>) -> Result<()> {
        let mut words = self.text.split(' ');
        self.literals(&mut words, variables, clause)?;
        self.end(words)
    }

    /// Parses literals from some of the line's words, up to and including a 0.
    pub fn literals<'t>(
        &self,
        words: &mut impl Iterator<Item = &'t str>,
        variables: i32,
        clause: &mut Vec<i32>,
    ) -> Result<()> {
        let literal = |lit: i64| {
            let is_known = lit.unsigned_abs() <= variables.unsigned_abs().into();
            is_known.then_some(lit as i32)
        };
        self.numbers(words, "a literal of the formula", literal, clause)
    }

    /// Parses numbers from some of the line's words with `take`, up to and including a 0.
    pub fn numbers<'t, N>(
        &self,
        words: &mut impl Iterator<Item = &'t str>,
        what: &str,
        take: impl Fn(i64) -> Option<N>,
        found: &mut Vec<N>,
    ) -> Result<()> {
        found.clear();
        for word in words {
            let number = number(word);
            if number == Some(0) {
                return Ok(());
            }
            let wrong = || self.wrong(format!("'{}' is not {what}", quote(word)));
            found.push(number.and_then(&take).ok_or_else(wrong)?);
        }
        Err(self.wrong("the closing 0 is missing"))
    }

    /// Fails if words are left.
    pub fn end<'t>(&self, mut words: impl Iterator<Item = &'t str>) -> Result<()> {
        match words.next() {
            None => Ok(()),
            Some(word) => Err(self.wrong(format!("'{}' after the closing 0", quote(word)))),
        }
    }
}

/// Parses a whole number in its written form: no plus sign, no leading zeros, not −0.
pub(super) fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_canonical = word == "0" || !digits.starts_with('0');
    (is_plain && is_canonical)
        .then(|| word.parse().ok())
        .flatten()
}

/// Parses a count in its written form.
pub(super) fn count(word: &str) -> Option<u64> {
    u64::try_from(number(word)?).ok()
}

/// Returns a clause for a message, in full if it is short.
pub(super) fn shortened(clause: &[i32]) -> String {
    const SHOWN: usize = 12;
    let shown = clause.iter().take(SHOWN).map(|lit| format!("{lit} "));
    let end = if clause.len() > SHOWN { "..." } else { "0" };
    shown.chain([end.to_string()]).collect()
}

/// Success, or the fault.
pub(super) type Checked = Result<(), String>;

/// Fails with this message unless the condition holds.
pub(super) fn ensure(condition: bool, message: &str) -> Checked {
    condition.then_some(()).ok_or_else(|| message.to_string())
}
