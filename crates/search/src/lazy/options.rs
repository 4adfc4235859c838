//! What a search may do, and what it tells of itself.

use knightsat_base::stop::Stop;
use knightsat_solver::incremental::InProcess;
use std::time::Duration;

/// What the search may do.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Decides every choice that is made at random: the same seed, the same tour.
    pub seed: u64,
    /// Who looks for two-factors. Whoever it is, varisat has the last word that there is none.
    pub solver: InProcess,
    /// When to give up, with [`Verdict::Unknown`](knightsat_tour::Verdict::Unknown) unless more is known
    /// already.
    pub stop: Stop,
    /// Sets of vertices whose cuts are there from the beginning: what other searches in the same graph, or
    /// in one with more edges, have needed. Each is increasing, and neither empty nor all there are.
    pub cuts: Vec<Vec<u32>>,
    /// Whether the answer may be an obstruction that takes some time to find: it is looked for
    /// where a warm start fails ([`lacking_factor`](knightsat_tour::Problem::lacking_factor)), and where
    /// few edges do not suffice ([`scattered`](knightsat_tour::Problem::scattered)).
    pub shortcuts: bool,
}

/// How far the search is: told when an attempt starts, when it has a formula, and after every round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Attempts so far, each with other edges or another order of them.
    pub attempt: u32,
    /// Edges of the attempt: variables of its formula, or of its formulas so far.
    pub edges: u32,
    /// Two-factors found so far, in all attempts.
    pub round: u32,
    /// Cycles of the last one.
    pub cycles: u32,
    /// What joining has left of them.
    pub joined: u32,
    /// Vertices of the piece that is searched, where the graph is searched piece by piece.
    pub piece: Option<u32>,
    /// Cuts made so far, in all attempts.
    pub cuts: u32,
    /// Time since the search began.
    pub elapsed: Duration,
}
