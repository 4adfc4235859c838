//! Finding what is wrong, doubtful or surprising in a DIMACS file: by name, with its place, and
//! with who stumbles over it.
//!
//! ```
//! use knightsat_lint::{lint, names::Name};
//!
//! let file = "p cnf 2 2\n1 2 0\n";
//! let report = lint(file.as_bytes(), "tour.cnf", false, None)?;
//! assert!(!report.is_clean());
//! let finding = &report.findings[0];
//! assert_eq!((finding.name, finding.line), (Name::ClauseCount, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where the strict reader ([`read`](knightsat_cnf::dimacs::read)) stops at the first fault, this one goes on to
//! the end. Memory is constant but for the longest clause, the set of variables seen (by pages of
//! 4 KiB) and, if repeated clauses are looked for, a hash of every clause.

pub use knightsat_cnf::base;

mod clause;
pub mod fix;
mod lines;
mod linter;
pub mod names;
mod pieces;
mod variables;
mod whole;
mod words;

use fix::Fixer;
use knightsat_cnf::dimacs::ReadError;
use linter::Linter;
use names::{Name, Severity};
use pieces::Pieces;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Read};

/// Something found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Line, from 1.
    pub line: u64,
    /// Column in bytes, from 1.
    pub column: u64,
    /// How bad it is.
    pub severity: Severity,
    /// The kind of finding.
    #[serde(serialize_with = "as_str")]
    pub name: Name,
    /// What was found, in a sentence.
    pub message: String,
}

fn as_str<S: serde::Serializer>(name: &Name, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(name.as_str())
}

/// All that is to be said of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The first findings of each name, in the order of the file.
    pub findings: Vec<Finding>,
    /// How often each name was found, those not among the findings included.
    pub counts: BTreeMap<Name, u64>,
    /// The variables of the header, or the largest that occurs if that is larger.
    pub variables: u32,
    /// Clauses in the file.
    pub clauses: u64,
    /// Literals in them.
    pub literals: u64,
    /// Why no fix can tell what is meant, if so: line, column and reason of the first such place.
    pub unclear: Option<(u64, u64, String)>,
}

impl Report {
    /// Whether there is nothing worse than a note.
    pub fn is_clean(&self) -> bool {
        let mut names = self.counts.keys();
        names.all(|name| name.severity() == Severity::Note)
    }

    /// How many findings of a name are not among those told.
    pub fn untold(&self, name: Name) -> u64 {
        let told = self.findings.iter().filter(|found| found.name == name);
        self.counts.get(&name).copied().unwrap_or(0) - told.count() as u64
    }

    /// What a fix changes, a line each.
    pub fn changes(&self) -> impl Iterator<Item = String> {
        let changes = self.counts.iter();
        changes.filter_map(|(name, count)| Some(format!("{count} × {}", name.fix()?)))
    }
}

/// Looks through a formula, called `file` in errors; `repeats`: for clauses that were there before
/// too. Clean comments and clauses go to `fixer`. The error is one of reading only.
pub fn lint<R: Read>(
    input: R,
    file: &str,
    repeats: bool,
    fixer: Option<&mut Fixer>,
) -> Result<Report, ReadError> {
    let mut pieces = Pieces::new(input);
    let mut linter = Linter::new(repeats, fixer);
    let error = |error: io::Error| ReadError::io(file, error);
    while let Some(piece) = pieces.next().map_err(error)? {
        linter.piece(piece);
    }
    Ok(linter.finish(pieces.place()))
}
