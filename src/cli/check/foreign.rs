//! A formula of others.

use super::Args;
use super::row::row;
use crate::cli::shared::path::name;
use crate::cli::shared::progress::Notice;
use crate::cli::shared::{foreign, place};
use anyhow::{Result, bail};
use knightsat::check::table::Row;
use knightsat::check::{self, Options};
use knightsat::tour::place::Place;
use std::path::Path;
use std::time::Instant;

impl Args {
    pub fn foreign(&self, file: &Path, options: &Options) -> Result<Row> {
        let stop = &options.limits.stop;
        let place = match (
            &self.boards[..],
            place::either(None, self.graph.as_deref(), stop)?,
        ) {
            ([], graph) => graph,
            ([board], _) => Some(board.read(stop)?.into()),
            _ => bail!(
                "{}: a formula is about one board: name just one",
                name(file)
            ),
        };
        let formula = self.formula.clone().without("directions");
        if let Some(option) = formula.first_given() {
            bail!("{option} is for formulas that are written here, not for --cnf");
        }
        let is_one = self
            .formula
            .value("directions")
            .is_some_and(|value| value == "one");
        let map = self.map.as_deref();
        let squares = place.as_ref().map(Place::len);
        let map = map
            .map(|map| foreign::map(map, squares, stop))
            .transpose()?;
        let (spec, subject) = foreign::read(file, map.as_ref(), place, &self.tour, is_one, stop)?;
        self.held(&name(file), subject.size())?;
        let begin = Instant::now();
        let _notice = Notice::new(|| "checking the formula for 10 s, going on".into());
        let report = check::inspect(&spec.place, &spec.problem()?, &subject, options)?;
        Ok(row(&spec, [&name(file), ""], begin, report))
    }
}
