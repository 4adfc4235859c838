//! The best tour, and its bounds.

use crate::cli::shared::pictures::Pictures;
use crate::cli::shared::process;
use crate::cli::shared::report::{self, Exit, Notes, TourFormat, delivered, note};
use crate::cli::shared::{objective, problem};
use crate::cli::solve::{Args, Search};
use anyhow::{Result, bail};
use knightsat::prelude::{Solver, Stopped};
use knightsat::search::Verdict;
use knightsat_search::optimum::{self, Objective, Optimum, Options, Standing};

impl Args {
    /// Refuses options that do not go with objectives.
    pub(super) fn check_objectives(&self) -> Result<()> {
        let options = [
            (self.unique, "--unique"),
            (self.method.is_given(), "--method"),
            (self.formula.is_named(), "--encoding"),
            (self.threads.is_some(), "--threads"),
        ];
        let given = options.into_iter().find(|&(is_given, _)| is_given);
        let given = given.map(|(_, name)| name.to_string());
        if let Some(option) = given.or(self.formula.first()) {
            bail!("{option} has no effect on --minimize and --maximize: leave {option} out");
        }
        Ok(())
    }
}

impl Search<'_> {
    /// Searches for the best tour, and notes its bounds when they improve.
    pub(super) fn best(
        &self,
        objectives: &[Objective],
        solvers: Vec<Solver>,
        pictures: Pictures,
    ) -> Result<Exit> {
        let view = pictures.view;
        let unknown = |stopped: Stopped| Optimum {
            verdict: Verdict::Unknown(stopped.into()),
            standings: Vec::new(),
            stopped: Some(stopped),
            cuts: Vec::new(),
        };
        let backstop = self.backstop(&pictures)?;
        let words = "looking for the best tour";
        let mut last = String::new();
        let optimum = process::bounded(self.stop, backstop, words, unknown, |line| {
            let problem = problem::problem(self.spec, self.stop)?;
            let _hold = process::hold()?;
            let options = Options {
                seed: self.args.seed.unwrap_or_default(),
                solvers,
                stop: self.stop.clone(),
                shortcuts: !self.args.formula.no_shortcuts(),
            };
            let mut notes = Notes::new(line);
            let report = &mut |standing: &Standing| notes.add(standing.to_string());
            let optimum = optimum::optimize(&problem, objectives, &options, report)?;
            last = notes.last();
            Ok(optimum)
        })?;
        if let Verdict::None(_) = optimum.verdict
            && let Some(fault) = self.fault()?
        {
            return self.report_fault(&optimum.verdict, &fault, pictures);
        }
        let has_tour = optimum.verdict.tour().is_some();
        for standing in optimum.standings.iter().filter(|_| has_tour) {
            match standing.gap() {
                Some(0) if last == standing.to_string() && objectives.len() == 1 => {}
                Some(0) => note!("{standing}"),
                Some(gap) => note!("{standing}: gap {gap}"),
                None => note!("{standing}: not optimized"),
            }
        }
        let exit = pictures.finish(self.spec, &optimum.verdict, |out| {
            if view.format != TourFormat::Json {
                return view.verdict(self.spec, &optimum.verdict, out);
            }
            let mut document = report::document(self.spec, &optimum.verdict);
            let standings = optimum.standings.iter().filter(|_| has_tour);
            document.objectives = standings.map(objective::document).collect();
            delivered(writeln!(out, "{}", serde_json::to_string(&document)?))?;
            Ok((&optimum.verdict).into())
        })?;
        Ok(match exit {
            Exit::Good if !optimum.is_optimal() => Exit::Unknown,
            exit => exit,
        })
    }
}
