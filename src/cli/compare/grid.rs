//! What is to be compared.

use super::{Args, solver_entries};
use crate::cli::shared::formula::is_for;
use crate::cli::shared::note::note;
use crate::cli::shared::{path, place};
use anyhow::{Context, Result, bail, ensure};
use itertools::Itertools;
use knightsat::compare::grid::{Grid, Instance, Job};
use knightsat::compare::method::{self, Method};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Name, Style};
use knightsat::stop::Stop;
use knightsat::tour::place::Place;

impl Args {
    /// All boards and graphs, encodings and solvers.
    pub fn grid(&self) -> Result<Grid> {
        let grid = Grid {
            foreign: None,
            instances: Vec::new(),
            methods: self.methods()?,
            solver_entries: solver_entries::named(&self.runs.solver)?,
            shuffles: self.runs.shuffles,
        };
        self.with_places(grid)
    }

    fn methods(&self) -> Result<Vec<Method>> {
        let default = ["position".to_string()];
        let encodings = match (&self.encoding[..], self.foreign.is_given()) {
            ([], true) => {
                ensure!(
                    self.has_auto_amo(),
                    "--amo is for --encoding, and --cnf names a formula: leave --amo out, or name an encoding"
                );
                return Ok(Vec::new());
            }
            ([], false) => &default,
            (names, _) => names,
        };
        let methods = method::methods(encodings, &self.amo);
        let mut methods = methods.map_err(anyhow::Error::msg)?;
        let has_choice = methods.iter().any(|method| method.amo != method::NO_AMO);
        if !has_choice && !self.has_auto_amo() {
            let names = methods.iter().map(|method| method.encoding.parse());
            let names: Vec<Name> = names.collect::<Result<_, _>>()?;
            bail!(is_for("amo", &names));
        }
        let asked = [
            (self.tour.symmetric.is_some(), "symmetric"),
            (self.tour.magic, "magic"),
        ];
        for (_, word) in asked.into_iter().filter(|(is_asked, _)| *is_asked) {
            methods = kept(methods, knows_steps, &format!("{word} tours"));
            ensure!(
                !methods.is_empty(),
                "--{word} is for --encoding position, textbook and binary"
            );
        }
        if !self.tour.at.is_empty() || !self.tour.not_at.is_empty() {
            methods = kept(methods, |method| method.encoding != method::LAZY, "steps");
            ensure!(
                !methods.is_empty(),
                "--at and --not-at are not for the lazy engine, which knows no steps"
            );
        }
        Ok(methods)
    }

    fn has_auto_amo(&self) -> bool {
        self.amo == ["auto"]
    }

    /// The grid with the boards and graphs, each of which has the tour that is asked for, and with
    /// the formula of others.
    fn with_places(&self, grid: Grid) -> Result<Grid> {
        let stop = &Stop::default();
        let boards = self.boards.iter();
        let mut places: Vec<(String, Place)> = boards
            .map(|(name, board)| Ok((name.clone(), board.read(stop)?.into())))
            .collect::<Result<_>>()?;
        if let Some(path) = &self.graph {
            let place = place::either(None, Some(path), stop)?.context("a graph")?;
            places.push((path::name(path), place));
        }
        if let Some((instance, foreign)) = self.foreign.read(&places, &self.tour)? {
            return Ok(Grid {
                instances: vec![instance],
                foreign: Some(foreign),
                ..grid
            });
        }
        let instances = places.into_iter().map(|(name, place)| {
            let spec = FormulaSpec::new(place, self.tour.clone(), Style::DEFAULT)?;
            // A tour that the place cannot have is told now, not in every row.
            spec.problem().with_context(|| name.clone())?;
            Ok(Instance::new(name, &spec))
        });
        Ok(Grid {
            instances: instances.collect::<Result<_>>()?,
            ..grid
        })
    }
}

/// The methods that can express what is asked for; the others are told.
fn kept(methods: Vec<Method>, can_express: fn(&Method) -> bool, what: &str) -> Vec<Method> {
    let (kept, others): (Vec<_>, Vec<_>) = methods.into_iter().partition(can_express);
    if !kept.is_empty() && !others.is_empty() {
        let names = others.iter().map(|method| &method.encoding).unique();
        let names = names.format(", ");
        note(format_args!("left out: {names}, for want of {what}"));
    }
    kept
}

/// Whether it says at which step the tour is where.
fn knows_steps(method: &Method) -> bool {
    let takes = [Name::Position, Name::Textbook, Name::Binary];
    takes.iter().any(|name| name.to_string() == method.encoding)
}

/// The runs; what is left out is told.
pub fn job_list(grid: &Grid) -> Result<Vec<Job<'_>>> {
    let job_list = grid.job_list();
    ensure!(
        !job_list.is_empty(),
        "nothing to run: the lazy engine needs a solver in process, such as --solver varisat"
    );
    for solver in grid.left_out() {
        note(format_args!(
            "lazy goes with solvers in process only, not with {solver}: left out"
        ));
    }
    Ok(job_list)
}
