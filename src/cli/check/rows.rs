//! Rows of checks: made by several threads, and printed.

use crate::cli::shared::problem::TooLarge;
use crate::cli::shared::process;
use crate::cli::shared::report::{
    Exit, Rows, json_line, json_lines, lock, note, notice, print, reason,
};
use anyhow::Result;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use itertools::Itertools;
use knightsat::check::Report;
use knightsat::cnf::sink::Size;
use knightsat::prelude::{Kind, Place, Stop, Stopped};
use knightsat_base::text::counted;
use knightsat_check::table::{self, Row};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
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
    let words = move || {
        let done = shown.position();
        format!("{done} of {all} formulas checked after 10 s, continuing")
    };
    // On a terminal the bar shows the progress.
    let notice = (!io::stderr().is_terminal()).then(|| notice(words));
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
    report.or_else(|error| match process::stopped(&error) {
        Some(stopped) => Ok(Report::late(Size::default(), stopped)),
        None if is_of_several && error.is::<TooLarge>() => {
            Ok(Report::too_large(Size::default(), &reason(&error)))
        }
        None => Err(error),
    })
}

/// Returns the name of a place in rows.
pub fn board_name(place: Option<&Place>) -> String {
    match place {
        Some(Place::Board(board)) => board.describe(),
        Some(graph) => graph.to_string(),
        None => "-".into(),
    }
}

/// The row of a check that began at `begin`.
pub fn row(
    place: Option<&Place>,
    tour: Kind,
    [encoding, amo]: [&str; 2],
    begin: Instant,
    report: Report,
) -> Row {
    Row {
        board: board_name(place),
        tour,
        encoding: encoding.to_string(),
        amo: amo.to_string(),
        student: String::new(),
        map: None,
        seconds: begin.elapsed().as_secs_f64(),
        verdict: report.verdict().into(),
        good: report.verdict() == table::RIGHT,
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
}

/// The checked formulas.
#[derive(Debug, Default)]
pub struct Checked {
    /// Their format.
    pub format: CheckFormat,
    /// The rows, by the number of the formula.
    pub rows: BTreeMap<usize, Row>,
    /// Number of formulas to check, once known.
    pub all: Option<usize>,
    /// The width of the names of submissions, whose rows are printed one by one: each as soon as
    /// all rows before it are.
    pub marks: Option<usize>,
    /// The number of rows that are printed.
    pub printed: usize,
}

impl Checked {
    /// Adds the row of the formula `number`.
    pub fn add(&mut self, number: usize, row: Row) -> Result<()> {
        self.rows.insert(number, row);
        while let Some(width) = self.marks
            && let Some(row) = self.rows.get(&self.printed)
        {
            if self.printed == 0 {
                print(&self.mark(None, width)?)?;
            }
            print(&self.mark(Some(row), width)?)?;
            self.printed += 1;
        }
        Ok(())
    }

    /// Returns the line of a submission, or of the head.
    fn mark(&self, row: Option<&Row>, width: usize) -> Result<String> {
        Ok(match (self.format, row) {
            (CheckFormat::Table, row) => table::mark(row, width),
            (CheckFormat::Csv, row) => table::csv(row),
            (CheckFormat::Json, Some(row)) => json_line("check", Rows { rows: &[row] })?,
            _ => String::new(),
        })
    }

    /// Returns the rows that are not printed yet as text.
    pub fn text(&self) -> Result<String> {
        let rows = &self.rows.values().cloned().collect_vec()[..];
        Ok(match self.format {
            CheckFormat::Table if self.marks.is_some() => self.summary(),
            CheckFormat::Table => self.full_table(rows),
            _ if self.marks.is_some() => String::new(),
            CheckFormat::Json => json_lines("check", Rows { rows })?,
            CheckFormat::Csv => {
                let lines = rows.iter().map(|row| table::csv(Some(row)));
                table::csv(None) + &lines.collect::<String>()
            }
        })
    }

    /// Prints the remaining rows, and the formulas that were not checked.
    pub fn finish(&self, stop: &Stop) -> Result<Exit> {
        print(&self.text()?)?;
        if self.marks.is_some() && self.format != CheckFormat::Table {
            note!("{}", self.summary().trim_end());
        }
        if let Err(stopped) = stop.check()
            && self.exit() == Exit::Unknown
        {
            self.note_rest(stopped);
        }
        let rows = self.rows.values().filter(|_| self.marks.is_none());
        for row in rows.filter(|row| row.report.is_too_large) {
            let why = row.report.findings.first();
            note!("{}", why.map_or("", |finding| &finding.detail));
        }
        process::note_signal(stop);
        Ok(self.exit())
    }

    /// Returns the numbers of submissions that are right, wrong and so on.
    fn summary(&self) -> String {
        let counts = self.rows.values().map(|row| row.report.verdict()).counts();
        let count = |verdict: &&str| Some(format!("{} {verdict}", counts.get(verdict)?));
        let all = counted(self.rows.len(), "submission");
        let counts = table::VERDICTS.iter().filter_map(count);
        format!("{all}: {}\n", counts.format(", "))
    }

    /// Reports the number of formulas that were not completely checked, and the reason.
    pub fn note_rest(&self, stopped: Stopped) {
        match self.all {
            None => note!("{stopped}: no formula was checked"),
            Some(1) => note!("{stopped}: the formula was not checked to the end"),
            Some(all) => {
                let left = all - self.finished();
                note!("{stopped}: {left} of {all} formulas were not checked to the end");
            }
        }
    }

    /// Returns the number of completely checked formulas.
    fn finished(&self) -> usize {
        let rows = self.rows.values();
        rows.filter(|row| !row.report.is_late).count()
    }

    /// Returns the exit code.
    pub fn exit(&self) -> Exit {
        if self.rows.values().any(|row| !row.report.is_good()) {
            Exit::No
        } else if self.rows.values().any(|row| !row.good) || self.all != Some(self.rows.len()) {
            Exit::Unknown
        } else {
            Exit::Good
        }
    }

    /// Returns the table, and the full report of the first wrong formula, or of the only formula.
    fn full_table(&self, rows: &[Row]) -> String {
        let mut text = table::table(rows) + "\n";
        let wrong = rows.iter().filter(|row| !row.report.is_good()).count();
        let all = self.all.unwrap_or(rows.len());
        if all > 1 {
            let count = |is: fn(&Report) -> bool| rows.iter().filter(|row| is(&row.report)).count();
            let some = |count, what| match count {
                0 => String::new(),
                _ => format!(", {count} {what}"),
            };
            let open = some(count(|report| report.is_open), "not proved");
            let besides = open + &some(count(|report| report.is_too_large), "too large");
            let (finished, made) = (self.finished(), rows.len());
            text += &match wrong {
                0 if finished < all => {
                    format!("{finished} of {all} formulas checked, none of them wrong{besides}\n")
                }
                0 => format!("{all} formulas, none of them wrong{besides}\n"),
                _ => format!("{wrong} of {made} formulas wrong, first this one:\n"),
            };
        }
        let first = rows.iter().find(|row| !row.report.is_good());
        let shown = first.or_else(|| rows.first().filter(|_| rows.len() == 1));
        if let Some(row) = shown {
            let title = format!("{} {} {} {}", row.board, row.tour, row.encoding, row.amo);
            text += &format!("{}\n{}", title.trim_end(), row.report);
            if row.report.is_open {
                text += "no fault found, and not proved\n";
            }
        }
        text
    }
}
