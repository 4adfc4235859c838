//! Checks of many formulas, such as the submissions of a class. Each formula is checked by a
//! process of its own, so that a slow or large one costs the others only its time.

use crate::cli::check::Args;
use crate::cli::check::rows::{self, CheckFormat, Checked};
use crate::cli::shared::foreign;
use crate::cli::shared::output::{self, Output, is_stream, name};
use crate::cli::shared::problem::{self, BoardChoice};
use crate::cli::shared::process::{self, Invocation, backstop};
use crate::cli::shared::report::{Exit, json_line, lock, note, print, reason};
use anyhow::{Context, Result, anyhow, ensure};
use itertools::Itertools;
use knightsat::check::Report;
use knightsat::cnf::dimacs::compress;
use knightsat::cnf::sink::Size;
use knightsat::prelude::{Place, Stop, Stopped};
use knightsat_base::text::{counted, harmless};
use knightsat_check::copies::{self, Agreement};
use knightsat_check::marks::{self, Marks, Points};
use knightsat_check::table::Row;
use knightsat_solver::process::{Ended, follow, run, run_with_grace};
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, read_to_string};
use std::os::unix::process::parent_id;
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tempfile::TempDir;
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
/// The most bytes of the output of a generator.
const OUTPUT: u64 = 1 << 28;
/// The most files in all.
const MOST: usize = 100_000;
/// The endings of names of formulas in a folder.
const ENDINGS: [&str; 3] = ["cnf", "dimacs", "opb"];
/// The widest column of names.
const WIDEST: usize = 40;

/// Pages and points for a class.
#[derive(Debug, Default, clap::Args)]
pub struct MarkingArgs {
    /// Write a page with a row for each student, and a page of feedback for each beside it
    ///
    /// A student is a folder in the folder of --cnf, or the name of a file without its board: ada
    /// in ada-3x4.cnf. The row has the worst verdict over all boards.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    html: Option<PathBuf>,
    /// Points for each board: a table with lines such as right 10 and missing-moves -2
    ///
    /// Each line has a verdict, or a kind of faults, and its points. Without a table, a right board
    /// has one point.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    points: Option<PathBuf>,
    /// Run this command for each board, and check its output: './gen {m} {n}'
    ///
    /// {m} and {n} are the ranks and files. The command runs without a shell, within the limits of
    /// --timeout and 256 MB of output. With --cnf FOLDER it runs in each folder of FOLDER, one for
    /// each student.
    #[arg(long, value_name = "COMMAND", hide_short_help = true)]
    submission: Option<String>,
}

/// A file of a student.
pub struct Submission {
    path: PathBuf,
    student: String,
    /// The command that has written it, and why it failed.
    origin: Option<(String, Option<String>)>,
}

/// The files of a class.
#[derive(Default)]
pub struct Submissions {
    files: Vec<Submission>,
    /// The files without a usual ending.
    others: Vec<PathBuf>,
    /// The folder of generated files, which is removed in the end.
    _generated: Option<TempDir>,
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

/// Returns the board that a path names, in any case, by its index: in the name of the file, or of
/// the nearest folder. No digit continues the name.
pub fn named(path: &Path, boards: &[String]) -> Option<usize> {
    let boards = boards
        .iter()
        .map(|board| board.to_lowercase())
        .collect_vec();
    let names = |part: &str, board: &String| {
        part.match_indices(board.as_str()).any(|(at, _)| {
            let beside = [
                part[..at].chars().last(),
                part[at + board.len()..].chars().next(),
            ];
            !beside.iter().flatten().any(char::is_ascii_digit)
        })
    };
    let parts = path.components().rev();
    parts
        .map(|part| part.as_os_str().to_string_lossy().to_lowercase())
        .find_map(|part| {
            let longest = |&index: &usize| boards[index].len();
            let found = (0..boards.len()).filter(|&index| names(&part, &boards[index]));
            found.max_by_key(longest)
        })
}

/// Returns the formulas in a folder and below, in order, and the other files. An entry that cannot
/// be read is among the formulas. Hidden files are neither: archives leave some behind. Nor are
/// maps.
fn formulas(folder: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    let entries = entries.filter_entry(|entry| {
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
    const SHOWN: usize = 5;
    if others.is_empty() {
        return;
    }
    let within = |path: &PathBuf| name(path.strip_prefix(folder).unwrap_or(path));
    let mut names = others.iter().take(SHOWN).map(within).join(", ");
    if let Some(more) = others.len().checked_sub(SHOWN).filter(|&more| more > 0) {
        names += &format!(" and {more} more");
    }
    let (folder, files) = (name(folder), counted(others.len(), "file"));
    note!(
        "{folder}: {files} without the ending .cnf, .dimacs or .opb left out: {names} (to check such a \
         file, name it after --cnf)"
    );
}

/// Returns the student of a file: the folder below `root`, unless it names a board, or the name of
/// the file without its board.
fn student(file: &Path, root: Option<&Path>, boards: &[String]) -> String {
    let text = |part: &OsStr| part.to_string_lossy().into_owned();
    let below = root.and_then(|root| file.strip_prefix(root).ok());
    let first = below.and_then(|below| below.parent()?.components().next());
    if let Some(first) = first.map(|first| text(first.as_os_str()))
        && named(Path::new(&first), boards).is_none()
    {
        return first;
    }
    let unpacked = compress::name_unpacked(file);
    let stem = text(unpacked.file_stem().unwrap_or_default());
    let rest = named(Path::new(&stem), boards).and_then(|board| {
        let at = stem.to_lowercase().find(&boards[board].to_lowercase())?;
        let end = at + boards[board].len();
        let [before, after] = [stem.get(..at)?, stem.get(end..)?];
        let is_separator = |c: char| !c.is_alphanumeric();
        Some(
            [before, after]
                .map(|part| part.trim_matches(is_separator))
                .join(""),
        )
    });
    match rest {
        None => stem,
        Some(rest) if !rest.is_empty() => rest,
        Some(_) => {
            let folder = file.parent().and_then(Path::file_name);
            folder.map_or(stem, text)
        }
    }
}

impl Args {
    /// Returns the files of several submissions, or those that a command generates; `None` if --cnf
    /// names just one file, and no option is about students. A note names the other files of a
    /// folder.
    pub fn submissions(&self) -> Result<Option<Submissions>> {
        let (paths, marking) = (&self.cnf, &self.marking);
        let is_class = marking.html.is_some() || self.format == CheckFormat::Gradescope;
        if let Some(command) = &marking.submission {
            return self.generate(command).map(Some);
        }
        ensure!(
            marking.points.is_none() || is_class,
            "--points: points are shown by --html and by --format gradescope"
        );
        ensure!(
            !is_class || !paths.is_empty(),
            "--html and --format gradescope mark formulas: name them with --cnf or --submission"
        );
        if paths.len() < 2 && !is_class && !paths.iter().any(|path| path.is_dir()) {
            return Ok(None);
        }
        let boards = self.boards.iter().map(label).collect_vec();
        let mut all = Submissions::default();
        for path in paths {
            ensure!(
                !is_stream(path),
                "--cnf -: of several formulas each is read from a file: name one"
            );
            let before = all.files.len();
            let submission = |file: PathBuf, root| Submission {
                student: student(&file, root, &boards),
                path: file,
                origin: None,
            };
            if path.is_dir() {
                let (formulas, others) = formulas(path);
                let formulas = formulas.into_iter();
                all.files
                    .extend(formulas.map(|file| submission(file, Some(path))));
                note_others(path, &others);
                all.others.extend(others);
            } else {
                all.files.push(submission(path.clone(), None));
            }
            ensure!(
                all.files.len() > before,
                "{}: the folder has no file that ends in .cnf, .dimacs or .opb",
                name(path)
            );
            ensure!(
                all.files.len() <= MOST,
                "--cnf: more than {MOST} files: mark fewer at a time"
            );
        }
        Ok(Some(all))
    }

    /// Runs a generator of formulas for each board, in each folder of students.
    fn generate(&self, command: &str) -> Result<Submissions> {
        process::supervise();
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.with_context(|| {
            format!("--submission: {command}: write a command such as './gen {{m}} {{n}}'")
        })?;
        ensure!(
            !self.boards.is_empty(),
            "--submission: name the boards for the command, such as 3x4 4x4"
        );
        let mut folders = Vec::new();
        for path in &self.cnf {
            let entries = fs::read_dir(path).with_context(|| name(path))?;
            let paths = entries.flatten().map(|entry| entry.path());
            let hidden = |path: &PathBuf| {
                name(path.file_name().unwrap_or_default().as_ref()).starts_with('.')
            };
            folders.extend(paths.filter(|path| path.is_dir() && !hidden(path)).sorted());
            ensure!(
                !folders.is_empty(),
                "{}: the folder has no folder of a student",
                name(path)
            );
        }
        if self.cnf.is_empty() {
            folders.push(env::current_dir()?);
        }
        let (stop, generated) = (process::stop(None)?, tempfile::tempdir()?);
        let mut files = Vec::new();
        for (number, (folder, board)) in folders.iter().cartesian_product(&self.boards).enumerate()
        {
            let place = board.read(&stop)?;
            let size = place
                .board()
                .context("--submission: {m} and {n} are of a board")?;
            let fill = |word: &String| {
                let word = word.replace("{m}", &size.ranks().to_string());
                word.replace("{n}", &size.files().to_string())
            };
            let line = words.iter().map(fill).collect_vec();
            let student = name(folder.file_name().unwrap_or_default().as_ref());
            let path = generated
                .path()
                .join(format!("{number}-{}.cnf", label(board)));
            let fault = self.run_generator(&line, folder, &path, &stop)?;
            let title = format!("{student}: {}", line.join(" "));
            files.push(Submission {
                path,
                student,
                origin: Some((title, fault)),
            });
        }
        Ok(Submissions {
            files,
            others: Vec::new(),
            _generated: Some(generated),
        })
    }

    /// Runs a generator, and writes its output to `path`. Returns why it failed.
    fn run_generator(
        &self,
        line: &[String],
        folder: &Path,
        path: &Path,
        stop: &Stop,
    ) -> Result<Option<String>> {
        let mut command = Command::new(&line[0]);
        command.args(&line[1..]).current_dir(folder);
        let seconds = self.time.timeout.unwrap_or(SECONDS);
        let limits = stop.within(Duration::from_secs_f64(seconds)).into();
        let mut file = File::create(path)?;
        let read = move |output: ChildStdout| io::copy(&mut output.take(OUTPUT + 1), &mut file);
        let is_too_long = |bytes: &io::Result<u64>| !matches!(bytes, Ok(0..=OUTPUT));
        let ended = match run(command, &limits, read, is_too_long) {
            Err(error) => return Ok(Some(format!("{}: {error}", line[0]))),
            Ok(ended) => ended,
        };
        stop.check()?;
        Ok(match (ended.output, ended.status) {
            (Some(Ok(bytes)), _) if bytes > OUTPUT => {
                Some(format!("more than {} MB of output", OUTPUT >> 20))
            }
            (Some(Err(error)), _) => Some(error.to_string()),
            (_, None) => Some(format!("not finished after {seconds} s")),
            (_, Some(status)) if !status.success() => {
                let last = ended.errors.lines().last().unwrap_or_default();
                Some(format!("{status}: {}", harmless(last)))
            }
            _ => None,
        })
    }

    /// Checks each file, and prints its row as soon as those before it are printed.
    pub fn mark(&self, submissions: Submissions) -> Result<Exit> {
        let files = &submissions.files;
        self.limit()?;
        let stop = process::stop(None)?;
        let hold = process::hold()?;
        self.has_no_style()?;
        let boards = self.check_for_all(&stop)?;
        let points = self.points(&stop)?;
        ensure!(
            self.svg.is_none(),
            "--svg draws the counterexample of one formula; --html draws those of several"
        );
        ensure!(
            self.format != CheckFormat::Words,
            "--format words describes one formula: name one file"
        );
        if self.format == CheckFormat::Gradescope {
            let students = files
                .iter()
                .map(|file| &file.student)
                .unique()
                .collect_vec();
            ensure!(
                students.len() == 1,
                "--format gradescope writes the results of one student, and there are {}: {}",
                students.len(),
                students.iter().take(3).join(", ")
            );
        }
        let titles = files.iter().map(|file| match &file.origin {
            Some((title, _)) => title.clone(),
            None => name(&file.path),
        });
        let titles: Vec<String> = titles.collect();
        let widths = titles.iter().map(|title| title.chars().count());
        let invariants = Mutex::new(Vec::new());
        let checked = Mutex::new(Checked {
            format: self.format,
            marks: Some(widths.max().unwrap_or(0).min(WIDEST)),
            ..Checked::default()
        });
        rows::make(&checked, &titles, &stop, |number| {
            let (begin, file) = (Instant::now(), &files[number]);
            let row = |report| {
                let place = self.place(&file.path, &stop).ok().flatten();
                self.row(place.as_ref(), &titles[number], begin, report)
            };
            let mut row = match &file.origin {
                Some((_, Some(fault))) => row(Report::unreadable(fault.clone())),
                _ => {
                    let ended = self.start(&file.path, &stop)?;
                    parse_row(&ended).unwrap_or_else(|| {
                        let stopped = || stop.check().err().unwrap_or(Stopped::Late);
                        row(match ended.status {
                            None => Report::late(Size::default(), stopped()),
                            Some(_) => Report::too_large(Size::default(), &cause(&ended)),
                        })
                    })
                }
            };
            row.student.clone_from(&file.student);
            if file.origin.is_some() {
                rename(&mut row, &name(&file.path), &titles[number]);
            }
            if let Some(invariant) = row.invariant.take() {
                lock(&invariants).push((invariant, number));
            }
            Ok(row)
        })?;
        let rows = lock(&checked).rows.values().cloned().collect_vec();
        let exit = lock(&checked).finish(&stop)?;
        let copies = self.copies(files, &rows, &lock(&invariants), &stop);
        // Right solutions of one assignment may agree by themselves.
        let suspect = copies.iter().filter(|copy| !copy.is_right);
        suspect.for_each(|copy| note!("{}", copy.sentence()));
        let copies = copies.iter().map(marks::Alike::sentence).collect_vec();
        let marks = Marks {
            boards,
            rows: &rows,
            skipped: &submissions
                .others
                .iter()
                .map(|path| name(path))
                .collect_vec(),
            copies: &copies,
            points,
        };
        if self.format == CheckFormat::Gradescope
            && let [student] = &marks.students()[..]
        {
            print(&(serde_json::to_string_pretty(&marks.gradescope(student))? + "\n"))?;
        }
        if let Some(path) = &self.marking.html {
            write_pages(path, &marks, &stop)?;
        }
        drop(hold);
        Ok(exit)
    }

    /// Returns the formulas of different students that agree.
    fn copies(
        &self,
        files: &[Submission],
        rows: &[Row],
        invariants: &[(u64, usize)],
        stop: &Stop,
    ) -> BTreeSet<marks::Alike> {
        let mut found = BTreeSet::new();
        let groups = invariants.iter().copied().into_group_map();
        for numbers in groups.values().filter(|numbers| numbers.len() > 1) {
            let read = |number: usize| {
                let (path, map) = (&files[number].path, self.map.as_deref());
                let place = self.place(path, stop).ok()?;
                let read = foreign::foreign(path, [None, map], place, &self.tour, false, stop);
                read.ok().map(|(_, file, _)| file)
            };
            let mut left = numbers.iter().copied().sorted().collect_vec();
            while let [first, rest @ ..] = &left[..]
                && !stop.is_over()
            {
                let (first, rest) = (*first, rest.to_vec());
                let Some(one) = read(first) else {
                    left = rest;
                    continue;
                };
                let mut alike = BTreeMap::new();
                for &number in &rest {
                    let is_same_board = rows[number].board == rows[first].board;
                    let other = is_same_board.then(|| read(number)).flatten();
                    if let Some(how) = other.and_then(|other| copies::agreement(&one, &other)) {
                        alike.insert(number, how);
                    }
                }
                let students = alike.keys().chain([&first]);
                let students: BTreeSet<String> = students
                    .map(|&number| files[number].student.clone())
                    .collect();
                if students.len() > 1 {
                    let how = alike.values().max().copied();
                    let sentence = marks::Alike {
                        board: rows[first].board.clone(),
                        students,
                        how: how.unwrap_or(Agreement::Identical),
                        is_right: rows[first].good,
                    };
                    found.insert(sentence);
                }
                left = rest
                    .into_iter()
                    .filter(|number| !alike.contains_key(number))
                    .collect();
            }
        }
        found
    }

    /// Returns the table of points.
    fn points(&self, stop: &Stop) -> Result<Points> {
        let Some(path) = &self.marking.points else {
            return Ok(Points::default());
        };
        let text = output::text(path, 1 << 16, "a table of points", stop)?;
        Points::parse(&text).map_err(|error| anyhow!("{}:{error}", name(path)))
    }

    /// Returns the row of a file.
    fn row(&self, place: Option<&Place>, file: &str, begin: Instant, report: Report) -> Row {
        rows::row(place, self.tour.kind, [file, ""], begin, report)
    }

    /// Returns the time for each file.
    fn limit(&self) -> Result<Stop> {
        process::stop(Some(self.time.timeout.unwrap_or(SECONDS)))
    }

    /// Fails if no formula could be right: if no such problem exists, or the shared map cannot be
    /// read. Returns the boards.
    fn check_for_all(&self, stop: &Stop) -> Result<Vec<String>> {
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
        let mut names = Vec::new();
        for place in problem::all(&self.boards, &self.graph, stop)? {
            let squares = place.len();
            names.push(rows::board_name(Some(&place)));
            let request = self.tour.request(place, stop)?;
            let problem = problem::problem(&request, stop)?;
            if let Some(map) = &self.map {
                let map = foreign::foreign_map(map, Some(squares), stop)?;
                let checked = map.check(&request.place, &problem);
                checked.map_err(anyhow::Error::msg)?;
            }
        }
        Ok(names)
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
        let seconds = Duration::from_secs_f64(self.time.timeout.unwrap_or(SECONDS));
        let limits = stop.within(seconds + seconds / 10 + SLACK).into();
        let read = |output: ChildStdout| read_to_string(output.take(ROW)).unwrap_or_default();
        let ended = run_with_grace(command, &limits, GRACE, read, |_| false);
        ended.context("no process can be started")
    }

    /// Checks one of several files, and prints its row for the process that started this one.
    pub fn submission(&self, file: &Path) -> Result<Exit> {
        let _is_orphan = follow(parent_id(), &Arc::default())?;
        let (stop, begin) = (self.limit()?, Instant::now());
        self.memory.or(MEMORY).keep(1)?;
        let backstop = backstop(&stop, |_| Exit::Unknown)?;
        let place = self.place(file, &stop);
        let row = place.and_then(|place| self.foreign(file, place, &self.options(&stop)));
        let row = row.unwrap_or_else(|error| {
            let report = rows::unless_given_up(Err(error), true);
            let report = report.unwrap_or_else(|error| Report::unreadable(reason(&error)));
            let place = self.place(file, &stop).ok().flatten();
            self.row(place.as_ref(), &name(file), begin, report)
        });
        drop(backstop);
        print(&json_line("check", row)?)?;
        Ok(Exit::Good)
    }
}

/// Names the command that generated a file in place of the file.
fn rename(row: &mut Row, path: &str, title: &str) {
    row.encoding = title.to_string();
    let details = row
        .report
        .findings
        .iter_mut()
        .map(|finding| &mut finding.detail);
    let faults = row.report.faults.iter_mut().map(|fault| &mut fault.text);
    for text in details.chain(faults) {
        *text = text.replace(path, "its output");
    }
}

/// Writes the page of a class, and the pages of feedback beside it.
fn write_pages(path: &Path, marks: &Marks, stop: &Stop) -> Result<()> {
    ensure!(
        !is_stream(path),
        "--html -: the pages of feedback are written beside this page: name a file"
    );
    let page = name(path.file_name().unwrap_or_default().as_ref());
    let pages = marks.pages(&page);
    for (student, page) in marks.students().iter().zip(&pages) {
        let path = path.with_file_name(page);
        let output = Output::open(&path, stop)?;
        output.finish_with(marks.feedback(student).as_bytes(), &path)?;
    }
    Output::open(path, stop)?.finish_with(marks.page(&pages).as_bytes(), path)
}

/// Returns the row that a process has printed, if any.
fn parse_row(ended: &Ended<String>) -> Option<Row> {
    serde_json::from_str(ended.output.as_ref()?).ok()
}

/// Returns why a process has ended without a row: out of memory, or a crash.
fn cause(ended: &Ended<String>) -> String {
    let mut lines = ended.errors.lines();
    let error = lines.rfind(|line| !line.ends_with(", continuing"));
    let error = error.and_then(|line| line.strip_prefix("knightsat: "));
    let status = ended.status.map(|status| status.to_string());
    error.map(String::from).or(status).unwrap_or_default()
}
