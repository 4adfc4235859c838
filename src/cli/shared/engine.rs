//! Whether a formula is written at once, or grows with its cuts.

use crate::cli::shared::formula::FormulaArgs;
use anyhow::{Result, bail};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{FormulaError, Name};
use knightsat::search::Engine;
use knightsat::solver::portfolio::Solver;

/// The engine chosen; an option that it does not know is refused.
pub fn engine(
    spec: &FormulaSpec,
    formula: &FormulaArgs,
    solvers: &[Solver],
    seed: Option<u64>,
) -> Result<Engine> {
    let in_process = match solvers {
        [one] => one.in_process(),
        _ => None,
    };
    let is_lazy = is_lazy(spec, formula, in_process.is_some(), seed)?;
    Ok(match in_process {
        Some(solver) if is_lazy => Engine::Lazy(solver),
        _ => Engine::Formula,
    })
}

/// Whether the lazy engine is chosen; an option that the engine does not know is refused. Looks for no
/// program, so that a wrong option is told before a missing solver.
pub fn is_lazy(
    spec: &FormulaSpec,
    formula: &FormulaArgs,
    is_in_process: bool,
    seed: Option<u64>,
) -> Result<bool> {
    let name = formula.name()?;
    let may_be_lazy = matches!(name, None | Some(Name::Lazy));
    // Of an edge it knows whether the tour takes it, and not when.
    let tour = &spec.tour;
    let is_timeless = !tour.knows_steps(spec.place.len());
    let is_plain = formula.first().is_none() && tour.symmetric.is_none() && is_timeless;
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
