//! Asking solvers.

use super::Args;
use crate::cli::shared::note::note;
use crate::cli::shared::progress::Line;
use crate::cli::shared::{interrupt, problem, solvers};
use anyhow::Result;
use itertools::Itertools;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::search::lazy;
use knightsat::search::{Unknown, Verdict};
use knightsat::solver::incremental::InProcess;
use knightsat::solver::portfolio::Solver;
use knightsat::stop::Stop;

impl Args {
    /// Shows how far the search is, and says so where it is stopped.
    pub fn lazily(
        &self,
        spec: &FormulaSpec,
        solver: InProcess,
        stop: &Stop,
        line: &Line,
    ) -> Result<Verdict> {
        let problem = problem::lazy_problem(spec, stop)?;
        line.say("looking for a reason why there is none");
        let options = lazy::Options {
            seed: self.seed.unwrap_or_default(),
            solver,
            stop: stop.clone(),
            shortcuts: !self.formula.no_shortcuts(),
            ..lazy::Options::default()
        };
        let verdict = lazy::solve_with(problem, options, &mut |progress| line.tell(progress))?;
        if matches!(verdict, Verdict::Unknown(Unknown::Stopped(_))) {
            note(line.words());
        }
        Ok(verdict)
    }
}

/// Asks them about the whole formula.
pub fn by_formula(
    spec: &FormulaSpec,
    solvers: &[Solver],
    stop: &Stop,
    line: &Line,
) -> Result<Verdict> {
    let problem = problem::problem_within(spec, stop)?;
    line.say("preparing the formula");
    let formula = problem::formula_within(spec, &problem, stop)?;
    let names = solvers.iter().map(Solver::name).join(", ");
    line.say(format!("asking {names}"));
    let _hold = interrupt::hold()?;
    let limits = stop.clone().into();
    let report = &mut solvers::report;
    Ok(knightsat::search::solve(
        &problem, &formula, solvers, &limits, report,
    )?)
}
