//! Reading of a file by lines, and the reason why a certificate is not accepted.

use crate::base::input::Input;
use crate::base::stop::{Reading, Stop, Stopped};
use crate::base::system;
use serde::de::DeserializeOwned;
use std::io::{self, BufRead, BufReader, Read};
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
    /// Returns the error that a line of a file is wrong.
    pub(super) fn wrong(file: &str, line: u64, message: impl Into<String>) -> ProofError {
        ProofError::Wrong {
            file: file.to_string(),
            line,
            message: message.into(),
        }
    }

    /// Converts an I/O error, which can be an expired deadline.
    fn io(file: String, error: io::Error) -> ProofError {
        Stopped::of(&error).map_or(ProofError::Io { file, error }, ProofError::Stopped)
    }
}

/// The lines of a text file, in order.
pub(super) struct ProofLines {
    file: String,
    input: BufReader<Reading<Input>>,
    /// The number of the line that was read last, from 1.
    pub line: u64,
    /// This line, without its end.
    pub text: String,
}

/// The most bytes of a comment, and of a line besides its numbers.
pub(super) const LONGEST: usize = 1 << 16;

impl ProofLines {
    /// Opens the file.
    pub fn open(path: &Path, stop: &Stop) -> Result<ProofLines> {
        let file = path.display().to_string();
        let input = Input::open(path, stop).map_err(|error| ProofError::io(file.clone(), error))?;
        Ok(ProofLines {
            file,
            input: BufReader::new(Reading::new(input, stop)),
            line: 0,
            text: String::new(),
        })
    }

    /// Advances to the next line, of at most `longest` bytes; returns `false` at the end of the
    /// file.
    pub fn advance(&mut self, longest: usize) -> Result<bool> {
        self.line += 1;
        self.text.clear();
        // One byte more than the limit is either the end of the line or the proof of an overlong
        // line.
        let mut input = self.input.by_ref().take(longest as u64 + 1);
        let read = input.read_line(&mut self.text);
        let is_there = read.map_err(|error| ProofError::io(self.file.clone(), error))? > 0;
        if is_there && self.text.pop() != Some('\n') {
            let fault = "the line does not end, or is longer than any that belongs here";
            return Err(self.wrong(fault));
        }
        Ok(is_there)
    }

    /// Reads the whole file as a document.
    pub fn json<T: DeserializeOwned>(&mut self) -> Result<T> {
        self.line = 1;
        serde_json::from_reader(&mut self.input).map_err(|error| match error.line() as u64 {
            _ if error.is_io() => ProofError::io(self.file.clone(), error.into()),
            line => ProofError::wrong(&self.file, line, error.to_string()),
        })
    }

    /// Returns an error on this line.
    pub fn wrong(&self, message: impl Into<String>) -> ProofError {
        ProofError::wrong(&self.file, self.line, message)
    }
}

/// Fails with this message unless the condition holds.
pub(super) fn ensure(condition: bool, message: &str) -> Result<(), String> {
    condition.then_some(()).ok_or_else(|| message.to_string())
}
