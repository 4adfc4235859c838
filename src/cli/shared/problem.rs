//! The problem of a spec and its formula, or why they are too large.

use crate::cli::shared::memory;
use anyhow::{Result, anyhow, ensure};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Formula, FormulaError, fit};
use knightsat::stop::Stop;
use knightsat::tour::spec::SpecError;
use knightsat::tour::{Problem, ProblemError};
use std::time::Duration;

/// The problem of a spec, unless it is so large that its formula cannot be numbered anyway: then
/// the graph, which would be huge, is not even built.
pub fn problem(spec: &FormulaSpec) -> Result<Problem> {
    problem_within(spec, &Stop::default())
}

/// The same, or [`Stopped`] if it is over before the graph is laid out.
///
/// [`Stopped`]: knightsat::stop::Stopped
pub fn problem_within(spec: &FormulaSpec, stop: &Stop) -> Result<Problem> {
    memory::about(&spec.place, None);
    const LARGEST: u32 = 1 << 22;
    let squares = spec.place.len();
    if squares > LARGEST {
        let why = anyhow!("its formula would have more than {squares}²/4 variables");
        return Err(too_large(spec, why));
    }
    laid_out(spec, stop)
}

/// The problem of a spec for the lazy engine, unless its search would surely outgrow the memory:
/// it takes less than 100 bytes a square (docs/lazy.md). [`Stopped`] if it is over before it is laid out.
///
/// It is never freed: at its end the program gives back all memory at once, and sooner.
///
/// [`Stopped`]: knightsat::stop::Stopped
pub fn lazy_problem(spec: &FormulaSpec, stop: &Stop) -> Result<&'static Problem> {
    const LARGEST: u32 = 1 << 26;
    let squares = spec.place.len();
    ensure!(
        squares <= LARGEST,
        "{} would take about {} GB of memory: the limit is {LARGEST} squares (8192x8192) or \
         vertices",
        spec.place,
        squares / 10_000_000
    );
    let each = match spec.place.board() {
        Some(_) => memory::BOARD,
        None => memory::GRAPH,
    };
    memory::about(&spec.place, Some(each));
    Ok(Box::leak(Box::new(laid_out(spec, stop)?)))
}

/// The problem of a spec, or [`Stopped`] as an error of its own.
///
/// [`Stopped`]: knightsat::stop::Stopped
pub fn laid_out(spec: &FormulaSpec, stop: &Stop) -> Result<Problem> {
    match spec.problem_within(stop) {
        Err(SpecError::Problem(ProblemError::Stopped(stopped))) => Err(stopped.into()),
        laid_out => Ok(laid_out?),
    }
}

/// The formula of a spec; one that is too large is refused with the largest square board that
/// would fit.
pub fn formula<'p>(spec: &FormulaSpec, problem: &'p Problem) -> Result<Formula<'p>> {
    formula_within(spec, problem, &Stop::default())
}

/// The same, or [`Stopped`] if it is over before it is laid out.
///
/// [`Stopped`]: knightsat::stop::Stopped
pub fn formula_within<'p>(
    spec: &FormulaSpec,
    problem: &'p Problem,
    stop: &Stop,
) -> Result<Formula<'p>> {
    match Formula::within(problem, spec.style, stop) {
        Ok(formula) => Ok(formula),
        Err(FormulaError::Stopped(stopped)) => Err(stopped.into()),
        Err(error @ FormulaError::TooManyVariables { .. }) => Err(too_large(spec, error.into())),
        Err(error @ FormulaError::TooManyClauses { .. }) => {
            Err(anyhow!(error).context(TooLarge(spec.place.to_string())))
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
fn too_large(spec: &FormulaSpec, why: anyhow::Error) -> anyhow::Error {
    const SOON: Duration = Duration::from_secs(3);
    let place = &spec.place;
    let stop = Stop::after(SOON);
    let side = place.board().and_then(|_| fit::largest_square(spec, &stop));
    let too_large = format!("{place} is too large for this formula");
    why.context(TooLarge(match side {
        Some(side) => format!("{too_large}, {side}x{side} would fit"),
        None => too_large,
    }))
}
