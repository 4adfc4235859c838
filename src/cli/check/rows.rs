//! Rows of checks: made by several threads, and printed.

use crate::cli::shared::problem::TooLarge;
use crate::cli::shared::process;
use crate::cli::shared::report::{Exit, Format, Line, Rows, json_line, lock, note, print, reason};
use anyhow::Result;
use itertools::Itertools;
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

/// Makes a row for each title with `row`. After an error, or once
/// `stop` is over, no thread begins another row.
pub fn make(
    checked: &Mutex<Checked>,
    titles: &[String],
    stop: &Stop,
    row: impl Fn(usize) -> Result<Row> + Sync,
) -> Result<()> {
    let all = titles.len();
    lock(checked).all = Some(all);
    let line = Line::new("checking");
    let (next, errors) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let work = || {
        while let number = next.fetch_add(1, Ordering::Relaxed)
            && let Some(title) = titles.get(number)
        {
            line.set(format!("{} of {all}: {title}", number + 1));
            match row(number) {
                Ok(row) => lock(checked).rows.insert(number, row),
                Err(fault) => {
                    lock(&errors).insert(number, fault);
                    return next.store(all, Ordering::Relaxed);
                }
            };
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

/// The row of a check that began at `begin`.
pub fn row(
    place: Option<&Place>,
    tour: Kind,
    [encoding, amo]: [&str; 2],
    begin: Instant,
    report: Report,
) -> Row {
    Row {
        board: match place {
            Some(Place::Board(board)) => board.describe(),
            Some(graph) => graph.to_string(),
            None => "-".into(),
        },
        tour,
        encoding: encoding.to_string(),
        amo: amo.to_string(),
        seconds: begin.elapsed().as_secs_f64(),
        verdict: report.verdict().into(),
        good: report.verdict() == table::RIGHT,
        report,
        ..Row::default()
    }
}

/// The checked formulas.
#[derive(Debug, Default)]
pub struct Checked {
    /// Their format.
    pub format: Format,
    /// The rows, by the number of the formula.
    pub rows: BTreeMap<usize, Row>,
    /// Number of formulas to check, once known.
    pub all: Option<usize>,
    /// True if each row is a JSON document of its own.
    pub is_class: bool,
}

impl Checked {
    /// Returns the rows as text.
    pub fn text(&self) -> Result<String> {
        let rows = &self.rows.values().cloned().collect_vec()[..];
        Ok(match self.format {
            Format::Json if self.is_class => {
                let line = |row| json_line("check", Rows { rows: &[row] });
                rows.iter().map(line).collect::<Result<_>>()?
            }
            Format::Json => json_line("check", Rows { rows })?,
            Format::Text if self.all == Some(1) => {
                let reports = rows.iter().map(|row| format!("\n{}", row.report));
                table::table(rows) + &reports.collect::<String>()
            }
            Format::Text => table::table(rows) + &self.summary(),
        })
    }

    /// Prints the rows, and the formulas that were not checked.
    pub fn finish(&self, stop: &Stop) -> Result<Exit> {
        print(&self.text()?)?;
        if self.is_class && self.format != Format::Text {
            note!("{}", self.summary().trim_end());
        }
        if let Err(stopped) = stop.check()
            && self.exit() == Exit::Unknown
        {
            self.note_rest(stopped);
        }
        process::note_signal(stop);
        Ok(self.exit())
    }

    /// Returns the numbers of formulas that are right, wrong and so on.
    fn summary(&self) -> String {
        let counts = self.rows.values().map(|row| row.report.verdict()).counts();
        let count = |verdict: &&str| Some(format!("{} {verdict}", counts.get(verdict)?));
        let all = counted(self.rows.len(), "formula");
        let counts = table::VERDICTS.iter().filter_map(count);
        format!("{all}: {}\n", counts.format(", "))
    }

    /// Reports the number of formulas that were not completely checked, and the reason.
    pub fn note_rest(&self, stopped: Stopped) {
        let finished = self.rows.values().filter(|row| !row.report.is_late);
        let (finished, all) = (finished.count(), self.all.unwrap_or_default());
        let formulas = counted(all, "formula");
        note!(
            "{stopped}: {} of {formulas} not checked to the end",
            all - finished
        );
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
}
