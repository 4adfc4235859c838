//! Our own formulas.

use crate::cli::check::Args;
use crate::cli::check::rows::{self, Checked};
use crate::cli::shared::{note, place, problem};
use anyhow::{Result, ensure};
use itertools::Itertools;
use knightsat::check::{self, Options, Report};
use knightsat::encoding::{FormulaError, Name};
use knightsat::prelude::{Formula, FormulaSpec, Kind, Place, Stop, Style, TourSpec};
use std::sync::{Mutex, RwLock};
use std::time::Instant;

impl Args {
    /// Adds a row for every selected formula, in order. Among several formulas, one that is too
    /// large has a row with that result.
    pub fn ours(&self, checked: &Mutex<Checked>, options: &Options) -> Result<()> {
        let stop = &options.limits.stop;
        let specs = self.specs(stop)?;
        let title = |spec: &FormulaSpec| spec.place.tour(spec.tour.kind);
        let (room, threads) = (RwLock::new(()), rows::threads(specs.len()));
        let titles: Vec<String> = specs.iter().map(title).collect();
        rows::make(checked, &titles, stop, |number| {
            let (spec, begin) = (&specs[number], Instant::now());
            let report = self.checked(spec, &room, threads, options);
            let report = rows::unless_given_up(report, specs.len() > 1)?;
            let names = [spec.style.name().as_str(), &spec.style.amo()];
            let (place, kind) = (Some(&spec.place), spec.tour.kind);
            Ok(rows::row(place, kind, names, begin, report))
        })
    }

    /// Checks a formula. Formulas that fit into memory together share `room`; a large formula takes
    /// it exclusively.
    fn checked(
        &self,
        spec: &FormulaSpec,
        room: &RwLock<()>,
        threads: usize,
        options: &Options,
    ) -> Result<Report> {
        let stop = &options.limits.stop;
        let problem = problem::problem(spec, stop)?;
        let formula = problem::formula(spec, &problem, stop)?;
        let what = format!("{}, --encoding {}", spec.place, spec.style.name());
        let share = self.held(&what, formula.total())?;
        let is_large = share * threads as f64 > 1.0;
        let _alone = is_large.then(|| room.write());
        let _beside_others = (!is_large).then(|| room.read());
        Ok(check::inspect(&spec.place, &problem, &formula, options)?)
    }

    /// Returns every selected combination.
    fn specs(&self, stop: &Stop) -> Result<Vec<FormulaSpec>> {
        let asked = place::all(&self.boards, &self.graph, stop)?;
        let asked = asked.into_iter().map(|place| {
            let tour = self.tour.read(&place, stop)?;
            Ok((place, tour))
        });
        let mut places: Vec<(Place, TourSpec)> = asked.collect::<Result<_>>()?;
        if places.is_empty() {
            ensure!(!self.tour.has_rules(), "--with: name the BOARD too");
            places = self.default_places()?;
        }
        let mut specs = Vec::new();
        for (place, tour) in &places {
            let encodings = self.encodings(place, tour, stop)?;
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
                ..(*self.tour).clone()
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
    /// Under rules, only encodings with variables for them.
    fn encodings(&self, place: &Place, tour: &TourSpec, stop: &Stop) -> Result<Vec<Name>> {
        let is_plain = self.formula.first().is_none();
        let names = match tour.symmetric {
            _ if !is_plain => vec![Name::Position],
            Some(_) => vec![Name::Position, Name::Textbook],
            None if tour.magic => vec![Name::Position, Name::Textbook, Name::Binary],
            None => Name::ALL.to_vec(),
        };
        if tour.with.is_empty() || self.formula.is_named() {
            return Ok(names);
        }
        let problem = tour.problem_within(place, stop)?;
        let lacks = |name: &Name| {
            let formula = Formula::within(&problem, name.style(), stop);
            matches!(formula, Err(FormulaError::NoVariables { .. }))
        };
        let (left_out, names): (Vec<Name>, Vec<Name>) = names.into_iter().partition(lacks);
        if !left_out.is_empty() {
            let left_out = left_out.iter().join(", ");
            note!("left out, for want of variables that the rules name: {left_out}");
        }
        Ok(names)
    }
}
