//! Our own formulas.

use super::findings::Checked;
use super::row::row;
use super::{Args, lock};
use crate::cli::shared::note::{note, reason};
use crate::cli::shared::place;
use crate::cli::shared::problem::{self, TooLarge};
use crate::cli::shared::progress::Notice;
use anyhow::{Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use knightsat::check::table::Row;
use knightsat::check::{self, Options, Report};
use knightsat::cnf::sink::Size;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Name, Style};
use knightsat::stop::{Stop, Stopped};
use knightsat::tour::Kind;
use knightsat::tour::place::Place;
use knightsat::tour::spec::TourSpec;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};
use std::thread;
use std::time::Instant;

impl Args {
    /// Adds a row for every formula asked for, in order. Of several, one that is too large has a row that says so.
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

    /// Checks formulas until none is left, or it is time to stop.
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
        let problem = problem::problem_within(spec, stop)?;
        let formula = problem::formula_within(spec, &problem, stop)?;
        let what = format!("{}, --encoding {}", spec.place, spec.style.name());
        let share = self.held(&what, formula.total())?;
        // A large formula takes all of the memory.
        let is_large = share * run.threads as f64 > 1.0;
        let _alone = is_large.then(|| run.room.write());
        let _beside_others = (!is_large).then(|| run.room.read());
        let report = check::inspect(&spec.place, &problem, &formula, run.options)?;
        Ok(report)
    }

    /// Every combination asked for.
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

    /// Returns the default boards that have what the options name; a note counts the others.
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
            note(format_args!(
                "{left_out} of the {all} default boards {fit} the options ({fault}): name a BOARD for others"
            ));
        }
        Ok(places)
    }

    /// Those checked where none is named: with options of one of them only that.
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

/// Formulas that several threads check.
struct Run<'a> {
    specs: &'a [FormulaSpec],
    options: &'a Options,
    threads: usize,
    /// Shared by formulas that fit into memory together; a large one takes it alone.
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
    /// Adds a row where its formula stands among the others.
    fn push(&self, number: usize, row: Row) {
        let mut numbers = lock(&self.numbers);
        let place = numbers.partition_point(|&other| other < number);
        numbers.insert(place, number);
        lock(self.checked).rows.insert(place, row);
    }

    /// Keeps the error, and leaves no formula to the threads.
    fn fail(&self, number: usize, error: anyhow::Error) {
        self.next.store(self.specs.len(), Ordering::Relaxed);
        let mut first = lock(&self.error);
        if first.as_ref().is_none_or(|&(other, _)| number < other) {
            *first = Some((number, error));
        }
    }
}
