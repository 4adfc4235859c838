//! Options shared by the commands: the problem and the style of its formula.

use anyhow::{Context, Result};
use clap::Args;
use knightsat::board::{Board, Square};
use knightsat::encoding::{Formula, FormulaError, Style};
use knightsat::problem::{Kind, Problem};
use knightsat::recipe::Recipe;
use std::time::{Duration, Instant};

/// The tour that is asked for.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Problem")]
pub struct TourArgs {
    /// Return to the first square at the end
    #[arg(long)]
    pub closed: bool,
    /// Start on this square: a1, or rank,file as 1,1
    #[arg(long, value_name = "SQUARE")]
    pub start: Option<Square>,
    /// End on this square
    #[arg(long, value_name = "SQUARE")]
    pub end: Option<Square>,
}

/// The formula that is asked for.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Formula")]
pub struct FormulaArgs {
    /// The textbook formula as published, corrected: nothing pruned, nothing redundant, pairwise,
    /// split to three literals a clause
    #[arg(long)]
    pub textbook: bool,
    /// Split clauses to three literals with fresh variables (Tseytin)
    #[arg(long)]
    pub three_cnf: bool,
}

impl TourArgs {
    /// Open or closed.
    pub fn kind(&self) -> Kind {
        if self.closed {
            Kind::Closed
        } else {
            Kind::Open
        }
    }

    /// Whether anything is asked for.
    pub fn any(&self) -> bool {
        self.closed || self.start.is_some() || self.end.is_some()
    }
}

impl FormulaArgs {
    /// The style that the options name.
    pub fn style(&self) -> Style {
        let mut style = if self.textbook {
            Style::TEXTBOOK
        } else {
            Style::DEFAULT
        };
        style.three_cnf |= self.three_cnf;
        style
    }

    /// Whether anything is asked for.
    pub fn any(&self) -> bool {
        self.textbook || self.three_cnf
    }
}

/// The recipe that a board and the two groups of options make.
pub fn recipe(board: Board, tour: &TourArgs, formula: &FormulaArgs) -> Recipe {
    Recipe {
        board,
        kind: tour.kind(),
        start: tour.start,
        end: tour.end,
        style: formula.style(),
    }
}

/// The problem of a recipe, unless its formula is surely beyond what can be numbered: then the
/// graph, which may be huge, is not even built.
pub fn problem(recipe: &Recipe) -> Result<Problem> {
    // Every square but the fixed ones has at least a third of the steps left.
    let squares = u64::from(recipe.board.squares());
    if squares > 1 << 18 {
        let found = squares.saturating_mul(squares) / 4;
        return Err(too_large(recipe, FormulaError::TooManyVariables { found }));
    }
    Ok(recipe.problem()?)
}

/// The formula of a recipe; one that is too large is refused with the largest square board that
/// would fit.
pub fn formula<'p>(recipe: &Recipe, problem: &'p Problem) -> Result<Formula<'p>> {
    let formula = Formula::new(problem, recipe.style);
    formula.map_err(|error| too_large(recipe, error))
}

/// Says what would fit, where an error is about size.
pub fn too_large(recipe: &Recipe, error: FormulaError) -> anyhow::Error {
    if !matches!(error, FormulaError::TooManyVariables { .. }) {
        return error.into();
    }
    let fits = |&side: &u32| {
        let board = Board::new(side, side).ok();
        let smaller = board.map(|board| Recipe {
            start: None,
            end: None,
            board,
            ..recipe.clone()
        });
        smaller.is_some_and(|recipe| {
            let problem = recipe.problem().ok();
            problem.is_some_and(|problem| Formula::new(&problem, recipe.style).is_ok())
        })
    };
    // The count grows with the side (a closed tour needs an even one; on others the formula is a
    // single empty clause), and 512 squares a side never fit.
    let step = if recipe.kind == Kind::Closed { 2 } else { 1 };
    let sides: Vec<u32> = (step..512).step_by(step as usize).collect();
    let largest = sides[sides.partition_point(fits).saturating_sub(1)];
    anyhow::Error::new(error).context(format!(
        "{} is too large for this formula, {largest}x{largest} would fit",
        recipe.board
    ))
}

/// The point in time `seconds` from now.
pub fn deadline(seconds: Option<f64>) -> Result<Option<Instant>> {
    let after = |seconds| {
        let duration = Duration::try_from_secs_f64(seconds).ok()?;
        Instant::now().checked_add(duration)
    };
    let Some(seconds) = seconds else {
        return Ok(None);
    };
    let point =
        after(seconds).with_context(|| format!("--timeout {seconds}: not a number of seconds"))?;
    Ok(Some(point))
}
