//! Finds faults and surprises in a DIMACS file: each has a name, a place, and a list of the solvers
//! that it affects.
//!
//! ```
//! use knightsat_lint::{lint, names::FindingName};
//!
//! let file = "p cnf 2 2\n1 2 0\n";
//! let report = lint(file.as_bytes(), "tour.cnf", false, None)?;
//! assert!(!report.is_clean());
//! let finding = &report.findings[0];
//! assert_eq!((finding.name, finding.line), (FindingName::ClauseCount, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The strict reader ([`read`](knightsat_cnf::dimacs::read)) stops at the first fault; this one
//! reads on to the end. Memory is constant except for three parts. These are the longest clause,
//! the set of variables seen (by pages of 4 KiB) and, to find repeated clauses, a hash of every
//! clause.

pub use knightsat_cnf::base;

mod body;
mod clause;
pub mod fix;
mod line_pieces;
mod lines;
mod linter;
pub mod names;
mod variables;

use fix::Fixer;
use knightsat_cnf::dimacs::ReadError;
use line_pieces::{LinePieces, TextPlace};
use linter::Linter;
use names::{FindingKind, FindingName, Reaction, Severity};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};

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
    #[serde(serialize_with = "as_str")]
    pub name: FindingName,
    /// The description, in a sentence.
    pub message: String,
}

fn as_str<S: serde::Serializer>(name: &FindingName, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(name.as_str())
}

/// The result of checking a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LintReport {
    /// The first findings of each name, in the order of the file.
    pub findings: Vec<Finding>,
    /// Number of findings of each name, with those that the list omits.
    pub counts: BTreeMap<FindingName, u64>,
    /// Kinds of findings, on which the reactions of solvers depend.
    pub kinds: BTreeSet<FindingKind>,
    /// The number of variables in the header, or the largest variable if that is larger.
    pub variables: u32,
    /// Number of clauses in the file.
    pub clauses: u64,
    /// Number of their literals.
    pub literals: u64,
    /// The first place whose intended meaning is unclear, so that no fix is possible: line, column
    /// and reason.
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

    /// Returns the solvers that refuse or misread a file with such findings, in the order of the
    /// table.
    pub fn solvers(&self, name: FindingName, what: Reaction) -> Vec<&'static str> {
        let kinds = self.kinds.iter().filter(|kind| kind.name == name);
        let of = |what| kinds.clone().flat_map(move |kind| kind.solvers(what));
        names::solvers()
            .filter(|&solver| {
                let is = |what| of(what).any(|other| other == solver);
                // A solver that refuses one of several faults reads no formula.
                match what {
                    Reaction::Refuses => is(what),
                    Reaction::Misreads => is(what) && !is(Reaction::Refuses),
                    Reaction::Reads => !is(Reaction::Refuses) && !is(Reaction::Misreads),
                }
            })
            .collect()
    }

    /// Describes the changes that a fix makes, a line each.
    pub fn changes(&self) -> impl Iterator<Item = String> {
        let changes = self.counts.iter();
        changes.filter_map(|(name, count)| Some(format!("{count} × {}", name.fix()?)))
    }

    /// Adds a finding; its message is made only if the list has room for it.
    fn add(
        &mut self,
        kind: impl Into<FindingKind>,
        place: TextPlace,
        message: impl FnOnce() -> String,
    ) {
        let kind = kind.into();
        let name = kind.name;
        let count = self.counts.entry(name).or_default();
        *count += 1;
        self.kinds.insert(kind);
        if *count <= name.shown() {
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

/// Checks a formula, called `file` in errors; `repeats` also looks for repeated clauses. Clean
/// comments and clauses go to `fixer`. The only errors are those of reading.
pub fn lint<R: Read>(
    input: R,
    file: &str,
    repeats: bool,
    fixer: Option<&mut Fixer>,
) -> Result<LintReport, ReadError> {
    let mut pieces = LinePieces::new(input);
    let mut linter = Linter::new(repeats, fixer);
    let error = |error: io::Error| ReadError::io(file, error);
    while let Some(piece) = pieces.next().map_err(error)? {
        linter.piece(piece);
    }
    Ok(linter.finish(pieces.place))
}
