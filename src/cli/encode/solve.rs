//! Solving what is written.

use super::Args;
use super::write::{encode, write};
use crate::cli::shared::exit::Exit;
use crate::cli::shared::path;
use crate::cli::shared::report::{self, Format};
use anyhow::Result;
use knightsat::cnf::Answer;
use knightsat::cnf::sink::Tee;
use knightsat::encoding::Formula;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::render::Terminal;
use knightsat::search::{Evidence, Verdict};
use knightsat::solver::portfolio::Solver;
use knightsat::solver::varisat::{Limits, Varisat};
use knightsat::stop::Stop;
use std::io::{self, Write};
use std::path::Path;

impl Args {
    /// Writes the formula to its file and to the solver at once.
    pub fn solve(
        &self,
        spec: &FormulaSpec,
        formula: &Formula,
        comments: &[String],
        stop: &Stop,
    ) -> Result<Verdict> {
        let mut solver = Varisat::new(stop.clone());
        write(comments, formula, self.output.as_deref(), stop, |writer| {
            encode(formula, &mut Tee::new(writer, &mut solver), stop)
        })?;
        let problem = formula.problem();
        let obstruction = problem.obstruction().filter(|_| spec.style.shortcuts);
        if let Some(obstruction) = obstruction {
            return Ok(Verdict::None(Evidence::Obstruction(obstruction)));
        }
        if formula.is_exact() {
            return Ok(match solver.solve()? {
                Answer::Unknown => Verdict::Unknown(stop.stopped().into()),
                answer => knightsat::search::conclude(formula, answer, Varisat::WORD)?,
            });
        }
        // A model may have to be cut.
        let limits = Limits::from(stop.clone());
        let solvers = [Solver::Varisat];
        Ok(knightsat::search::solve(
            problem,
            formula,
            &solvers,
            &limits,
            &mut |_| {},
        )?)
    }

    /// Prints the tour, beside the formula.
    pub fn tell(&self, spec: &FormulaSpec, verdict: &Verdict, format: Format) -> Result<Exit> {
        let is_file = |path: &Path| !path::is_stream(path);
        let mut beside: Box<dyn Write> = if self.output.as_deref().is_some_and(is_file) {
            Box::new(io::stdout())
        } else {
            Box::new(io::stderr())
        };
        report::verdict(spec, verdict, format, Terminal::default(), &mut beside)
    }
}
