//! DIMACS: writing and reading formulas, and reading the answers of solvers.
//!
//! ```
//! use knightsat_cnf::Answer;
//! use knightsat_cnf::dimacs::read::{CnfReader, Header};
//! use knightsat_cnf::dimacs::{result, write::Writer};
//! use knightsat_cnf::sink::ClauseSink;
//!
//! let header = Header { variables: 2, clauses: 1 };
//! let mut writer = Writer::new(Vec::new(), header, &["one or the other".to_string()]);
//! let vars = writer.new_vars(2);
//! writer.clause(&[vars.get(0).pos(), vars.get(1).pos()]);
//! let (file, _) = writer.finish()?;
//! assert_eq!(file, b"c one or the other\np cnf 2 1\n1 2 0\n");
//!
//! let reader = CnfReader::new(&file[..], "the name in errors", "")?;
//! assert_eq!(reader.header(), header);
//! let answer = result::read("s SATISFIABLE\nv -1 2 0\n".as_bytes(), "answer", 2)?;
//! assert!(matches!(answer, Answer::Satisfiable(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "compression")]
pub mod compress;
pub mod formats;
pub mod opb;
pub mod read;
pub mod result;
pub mod smt;
mod tokens;
pub mod wcnf;
pub mod write;

use knightsat_base::stop::Stopped;
use knightsat_base::system;
use std::io;
use thiserror::Error;

/// A fault of a file, with its place.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// A syntax error; line and column count from 1.
    #[error("{file}:{line}:{column}: {message}")]
    Syntax {
        /// Name of the file.
        file: String,
        /// Line, from 1.
        line: u64,
        /// Column in bytes, from 1.
        column: u64,
        /// The expected text, and the remedy.
        message: String,
    },
    /// The file cannot be read.
    #[error("{file}: {}", system::message(.error))]
    Io {
        /// Name of the file.
        file: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The deadline passed before the end of the file.
    #[error("{file}")]
    Stopped {
        /// Name of the file.
        file: String,
        /// The reason.
        #[source]
        stopped: Stopped,
    },
}

impl ReadError {
    /// Converts an I/O error, which can be an expired deadline.
    pub fn io(name: &str, error: io::Error) -> ReadError {
        let file = name.to_string();
        match Stopped::of(&error) {
            Some(stopped) => ReadError::Stopped { file, stopped },
            None => ReadError::Io { file, error },
        }
    }
}
