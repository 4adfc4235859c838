//! Reports of several formulas: as a table, as JSON, as JUnit's XML.
//!
//! ```
//! use knightsat_check::table::table;
//!
//! assert!(table(&[]).starts_with("board"));
//! ```

use super::report::{CHECKS, Report, Status};
use itertools::Itertools;
use knightsat_base::columns;
use knightsat_base::markup::escape;
use knightsat_tour::Kind;
use serde::Serialize;

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
    let heads = [
        "board",
        "tour",
        "encoding",
        "amo",
        "variables",
        "clauses",
        "tours",
        "models",
    ];
    let heads = heads.into_iter().chain(CHECKS).map(String::from);
    let mut lines: Vec<Vec<String>> = vec![heads.collect()];
    for row in rows {
        let mut line = vec![
            row.board.clone(),
            row.tour.to_string(),
            row.encoding.clone(),
            row.amo.clone(),
        ];
        line.extend(numbers(&row.report));
        line.extend(CHECKS.map(|check| {
            let status = match row.report.status(check) {
                Some(Status::Good) => "good",
                Some(Status::Wrong) => "WRONG",
                Some(Status::Skipped) | None => "-",
            };
            status.to_string()
        }));
        lines.push(line);
    }
    columns::align(&lines, 4..8)
}

/// Variables, clauses, tours and models.
fn numbers(report: &Report) -> [String; 4] {
    if report.is_too_large {
        return ["-", "-", "too large", "-"].map(String::from);
    }
    let tours = report.expected.map(|tours| tours.to_string());
    [
        report.size.variables.to_string(),
        report.size.clauses.to_string(),
        tours.unwrap_or("many".into()),
        report.models.to_string(),
    ]
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
        let class = [&row.encoding, &row.amo]
            .into_iter()
            .filter(|part| !part.is_empty());
        let class = escape(&class.map(String::as_str).collect_vec().join("."));
        let name = escape(&format!("{} {}", row.board, row.tour));
        let seconds = row.seconds;
        text += &format!("<testcase classname=\"{class}\" name=\"{name}\" time=\"{seconds:.3}\"");
        if row.good {
            text += "/>\n";
            continue;
        }
        let findings = row.report.findings.iter();
        let mut wrong = findings.filter(|finding| finding.status == Status::Wrong);
        let message = wrong
            .next()
            .map(|finding| &finding.detail[..])
            .unwrap_or_default();
        let (message, report) = (escape(message), escape(&row.report.to_string()));
        text += &format!(">\n<failure message=\"{message}\">{report}</failure>\n</testcase>\n");
    }
    text + "</testsuite>\n</testsuites>\n"
}
