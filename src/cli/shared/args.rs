//! What the commands make of their options: the problem, its formula, the engine and the time there is.

use crate::cli::shared::formula::FormulaArgs;
use crate::cli::shared::{interrupt, memory};
use anyhow::{Context, Result, anyhow, bail, ensure};
use knightsat::cnf::Var;
use knightsat::encoding::recipe::Recipe;
use knightsat::encoding::{Formula, FormulaError, Name};
use knightsat::problem::{Kind, Problem, ProblemError};
use knightsat::solve::Engine;
use knightsat::solver::portfolio::Solver;
use knightsat::spec::board::Board;
use knightsat::spec::tour::{SpecError, TourSpec};
use knightsat::stop::Stop;
use std::time::{Duration, Instant};

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
    let side = place.board().and_then(|_| largest(recipe, &stop));
    let advice = side.map(|side| format!(", {side}x{side} would fit"));
    let advice = advice.unwrap_or_default();
    why.context(TooLarge(format!(
        "{place} is too large for this formula{advice}"
    )))
}

/// The side of the largest square board whose formula has numbers for its variables; `None` if that can
/// only be counted, or it is over before it is found.
fn largest(recipe: &Recipe, stop: &Stop) -> Option<u32> {
    let variables = |side: u32| {
        let board = Board::new(side, side).ok()?;
        let tour = TourSpec {
            start: None,
            end: None,
            ..recipe.tour.clone()
        };
        let problem = tour.problem_within(&board.into(), stop).ok()?;
        Formula::computed_variables(&problem, recipe.style)
    };
    // Where even the smallest board has no formula for its size, none has.
    variables(4)?;
    // What is too large has no numbers, or is not even laid out.
    let fits = |&side: &u32| variables(side).is_some_and(|found| found <= u64::from(Var::MAX));
    // The count grows with the side (a closed tour needs an even one; on others the formula is a
    // single empty clause), and 512 squares a side never fit.
    let step = if recipe.tour.kind == Kind::Closed {
        2
    } else {
        1
    };
    let sides: Vec<u32> = (step..512).step_by(step as usize).collect();
    let found = sides[sides.partition_point(fits).saturating_sub(1)];
    (!stop.is_over()).then_some(found)
}

/// The engine chosen; an option that it does not know is refused.
pub fn engine(
    tour: &TourSpec,
    formula: &FormulaArgs,
    solvers: &[Solver],
    seed: Option<u64>,
) -> Result<Engine> {
    let in_process = match solvers {
        [one] => one.in_process(),
        _ => None,
    };
    let is_lazy = is_lazy(tour, formula, in_process.is_some(), seed)?;
    Ok(match in_process {
        Some(solver) if is_lazy => Engine::Lazy(solver),
        _ => Engine::Formula,
    })
}

/// Whether the lazy engine is chosen; an option that the engine does not know is refused. Looks for no
/// program, so that a wrong option is told before a missing solver.
pub fn is_lazy(
    tour: &TourSpec,
    formula: &FormulaArgs,
    is_in_process: bool,
    seed: Option<u64>,
) -> Result<bool> {
    let name = formula.name()?;
    let may_be_lazy = matches!(name, None | Some(Name::Lazy));
    let is_plain = formula.first().is_none() && tour.symmetric.is_none();
    let is_lazy = is_in_process && may_be_lazy && is_plain;
    let takes_symmetry = [Name::Position, Name::Textbook, Name::Binary];
    if tour.symmetric.is_some() && name.is_some_and(|name| !takes_symmetry.contains(&name)) {
        return Err(FormulaError::Symmetry.into());
    }
    if !is_lazy && seed.is_some() {
        bail!(
            "--seed is for --encoding lazy in process: with a formula nothing is chosen at random"
        );
    }
    Ok(is_lazy)
}

/// When to give up: `seconds` from now, and at the first signal.
pub fn stop(seconds: Option<f64>) -> Result<Stop> {
    let after = |seconds| {
        let duration = Duration::try_from_secs_f64(seconds).ok()?;
        Instant::now().checked_add(duration)
    };
    let deadline = match seconds {
        None => None,
        Some(seconds) => Some(
            after(seconds)
                .with_context(|| format!("--timeout {seconds}: write a number of seconds"))?,
        ),
    };
    Ok(Stop::from(deadline).with_flag(interrupt::flag()?))
}
