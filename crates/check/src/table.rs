//! Reports of checks, for people and programs: as a table, as JSON, as JUnit's XML.
//!
//! ```
//! use knightsat_check::table::table;
//!
//! assert!(table(&[]).starts_with("board"));
//! ```

use super::counterexample::Counterexample;
use crate::base::stop::Stopped;
use crate::base::text;
use crate::base::text::escape;
use crate::cnf::sink::Size;
use crate::tour::Kind;
use itertools::Itertools;
use serde::Serialize;
use std::fmt;

/// How one check has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// As it should be.
    Good,
    /// The formula is wrong.
    Wrong,
    /// Not looked at, for the reason given.
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

/// One check and what it has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// `sizes`, `header`, `verdict`, `sound`, `complete` or `count`.
    pub check: &'static str,
    /// How it has ended.
    pub status: Status,
    /// What has been found, in words.
    pub detail: String,
}

/// Everything found about one formula.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// Its size.
    pub size: Size,
    /// Number of models expected, projected on the variables that say something of the tour;
    /// `None` if there are more tours than were asked for.
    pub expected: Option<u64>,
    /// Number of models found, projected likewise; those before the first counterexample.
    pub models: u64,
    /// One entry a check, in order.
    pub findings: Vec<Finding>,
    /// The first counterexample.
    pub counterexample: Option<Counterexample>,
    /// Whether a limit has ended it before all was looked at.
    pub is_late: bool,
    /// Whether the formula was too large to be looked at.
    pub is_too_large: bool,
}

/// The checks in order.
pub const CHECKS: [&str; 6] = ["sizes", "header", "verdict", "sound", "complete", "count"];

impl Report {
    /// The report of a formula that was not looked at, as it was time to stop.
    pub fn late(size: Size, stopped: Stopped) -> Report {
        Report {
            is_late: true,
            ..Report::unseen(size, &stopped.to_string())
        }
    }

    /// The report of a formula that is too large to be looked at; `why` says what would be too much.
    pub fn too_large(size: Size, why: &str) -> Report {
        Report {
            is_too_large: true,
            ..Report::unseen(size, why)
        }
    }

    fn unseen(size: Size, why: &str) -> Report {
        let skipped = |check| Finding {
            check,
            status: Status::Skipped,
            detail: why.into(),
        };
        Report {
            size,
            findings: CHECKS.map(skipped).into(),
            ..Report::default()
        }
    }

    /// Returns true if nothing wrong has been found.
    pub fn is_good(&self) -> bool {
        self.first_wrong().is_none()
    }

    fn first_wrong(&self) -> Option<&Finding> {
        let mut findings = self.findings.iter();
        findings.find(|finding| finding.status == Status::Wrong)
    }

    /// The status of one check.
    pub fn status(&self, check: &str) -> Option<Status> {
        let finding = self.findings.iter().find(|finding| finding.check == check);
        finding.map(|finding| finding.status)
    }
}

impl fmt::Display for Report {
    /// A line a check, then the counterexample.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Finding {
            check,
            status,
            detail,
        } in &self.findings
        {
            writeln!(f, "{check:<9} {status:<6} {detail}")?;
        }
        match &self.counterexample {
            Some(counterexample) => write!(f, "\n{counterexample}"),
            None => Ok(()),
        }
    }
}

/// A report and what it is about.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The board or graph.
    pub board: String,
    /// Open or closed.
    pub tour: Kind,
    /// Name of the encoding, or of the file.
    pub encoding: String,
    /// Its at-most-one encoding; empty if it has none.
    pub amo: String,
    /// Seconds that the check has taken.
    pub seconds: f64,
    /// Whether nothing wrong has been found.
    pub good: bool,
    /// What has been found.
    #[serde(flatten)]
    pub report: Report,
}

/// A line a report, aligned, with a head.
pub fn table(rows: &[Row]) -> String {
    let heads = "board tour encoding amo variables clauses tours models".split(' ');
    let heads = heads.chain(CHECKS).map(String::from).collect_vec();
    let line = |row: &Row| {
        let (board, tour) = (row.board.clone(), row.tour.to_string());
        let mut line = vec![board, tour, row.encoding.clone(), row.amo.clone()];
        line.extend(numbers(&row.report));
        let status = |check| row.report.status(check).unwrap_or(Status::Skipped);
        line.extend(CHECKS.map(|check| status(check).to_string()));
        line
    };
    let lines = [heads].into_iter().chain(rows.iter().map(line));
    text::align(&lines.collect_vec(), 4..8)
}

/// Variables, clauses, tours and models.
fn numbers(report: &Report) -> [String; 4] {
    if report.is_too_large {
        return ["-", "-", "too large", "-"].map(String::from);
    }
    let tours = report.expected.map(|tours| tours.to_string());
    let Size {
        variables, clauses, ..
    } = report.size;
    let [variables, clauses, models] = [variables, clauses, report.models].map(|n| n.to_string());
    [variables, clauses, tours.unwrap_or("many".into()), models]
}

/// JUnit's XML, as continuous integration reads it: a test case a formula.
pub fn junit(rows: &[Row]) -> String {
    let wrong = rows.iter().filter(|row| !row.good).count();
    let count = rows.len();
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites>\n<testsuite name=\"knightsat check\" tests=\"{count}\" failures=\"{wrong}\">\n"
    );
    for row in rows {
        let class = [&row.encoding[..], &row.amo];
        let class = escape(&class.iter().filter(|part| !part.is_empty()).join("."));
        let name = escape(&format!("{} {}", row.board, row.tour));
        let seconds = row.seconds;
        text += &format!("<testcase classname=\"{class}\" name=\"{name}\" time=\"{seconds:.3}\"");
        text += &match row.report.first_wrong() {
            None => "/>\n".to_string(),
            Some(Finding { detail, .. }) => {
                let (message, report) = (escape(detail), escape(&row.report.to_string()));
                format!(">\n<failure message=\"{message}\">{report}</failure>\n</testcase>\n")
            }
        };
    }
    text + "</testsuite>\n</testsuites>\n"
}
