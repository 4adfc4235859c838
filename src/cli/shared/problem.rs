//! The problem of a recipe and its formula, or why they are too large.

use crate::cli::shared::memory;
use anyhow::{Result, anyhow, ensure};
use knightsat::encoding::recipe::Recipe;
use knightsat::encoding::{Formula, FormulaError, fit};
use knightsat::problem::{Problem, ProblemError};
use knightsat::spec::tour::SpecError;
use knightsat::stop::Stop;
use std::time::Duration;

/// The problem of a recipe, unless it is so large that its formula cannot be numbered anyway: then
/// the graph, which would be huge, is not even built.
pub fn problem(recipe: &Recipe) -> Result<Problem> {
    problem_within(recipe, &Stop::default())
}

/// The same, or [`Stopped`] if it is over before the graph is laid out.
///
/// [`Stopped`]: knightsat::stop::Stopped
pub fn problem_within(recipe: &Recipe, stop: &Stop) -> Result<Problem> {
    memory::about(&recipe.place, None);
    const LARGEST: u32 = 1 << 22;
    let squares = recipe.place.len();
    if squares > LARGEST {
        let why = anyhow!("its formula would have more than {squares}²/4 variables");
        return Err(too_large(recipe, why));
    }
    laid_out(recipe, stop)
}

/// The problem of a recipe for the lazy engine, unless its search would surely outgrow the memory:
/// it takes about 1.5 kB a square (docs/lazy.md). [`Stopped`] if it is over before it is laid out.
///
/// It is never freed: at its end the program gives back all memory at once, and sooner.
///
/// [`Stopped`]: knightsat::stop::Stopped
pub fn lazy_problem(recipe: &Recipe, stop: &Stop) -> Result<&'static Problem> {
    const LARGEST: u32 = 1 << 24;
    let squares = recipe.place.len();
    ensure!(
        squares <= LARGEST,
        "{} would take about {} GB of memory: the limit is {LARGEST} squares (4096x4096) or \
         vertices",
        recipe.place,
        u64::from(squares) * 3 / 2_000_000
    );
    memory::about(&recipe.place, Some(memory::LAZY));
    Ok(Box::leak(Box::new(laid_out(recipe, stop)?)))
}

/// The problem of a recipe, or [`Stopped`] as an error of its own.
///
/// [`Stopped`]: knightsat::stop::Stopped
pub fn laid_out(recipe: &Recipe, stop: &Stop) -> Result<Problem> {
    match recipe.problem_within(stop) {
        Err(SpecError::Problem(ProblemError::Stopped(stopped))) => Err(stopped.into()),
        laid_out => Ok(laid_out?),
    }
}

/// The formula of a recipe; one that is too large is refused with the largest square board that
/// would fit.
pub fn formula<'p>(recipe: &Recipe, problem: &'p Problem) -> Result<Formula<'p>> {
    let formula = formula_within(recipe, problem, &Stop::default())?;
    Ok(formula.expect("nothing says stop"))
}

/// The same, unless it is time to stop before it is laid out.
pub fn formula_within<'p>(
    recipe: &Recipe,
    problem: &'p Problem,
    stop: &Stop,
) -> Result<Option<Formula<'p>>> {
    match Formula::within(problem, recipe.style, stop) {
        Ok(formula) => Ok(Some(formula)),
        Err(FormulaError::Stopped(_)) => Ok(None),
        Err(error @ FormulaError::TooManyVariables { .. }) => Err(too_large(recipe, error.into())),
        Err(error @ FormulaError::TooManyClauses { .. }) => {
            Err(anyhow!(error).context(TooLarge(recipe.place.to_string())))
        }
        Err(other) => Err(other.into()),
    }
}

/// What is refused for its size; other formulas may do.
#[derive(Debug)]
pub struct TooLarge(pub String);

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Says what would fit, if that is soon found.
fn too_large(recipe: &Recipe, why: anyhow::Error) -> anyhow::Error {
    const SOON: Duration = Duration::from_secs(3);
    let place = &recipe.place;
    let stop = Stop::after(SOON);
    let side = place
        .board()
        .and_then(|_| fit::largest_square(recipe, &stop));
    let too_large = format!("{place} is too large for this formula");
    why.context(TooLarge(match side {
        Some(side) => format!("{too_large}, {side}x{side} would fit"),
        None => too_large,
    }))
}
