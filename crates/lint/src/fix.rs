//! The clean file that a fix writes: comments, header, a clause a line.
//!
//! ```
//! use knightsat_lint::{fix::Fixer, lint};
//! use std::io::Cursor;
//!
//! let mut fixer = Fixer::new(|| Ok(Cursor::new(Vec::new())))?;
//! lint("p cnf 2 2\n1 2 0\n".as_bytes(), "tour.cnf", Some(&mut fixer))?;
//! let mut clean = Vec::new();
//! fixer.finish(2, &mut clean)?;
//! assert_eq!(clean, b"p cnf 2 1\n1 2 0\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use knightsat_cnf::dimacs::read::Header;
use std::io::{self, BufWriter, Read, Seek, Write};

/// Collects the clean comments and clauses separately, because the header, which goes between them,
/// is known last.
pub struct Fixer {
    comments: Part,
    body: Part,
    clauses: u64,
    error: Option<io::Error>,
}

impl Fixer {
    /// Collects them in two stores that `make` returns, such as unnamed temporary files.
    pub fn new<S: Read + Write + Seek + 'static>(
        mut make: impl FnMut() -> io::Result<S>,
    ) -> io::Result<Fixer> {
        let mut part =
            || -> io::Result<Part> { Ok(BufWriter::with_capacity(1 << 16, Box::new(make()?))) };
        Ok(Fixer {
            comments: part()?,
            body: part()?,
            clauses: 0,
            error: None,
        })
    }

    fn keep(&mut self, result: io::Result<()>) {
        if let Err(error) = result {
            self.error.get_or_insert(error);
        }
    }

    pub(super) fn comment(&mut self, text: &[u8]) {
        let written = self.comments.write_all(text);
        let written = written.and_then(|()| self.comments.write_all(b"\n"));
        self.keep(written);
    }

    pub(super) fn clause(&mut self, mut numbers: impl Iterator<Item = i32>) {
        self.clauses += 1;
        let mut buffer = itoa::Buffer::new();
        let written = numbers.try_for_each(|number| {
            self.body.write_all(buffer.format(number).as_bytes())?;
            self.body.write_all(b" ")
        });
        let written = written.and_then(|()| self.body.write_all(b"0\n"));
        self.keep(written);
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
trait Scratch: Read + Write + Seek {}

impl<T: Read + Write + Seek> Scratch for T {}

type Part = BufWriter<Box<dyn Scratch>>;

fn copy(part: Part, output: &mut dyn Write) -> io::Result<()> {
    let mut scratch = part.into_inner()?;
    scratch.rewind()?;
    io::copy(&mut scratch, output)?;
    Ok(())
}
