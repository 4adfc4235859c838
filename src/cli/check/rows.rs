//! Rows of checks: made by several threads, and printed.

use crate::cli::shared::interrupt::lock;
use crate::cli::shared::problem::TooLarge;
use crate::cli::shared::{Exit, Notice, Rows, document, note, print, reason, time};
use anyhow::Result;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use knightsat::check::Report;
use knightsat::cnf::sink::Size;
use knightsat::prelude::{Kind, Place, Stop, Stopped};
use knightsat_base::text::counted;
use knightsat_check::table::{self, Row};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

/// Returns the number of threads that make so many rows.
pub fn threads(rows: usize) -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    cores.min(rows).max(1)
}

/// Makes a row for each title with `row`, and adds the rows in order. After an error, or once
/// `stop` is over, no thread begins another row.
pub fn make(
    checked: &Mutex<Checked>,
    titles: &[String],
    stop: &Stop,
    row: impl Fn(usize) -> Result<Row> + Sync,
) -> Result<()> {
    let all = titles.len();
    lock(checked).all = Some(all);
    let style = ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos}/{len} {msg}")?;
    let bar = ProgressBar::new(all as u64).with_style(style);
    let shown = bar.clone();
    let notice = Notice::beside_a_bar(move || {
        let done = shown.position();
        format!("{done} of {all} formulas checked after 10 s, going on")
    });
    let (next, errors) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let work = || {
        while let number = next.fetch_add(1, Ordering::Relaxed)
            && let Some(title) = titles.get(number)
        {
            bar.set_message(title.clone());
            let row = row(number);
            let added = row.and_then(|row| bar.suspend(|| lock(checked).add(number, row)));
            if let Err(fault) = added {
                lock(&errors).insert(number, fault);
                return next.store(all, Ordering::Relaxed);
            }
            bar.inc(1);
            if stop.is_over() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads(all) {
            scope.spawn(work);
        }
        work();
    });
    bar.finish_and_clear();
    drop(notice);
    let first = lock(&errors).pop_first();
    first.map_or(Ok(()), |(_, error)| Err(error))
}

/// Returns the report, or one that names the reason for giving up: out of time or, of several
/// formulas, too large.
pub fn unless_given_up(report: Result<Report>, is_of_several: bool) -> Result<Report> {
    report.or_else(|error| match time::stopped(&error) {
        Some(stopped) => Ok(Report::late(Size::default(), stopped)),
        None if is_of_several && error.is::<TooLarge>() => {
            Ok(Report::too_large(Size::default(), &reason(&error)))
        }
        None => Err(error),
    })
}

/// The row of a check that began at `begin`.
pub fn row(
    place: Option<&Place>,
    tour: Kind,
    [encoding, amo]: [&str; 2],
    begin: Instant,
    report: Report,
) -> Row {
    let board = match place {
        Some(Place::Board(board)) => board.describe(),
        Some(graph) => graph.to_string(),
        None => "-".into(),
    };
    Row {
        board,
        tour,
        encoding: encoding.to_string(),
        amo: amo.to_string(),
        seconds: begin.elapsed().as_secs_f64(),
        good: report.is_good(),
        report,
    }
}

/// Format of findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// One line per formula, aligned, and details of faults
    #[default]
    Table,
    /// A JSON document; of several files one each, on a line: docs/json.md
    Json,
    /// Comma-separated values: a line per formula
    Csv,
    /// JUnit's XML
    Junit,
}

/// The checked formulas.
#[derive(Debug, Default)]
pub struct Checked {
    /// One row for each formula, in order.
    pub rows: Vec<Row>,
    /// The formula of each row.
    numbers: Vec<usize>,
    /// Number of formulas to check, once known.
    pub all: Option<usize>,
    /// The printed rows, if each row is printed as soon as all rows before it are.
    pub marks: Option<Marks>,
}

/// Rows of submissions, printed one by one.
#[derive(Debug)]
pub struct Marks {
    pub format: CheckFormat,
    /// Characters of the longest name.
    pub width: usize,
    /// The number of rows that are printed.
    pub printed: usize,
}

impl Marks {
    /// Returns the line of a row, or of the head.
    fn line(&self, row: Option<&Row>) -> Result<String> {
        let width = self.width;
        Ok(match (self.format, row) {
            (CheckFormat::Table, row) => table::mark(row, width),
            (CheckFormat::Csv, row) => table::csv(row),
            (CheckFormat::Json, Some(row)) => document::line("check", Rows { rows: &[row] })?,
            _ => String::new(),
        })
    }
}

impl Checked {
    /// Adds the row of the formula `number` at its place among the others.
    pub fn add(&mut self, number: usize, row: Row) -> Result<()> {
        let place = self.numbers.partition_point(|&other| other < number);
        self.numbers.insert(place, number);
        self.rows.insert(place, row);
        let Some(marks) = &mut self.marks else {
            return Ok(());
        };
        while self.numbers.get(marks.printed) == Some(&marks.printed) {
            if marks.printed == 0 {
                print(&marks.line(None)?)?;
            }
            print(&marks.line(self.rows.get(marks.printed))?)?;
            marks.printed += 1;
        }
        Ok(())
    }

    /// Returns the rows that are not printed yet as text.
    pub fn text(&self, format: CheckFormat) -> Result<String> {
        let rows = &self.rows[..];
        Ok(match format {
            CheckFormat::Junit => table::junit(rows),
            CheckFormat::Table if self.marks.is_some() => self.summary(),
            CheckFormat::Table => self.in_full(),
            _ if self.marks.is_some() => String::new(),
            CheckFormat::Json => document::lines("check", Rows { rows })?,
            CheckFormat::Csv => [None]
                .into_iter()
                .chain(rows.iter().map(Some))
                .map(table::csv)
                .collect(),
        })
    }

    /// Prints the remaining rows, and the formulas that were not checked.
    pub fn finish(&self, format: CheckFormat, stop: &Stop) -> Result<Exit> {
        print(&self.text(format)?)?;
        if self.marks.is_some() && format != CheckFormat::Table {
            note!("{}", self.summary().trim_end());
        }
        if let Err(stopped) = stop.check()
            && self.exit() == Exit::Unknown
        {
            self.tell_of_rest(stopped);
        }
        let rows = self.rows.iter().filter(|_| self.marks.is_none());
        for row in rows.filter(|row| row.report.is_too_large) {
            let why = row.report.findings.first();
            note!("{}", why.map_or("", |finding| &finding.detail));
        }
        time::tell_of_signal(stop);
        Ok(self.exit())
    }

    /// Returns the numbers of submissions that are right, wrong and so on.
    fn summary(&self) -> String {
        let count = |verdict| {
            self.rows
                .iter()
                .filter(|row| row.verdict() == verdict)
                .count()
        };
        let counts = table::VERDICTS.map(|verdict| (verdict, count(verdict)));
        let counts = counts.iter().filter(|(_, count)| *count > 0);
        let counts: Vec<String> = counts
            .map(|(verdict, n)| format!("{n} {verdict}"))
            .collect();
        format!(
            "{}: {}\n",
            counted(self.rows.len(), "submission"),
            counts.join(", ")
        )
    }

    /// Returns the number of completely checked formulas.
    fn finished(&self) -> usize {
        let finished = self.rows.iter().filter(|row| !row.report.is_late);
        finished.count()
    }

    /// Reports the number of formulas that were not completely checked, and the reason.
    pub fn tell_of_rest(&self, stopped: Stopped) {
        match self.all {
            None => note!("{stopped}: no formula was checked"),
            Some(1) => note!("{stopped}: the formula was not checked to the end"),
            Some(all) => {
                let left = all - self.finished();
                note!("{stopped}: {left} of {all} formulas were not checked to the end");
            }
        }
    }

    /// Returns the exit code.
    pub fn exit(&self) -> Exit {
        let is_open = |row: &Row| row.report.is_late || row.report.is_too_large;
        if self.rows.iter().any(|row| !row.good) {
            Exit::No
        } else if self.rows.iter().any(is_open) || self.all != Some(self.rows.len()) {
            Exit::Unknown
        } else {
            Exit::Good
        }
    }

    /// Returns the table, and the full report of the first wrong formula, or of the only formula.
    fn in_full(&self) -> String {
        let rows = &self.rows;
        let mut text = table::table(rows) + "\n";
        let wrong = rows.iter().filter(|row| !row.good).count();
        let all = self.all.unwrap_or(rows.len());
        if all > 1 {
            let too_large = rows.iter().filter(|row| row.report.is_too_large).count();
            let besides = match too_large {
                0 => String::new(),
                _ => format!(", {too_large} too large"),
            };
            let finished = self.finished();
            text += &match wrong {
                0 if finished < all => {
                    format!("{finished} of {all} formulas checked, none of them wrong{besides}\n")
                }
                0 => format!("{all} formulas, none of them wrong{besides}\n"),
                _ => format!(
                    "{wrong} of {} formulas wrong, first this one:\n",
                    rows.len()
                ),
            };
        }
        let first = rows.iter().find(|row| !row.good);
        let shown = first.or_else(|| rows.first().filter(|_| rows.len() == 1));
        if let Some(row) = shown {
            let title = format!("{} {} {} {}", row.board, row.tour, row.encoding, row.amo);
            text += &format!("{}\n{}", title.trim_end(), row.report);
        }
        text
    }
}
