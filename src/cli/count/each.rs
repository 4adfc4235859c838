//! Counting one tour after another.

use super::Args;
use super::frontier::{Line, by_frontier};
use super::method::Method;
use super::tally::Tally;
use crate::cli::shared::path::STDOUT;
use crate::cli::shared::{engine, interrupt, problem, solvers, time};
use anyhow::{Context, Result, ensure};
use knightsat::encoding::Formula;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::render;
use knightsat::search::Engine;
use knightsat::search::tours::Tours;
use knightsat::solver::portfolio::Solver;
use knightsat::stop::Stop;
use std::io::Write;

/// Tours between two changes of what is shown.
const TOURS_A_LOOK: u64 = 1 << 8;

impl Args {
    /// Counts by this method.
    pub fn tally(
        &self,
        spec: &FormulaSpec,
        method: Method,
        stop: &Stop,
        output: &mut impl Write,
    ) -> Result<Tally> {
        let problem = problem::problem_within(spec, stop)?;
        Ok(match method {
            Method::Frontier => by_frontier(&problem, stop)?,
            Method::Search => self.take(Tours::by_search(&problem, stop), stop, spec, output)?,
            Method::Enumerate => {
                let solvers = self.solvers.choose()?;
                let is_varisat = matches!(solvers[..], [Solver::Varisat]);
                let engine = if self.formula.is_named() {
                    engine::engine(spec, &self.formula, &solvers, None)?
                } else {
                    Engine::Formula
                };
                if let Engine::Lazy(_) = engine {
                    ensure!(is_varisat, "--encoding lazy counts with varisat only");
                    return self.take(Tours::by_cuts(&problem, stop)?, stop, spec, output);
                }
                let formula = problem::formula_within(spec, &problem, stop)?;
                ensure!(
                    formula.is_exact(),
                    "this formula is a relaxation, so not all of its models are tours: use an exact encoding"
                );
                self.by_models(&formula, &solvers, stop, spec, output)?
            }
        })
    }

    /// Counts the tours that varisat finds in process, or other solvers.
    pub fn by_models(
        &self,
        formula: &Formula,
        solvers: &[Solver],
        stop: &Stop,
        spec: &FormulaSpec,
        output: &mut impl Write,
    ) -> Result<Tally> {
        let problem = formula.problem();
        if let [Solver::Varisat] = solvers {
            return self.take(Tours::by_models(problem, formula, stop), stop, spec, output);
        }
        let _hold = interrupt::hold()?;
        let tours = Tours::by_solvers(
            problem,
            formula,
            solvers,
            stop.clone().into(),
            solvers::report,
        );
        let tally = self.take(tours, stop, spec, output);
        time::tell_of_signal(stop);
        tally
    }

    /// Counts the tours, up to the limit, and lists them if asked to.
    pub fn take(
        &self,
        mut tours: Tours<'_, '_>,
        stop: &Stop,
        spec: &FormulaSpec,
        output: &mut impl Write,
    ) -> Result<Tally> {
        let mut count = 0_u64;
        let mut is_complete = false;
        // A list on the same terminal shows well enough how far it is.
        let line = (!self.enumerate).then(Line::new);
        loop {
            let Some(tour) = tours.next().transpose()? else {
                is_complete = !tours.is_late();
                break;
            };
            if self.limit == Some(count) {
                break;
            }
            count += 1;
            if let Some(line) = &line
                && count.is_multiple_of(TOURS_A_LOOK)
            {
                line.tell(format!("{count} so far"));
            }
            if self.enumerate {
                writeln!(output, "{}", render::moves(&spec.place, &tour)).context(STDOUT)?;
            }
        }
        Ok(Tally {
            count: count.into(),
            is_complete,
            unfinished: tours.is_late().then(|| stop.stopped().to_string()),
            word: tours.word().map(str::to_string),
        })
    }
}
