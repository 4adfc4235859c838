//! Marks of a class: a row for each student over all boards, points by a table, pages in HTML, and
//! the results that Gradescope reads.
//!
//! ```
//! use knightsat_check::marks::Points;
//!
//! let points = Points::parse("right 10\nwrong 6\nmissing-moves -2\n")?;
//! assert_eq!(points.most(), 10.0);
//! # Ok::<(), String>(())
//! ```

use super::copies::Agreement;
use super::fault::FaultKind;
use super::picture;
use super::table::{RIGHT, Report, Row, VERDICTS};
use crate::base::text::escape;
use crate::prelude::*;
use knightsat_render::svg::{Look, svg};
use serde::de::value::{Error as ValueError, StrDeserializer};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The verdict on a board without a file of the student.
const MISSING: &str = "missing";
/// The verdicts, worst first.
const WORST: [&str; 6] = [
    "unreadable",
    "wrong",
    MISSING,
    "unknown",
    "no fault found",
    RIGHT,
];
const PAGE: &str = include_str!("marks.html");

/// Points for each board, by its verdict and the kinds of its faults.
#[derive(Clone, Debug, PartialEq)]
pub struct Points(BTreeMap<String, f64>);

impl Default for Points {
    fn default() -> Points {
        Points([(RIGHT.to_string(), 1.0)].into())
    }
}

impl Points {
    /// Reads a table: on each line a verdict and its points, or a kind of faults and the points
    /// that are added once for it. `#` begins a comment.
    pub fn parse(text: &str) -> Result<Points, String> {
        let mut points = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let wanted = "write a verdict or a kind of faults, and its points, as in 'right 10'";
            let entry = line.rsplit_once(char::is_whitespace);
            let entry = entry.and_then(|(name, value)| Some((name.trim(), value.parse().ok()?)));
            let Some((name, value)) = entry.filter(|(_, value): &(_, f64)| value.is_finite())
            else {
                return Err(format!("{number}: {wanted}"));
            };
            let is_kind = FaultKind::deserialize(StrDeserializer::<ValueError>::new(name)).is_ok();
            if !VERDICTS.contains(&name) && name != MISSING && !is_kind {
                return Err(format!(
                    "{number}: '{name}' is no verdict and no kind of faults"
                ));
            }
            if points.insert(name.to_string(), value).is_some() {
                return Err(format!("{number}: '{name}' has points already"));
            }
        }
        match points.get(RIGHT) {
            Some(most) if *most >= 0.0 => Ok(Points(points)),
            _ => Err(format!("the table has no points for '{RIGHT}'")),
        }
    }

    /// Returns the points of a board without a fault.
    pub fn most(&self) -> f64 {
        self.0[RIGHT]
    }

    /// Returns the points of a report: at least 0, and at most those of a right one.
    fn of(&self, report: &Report) -> f64 {
        let kinds: BTreeSet<FaultKind> = report.faults.iter().map(|fault| fault.kind).collect();
        let kinds = kinds.iter().map(ToString::to_string);
        let names = [report.verdict().to_string()].into_iter().chain(kinds);
        let sum: f64 = names.filter_map(|name| self.0.get(&name)).sum();
        sum.clamp(0.0, self.most())
    }

    fn missing(&self) -> f64 {
        self.0.get(MISSING).copied().unwrap_or(0.0)
    }
}

/// A student with the rows of all boards.
#[derive(Clone, Debug)]
pub struct Student<'r> {
    /// The name.
    pub name: &'r str,
    /// The rows, in order.
    pub rows: Vec<&'r Row>,
    /// The boards without a row.
    pub missing: Vec<&'r str>,
    /// The worst verdict of all boards.
    pub verdict: &'static str,
    /// The points of all boards, and the most possible.
    pub points: [f64; 2],
}

/// A class with its files.
#[derive(Clone, Debug, Default)]
pub struct Marks<'r> {
    /// The boards of the assignment.
    pub boards: Vec<String>,
    /// The rows of all files.
    pub rows: &'r [Row],
    /// The files without a usual ending, by name.
    pub skipped: &'r [String],
    /// Sentences about formulas that agree.
    pub copies: &'r [String],
    /// The table of points.
    pub points: Points,
}

fn severity(verdict: &str) -> usize {
    let place = WORST.iter().position(|other| *other == verdict);
    place.unwrap_or(WORST.len())
}

fn number(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

impl Marks<'_> {
    /// Returns the students, those with the worst verdict first.
    pub fn students(&self) -> Vec<Student<'_>> {
        let by_name = self.rows.iter().map(|row| (&row.student[..], row));
        let by_name = by_name.into_group_map().into_iter();
        let students = by_name.map(|(name, rows)| {
            let has = |board: &&str| rows.iter().any(|row| row.board == *board);
            let missing = self.boards.iter().map(String::as_str);
            let missing = missing.filter(|board| !has(board)).collect_vec();
            let verdicts = rows.iter().map(|row| row.report.verdict());
            let verdicts = verdicts.chain(missing.iter().map(|_| MISSING));
            let points = rows.iter().map(|row| self.points.of(&row.report));
            let points: f64 = points.sum();
            let boards = (rows.len() + missing.len()) as f64;
            Student {
                name,
                verdict: verdicts
                    .min_by_key(|verdict| severity(verdict))
                    .unwrap_or(RIGHT),
                points: [
                    points + missing.len() as f64 * self.points.missing(),
                    boards * self.points.most(),
                ],
                rows,
                missing,
            }
        });
        let key = |student: &Student| (severity(student.verdict), student.name.to_lowercase());
        students.sorted_by_key(key).collect()
    }

    /// Returns the names of the pages of feedback beside `page`, in the order of the students.
    pub fn pages(&self, page: &str) -> Vec<String> {
        let stem = page.strip_suffix(".html").unwrap_or(page);
        let mut names = Vec::new();
        for student in self.students() {
            let plain = |c: char| {
                if c.is_alphanumeric() || c == '-' {
                    c
                } else {
                    '_'
                }
            };
            let name: String = student.name.chars().map(plain).collect();
            let all = (1..).map(|count| match count {
                1 => format!("{stem}-{name}.html"),
                _ => format!("{stem}-{name}-{count}.html"),
            });
            names.extend(all.into_iter().find(|name| !names.contains(name)));
        }
        names
    }

    /// Returns the page with a row for each student, which links to these pages of feedback.
    pub fn page(&self, pages: &[String]) -> String {
        let students = self.students();
        let mut body = format!("<h1>Marks</h1>\n<p>{}</p>\n", summary(&students));
        body += "<table>\n<tr><th>student<th>verdict<th>points<th>files<th>what is wrong\n";
        for (student, page) in students.iter().zip(pages) {
            let [points, most] = student.points.map(number);
            let files = student.rows.iter().map(|row| {
                let [board, verdict] = [&row.board[..], row.report.verdict()].map(escape);
                format!("{board}: {verdict}")
            });
            let missing = student.missing.iter();
            let files = files.chain(missing.map(|board| format!("{}: {MISSING}", escape(board))));
            let faults = sentences(student).into_iter().map(|text| escape(&text));
            body += &format!(
                "<tr class=\"{}\"><td><a href=\"{}\">{}</a><td>{}<td>{points} of {most}<td>{}<td>{}\n",
                student.verdict.replace(' ', "-"),
                escape(page),
                escape(student.name),
                student.verdict,
                files.collect_vec().join("<br>"),
                faults.collect_vec().join("<br>")
            );
        }
        body += "</table>\n";
        body += &list("Copies", self.copies);
        body += &list("Files left out", self.skipped);
        let unreadable = self
            .rows
            .iter()
            .filter(|row| row.report.verdict() == "unreadable");
        let unreadable = unreadable.map(|row| format!("{}: {}", row.encoding, row.reason()));
        body += &list("Unreadable files", &unreadable.collect_vec());
        whole("Marks", &body)
    }

    /// Returns the page of feedback for a student.
    pub fn feedback(&self, student: &Student) -> String {
        let [points, most] = student.points.map(number);
        let name = escape(student.name);
        let mut body = format!(
            "<h1>{name}</h1>\n<p>{}, {points} of {most} points</p>\n",
            student.verdict
        );
        for row in &student.rows {
            let [board, file] = [&row.board[..], &row.encoding].map(escape);
            body += &format!(
                "<h2>{board} {}</h2>\n<p>{file}: <b>{}</b>, {} points</p>\n",
                row.tour,
                row.report.verdict(),
                number(self.points.of(&row.report))
            );
            let faults = row.report.faults.iter().map(|fault| fault.text.clone());
            body += &list("", &faults.collect_vec());
            if let Some(found) = &row.report.counterexample {
                let place: Option<Place> = row.board.parse().ok();
                let scene = place.and_then(|place| picture::of_counterexample(&place, found));
                body += &format!("<pre>{}</pre>\n", escape(&found.to_string()));
                body += &scene.map_or(String::new(), |scene| svg(&scene, &Look::default()));
            }
        }
        for board in &student.missing {
            body += &format!("<h2>{0}</h2>\n<p>No file for {0}.</p>\n", escape(board));
        }
        whole(&name, &body)
    }

    /// Returns the results of a student for Gradescope's autograder: a test for each board.
    pub fn gradescope(&self, student: &Student) -> Results {
        let test = |name: String, is_right: bool, score: f64, output: String| Test {
            name,
            score,
            max_score: self.points.most(),
            status: if is_right { "passed" } else { "failed" },
            output,
            output_format: "text",
            visibility: "visible",
        };
        let tests = student.rows.iter().map(|row| {
            let report = &row.report;
            let faults = report
                .faults
                .iter()
                .map(|fault| format!("- {}\n", fault.text));
            let found = report.counterexample.as_ref().map(ToString::to_string);
            let output = format!(
                "{}: {}\n{}{}",
                row.encoding,
                report.verdict(),
                faults.collect::<String>(),
                found.unwrap_or_default()
            );
            let is_right = report.verdict() == RIGHT;
            let name = format!("{} {}", row.board, row.tour);
            test(name, is_right, self.points.of(report), output)
        });
        let missing = student.missing.iter().map(|board| {
            let output = format!("no file for {board}");
            test(board.to_string(), false, self.points.missing(), output)
        });
        let seconds: f64 = student.rows.iter().map(|row| row.seconds).sum();
        Results {
            score: student.points[0],
            execution_time: seconds.ceil() as u64,
            output: format!("worst verdict: {}", student.verdict),
            output_format: "text",
            visibility: "visible",
            stdout_visibility: "hidden",
            tests: tests.chain(missing).collect(),
        }
    }
}

/// The file `results.json` of an autograder: its names are those of Gradescope's "Autograder
/// Specifications", <https://gradescope-autograders.readthedocs.io/en/latest/specs/>.
#[derive(Clone, Debug, Serialize)]
pub struct Results {
    score: f64,
    execution_time: u64,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
    stdout_visibility: &'static str,
    tests: Vec<Test>,
}

#[derive(Clone, Debug, Serialize)]
struct Test {
    name: String,
    score: f64,
    max_score: f64,
    status: &'static str,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
}

/// Returns the numbers of students by verdict.
fn summary(students: &[Student]) -> String {
    let counts = students.iter().map(|student| student.verdict).counts();
    let counts = WORST.iter().rev().filter_map(|verdict| {
        let count = counts.get(verdict)?;
        Some(format!("{count} {verdict}"))
    });
    format!(
        "{}: {}",
        counted(students.len(), "student"),
        counts.collect_vec().join(", ")
    )
}

/// Returns the different sentences about a student's files.
fn sentences(student: &Student) -> Vec<String> {
    let faults = student.rows.iter().flat_map(|row| &row.report.faults);
    faults.map(|fault| fault.text.clone()).unique().collect()
}

fn list(title: &str, items: &[String]) -> String {
    let title = match title {
        "" => String::new(),
        title => format!("<h2>{title}</h2>\n"),
    };
    let items_text: String = items
        .iter()
        .map(|item| format!("<li>{}\n", escape(item)))
        .collect();
    match items {
        [] => String::new(),
        _ => format!("{title}<ul>\n{items_text}</ul>\n"),
    }
}

fn whole(title: &str, body: &str) -> String {
    PAGE.replace("{title}", title).replace("{body}", body)
}

/// Formulas of several students that agree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alike {
    /// The board.
    pub board: String,
    /// The students.
    pub students: BTreeSet<String>,
    /// The weakest agreement among them.
    pub how: Agreement,
    /// True if the formulas are right: those of one assignment may agree by themselves.
    pub is_right: bool,
}

impl Alike {
    /// Returns the sentence.
    pub fn sentence(&self) -> String {
        let how = match self.how {
            Agreement::Identical => "agree, clause by clause, in the same order",
            Agreement::UpToRenaming => "agree up to renaming and order",
        };
        let but = if self.is_right {
            " (they are right: solutions of one assignment may agree by themselves)"
        } else {
            ""
        };
        let names = self.students.iter().join(", ");
        format!("{}: the submissions of {names} {how}{but}", self.board)
    }
}
