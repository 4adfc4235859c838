//! What a check has found, for people and programs.

use super::counterexample::Counterexample;
use knightsat_base::stop::Stopped;
use knightsat_cnf::sink::Size;
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
#[derive(Clone, Debug, Serialize)]
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
    /// Of a formula of which nothing could be looked at, as it was time to stop.
    pub fn late(size: Size, stopped: Stopped) -> Report {
        Report {
            is_late: true,
            ..Report::unseen(size, &stopped.to_string())
        }
    }

    /// Of a formula that is too large to be looked at; `why` says what would be too much.
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
            expected: None,
            models: 0,
            findings: CHECKS.map(skipped).into(),
            counterexample: None,
            is_late: false,
            is_too_large: false,
        }
    }

    /// Whether nothing wrong has been found.
    pub fn is_good(&self) -> bool {
        let is_wrong = |finding: &Finding| finding.status == Status::Wrong;
        !self.findings.iter().any(is_wrong)
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
        for finding in &self.findings {
            let status = match finding.status {
                Status::Good => "good",
                Status::Wrong => "WRONG",
                Status::Skipped => "-",
            };
            let Finding { check, detail, .. } = finding;
            writeln!(f, "{check:<9} {status:<6} {detail}")?;
        }
        match &self.counterexample {
            Some(counterexample) => write!(f, "\n{counterexample}"),
            None => Ok(()),
        }
    }
}
