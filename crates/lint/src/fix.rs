//! The clean file that a fix writes: comments, header, a clause a line.
//!
//! ```
//! use knightsat_lint::{fix::Fixer, lint};
//!
//! let mut fixer = Fixer::default();
//! lint("p cnf 2 2\n1 2 0\n".as_bytes(), "tour.cnf", Some(&mut fixer))?;
//! let mut clean = Vec::new();
//! fixer.finish(2, &mut clean)?;
//! assert_eq!(clean, b"p cnf 2 1\n1 2 0\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use knightsat_cnf::dimacs::read::Header;
use std::io::{self, Write};

/// Collects the clean comments and clauses in memory, because the header, which goes between them,
/// is known last.
#[derive(Clone, Debug, Default)]
pub struct Fixer {
    comments: Vec<u8>,
    body: Vec<u8>,
    clauses: u64,
}

impl Fixer {
    pub(super) fn comment(&mut self, text: &[u8]) {
        self.comments.extend_from_slice(text);
        self.comments.push(b'\n');
    }

    pub(super) fn clause(&mut self, numbers: impl Iterator<Item = i32>) {
        self.clauses += 1;
        let mut buffer = itoa::Buffer::new();
        for number in numbers {
            self.body
                .extend_from_slice(buffer.format(number).as_bytes());
            self.body.push(b' ');
        }
        self.body.extend_from_slice(b"0\n");
    }

    /// Writes the clean file and returns its header.
    pub fn finish(self, variables: u32, output: &mut dyn Write) -> io::Result<Header> {
        let clauses = self.clauses;
        output.write_all(&self.comments)?;
        writeln!(output, "p cnf {variables} {clauses}")?;
        output.write_all(&self.body)?;
        Ok(Header { variables, clauses })
    }
}
