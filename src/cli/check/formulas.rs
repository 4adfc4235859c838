//! Our own formulas.

use crate::cli::check::Args;
use crate::cli::shared::interrupt::lock;
use crate::cli::shared::problem::TooLarge;
use crate::cli::shared::{Exit, Notice, Rows, document, note, place, problem, reason};
use anyhow::{Result, ensure};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use knightsat::check::{self, Options, Report};
use knightsat::cnf::sink::Size;
use knightsat::encoding::Name;
use knightsat::prelude::{FormulaSpec, Kind, Place, Stop, Stopped, Style, TourSpec};
use knightsat_check::table::{self, Row};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};
use std::thread;
use std::time::Instant;

impl Args {
    /// Adds a row for every selected formula, in order. Among several formulas, one that is too
    /// large has a row with that result.
    pub fn ours(&self, checked: &Mutex<Checked>, options: &Options) -> Result<()> {
        let specs = self.specs(&options.limits.stop)?;
        lock(checked).all = Some(specs.len());
        let bar = ProgressBar::new(specs.len() as u64);
        let style = ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos}/{len} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let shown = bar.clone();
        let all = specs.len();
        let notice = Notice::beside_a_bar(move || {
            let done = shown.position();
            format!("{done} of {all} formulas checked after 10 s, going on")
        });
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let run = Run {
            specs: &specs,
            options,
            threads: threads.min(all).max(1),
            room: RwLock::new(()),
            next: AtomicUsize::new(0),
            bar,
            checked,
            numbers: Mutex::new(Vec::new()),
            error: Mutex::new(None),
        };
        thread::scope(|scope| {
            for _ in 1..run.threads {
                scope.spawn(|| self.work(&run));
            }
            self.work(&run);
        });
        run.bar.finish_and_clear();
        drop(notice);
        match lock(&run.error).take() {
            Some((_, error)) => Err(error),
            None => Ok(()),
        }
    }

    /// Checks formulas until none is left, or the deadline passes.
    fn work(&self, run: &Run) {
        loop {
            let number = run.next.fetch_add(1, Ordering::Relaxed);
            let Some(spec) = run.specs.get(number) else {
                return;
            };
            run.bar.set_message(spec.place.tour(spec.tour.kind));
            let begin = Instant::now();
            let report = match self.checked(spec, run) {
                Err(error) if error.is::<TooLarge>() && run.specs.len() > 1 => {
                    Ok(Report::too_large(Size::default(), &reason(&error)))
                }
                report => report.or_else(|error| {
                    let stopped = error.downcast::<Stopped>()?;
                    Ok(Report::late(Size::default(), stopped))
                }),
            };
            let names = [spec.style.name().as_str(), &spec.style.amo()];
            match report {
                Ok(report) => run.push(number, row(spec, names, begin, report)),
                Err(error) => run.fail(number, error),
            }
            run.bar.inc(1);
            if run.options.limits.is_over() {
                return;
            }
        }
    }

    fn checked(&self, spec: &FormulaSpec, run: &Run) -> Result<Report> {
        let stop = &run.options.limits.stop;
        let problem = problem::problem(spec, stop)?;
        let formula = problem::formula(spec, &problem, stop)?;
        let what = format!("{}, --encoding {}", spec.place, spec.style.name());
        let share = self.held(&what, formula.total())?;
        // A large formula takes all of the memory.
        let is_large = share * run.threads as f64 > 1.0;
        let _alone = is_large.then(|| run.room.write());
        let _beside_others = (!is_large).then(|| run.room.read());
        let report = check::inspect(&spec.place, &problem, &formula, run.options)?;
        Ok(report)
    }

    /// Returns every selected combination.
    fn specs(&self, stop: &Stop) -> Result<Vec<FormulaSpec>> {
        let asked = place::all(&self.boards, self.graph.as_deref(), stop)?;
        let mut places: Vec<(Place, TourSpec)> = asked
            .into_iter()
            .map(|place| (place, self.tour.clone()))
            .collect();
        if places.is_empty() {
            places = self.default_places()?;
        }
        let mut specs = Vec::new();
        for (place, tour) in &places {
            let encodings = self.encodings(tour);
            for style in self.formula.styles(&encodings, true)? {
                specs.push(FormulaSpec::new(place.clone(), tour.clone(), style)?);
            }
        }
        Ok(specs)
    }

    /// Returns the default boards that fit the options; a note counts the others.
    fn default_places(&self) -> Result<Vec<(Place, TourSpec)>> {
        let all = check::BOARDS.iter().chain(check::LARGER_BOARDS);
        let all = all.filter(|&&(kind, _)| kind == Kind::Closed || self.tour.kind == Kind::Open);
        let (mut places, mut faults) = (Vec::new(), Vec::new());
        for &(kind, board) in all {
            let tour = TourSpec {
                kind,
                ..self.tour.clone()
            };
            let spec = FormulaSpec::new(check::place(board), tour.clone(), Style::DEFAULT);
            match spec.and_then(|spec| spec.problem()) {
                Ok(_) => places.push((check::place(board), tour)),
                Err(fault) => faults.push(fault),
            }
        }
        if let Some(fault) = faults.first() {
            ensure!(
                !places.is_empty(),
                "{fault}: no default board fits the options, so name a BOARD"
            );
            let (left_out, all) = (faults.len(), faults.len() + places.len());
            let fit = if left_out == 1 {
                "does not fit"
            } else {
                "do not fit"
            };
            note!(
                "{left_out} of the {all} default boards {fit} the options ({fault}): name a BOARD for others"
            );
        }
        Ok(places)
    }

    /// Returns the default encodings. If an option belongs to a single encoding, only that one.
    fn encodings(&self, tour: &TourSpec) -> Vec<Name> {
        let is_plain = self.formula.first().is_none();
        match tour.symmetric {
            _ if !is_plain => vec![Name::Position],
            Some(_) => vec![Name::Position, Name::Textbook],
            None if tour.magic => vec![Name::Position, Name::Textbook, Name::Binary],
            None => Name::ALL.to_vec(),
        }
    }
}

/// Formulas for several threads.
struct Run<'a> {
    specs: &'a [FormulaSpec],
    options: &'a Options,
    threads: usize,
    /// Shared by formulas that fit into memory together; a large formula takes it exclusively.
    room: RwLock<()>,
    /// The first formula that no thread has taken yet.
    next: AtomicUsize,
    bar: ProgressBar,
    checked: &'a Mutex<Checked>,
    /// The formula of each row.
    numbers: Mutex<Vec<usize>>,
    /// The error of the first formula that has one.
    error: Mutex<Option<(usize, anyhow::Error)>>,
}

impl Run<'_> {
    /// Inserts a row in the order of the formulas.
    fn push(&self, number: usize, row: Row) {
        let mut numbers = lock(&self.numbers);
        let place = numbers.partition_point(|&other| other < number);
        numbers.insert(place, number);
        lock(self.checked).rows.insert(place, row);
    }

    /// Keeps the error, and ends the work of all threads.
    fn fail(&self, number: usize, error: anyhow::Error) {
        self.next.store(self.specs.len(), Ordering::Relaxed);
        let mut first = lock(&self.error);
        if first.as_ref().is_none_or(|&(other, _)| number < other) {
            *first = Some((number, error));
        }
    }
}

pub fn row(spec: &FormulaSpec, [encoding, amo]: [&str; 2], begin: Instant, report: Report) -> Row {
    let board = match &spec.place {
        Place::Board(board) => board.describe(),
        graph => graph.to_string(),
    };
    Row {
        board,
        tour: spec.tour.kind,
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
    /// A JSON document: docs/json.md
    Json,
    /// JUnit's XML
    Junit,
}

/// The checked formulas.
#[derive(Debug, Default)]
pub struct Checked {
    /// A row a formula.
    pub rows: Vec<Row>,
    /// Number of formulas to check, once known.
    pub all: Option<usize>,
}

impl Checked {
    /// Returns the rows as text.
    pub fn text(&self, format: CheckFormat) -> Result<String> {
        let rows = &self.rows[..];
        Ok(match format {
            CheckFormat::Json => document::lines("check", Rows { rows })?,
            CheckFormat::Junit => table::junit(rows),
            CheckFormat::Table => self.in_full(),
        })
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
