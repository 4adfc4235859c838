//! Reports of checks for people and programs: tables and JSON.
//!
//! ```
//! use knightsat_check::table::table;
//!
//! assert!(table(&[]).starts_with("board  tour"));
//! ```

use super::counterexample::Counterexample;
use super::fault::{Fault, FaultKind};
use crate::base::text;
use crate::prelude::*;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Right.
    Good,
    /// The formula is wrong.
    Wrong,
    /// Not checked, for the reason in the report.
    Skipped,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Status::Good => "good",
            Status::Wrong => "WRONG",
            Status::Skipped => "-",
        })
    }
}

/// One check with its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CheckResult {
    /// `header`, `verdict`, `sound`, `complete` or `count`; `file` if the formula cannot
    /// be read.
    pub check: Cow<'static, str>,
    /// Its result.
    pub status: Status,
    /// The details, in words.
    pub detail: String,
}

impl CheckResult {
    pub(super) fn new(check: &'static str, status: Status, detail: String) -> CheckResult {
        CheckResult {
            check: check.into(),
            status,
            detail,
        }
    }
}

/// The outcome of a check, with the details in words.
pub(super) enum Outcome {
    Good(String),
    Wrong(String),
    Fails(Counterexample),
    Skipped(String),
    /// A limit ended the check: the deadline, a signal, or the work of the solver.
    Late,
}

/// The result of all checks of a formula.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Report {
    /// Its size.
    pub size: Size,
    /// Number of models expected, projected on the meaningful variables; `None` if there are more
    /// tours than the options allow.
    pub expected: Option<u64>,
    /// Number of models found, projected likewise: all, or those before the first counterexample.
    /// If `expected` is `None`, those of the tours that were tried.
    pub models: u64,
    /// One entry a check, in order.
    pub findings: Vec<CheckResult>,
    /// The faults in words, by their kinds, if the options ask for them.
    #[serde(default)]
    pub faults: Vec<Fault>,
    /// The first counterexample.
    pub counterexample: Option<Counterexample>,
    /// True if a limit ended it early.
    pub is_late: bool,
    /// True if no fault was found, and soundness or completeness is neither proved nor compared.
    #[serde(default)]
    pub is_open: bool,
    /// True if the formula was too large to check.
    pub is_too_large: bool,
}

/// The checks in order.
pub const CHECKS: [&str; 5] = ["header", "verdict", "sound", "complete", "count"];

/// The check that a formula can be read.
const FILE: &str = "file";

/// The verdicts on formulas: see [`Report::verdict`].
pub const VERDICTS: [&str; 5] = [RIGHT, "no fault found", "wrong", "unreadable", "unknown"];

/// The verdict on a formula that is proved or compared with all tours.
pub const RIGHT: &str = "right";

impl Report {
    /// Returns the report of a formula that was not checked before the deadline.
    pub fn late(size: Size, stopped: Stopped) -> Report {
        let mut report = Report::unseen(size, &stopped.to_string());
        report.is_late = true;
        report
    }

    /// Returns the report of a formula that is too large to check; `why` is the reason.
    pub fn too_large(size: Size, why: &str) -> Report {
        let mut report = Report::unseen(size, why);
        report.is_too_large = true;
        report
    }

    /// The report of a formula that cannot be read, for the reason `why`.
    pub fn unreadable(why: String) -> Report {
        let (kind, text) = (FaultKind::File, why.clone());
        Report {
            faults: vec![Fault { kind, text }],
            findings: vec![CheckResult::new(FILE, Status::Wrong, why)],
            ..Report::default()
        }
    }

    /// Adds the outcome of a check, and the first counterexample. If it is late, `stop` tells which
    /// limit ended it.
    pub(super) fn tell(&mut self, check: &'static str, outcome: Outcome, stop: &Stop) {
        let (status, detail) = match outcome {
            Outcome::Good(detail) => (Status::Good, detail),
            Outcome::Wrong(detail) => (Status::Wrong, detail),
            Outcome::Fails(found) => {
                let detail = format!("{}: {}", found.wrong, found.why);
                self.counterexample.get_or_insert(found);
                (Status::Wrong, detail)
            }
            Outcome::Skipped(detail) => (Status::Skipped, detail),
            Outcome::Late => {
                let over = stop.check().err();
                self.is_late |= over.is_some();
                self.is_open |= over.is_none();
                let limit = over.map(|stopped| stopped.to_string());
                let detail = limit.unwrap_or("undecided with limited work".into());
                (Status::Skipped, detail)
            }
        };
        self.findings.push(CheckResult::new(check, status, detail));
    }

    fn unseen(size: Size, why: &str) -> Report {
        let skipped = |check| CheckResult::new(check, Status::Skipped, why.into());
        Report {
            size,
            findings: CHECKS.map(skipped).into(),
            ..Report::default()
        }
    }

    /// Returns true if no fault was found.
    pub fn is_good(&self) -> bool {
        self.first_wrong().is_none()
    }

    fn first_wrong(&self) -> Option<&CheckResult> {
        let mut findings = self.findings.iter();
        findings.find(|finding| finding.status == Status::Wrong)
    }

    /// Returns one of [`VERDICTS`]. A formula is `unreadable` if its file cannot be read. The
    /// verdict is `unknown` if a limit ended the check before a fault was found, and `no fault
    /// found` if a check is neither proved nor compared.
    pub fn verdict(&self) -> &'static str {
        match self.first_wrong() {
            Some(finding) if finding.check == FILE => "unreadable",
            Some(_) => "wrong",
            None if self.is_late || self.is_too_large => "unknown",
            None if self.is_open => "no fault found",
            None => RIGHT,
        }
    }

    /// Returns the status of one check.
    pub fn status(&self, check: &str) -> Option<Status> {
        let mut findings = self.findings.iter();
        let found = findings.find(|finding| finding.check == check);
        found.map(|finding| finding.status)
    }
}

impl fmt::Display for Report {
    /// A line a check, then the counterexample.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for found in &self.findings {
            let (check, status) = (&found.check, found.status);
            writeln!(f, "{check:<9} {status:<6} {}", found.detail)?;
        }
        if !self.faults.is_empty() {
            writeln!(f, "\nwrong:")?;
        }
        for fault in &self.faults {
            writeln!(f, "- {}", fault.text)?;
        }
        match &self.counterexample {
            Some(counterexample) => write!(f, "\n{counterexample}"),
            None => Ok(()),
        }
    }
}

/// A report and its subject.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Row {
    /// The board or graph.
    pub board: String,
    /// Open or closed.
    pub tour: Kind,
    /// Name of the encoding, or of the file.
    pub encoding: String,
    /// Its at-most-one encoding; empty without one.
    pub amo: String,
    /// The student whose file it is, if several files are marked.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub student: String,
    /// The map of files without one of their own, if several files are checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// Duration of the check in seconds.
    pub seconds: f64,
    /// The verdict: see [`Report::verdict`].
    pub verdict: Cow<'static, str>,
    /// True if the verdict is `right`.
    pub good: bool,
    /// The report.
    #[serde(flatten)]
    pub report: Report,
}

impl Row {
    /// Returns the first fault, or why the verdict is unknown; nothing of a formula that is right.
    pub fn reason(&self) -> String {
        let report = &self.report;
        let is_skipped = |found: &&CheckResult| found.status == Status::Skipped;
        let mut skipped = report.findings.iter().filter(is_skipped);
        let named = |found: &CheckResult| format!("{}: {}", found.check, found.detail);
        match (report.verdict(), &report.faults[..]) {
            (RIGHT, _) => String::new(),
            (_, [fault]) => fault.text.clone(),
            (_, [fault, more @ ..]) => {
                let more = counted(more.len(), "further fault");
                format!("{} (and {more})", fault.text)
            }
            ("unknown", []) => {
                let last = skipped.next_back();
                last.map_or(String::new(), |found| found.detail.clone())
            }
            ("wrong", []) => report.first_wrong().map_or(String::new(), named),
            (_, []) => {
                let open = skipped.filter(|found| ["sound", "complete"].contains(&&*found.check));
                open.map(named).join("; ")
            }
        }
    }
}

/// The columns of [`table`].
const COLUMNS: &str = "board tour encoding amo verdict variables clauses expected models reason";

impl Row {
    /// Returns the cells of the columns. The numbers are left out if the formula cannot be read or
    /// is too large.
    fn cells(&self) -> Vec<String> {
        let Report { size, expected, .. } = &self.report;
        let is_seen = self.report.verdict() != "unreadable" && !self.report.is_too_large;
        let number = |number: Option<u64>| {
            let seen = number.filter(|_| is_seen);
            seen.map_or(String::new(), |number| number.to_string())
        };
        vec![
            self.board.clone(),
            self.tour.to_string(),
            self.encoding.clone(),
            self.amo.clone(),
            self.report.verdict().into(),
            number(Some(size.variables)),
            number(Some(size.clauses)),
            number(*expected),
            number(expected.map(|_| self.report.models)),
            self.reason(),
        ]
    }
}

/// Returns the rows as aligned lines, with a head.
pub fn table(rows: &[Row]) -> String {
    let head = COLUMNS.split(' ').map(String::from).collect();
    let lines = [head].into_iter().chain(rows.iter().map(Row::cells));
    text::align(&lines.collect_vec(), 5..9)
}
