//! Marks of a class from the rows of `check --cnf FOLDER --format json`: points for each student
//! over all boards, pages of feedback, results for Gradescope, and formulas that agree.
//!
//! [`Marks`] contains the students, [`Points`] the table of points; [`Copies::among`] compares
//! formulas.
//!
//! ```
//! use knightsat_mark::{Marks, Points};
//!
//! let (points, boards) = (Points::parse("right 10\nmissing-moves -2\n")?, ["3x4".into()]);
//! let marks = Marks::new(&[], &boards, &points, Vec::new());
//! assert_eq!(marks.csv(), "student,verdict,points,most,3x4\n");
//! # Ok::<(), String>(())
//! ```

mod copies;
mod pages;
mod points;

pub use copies::Copies;
pub use points::Points;

use itertools::Itertools;
use knightsat_check::base::text::csv_field;
use knightsat_check::table::{RIGHT, Row};
use serde_json::{Value, json};

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

/// The result of a student on a board.
#[derive(Clone, Debug)]
pub struct Entry<'r> {
    /// The board.
    pub board: &'r str,
    /// The row of the file, if the student has one.
    pub row: Option<&'r Row>,
    /// The verdict, `missing` without a file.
    pub verdict: &'static str,
    /// The points.
    pub points: f64,
}

/// A student with the results on all boards.
#[derive(Clone, Debug)]
pub struct Student<'r> {
    /// The name.
    pub name: &'r str,
    /// The results of the files in order, then those of boards without a file.
    pub entries: Vec<Entry<'r>>,
    /// The worst verdict.
    pub verdict: &'static str,
    /// The points of all boards, and the most possible.
    pub points: [f64; 2],
}

/// The marks of a class.
#[derive(Clone, Debug)]
pub struct Marks<'r> {
    boards: Vec<&'r str>,
    /// The points of a right board.
    most: f64,
    students: Vec<Student<'r>>,
    /// Sentences about formulas that agree.
    copies: Vec<String>,
}

/// Returns the place of a verdict in [`WORST`].
fn severity(verdict: &str) -> Option<usize> {
    WORST.iter().position(|other| *other == verdict)
}

/// Writes points with at most two decimals.
fn number(points: f64) -> String {
    ((points * 100.0).round() / 100.0).to_string()
}

impl Entry<'_> {
    /// Returns the board and the kind of the tour.
    fn title(&self) -> String {
        let tour = self.row.map(|row| format!(" {}", row.tour));
        self.board.to_string() + &tour.unwrap_or_default()
    }

    /// Returns the file with its verdict, the faults and the counterexample.
    fn feedback(&self) -> String {
        let Some(row) = self.row else {
            return format!("no file for {}", self.board);
        };
        let faults = row.report.faults.iter();
        let faults: String = faults.map(|fault| format!("- {}\n", fault.text)).collect();
        let found = row.report.counterexample.as_ref().map(ToString::to_string);
        let found = found.unwrap_or_default();
        format!("{}: {}\n{faults}{found}", row.encoding, self.verdict)
    }
}

impl<'r> Marks<'r> {
    /// Marks the rows of an assignment about `boards`, whose names are those in rows. If there are
    /// none, they are the boards of all rows. The students with the worst verdict come first.
    pub fn new(
        rows: &'r [Row],
        boards: &'r [String],
        points: &Points,
        copies: Vec<String>,
    ) -> Marks<'r> {
        let boards = match boards {
            [] => rows.iter().map(|row| &row.board[..]).unique().collect_vec(),
            boards => boards.iter().map(String::as_str).collect(),
        };
        let of_row = |row: &&'r Row| Entry {
            board: &row.board,
            row: Some(row),
            verdict: row.report.verdict(),
            points: points.of(&row.report),
        };
        let of_missing = |board: &'r str| Entry {
            board,
            row: None,
            verdict: MISSING,
            points: points.missing(),
        };
        let by_name = rows.iter().map(|row| (&row.student[..], row));
        let students = by_name.into_group_map().into_iter().map(|(name, rows)| {
            // The name of an unreadable file may lack its board.
            let is_missing =
                |board: &&&str| **board != "-" && rows.iter().all(|row| row.board != **board);
            let missing = boards
                .iter()
                .filter(is_missing)
                .map(|board| of_missing(board));
            let entries = rows.iter().map(of_row).chain(missing).collect_vec();
            let verdicts = entries.iter().map(|entry| entry.verdict);
            Student {
                name,
                verdict: verdicts
                    .min_by_key(|verdict| severity(verdict))
                    .unwrap_or(RIGHT),
                points: [
                    sum(&entries, |_| true),
                    entries.len() as f64 * points.most(),
                ],
                entries,
            }
        });
        let key = |student: &Student| (severity(student.verdict), student.name.to_lowercase());
        Marks {
            most: points.most(),
            students: students.sorted_by_key(key).collect(),
            boards,
            copies,
        }
    }

    /// Returns the students, those with the worst verdict first.
    pub fn students(&self) -> &[Student<'r>] {
        &self.students
    }

    /// Returns comma-separated values (RFC 4180): the points of a student on each line, in all and
    /// for each board.
    pub fn csv(&self) -> String {
        let heads = ["student", "verdict", "points", "most"].into_iter();
        let heads = heads.chain(self.boards.iter().copied()).map(String::from);
        let lines = self.students.iter().map(|student| {
            let [points, most] = student.points.map(number);
            let mut line = vec![student.name.into(), student.verdict.into(), points, most];
            let of_board = |board| sum(&student.entries, |entry| entry.board == board);
            line.extend(self.boards.iter().map(|board| number(of_board(*board))));
            line
        });
        let text = |line: Vec<String>| line.iter().map(|field| csv_field(field)).join(",") + "\n";
        [heads.collect()]
            .into_iter()
            .chain(lines)
            .map(text)
            .collect()
    }

    /// Returns the results of a student for Gradescope's autograder: a test for each board. The
    /// names are those of `results.json` in its "Autograder Specifications",
    /// <https://gradescope-autograders.readthedocs.io/en/latest/specs/>.
    pub fn gradescope(&self, student: &Student) -> Value {
        let tests = student.entries.iter().map(|entry| {
            json!({
                "name": entry.title(),
                "status": if entry.verdict == RIGHT { "passed" } else { "failed" },
                "score": entry.points,
                "max_score": self.most,
                "output": entry.feedback(),
                "output_format": "text",
                "visibility": "visible",
            })
        });
        let rows = student.entries.iter().filter_map(|entry| entry.row);
        let seconds: f64 = rows.map(|row| row.seconds).sum();
        json!({
            "score": student.points[0],
            "execution_time": seconds.ceil() as u64,
            "output": format!("worst verdict: {}", student.verdict),
            "output_format": "text",
            "visibility": "visible",
            "stdout_visibility": "hidden",
            "tests": tests.collect_vec(),
        })
    }
}

/// Returns the points of some entries; none are 0, and not -0.
fn sum(entries: &[Entry], is_meant: impl Fn(&&Entry) -> bool) -> f64 {
    let entries = entries.iter().filter(is_meant);
    entries.fold(0.0, |sum, entry| sum + entry.points)
}
