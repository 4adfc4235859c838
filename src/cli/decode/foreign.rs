//! Formulas of others.

use super::{Args, open};
use crate::cli::shared::exit::Exit;
use crate::cli::shared::path::name;
use crate::cli::shared::{foreign, place};
use anyhow::{Result, anyhow, ensure};
use knightsat::cnf::Answer;
use knightsat::cnf::Clauses;
use knightsat::cnf::dimacs::result;
use knightsat::cnf::sink::ModelCheck;
use knightsat::search::{Evidence, Verdict};
use knightsat::stop::{Stop, Stopped};
use knightsat::tour::place::Place;
use std::ffi::OsStr;

impl Args {
    /// The same for a formula of others.
    pub fn foreign(&self, map: &OsStr) -> Result<Exit> {
        ensure!(
            !self.formula.any() && !self.shuffle.any(),
            "--map says what the variables mean: leave the options of our formulas out"
        );
        let stop = &Stop::default();
        let place = place::either(self.board.as_ref(), self.graph.as_deref(), stop)?;
        ensure!(
            place.is_some(),
            "--map: name the board of the formula too, with --board 8x8 or --graph FILE"
        );
        let map = foreign::map(map, place.as_ref().map(Place::len), stop)?;
        let (spec, file) = foreign::read(&self.file, Some(&map), place, &self.tour, false, stop)?;
        let pictures = self.open_pictures(&spec.place)?;
        let result = name(&self.result);
        let verdict = match result::read(open(&self.result)?, &result, file.variables())? {
            Answer::Unsatisfiable => Verdict::None(Evidence::Refutation(self.word())),
            Answer::Unknown => Verdict::Unknown(Stopped::Unanswered.into()),
            Answer::Satisfiable(model) => {
                let mut check = ModelCheck::new(&model);
                file.clauses().write(&mut check);
                if let Some((number, clause)) = check.violated() {
                    return Err(self.no_model(&model, file.variables(), number, clause));
                }
                let tour = file.tour(&spec.place, &spec.problem()?, &model);
                Verdict::Tour(tour.map_err(|why| {
                    anyhow!("{}, or not with this map: {why}", self.misnamed(&spec))
                })?)
            }
        };
        pictures.verdict(&spec, &verdict, self.format)
    }
}
