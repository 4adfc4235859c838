//! The baselines at work.

use super::method::{Method, MethodArgs, Tie};
use crate::cli::shared::problem;
use crate::cli::shared::progress::Line;
use crate::cli::shared::say::say;
use anyhow::{Result, ensure};
use knightsat::encoding::recipe::Recipe;
use knightsat::problem::Problem;
use knightsat::solve::heuristic::{backtrack, warnsdorff};
use knightsat::solve::{Unknown, Verdict};
use knightsat::stop::Stop;

impl MethodArgs {
    /// Looks for the tour of a recipe, and says on standard error what that took.
    /// `line` is told how far that is.
    pub fn run(
        &self,
        recipe: &Recipe,
        seed: Option<u64>,
        stop: &Stop,
        line: &Line,
    ) -> Result<Verdict> {
        let tour = &recipe.tour;
        let is_free = tour.require.is_empty() && !tour.knows_steps(recipe.place.len());
        ensure!(
            is_free || self.method == Method::Backtrack,
            "Warnsdorff's rule knows no required moves, squares at steps or sums: use --method backtrack"
        );
        let problem = self.problem(recipe, stop)?;
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
        if verdict == Verdict::Unknown(Unknown::Stopped) {
            say(format_args!("step {steps} of {}", problem.graph().len()));
        }
        Ok(verdict)
    }

    fn backtrack(&self, problem: &Problem, stop: &Stop) -> Result<Verdict> {
        let options = backtrack::Options {
            dead_ends: self.dead_ends,
            stop: stop.clone(),
        };
        let (verdict, effort) = backtrack::search(problem, &options)?;
        say(format_args!(
            "{} nodes, {} backtracks",
            effort.nodes, effort.backtracks
        ));
        Ok(verdict)
    }

    /// The problem of a recipe, its moves in the order asked for.
    fn problem(&self, recipe: &Recipe, stop: &Stop) -> Result<Problem> {
        const LARGEST: u32 = 1 << 26;
        ensure!(
            recipe.place.len() <= LARGEST,
            "{} is too large: the limit is {LARGEST} squares (8192x8192) or vertices, which \
             take up to 6 GB of memory",
            recipe.place
        );
        let problem = problem::laid_out(recipe, stop)?;
        let (Some(leaps), Some(board)) = (self.leaps, recipe.place.board()) else {
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
