//! Ways to look for a tour without a solver: baselines.

use anyhow::{Result, bail, ensure};
use clap::ValueEnum;
use knightsat::search::heuristic::leaps::Leaps;

/// Who looks for the tour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// A solver
    #[default]
    Sat,
    /// Warnsdorff's rule: always move to the square with the fewest onward moves. Quick, but if it gets stuck
    /// nothing is known
    Warnsdorff,
    /// Depth-first search in the order of that rule
    Backtrack,
}

/// What happens where several squares have the fewest onward moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Tie {
    /// The first in the order of --leaps
    First,
    /// The one that leads on to a square with the fewest onward moves
    LookAhead,
    /// A random one, see --seed
    Random,
}

/// The baselines and their options.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Method")]
pub struct MethodArgs {
    /// Search with a solver, or with a baseline
    #[arg(long, value_enum, default_value_t, hide_short_help = true)]
    pub method: Method,
    /// How --method warnsdorff breaks ties [default: first]
    #[arg(long, value_enum, hide_short_help = true)]
    pub tie: Option<Tie>,
    /// The order of the leaps, which breaks ties: the digits 1 to 8, first choice first. They number the leaps
    /// clockwise, starting with two up and one right [default: 54637281, rank by rank from below]
    #[arg(
        long,
        value_name = "ORDER",
        hide_short_help = true,
        conflicts_with = "graph"
    )]
    pub leaps: Option<Leaps>,
    /// Make --method backtrack turn back as soon as some square has too few moves left
    #[arg(long, hide_short_help = true)]
    pub dead_ends: bool,
}

impl MethodArgs {
    /// Whether it is another method than a solver.
    pub fn is_given(&self) -> bool {
        self.method != Method::Sat
    }

    /// Refuses options of another method; `for_solvers` is one that the method `sat` alone knows.
    pub fn check(&self, for_solvers: Option<String>, seed: Option<u64>) -> Result<()> {
        let method = self.method.to_possible_value();
        let method = method.as_ref().map_or("", |value| value.get_name());
        let is = |method| self.method == method;
        if let Some(option) = for_solvers.filter(|_| self.is_given()) {
            bail!("{option} is for --method sat, not for {method}");
        }
        let is_for = |option, other| format!("{option} is for --method {other}, not for {method}");
        let may_break_ties = self.tie.is_none() || is(Method::Warnsdorff);
        ensure!(may_break_ties, is_for("--tie", "warnsdorff"));
        let may_turn_back = !self.dead_ends || is(Method::Backtrack);
        ensure!(may_turn_back, is_for("--dead-ends", "backtrack"));
        let may_order = self.leaps.is_none() || self.is_given();
        ensure!(may_order, is_for("--leaps", "warnsdorff and backtrack"));
        let is_random = is(Method::Sat) || self.tie == Some(Tie::Random);
        ensure!(
            seed.is_none() || is_random,
            "--seed is for --method sat and --tie random: nothing else is chosen at random"
        );
        Ok(())
    }
}
