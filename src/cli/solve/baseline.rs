//! The baselines at work.

use super::method::{Method, MethodArgs, Tie};
use crate::cli::shared::note::note;
use crate::cli::shared::problem;
use crate::cli::shared::progress::Line;
use anyhow::{Result, ensure};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::search::heuristic::{backtrack, warnsdorff};
use knightsat::search::{Unknown, Verdict};
use knightsat::stop::Stop;
use knightsat::tour::Problem;

impl MethodArgs {
    /// Looks for the tour of a spec, and says on standard error what that took.
    /// `line` is told how far that is.
    pub fn run(
        &self,
        spec: &FormulaSpec,
        seed: Option<u64>,
        stop: &Stop,
        line: &Line,
    ) -> Result<Verdict> {
        let tour = &spec.tour;
        let is_free = tour.require.is_empty() && !tour.knows_steps(spec.place.len());
        ensure!(
            is_free || self.method == Method::Backtrack,
            "Warnsdorff's rule knows no required moves, squares at steps or sums: use --method backtrack"
        );
        let problem = self.problem(spec, stop)?;
        line.say("searching");
        if self.method == Method::Backtrack {
            return self.backtrack(&problem, stop);
        }
        let tie = match self.tie {
            None | Some(Tie::First) => warnsdorff::Tie::First,
            Some(Tie::LookAhead) => warnsdorff::Tie::LookAhead,
            Some(Tie::Random) => warnsdorff::Tie::Random(seed.unwrap_or_default()),
        };
        let (verdict, steps) = warnsdorff::walk(&problem, tie, stop)?;
        if matches!(verdict, Verdict::Unknown(Unknown::Stopped(_))) {
            note(format_args!("step {steps} of {}", problem.graph().len()));
        }
        Ok(verdict)
    }

    fn backtrack(&self, problem: &Problem, stop: &Stop) -> Result<Verdict> {
        let options = backtrack::Options {
            dead_ends: self.dead_ends,
            stop: stop.clone(),
        };
        let (verdict, effort) = backtrack::search(problem, &options)?;
        note(format_args!(
            "{} nodes, {} backtracks",
            effort.nodes, effort.backtracks
        ));
        Ok(verdict)
    }

    /// The problem of a spec, its moves in the order asked for.
    fn problem(&self, spec: &FormulaSpec, stop: &Stop) -> Result<Problem> {
        const LARGEST: u32 = 1 << 26;
        ensure!(
            spec.place.len() <= LARGEST,
            "{} is too large: the limit is {LARGEST} squares (8192x8192) or vertices, which \
             take up to 6 GB of memory",
            spec.place
        );
        let problem = problem::laid_out(spec, stop)?;
        let (Some(leaps), Some(board)) = (self.leaps, spec.place.board()) else {
            return Ok(problem);
        };
        let graph = leaps.graph(board);
        let turned = Problem::new(graph, problem.kind(), problem.start(), problem.end())?;
        let turned = turned.with_coordinates(board.coordinates());
        let turned = if problem.is_magic() {
            turned.with_magic()?
        } else {
            turned
        };
        Ok(turned.with_given(problem.given().clone())?)
    }
}
