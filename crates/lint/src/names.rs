//! What can be found, by name, and who stumbles over it.
//!
//! ```
//! use knightsat_lint::names::Name;
//!
//! let name = Name::ALL[0];
//! println!("{}: {}", name.severity(), name.as_str());
//! ```

use serde::Serialize;
use std::fmt;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Not the format: strict readers refuse the file.
    Error,
    /// Some reader stumbles, or the formula is hardly what was meant.
    Warning,
    /// Harmless, but good to know. Leaves a file clean.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        })
    }
}

/// What one kind of finding is called and how it is treated.
struct Entry {
    name: &'static str,
    severity: Severity,
    /// How many are told one by one; the others are counted.
    shown: u64,
    /// What a fix does, after a count; empty where nothing needs doing or can be done.
    fix: &'static str,
}

macro_rules! names {
    ($($(#[$doc:meta])* $variant:ident $name:literal $severity:ident $shown:literal $fix:literal;)*) => {
        /// A kind of finding. The names are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Name { $($(#[$doc])* $variant,)* }

        impl Name {
            /// All of them, the worst first.
            pub const ALL: &[Name] = &[$(Name::$variant,)*];

            fn entry(self) -> Entry {
                match self {
                    $(Name::$variant => Entry {
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
    /// A line `p` that is no `p cnf VARIABLES CLAUSES`.
    HeaderMalformed "header-malformed" Error 10 "header written anew";
    /// More or fewer clauses than the header promises.
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
    /// A number with a plus sign.
    PlusSign "plus-sign" Error 10 "plus sign left out";
    /// UTF-8's byte order mark at the beginning.
    ByteOrderMark "byte-order-mark" Error 1 "byte order mark left out";
    /// A carriage return that ends no line.
    CarriageReturn "carriage-return" Error 10 "carriage return made a blank";
    /// A comment inside a clause.
    CommentInsideClause "comment-inside-clause" Warning 10 "comment moved to the front";
    /// A comment that begins behind something else on its line.
    CommentBehindClause "comment-behind-clause" Warning 10 "comment moved to the front";
    /// A comment line that begins with a blank.
    CommentIndented "comment-indented" Warning 10 "comment moved to the margin";
    /// A comment with `p cnf` in it.
    CommentHeader "comment-header" Warning 10 "'p cnf' in a comment made 'p-cnf'";
    /// A comment from which solvers read options.
    CommentOption "comment-option" Warning 10 "'--' in a comment made '- -'";
    /// A comment that CryptoMiniSat takes for an instruction, and a bad or surprising one.
    CommentInstruction "comment-instruction" Warning 10 "comment hidden behind a colon";
    /// More blanks in the header than one between two words, or a tab.
    HeaderSpacing "header-spacing" Warning 1 "header written with single blanks";
    /// A tab in the clauses.
    Tab "tab" Warning 1 "line with tabs written with blanks";
    /// A clause that goes on over a line end.
    ClauseOverLines "clause-over-lines" Warning 1 "line end inside a clause made a blank";
    /// Several clauses on a line.
    ClausesOnOneLine "clauses-on-one-line" Warning 1 "clause moved to a line of its own";
    /// `-0`.
    MinusZero "minus-zero" Warning 10 "'-0' written as '0'";
    /// Lines that end in CR LF.
    Crlf "crlf" Warning 1 "line end made a plain line feed";
    /// The last line has no end.
    FinalNewline "final-newline" Warning 1 "last line ended";
    /// A clause with a literal and its negation.
    Tautology "tautology" Warning 10 "clause that is always true left out";
    /// A literal twice in a clause.
    RepeatedLiteral "repeated-literal" Warning 10 "repeated literal left out";
    /// A clause that was there before, in any order.
    RepeatedClause "repeated-clause" Warning 10 "repeated clause left out";
    /// A clause without literals: the formula has no model.
    EmptyClause "empty-clause" Note 10 "";
    /// Variables of the header that are in no clause.
    UnusedVariables "unused-variables" Note 1 "";
    /// Variables that occur with one sign only, and so can be set without loss.
    PureVariables "pure-variables" Note 1 "";
    /// Comments after the header.
    CommentInBody "comment-in-body" Note 1 "comment moved to the front";
    /// A comment that model counters read: `c p show`, `c ind`, weights.
    CommentProjection "comment-projection" Note 10 "";
    /// A comment that is not ASCII.
    NonAscii "non-ascii" Note 1 "";
}

impl Name {
    /// As it is written: small letters and hyphens.
    pub fn as_str(self) -> &'static str {
        self.entry().name
    }

    /// How bad it is.
    pub fn severity(self) -> Severity {
        self.entry().severity
    }

    pub(super) fn shown(self) -> u64 {
        self.entry().shown
    }

    pub(super) fn fix(self) -> Option<&'static str> {
        Some(self.entry().fix).filter(|fix| !fix.is_empty())
    }

    /// The solvers that do `what` with a small file that has just this fault, as measured: see
    /// [`MEASURED`].
    pub fn solvers(self, what: Reaction) -> impl Iterator<Item = &'static str> {
        let table = MEASURED.lines().filter(|line| !line.starts_with('#'));
        let mut rows = table.map(|line| line.split_ascii_whitespace().collect::<Vec<_>>());
        let solvers = rows.next().unwrap_or_default();
        let row = rows.find(|row| row.first() == Some(&self.as_str()));
        let cells = solvers.into_iter().zip(row.unwrap_or_default()).skip(1);
        cells.filter_map(move |(solver, cell)| (cell == what.as_str()).then_some(solver))
    }
}

/// How a solver took a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// The right answer, with a model of the formula that was meant.
    Reads,
    /// No answer: an error, a crash or nothing in five seconds.
    Refuses,
    /// The answer to another formula.
    Misreads,
}

impl Reaction {
    /// As it stands in the table.
    pub fn as_str(self) -> &'static str {
        match self {
            Reaction::Reads => "reads",
            Reaction::Refuses => "refuses",
            Reaction::Misreads => "misreads",
        }
    }
}

/// What each solver did with each file of `fixtures/cnf/bad`: written and held by
/// `tests/solvers/lint_solvers.rs`, which has the commands.
pub const MEASURED: &str = include_str!("solvers.txt");
