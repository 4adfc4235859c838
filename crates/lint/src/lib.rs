//! Finds faults and surprises in a DIMACS file: each has a name, a place, and a list of the solvers
//! that it affects.
//!
//! ```
//! use knightsat_lint::{lint, names::FindingName};
//!
//! let file = "p cnf 2 2\n1 2 0\n";
//! let report = lint(file.as_bytes(), "tour.cnf", None)?;
//! assert!(!report.is_clean());
//! let finding = &report.findings[0];
//! assert_eq!((finding.name, finding.line), (FindingName::ClauseCount, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The strict reader ([`read`](knightsat_cnf::dimacs::read)) stops at the first fault; this one
//! reads on to the end. Memory is constant except for the longest line, the longest clause, a bit
//! for each variable of the header that occurs, and the clean file of a fix.

pub use knightsat_cnf::base;

pub mod fix;
mod linter;
pub mod names;

use base::input::too_long;
use fix::Fixer;
use knightsat_cnf::dimacs::ReadError;
use knightsat_cnf::dimacs::formats::{BEGIN, other_file};
use linter::{Linter, TextPlace};
use names::{FindingName, Severity};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read};

/// The most bytes of a line.
const LONGEST: u64 = 1 << 27;

/// A fault or a surprise in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// Line, from 1.
    pub line: u64,
    /// Column in bytes, from 1.
    pub column: u64,
    /// Its severity.
    pub severity: Severity,
    /// The kind of finding.
    pub name: FindingName,
    /// The description, in a sentence.
    pub message: String,
}

/// The result of checking a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LintReport {
    /// The number of variables in the header, or the largest variable if that is larger.
    pub variables: u32,
    /// Number of clauses in the file.
    pub clauses: u64,
    /// Number of their literals.
    pub literals: u64,
    /// The first findings of each name, in the order of the file.
    pub findings: Vec<Finding>,
    /// Number of findings of each name, with those that the list omits.
    pub counts: BTreeMap<FindingName, u64>,
    /// True for a file in another format.
    #[serde(skip)]
    pub is_foreign: bool,
    /// The first place whose intended meaning is unclear, so that no fix is possible: line, column
    /// and reason.
    #[serde(skip)]
    pub unclear: Option<(u64, u64, String)>,
}

impl LintReport {
    /// Returns true if no finding is worse than a note.
    pub fn is_clean(&self) -> bool {
        let mut names = self.counts.keys();
        names.all(|name| name.severity() == Severity::Note)
    }

    /// Returns the number of findings of a name that the list omits.
    pub fn untold(&self, name: FindingName) -> u64 {
        let told = self.findings.iter().filter(|found| found.name == name);
        self.counts.get(&name).copied().unwrap_or(0) - told.count() as u64
    }

    /// Describes the changes that a fix makes, a line each.
    pub fn changes(&self) -> impl Iterator<Item = String> {
        let changes = self.counts.iter();
        changes.filter_map(|(name, count)| Some(format!("{count} × {}", name.fix()?)))
    }

    /// Adds a finding; its message is made only if the list has room for it.
    fn add(&mut self, name: FindingName, place: TextPlace, message: impl FnOnce() -> String) {
        let count = self.counts.entry(name).or_default();
        *count += 1;
        if *count <= name.entry().shown {
            self.findings.push(Finding {
                line: place.line,
                column: place.column,
                severity: name.severity(),
                name,
                message: message(),
            });
        }
    }

    /// Records a place that no fix can mend, if a finding already describes it.
    fn doubt(&mut self, place: TextPlace, why: &str) {
        self.unclear
            .get_or_insert_with(|| (place.line, place.column, why.to_string()));
    }
}

/// Checks a formula, called `file` in errors. Clean comments and clauses go to `fixer`. The only
/// errors are those of reading, and a line of more than 128 MiB.
pub fn lint<R: Read>(
    mut input: R,
    file: &str,
    fixer: Option<&mut Fixer>,
) -> Result<LintReport, ReadError> {
    let error = |error: io::Error| ReadError::io(file, error);
    let mut begin = Vec::new();
    let mut first = input.by_ref().take(BEGIN);
    first.read_to_end(&mut begin).map_err(error)?;
    let mut linter = Linter::new(fixer, other_file(&begin));
    let mut input = BufReader::with_capacity(1 << 17, begin.chain(input));
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut limited = input.by_ref().take(LONGEST + 1);
        match limited.read_until(b'\n', &mut line).map_err(error)? as u64 {
            0 => return Ok(linter.finish()),
            1..=LONGEST => linter.line(&line),
            _ => return Err(error(too_long(LONGEST, "a line of a formula"))),
        }
        if linter.report.is_foreign {
            return Ok(linter.report);
        }
    }
}
