//! The clean file that a fix writes: comments, header, a clause a line.
//!
//! ```
//! use knightsat_lint::{fix::Fixer, lint};
//!
//! let mut fixer = Fixer::in_memory();
//! lint("p cnf 2 2\n1 2 0\n".as_bytes(), "tour.cnf", false, Some(&mut fixer))?;
//! let mut clean = Vec::new();
//! fixer.finish(2, &mut clean)?;
//! assert_eq!(clean, b"p cnf 2 1\n1 2 0\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::lines::harmless;
use knightsat_cnf::dimacs::read::Header;
use std::fmt::Debug;
use std::io::{self, BufWriter, Cursor, Read, Seek, Write};

/// Collects the clean comments and clauses separately, because the header, which goes between them,
/// is known last.
#[derive(Debug)]
pub struct Fixer {
    comments: Part,
    body: Part,
    clauses: u64,
    /// True inside an unfinished comment.
    in_comment: bool,
    error: Option<io::Error>,
}

impl Fixer {
    /// Collects them in unnamed temporary files in `folder`.
    #[cfg(feature = "processes")]
    pub fn new(folder: &std::path::Path) -> io::Result<Fixer> {
        let file = || tempfile::tempfile_in(folder);
        Ok(Fixer::of(file()?, file()?))
    }

    /// Collects them in memory.
    pub fn in_memory() -> Fixer {
        let part = || Cursor::new(Vec::new());
        Fixer::of(part(), part())
    }

    fn of(comments: impl Scratch + 'static, body: impl Scratch + 'static) -> Fixer {
        Fixer {
            comments: part(comments),
            body: part(body),
            clauses: 0,
            in_comment: false,
            error: None,
        }
    }

    fn keep(&mut self, result: io::Result<()>) {
        if let Err(error) = result {
            self.error.get_or_insert(error);
        }
    }

    /// Begins a comment, or continues a very long one.
    pub(super) fn comment(&mut self, text: &[u8]) {
        let result = if self.in_comment {
            self.comments.write_all(text)
        } else {
            self.comments.write_all(&harmless(text))
        };
        self.in_comment = true;
        self.keep(result);
    }

    pub(super) fn end_line(&mut self) {
        if std::mem::take(&mut self.in_comment) {
            let result = self.comments.write_all(b"\n");
            self.keep(result);
        }
    }

    pub(super) fn clause(&mut self, numbers: impl Iterator<Item = i32>) {
        self.clauses += 1;
        let mut buffer = itoa::Buffer::new();
        for number in numbers {
            let text = buffer.format(number);
            let result = self.body.write_all(text.as_bytes());
            let result = result.and_then(|()| self.body.write_all(b" "));
            self.keep(result);
        }
        let result = self.body.write_all(b"0\n");
        self.keep(result);
    }

    /// Writes the clean file and returns its header.
    pub fn finish(self, variables: u32, output: &mut dyn Write) -> io::Result<Header> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let header = Header {
            variables,
            clauses: self.clauses,
        };
        copy(self.comments, output)?;
        writeln!(output, "p cnf {} {}", header.variables, header.clauses)?;
        copy(self.body, output)?;
        Ok(header)
    }
}

/// A store that is written first and read later.
trait Scratch: Read + Write + Seek + Send + Debug {}

impl<T: Read + Write + Seek + Send + Debug> Scratch for T {}

type Part = BufWriter<Box<dyn Scratch>>;

fn part(scratch: impl Scratch + 'static) -> Part {
    BufWriter::with_capacity(1 << 16, Box::new(scratch))
}

fn copy(part: Part, output: &mut dyn Write) -> io::Result<()> {
    let mut scratch = part.into_inner()?;
    scratch.rewind()?;
    io::copy(&mut scratch, output)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::lint;
    use super::*;

    #[test]
    fn a_file_is_fixed_in_memory() {
        let mut fixer = Fixer::in_memory();
        let wild = &b"c kept\np cnf 9 9\n1 -2\n0 2 0\n"[..];
        let report = lint(wild, "wild", false, Some(&mut fixer)).unwrap();
        let mut clean = Vec::new();
        fixer.finish(report.variables, &mut clean).unwrap();
        assert_eq!(
            String::from_utf8(clean).unwrap(),
            "c kept\np cnf 9 2\n1 -2 0\n2 0\n"
        );
    }
}
