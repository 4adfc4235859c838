//! Checks of many formulas, such as the submissions of a class. Each formula is checked by a
//! process of its own, so that a slow or large one costs the others only its time.

use crate::cli::check::Args;
use crate::cli::check::rows::{self, Checked};
use crate::cli::shared::foreign::{generator, write_output};
use crate::cli::shared::output::{is_stream, name};
use crate::cli::shared::problem::{self, BoardChoice};
use crate::cli::shared::process::{self, Invocation, backstop};
use crate::cli::shared::report::{Exit, json_line, lock, note, print, reason};
use anyhow::{Context, Result, ensure};
use itertools::Itertools;
use knightsat::check::Report;
use knightsat::cnf::dimacs::compress;
use knightsat::cnf::sink::Size;
use knightsat::prelude::{Stop, Stopped};
use knightsat_base::text::counted;
use knightsat_check::table::Row;
use knightsat_solver::process::{Ended, follow, run_with_grace};
use std::env;
use std::ffi::OsStr;
use std::io::{Read, read_to_string};
use std::ops::Range;
use std::os::unix::process::parent_id;
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use walkdir::WalkDir;

/// Seconds for each file, if no time limit is given.
const SECONDS: f64 = 60.0;
/// MB of memory for each file, if no limit is given.
const MEMORY: u64 = 1024;
/// Time for a process to end after it has been signalled.
const GRACE: Duration = Duration::from_millis(300);
/// Time that a process may be late: a tenth of its time is added to this.
const SLACK: Duration = Duration::from_secs(3);
/// The most bytes that are read of a row: more than any row has.
const ROW: u64 = 1 << 26;
/// The most files in all.
const MOST: usize = 100_000;
/// The endings of names of formulas in a folder.
const ENDINGS: [&str; 3] = ["cnf", "dimacs", "opb"];

/// A file of a student.
pub struct Submission {
    path: PathBuf,
    student: String,
    /// The command that writes it; empty if it exists.
    line: Vec<String>,
}

/// Returns true if a file is a formula by its name.
pub fn is_formula(path: &Path) -> bool {
    has_ending(&compress::name_unpacked(path), &ENDINGS)
}

/// Returns true if a name has one of these endings, in any case.
fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(OsStr::to_str);
    ending.is_some_and(|ending| endings.iter().any(|each| each.eq_ignore_ascii_case(ending)))
}

/// Returns the text by which the path of a formula names a board: its size, or the name of its
/// file.
pub fn label(board: &BoardChoice) -> String {
    match board {
        BoardChoice::Size(board) => board.to_string(),
        BoardChoice::File(path) => {
            let stem = path.file_stem().unwrap_or_default();
            stem.to_string_lossy().into_owned()
        }
    }
}

/// Returns the board that a name contains, in any case, by its index, and its place there. No digit
/// continues it.
fn board_in(name: &str, boards: &[String]) -> Option<(usize, Range<usize>)> {
    let name = name.to_lowercase();
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let found = boards.iter().enumerate().filter_map(|(index, board)| {
        let board = board.to_lowercase();
        let matches = name.match_indices(&board);
        let mut places = matches.map(|(at, _)| at..at + board.len());
        let place = places.find(|place| {
            let (before, after) = (&name[..place.start], &name[place.end..]);
            !is_digit(before.chars().last()) && !is_digit(after.chars().next())
        })?;
        Some((index, place))
    });
    found.max_by_key(|(_, place)| place.len())
}

/// Returns the board that a path names, by its index: in the name of the file, or of the nearest
/// folder.
pub fn named(path: &Path, boards: &[String]) -> Option<usize> {
    let mut parts = path.components().rev();
    let found = parts.find_map(|part| board_in(&part.as_os_str().to_string_lossy(), boards));
    found.map(|(index, _)| index)
}

/// Returns the formulas in a folder and below, in order, and the other files. An entry that cannot
/// be read is among the formulas. Hidden files are neither: archives leave some behind. Nor are
/// maps.
fn formulas(folder: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let all = WalkDir::new(folder).sort_by_file_name().into_iter();
    let entries = all.filter_entry(|entry| {
        entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".")
    });
    let (mut formulas, mut others) = (Vec::new(), Vec::new());
    for entry in entries {
        match entry.map(walkdir::DirEntry::into_path) {
            Err(error) => formulas.extend(error.path().map(Path::to_path_buf)),
            Ok(path) if path.is_dir() => {}
            Ok(path) if is_formula(&path) => formulas.push(path),
            Ok(path) if has_ending(&path, &["map"]) => {}
            Ok(path) => others.push(path),
        }
        if formulas.len() > MOST {
            break;
        }
    }
    (formulas, others)
}

/// Names files of a folder that are no formulas by their names.
fn note_others(folder: &Path, others: &[PathBuf]) {
    let Some(first) = others.first() else {
        return;
    };
    let first = name(first.strip_prefix(folder).unwrap_or(first));
    let (folder, files) = (name(folder), counted(others.len(), "file"));
    note!(
        "{folder}: {files} without the ending .cnf, .dimacs or .opb left out, the first is {first} (to \
         check such a file, name it after --cnf)"
    );
}

/// Returns the student of a file: the folder below `root`, unless it names a board, or the name of
/// the file without its board.
fn student(file: &Path, root: Option<&Path>, boards: &[String]) -> String {
    let text = |part: &OsStr| part.to_string_lossy().into_owned();
    let below = root.and_then(|root| file.strip_prefix(root).ok()?.parent());
    if let Some(first) = below.and_then(|below| below.iter().next())
        && board_in(&text(first), boards).is_none()
    {
        return text(first);
    }
    let stem = text(
        compress::name_unpacked(file)
            .file_stem()
            .unwrap_or_default(),
    );
    let Some((_, place)) = board_in(&stem, boards) else {
        return stem;
    };
    let parts = [stem.get(..place.start), stem.get(place.end..)].map(Option::unwrap_or_default);
    let is_separator = |c: char| !c.is_alphanumeric();
    match parts.map(|part| part.trim_matches(is_separator)).concat() {
        rest if rest.is_empty() => file.parent().and_then(Path::file_name).map_or(stem, text),
        rest => rest,
    }
}

impl Args {
    /// Returns a file for each board, which a command writes to a folder.
    pub fn generated(&self, command: &str, folder: &Path) -> Result<Vec<Submission>> {
        ensure!(
            !self.boards.is_empty(),
            "--submission: name the boards for the command, such as 3x4 4x4"
        );
        let here = env::current_dir()?;
        let file = |(number, board): (usize, &BoardChoice)| {
            Ok(Submission {
                path: folder.join(format!("{number}-{}.cnf", label(board))),
                student: name(here.file_name().unwrap_or_default().as_ref()),
                line: generator(command, &board.read(&process::stop(None)?)?)?,
            })
        };
        self.boards.iter().enumerate().map(file).collect()
    }

    /// Returns the files of several submissions; `None` if --cnf names just one file. A note names
    /// the other files of a folder.
    pub fn submissions(&self) -> Result<Option<Vec<Submission>>> {
        let paths = &self.cnf;
        if paths.len() < 2 && !paths.iter().any(|path| path.is_dir()) {
            return Ok(None);
        }
        let boards = self.boards.iter().map(label).collect_vec();
        let mut all = Vec::new();
        for path in paths {
            ensure!(
                !is_stream(path),
                "--cnf -: of several formulas each is read from a file: name one"
            );
            let before = all.len();
            let submission = |file: PathBuf, root| Submission {
                student: student(&file, root, &boards),
                path: file,
                line: Vec::new(),
            };
            if path.is_dir() {
                let (formulas, others) = formulas(path);
                let submitted = |file| submission(file, Some(path.as_path()));
                all.extend(formulas.into_iter().map(submitted));
                note_others(path, &others);
            } else {
                all.push(submission(path.clone(), None));
            }
            ensure!(
                all.len() > before,
                "{}: the folder has no file that ends in .cnf, .dimacs or .opb",
                name(path)
            );
            ensure!(
                all.len() <= MOST,
                "--cnf: more than {MOST} files: check fewer at a time"
            );
        }
        Ok(Some(all))
    }

    /// Checks each file, and prints the rows.
    pub fn check_each(&self, files: &[Submission]) -> Result<Exit> {
        process::stop(Some(self.seconds()))?;
        let stop = process::stop(None)?;
        let _hold = process::hold()?;
        self.has_no_style()?;
        self.check_for_all(&stop)?;
        ensure!(
            self.svg.is_none(),
            "--svg draws the counterexample of one formula: name one file"
        );
        let title = |file: &Submission| match &file.line[..] {
            [] => name(&file.path),
            line => line.join(" "),
        };
        let titles = files.iter().map(title).collect_vec();
        let checked = Mutex::new(Checked {
            format: self.format,
            is_class: true,
            ..Checked::default()
        });
        rows::make(&checked, &titles, &stop, |number| {
            let (begin, file, title) = (Instant::now(), &files[number], &titles[number]);
            let row = |report| self.row(&file.path, title, begin, report, &stop);
            let fault = match &file.line[..] {
                [] => None,
                line => write_output(line, &file.path, self.seconds(), &stop)?,
            };
            let mut row: Row = match fault {
                Some(fault) => row(Report::unreadable(fault)),
                None => {
                    let ended = self.start(&file.path, &stop)?;
                    let text = ended.output.as_deref().unwrap_or_default();
                    let found = serde_json::from_str(&text.replace(&name(&file.path), title));
                    found.unwrap_or_else(|_| row(unfinished(&ended, &stop)))
                }
            };
            row.student.clone_from(&file.student);
            row.map = row.map.or(self.map.as_ref().map(|map| name(map.as_ref())));
            Ok(row)
        })?;
        lock(&checked).finish(&stop)
    }

    /// Returns the row of a file without a row of its own.
    fn row(&self, file: &Path, title: &str, begin: Instant, report: Report, stop: &Stop) -> Row {
        let place = self.place(file, stop).ok().flatten();
        rows::row(place.as_ref(), self.tour.kind, [title, ""], begin, report)
    }

    /// Returns the seconds for each file.
    fn seconds(&self) -> f64 {
        self.time.timeout.unwrap_or(SECONDS)
    }

    /// Fails if no such problem exists, or if several processes would read one stream.
    fn check_for_all(&self, stop: &Stop) -> Result<()> {
        let boards = self.boards.iter().filter_map(|board| match board {
            BoardChoice::File(path) => Some(path.as_path()),
            BoardChoice::Size(_) => None,
        });
        let map = self.map.as_deref().map(Path::new);
        let named = [self.graph.path(), map, self.tour.rule_file()];
        let mut inputs = boards.chain(named.into_iter().flatten());
        ensure!(
            !inputs.any(is_stream),
            "-: every check of several formulas reads the input again, so name a file"
        );
        for place in problem::all(&self.boards, &self.graph, stop)? {
            let request = self.tour.request(place, stop)?;
            problem::problem(&request, stop)?;
        }
        Ok(())
    }

    /// Runs this program with the same arguments for one file, until its time is up.
    fn start(&self, file: &Path, stop: &Stop) -> Result<Ended<String>> {
        let invocation = Invocation::get();
        let (program, first) = invocation.again(&[])?;
        let mut arguments = invocation.arguments.iter().skip(1);
        let mut command = Command::new(program);
        command
            .args(first)
            .args(arguments.next())
            .arg("--checked-file")
            .arg(file)
            .args(arguments);
        let seconds = Duration::from_secs_f64(self.seconds());
        let limits = stop.within(seconds + seconds / 10 + SLACK).into();
        let read = |output: ChildStdout| read_to_string(output.take(ROW)).unwrap_or_default();
        let ended = run_with_grace(command, &limits, GRACE, read, |_| false);
        ended.context("no process can be started")
    }

    /// Checks one of several files, and prints its row for the process that started this one.
    pub fn check_one(&self, file: &Path) -> Result<Exit> {
        let _is_orphan = follow(parent_id(), &Arc::default())?;
        let (stop, begin) = (process::stop(Some(self.seconds()))?, Instant::now());
        self.memory.or(MEMORY).keep()?;
        let backstop = backstop(&stop, |_| Exit::Unknown)?;
        let place = self.place(file, &stop);
        let row = place.and_then(|place| self.foreign(file, place, &self.options(&stop)));
        let row = row.unwrap_or_else(|error| {
            let late = rows::unless_given_up(Err(error), true);
            let report = late.unwrap_or_else(|error| Report::unreadable(reason(&error)));
            self.row(file, &name(file), begin, report, &stop)
        });
        drop(backstop);
        print(&json_line("check", row)?)?;
        Ok(Exit::Good)
    }
}

/// Returns the report of a process that has ended without a row: out of time or of memory, or after
/// a crash.
fn unfinished(ended: &Ended<String>, stop: &Stop) -> Report {
    let late = Some(Exit::Unknown as i32);
    let status = ended.status.filter(|status| status.code() != late);
    let Some(status) = status else {
        return Report::late(Size::default(), stop.check().err().unwrap_or(Stopped::Late));
    };
    let lines = ended.errors.lines().collect_vec();
    let of_memory = lines
        .iter()
        .find(|line| line.starts_with("memory allocation"));
    let last = lines.last();
    let error = of_memory
        .copied()
        .or_else(|| last?.strip_prefix("knightsat: "));
    let error = error.map_or_else(|| status.to_string(), String::from);
    Report::too_large(Size::default(), &error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    #[test]
    fn a_process_without_a_row_is_out_of_time_or_too_large() {
        let reason = |status: Option<i32>, errors: &str| {
            let ended = Ended {
                status: status.map(ExitStatus::from_raw),
                output: Some(String::new()),
                errors: errors.into(),
            };
            let report = unfinished(&ended, &Stop::default());
            (report.is_late, report.findings[0].detail.clone())
        };
        let late = (true, "time limit reached".to_string());
        assert_eq!(reason(None, ""), late);
        // The exit code of a process whose own watch ends it.
        assert_eq!(reason(Some(3 << 8), ""), late);
        let memory = "memory allocation of 96 bytes failed\nnote: run with RUST_BACKTRACE\n";
        let too_large = (false, "memory allocation of 96 bytes failed".to_string());
        assert_eq!(reason(Some(6), memory), too_large);
        let crash = (false, "signal: 11 (SIGSEGV)".to_string());
        assert_eq!(reason(Some(11), ""), crash);
    }
}
