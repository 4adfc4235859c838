//! The best tour, and its bounds.

use crate::cli::shared::pictures::Pictures;
use crate::cli::shared::report::{Exit, note};
use crate::cli::shared::{objective, problem, process};
use crate::cli::solve::Search;
use anyhow::Result;
use knightsat::prelude::{Solver, Stopped};
use knightsat::search::Verdict;
use knightsat_render::Document;
use knightsat_search::lazy;
use knightsat_search::optimum::{self, Objective, Optimum, Standing};

impl Search<'_> {
    /// Searches for the best tour, and notes its bounds when they improve.
    pub(super) fn best(
        &self,
        objectives: &[Objective],
        solvers: &[Solver],
        pictures: Pictures,
    ) -> Result<Exit> {
        let format = pictures.format;
        let unknown = |stopped: Stopped| Optimum {
            verdict: Verdict::Unknown(stopped.into()),
            standings: Vec::new(),
            stopped: Some(stopped),
            cuts: Vec::new(),
        };
        let backstop = self.backstop(&pictures)?;
        let words = "looking for the best tour";
        let mut last = None;
        let optimum = process::bounded(self.stop, backstop, words, unknown, |line| {
            let problem = problem::problem(self.spec, self.stop)?;
            let _hold = process::hold()?;
            let options = lazy::Options {
                seed: self.args.seed.unwrap_or_default(),
                solver: solvers
                    .iter()
                    .find_map(Solver::in_process)
                    .cloned()
                    .unwrap_or_default(),
                shortcuts: !self.args.formula.no_shortcuts,
                ..self.stop.into()
            };
            let report = &mut |standing: &Standing| line.note_progress(standing.to_string());
            let optimum = optimum::optimize(&problem, objectives, &options, report)?;
            last = line.last_note();
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
                Some(0) if last == Some(standing.to_string()) && objectives.len() == 1 => {}
                Some(0) => note!("{standing}"),
                Some(gap) => note!("{standing}: gap {gap}"),
                None => note!("{standing}: not optimized"),
            }
        }
        let exit = pictures.finish(self.spec, &optimum.verdict, |out| {
            let standings = optimum.standings.iter().filter(|_| has_tour);
            let objectives = standings.map(objective::document).collect();
            let add = |document: &mut Document| document.objectives = objectives;
            format.verdict_with(self.spec, &optimum.verdict, add, out)
        })?;
        Ok(match exit {
            Exit::Good if !optimum.is_optimal() => Exit::Unknown,
            exit => exit,
        })
    }
}
