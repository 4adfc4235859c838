//! Our own formulas.

use super::findings::Checked;
use super::row::row;
use super::{Args, lock};
use crate::cli::shared::note::{note, reason};
use crate::cli::shared::problem::TooLarge;
use crate::cli::shared::{place, problem};
use anyhow::{Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use knightsat::check;
use knightsat::check::{Options, Report};
use knightsat::cnf::sink::Size;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Name, Style};
use knightsat::stop::{Stop, Stopped};
use knightsat::tour::Kind;
use knightsat::tour::place::Place;
use knightsat::tour::spec::TourSpec;
use std::sync::Mutex;
use std::time::Instant;

impl Args {
    /// Pushes a row for every formula asked for. Of several, one that is too large has a row that says so.
    pub fn ours(&self, checked: &Mutex<Checked>, options: &Options) -> Result<()> {
        let specs = self.specs(&options.limits.stop)?;
        lock(checked).all = Some(specs.len());
        let bar = ProgressBar::new(specs.len() as u64);
        let style = ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos}/{len} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        for spec in &specs {
            bar.set_message(spec.place.tour(spec.tour.kind));
            let begin = Instant::now();
            let report = match self.checked(spec, options) {
                Err(error) if error.is::<TooLarge>() && specs.len() > 1 => {
                    Report::too_large(Size::default(), &reason(&error))
                }
                report => report.or_else(|error| {
                    let stopped = error.downcast::<Stopped>()?;
                    Ok::<_, anyhow::Error>(Report::late(Size::default(), stopped))
                })?,
            };
            let names = [spec.style.name().as_str(), &spec.style.amo()];
            lock(checked).rows.push(row(spec, names, begin, report));
            bar.inc(1);
            if options.limits.is_over() {
                break;
            }
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn checked(&self, spec: &FormulaSpec, options: &Options) -> Result<Report> {
        let stop = &options.limits.stop;
        let problem = problem::problem_within(spec, stop)?;
        let formula = problem::formula_within(spec, &problem, stop)?;
        let what = format!("{}, --encoding {}", spec.place, spec.style.name());
        self.held(&what, formula.total())?;
        Ok(check::inspect(&spec.place, &problem, &formula, options)?)
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
