//! The command `mark`: points, pages of feedback and copies of a class, from the rows of `check`.

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::ValueEnum;
use itertools::Itertools;
use knightsat::cli::shared::foreign::{foreign, map_beside};
use knightsat::cli::shared::output::{self, Output, is_stream, name};
use knightsat::cli::shared::problem::TourArgs;
use knightsat::cli::shared::process;
use knightsat::cli::shared::report::{Exit, note, print, reason};
use knightsat::prelude::{Place, Stop, TourSpec};
use knightsat_base::text::counted;
use knightsat_check::File;
use knightsat_check::table::Row;
use knightsat_mark::{Copies, Marks, Points};
use serde::Deserialize;
use serde_json::Deserializer;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The most bytes of all rows.
const LONGEST: u64 = 1 << 30;

/// Mark a class: points, pages of feedback, and copies
///
/// Reads the rows that check --cnf FOLDER --format json prints, and prints a line of
/// comma-separated values for each student: the worst verdict, and the points for all boards. A
/// student is a folder in FOLDER, or the name of a file without its board: ada in ada-3x4.cnf.
///
/// A note names students whose clauses agree up to their order and a renaming of variables outside
/// the map. It reads the files of the rows again; a row names them from the folder of check.
///
/// $ touch ada.cnf; knightsat check 3x4 --cnf . --format json | knightsat mark - # the points
///
/// $ knightsat check 3x4 --cnf . --format json | knightsat mark - --html marks.html
/// # the points, and pages of feedback
///
/// 0: marked
///
/// 2: usage, input or output
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rows in JSON; - is standard input
    #[arg(default_value = "-")]
    rows: PathBuf,
    /// Boards of the assignment, if not every board has a row
    #[arg(long, value_name = "BOARD", num_args = 1.., help_heading = "Marking")]
    boards: Vec<Place>,
    /// Points for each board: a table with lines such as right 10 and missing-moves -2
    ///
    /// Each line has a verdict, or a kind of faults, and its points. The verdict of a board without
    /// a file is missing. Without a table, a right board has one point.
    #[arg(long, value_name = "FILE", help_heading = "Marking")]
    points: Option<PathBuf>,
    /// Write a page with a row for each student, and a page of feedback for each beside it
    ///
    /// The worst verdict comes first. marks-ada.html, beside marks.html, is the feedback for ada.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    html: Option<PathBuf>,
    /// Format of the marks
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: MarkFormat,
}

/// Format of marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum MarkFormat {
    /// Comma-separated values: a line per student
    #[default]
    Csv,
    /// The results.json of Gradescope's autograder, for the rows of one student
    Gradescope,
}

/// A document of `check`.
#[derive(Deserialize)]
struct Document {
    rows: Vec<Row>,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let stop = process::stop(None)?;
        ensure!(
            self.html.as_deref().is_none_or(|path| !is_stream(path)),
            "--html -: the pages of feedback are written beside this page: name a file"
        );
        let rows = self.read(&stop)?;
        let points = match &self.points {
            None => Points::default(),
            Some(path) => {
                let text = output::text(path, 1 << 16, "a table of points", &stop)?;
                Points::parse(&text).map_err(|error| anyhow!("{}:{error}", name(path)))?
            }
        };
        let boards = self.boards.iter().map(|place| match place {
            Place::Board(board) => board.describe(),
            Place::Graph(_) => place.to_string(),
        });
        let boards = boards.collect_vec();
        let (copies, errors) = Copies::among(&rows, |row| formula(row, &stop));
        if let Some(error) = errors.first() {
            let (files, reason) = (counted(errors.len(), "file"), reason(error));
            note!("copies: {files} not compared: {reason}: run mark in the folder of check");
        }
        // Right solutions of one assignment may agree by themselves.
        let suspect = copies.iter().filter(|copy| !copy.is_right);
        suspect.for_each(|copy| note!("{}", copy.sentence()));
        let copies = copies.iter().map(Copies::sentence).collect();
        let marks = Marks::new(&rows, &boards, &points, copies);
        match (self.format, marks.students()) {
            (MarkFormat::Csv, _) => print(&marks.csv())?,
            (MarkFormat::Gradescope, [student]) => {
                print(&(serde_json::to_string_pretty(&marks.gradescope(student))? + "\n"))?;
            }
            (MarkFormat::Gradescope, students) => bail!(
                "--format gradescope writes the results of one student, and there are {}: {}",
                students.len(),
                students.iter().take(3).map(|one| one.name).join(", ")
            ),
        }
        if let Some(path) = &self.html {
            write_pages(path, &marks, &stop)?;
        }
        stop.check()?;
        Ok(Exit::Good)
    }

    /// Reads the rows of all documents.
    fn read(&self, stop: &Stop) -> Result<Vec<Row>> {
        let text = output::text(&self.rows, LONGEST, "rows of check", stop)?;
        let name = name(&self.rows);
        let wanted = "write the rows with check --cnf FOLDER --format json";
        let mut rows = Vec::new();
        for document in Deserializer::from_str(&text).into_iter::<Document>() {
            let document = document.map_err(|error| {
                let (line, column) = (error.line(), error.column());
                anyhow!("{name}:{line}:{column}: no rows of check: {error}: {wanted}")
            })?;
            rows.extend(document.rows);
        }
        ensure!(
            !rows.is_empty() && rows.iter().all(|row| !row.student.is_empty()),
            "{name}: no rows of students: {wanted}"
        );
        Ok(rows)
    }
}

/// Reads the formula of a row, with the meaning of its variables.
fn formula(row: &Row, stop: &Stop) -> Result<File> {
    let place: Place = row.board.parse()?;
    let (path, tour) = (
        Path::new(&row.encoding),
        TourArgs::from(TourSpec::default()),
    );
    let own = map_beside(path).map(OsString::from);
    let map = own.or(row.map.as_ref().map(OsString::from));
    let (_, file, _) = foreign(path, map.as_deref(), Some(place), &tour, false, stop)?;
    Ok(file)
}

/// Writes the page of a class, and the pages of feedback beside it.
fn write_pages(path: &Path, marks: &Marks, stop: &Stop) -> Result<()> {
    let page = path.file_name().context("--html: name a file")?;
    for (page, text) in marks.pages(&name(page.as_ref())) {
        let path = path.with_file_name(page);
        Output::open(&path, stop)?.finish_with(text.as_bytes(), &path)?;
    }
    Ok(())
}
