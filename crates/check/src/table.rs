//! Reports of checks for people and programs: tables and JSON.
//!
//! ```
//! use knightsat_check::table::table;
//!
//! assert!(table(&[]).starts_with("board"));
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
    /// `sizes`, `header`, `verdict`, `sound`, `complete` or `count`; `file` if the formula cannot
    /// be read.
    pub check: Cow<'static, str>,
    /// Its result.
    pub status: Status,
    /// The details, in words.
    pub detail: String,
}

impl CheckResult {
    pub(super) fn new(check: &'static str, status: Status, detail: String) -> CheckResult {
        let check = check.into();
        CheckResult {
            check,
            status,
            detail,
        }
    }
}

/// The outcome of a check, with the details in words.
pub(super) enum Outcome {
    Good(String),
    Wrong(String),
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
    /// One entry a check, in order. Only a formula with [`sizes`](super::Subject::sizes) has `sizes`.
    pub findings: Vec<CheckResult>,
    /// The faults in words, worst first, if the options ask for them.
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
pub const CHECKS: [&str; 6] = ["sizes", "header", "verdict", "sound", "complete", "count"];

/// The check that a formula can be read.
const FILE: &str = "file";

/// The verdicts on formulas: see [`Report::verdict`].
pub const VERDICTS: [&str; 5] = [RIGHT, "no fault found", "wrong", "unreadable", "unknown"];

/// The verdict on a formula that is proved or compared with all tours.
pub const RIGHT: &str = "right";

impl Report {
    /// Returns the report of a formula that was not checked before the deadline.
    pub fn late(size: Size, stopped: Stopped) -> Report {
        Report {
            is_late: true,
            ..Report::unseen(size, &stopped.to_string())
        }
    }

    /// Returns the report of a formula that is too large to check; `why` is the reason.
    pub fn too_large(size: Size, why: &str) -> Report {
        Report {
            is_too_large: true,
            ..Report::unseen(size, why)
        }
    }

    /// The report of a formula that cannot be read, for the reason `why`.
    pub fn unreadable(why: String) -> Report {
        Report {
            faults: vec![Fault::new(FaultKind::File, 1.0, why.clone())],
            findings: vec![CheckResult::new(FILE, Status::Wrong, why)],
            ..Report::default()
        }
    }

    /// Adds the outcome of a check. If it is late, `stop` tells which limit ended it.
    pub(super) fn tell(&mut self, check: &'static str, outcome: Outcome, stop: &Stop) {
        let (status, detail) = match outcome {
            Outcome::Good(detail) => (Status::Good, detail),
            Outcome::Wrong(detail) => (Status::Wrong, detail),
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

    /// Returns the number of models, if they are compared with all tours.
    fn all_models(&self) -> Option<u64> {
        self.expected.map(|_| self.models)
    }

    /// Returns the status of one check.
    pub fn status(&self, check: &str) -> Option<Status> {
        self.finding(check).map(|finding| finding.status)
    }

    fn finding(&self, check: &str) -> Option<&CheckResult> {
        self.findings.iter().find(|finding| finding.check == check)
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
#[derive(Clone, Debug, Serialize, Deserialize)]
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
        let skipped = |finding: &&CheckResult| finding.status == Status::Skipped;
        let last = self.report.findings.iter().rfind(skipped);
        let found = self.report.first_wrong().or(last);
        match (self.report.verdict(), found) {
            ("wrong", _) if !self.report.faults.is_empty() => {
                let more = self.report.faults.len() - 1;
                let first = &self.report.faults[0].text;
                match more {
                    0 => first.clone(),
                    _ => format!("{first} (and {})", counted(more, "further fault")),
                }
            }
            ("wrong", Some(found)) => format!("{}: {}", found.check, found.detail),
            ("no fault found", _) => {
                let open = ["sound", "complete"].map(|check| self.report.finding(check));
                let open = open.into_iter().flatten();
                let open = open.filter(|found| found.status == Status::Skipped);
                open.map(|found| format!("{}: {}", found.check, found.detail))
                    .join("; ")
            }
            ("unreadable" | "unknown", Some(found)) => found.detail.clone(),
            _ => String::new(),
        }
    }
}

/// A row in one line, or the heads of such lines; names have a column of this width.
pub fn mark(row: Option<&Row>, width: usize) -> String {
    let heads = ["variables", "clauses", "tours", "models"].map(String::from);
    let (name, verdict, numbers, reason) = match row {
        None => ("file", "verdict", heads, "first fault".into()),
        Some(row) => {
            let numbers = match row.report.verdict() {
                "unreadable" => ["-"; 4].map(String::from),
                _ => numbers(&row.report),
            };
            (
                &row.encoding[..],
                row.report.verdict(),
                numbers,
                row.reason(),
            )
        }
    };
    let [variables, clauses, tours, models] = numbers;
    let line = format!(
        "{name:<width$}  {verdict:<14}  {variables:>9}  {clauses:>8}  {tours:>9}  {models:>6}  {reason}"
    );
    // A name may contain anything.
    line.trim_end().replace(char::is_control, "\u{fffd}") + "\n"
}

/// A row as a line of comma-separated values (RFC 4180), or the names of the columns.
pub fn csv(row: Option<&Row>) -> String {
    const COLUMNS: &str = "board,tour,encoding,amo,verdict,variables,clauses,literals,expected,models,\
                           seconds,reason,counterexample,student\n";
    let Some(row) = row else {
        return COLUMNS.into();
    };
    let report = &row.report;
    let seen = |number: u64| match row.report.verdict() {
        "unreadable" => String::new(),
        _ => number.to_string(),
    };
    let expected = report.expected.map(|tours| tours.to_string());
    let found = report.counterexample.as_ref();
    let moves = found.and_then(|found| found.moves.clone());
    let fields = [
        row.board.clone(),
        row.tour.to_string(),
        row.encoding.clone(),
        row.amo.clone(),
        row.report.verdict().into(),
        seen(report.size.variables),
        seen(report.size.clauses),
        seen(report.size.literals),
        expected.unwrap_or_default(),
        report.all_models().map(seen).unwrap_or_default(),
        format!("{:.3}", row.seconds),
        row.reason(),
        moves.unwrap_or_default(),
        row.student.clone(),
    ];
    fields.iter().map(|field| text::csv_field(field)).join(",") + "\n"
}

/// Returns a line a report, aligned, with a head. Checks that no report has are left out.
pub fn table(rows: &[Row]) -> String {
    let has = |check: &&str| rows.iter().any(|row| row.report.status(check).is_some());
    let checks = CHECKS.into_iter().filter(has).collect_vec();
    let heads = "board tour encoding amo variables clauses tours models".split(' ');
    let heads = heads.chain(checks.iter().copied());
    let heads = heads.map(String::from).collect_vec();
    let line = |row: &Row| {
        let (board, tour) = (row.board.clone(), row.tour.to_string());
        let mut line = vec![board, tour, row.encoding.clone(), row.amo.clone()];
        line.extend(numbers(&row.report));
        let status = |check: &&str| row.report.status(check).unwrap_or(Status::Skipped);
        line.extend(checks.iter().map(|check| status(check).to_string()));
        line
    };
    let lines = [heads].into_iter().chain(rows.iter().map(line));
    text::align(&lines.collect_vec(), 4..8)
}

/// Returns variables, clauses, tours and models. The models of a proved formula are as many as the
/// tours, and are not counted.
fn numbers(report: &Report) -> [String; 4] {
    if report.is_too_large {
        return ["-", "-", "too large", "-"].map(String::from);
    }
    let [variables, clauses] =
        [report.size.variables, report.size.clauses].map(|number| number.to_string());
    let uncounted = if report.verdict() == RIGHT {
        "many"
    } else {
        "-"
    };
    let [tours, models] = [(report.expected, "many"), (report.all_models(), uncounted)]
        .map(|(number, word)| number.map_or(word.to_string(), |number| number.to_string()));
    [variables, clauses, tours, models]
}
