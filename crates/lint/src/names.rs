//! The names of all findings, and the solvers that each affects.
//!
//! ```
//! use knightsat_lint::names::FindingName;
//!
//! let name = FindingName::ALL[0];
//! println!("{}: {}", name.severity(), name.as_str());
//! ```

use serde::Serialize;
use std::fmt;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Invalid: strict readers refuse the file.
    Error,
    /// Some reader fails, or the formula is probably not the intended one.
    Warning,
    /// Harmless information. The file still counts as clean.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Name and treatment of one kind of finding.
pub(super) struct FindingEntry {
    name: &'static str,
    severity: Severity,
    /// The most findings that are listed; further ones are only counted.
    pub shown: u64,
    /// The change that a fix makes, after a count; empty if none is needed or possible.
    fix: &'static str,
}

macro_rules! names {
    ($($(#[$doc:meta])* $variant:ident $name:literal $severity:ident $shown:literal $fix:literal;)*) => {
        /// A kind of finding. The names are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[non_exhaustive]
        pub enum FindingName { $($(#[$doc])* #[serde(rename = $name)] $variant,)* }

        impl FindingName {
            /// All of them, the worst first.
            pub const ALL: &[FindingName] = &[$(FindingName::$variant,)*];

            pub(super) fn entry(self) -> FindingEntry {
                match self {
                    $(FindingName::$variant => FindingEntry {
                        name: $name, severity: Severity::$severity, shown: $shown, fix: $fix,
                    },)*
                }
            }
        }
    };
}

names! {
    /// No line `p cnf`.
    HeaderMissing "header-missing" Error 1 "header written";
    /// A clause before the header.
    HeaderNotFirst "header-not-first" Error 1 "header moved to the front";
    /// Another header after the first.
    HeaderRepeated "header-repeated" Error 10 "repeated header left out";
    /// A line `p` other than `p cnf VARIABLES CLAUSES`.
    HeaderMalformed "header-malformed" Error 10 "header written anew";
    /// The file has more or fewer clauses than the header states.
    ClauseCount "clause-count" Error 1 "number of clauses corrected";
    /// A literal beyond the header's variables.
    VariableBeyondHeader "variable-beyond-header" Error 10 "literal covered by a larger header";
    /// The last clause has no 0.
    ClauseUnterminated "clause-unterminated" Error 1 "";
    /// The `%` that ends files of the SATLIB collection.
    PercentTrailer "percent-trailer" Error 1 "trailer left out";
    /// A number beyond 2³¹−1.
    NumberTooLarge "number-too-large" Error 10 "";
    /// A word that is no literal.
    NotANumber "not-a-number" Error 10 "";
    /// UTF-8's byte order mark at the beginning.
    ByteOrderMark "byte-order-mark" Error 1 "byte order mark left out";
    /// A comment inside a clause.
    CommentInsideClause "comment-inside-clause" Warning 10 "comment moved to the front";
    /// A comment that begins after a clause on the same line.
    CommentBehindClause "comment-behind-clause" Warning 10 "comment moved to the front";
    /// A comment line that begins with a blank.
    CommentIndented "comment-indented" Warning 10 "comment moved to the margin";
    /// The header has a tab, or more than one blank between two words.
    HeaderSpacing "header-spacing" Warning 1 "header written with single blanks";
    /// A tab in the clauses.
    Tab "tab" Warning 1 "line with tabs written with blanks";
    /// A clause that extends over a line end.
    ClauseOverLines "clause-over-lines" Warning 1 "line end inside a clause made a blank";
    /// Several clauses on a line.
    ClausesOnOneLine "clauses-on-one-line" Warning 1 "clause moved to a line of its own";
    /// `-0`.
    MinusZero "minus-zero" Warning 10 "'-0' written as '0'";
    /// A clause with a literal and its negation.
    Tautology "tautology" Warning 10 "clause that is always true left out";
    /// A literal twice in a clause.
    RepeatedLiteral "repeated-literal" Warning 10 "repeated literal left out";
    /// A clause without literals: the formula has no model.
    EmptyClause "empty-clause" Note 10 "";
    /// Variables of the header that occur in no clause.
    UnusedVariables "unused-variables" Note 1 "";
}

impl FindingName {
    /// Returns the name in files: small letters and hyphens.
    pub fn as_str(self) -> &'static str {
        self.entry().name
    }

    /// Returns its severity.
    pub fn severity(self) -> Severity {
        self.entry().severity
    }

    pub(super) fn fix(self) -> Option<&'static str> {
        Some(self.entry().fix).filter(|fix| !fix.is_empty())
    }

    /// Returns the solvers with the reaction `what` to a small file with only this fault, as
    /// measured: see [`MEASURED`].
    pub fn solvers(self, what: Reaction) -> impl Iterator<Item = &'static str> {
        let mut rows = rows().map(str::split_ascii_whitespace);
        let solvers = rows.next().into_iter().flatten().skip(1);
        let row = rows.find_map(|mut row| (row.next()? == self.as_str()).then_some(row));
        let cells = solvers.zip(row.into_iter().flatten());
        cells.filter_map(move |(solver, cell)| (cell == what.as_str()).then_some(solver))
    }
}

/// Returns the rows of the table; the first contains the solvers.
fn rows() -> impl Iterator<Item = &'static str> {
    MEASURED.lines().filter(|line| !line.starts_with('#'))
}

/// The reaction of a solver to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// The right answer, with a model of the intended formula.
    Reads,
    /// No answer: an error, a crash or nothing in five seconds.
    Refuses,
    /// An answer to a different formula.
    Misreads,
}

impl Reaction {
    /// Returns the word in the table.
    pub fn as_str(self) -> &'static str {
        match self {
            Reaction::Reads => "reads",
            Reaction::Refuses => "refuses",
            Reaction::Misreads => "misreads",
        }
    }
}

/// The reaction of each solver to each file of `fixtures/cnf/bad`. `tests/solvers/lint_solvers.rs`
/// writes and tests this table, and contains the commands.
pub const MEASURED: &str = include_str!("solvers.txt");
