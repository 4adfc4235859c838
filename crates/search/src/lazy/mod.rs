//! The lazy encoding: a two-factor by SAT, and its cycles made one.
//!
//! ```
//! use knightsat_search::lazy::{self, Options};
//! use knightsat_search::tour::{Kind, Verdict};
//! use knightsat_search::tour::place::Place;
//!
//! let place: Place = "20x20".parse()?;
//! let problem = place.problem(Kind::Closed, None, None)?;
//! let Verdict::Tour(tour) = lazy::solve(&problem, Options::default())? else {
//!     panic!("there is one");
//! };
//! assert_eq!(tour.steps().len(), 400);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Variables: `x[e]` for every edge e of the graph: the tour takes e. An open tour is made a cycle
//! by one more vertex, the apex, joined to the vertices on which the tour may end.
//!
//! Clauses, for every vertex v of degree d:
//!
//! - at least two edges: `⋁ {x[e] : e at v, e ≠ f}` for every edge f at v;
//! - at most two: `¬x[e] ∨ ¬x[f] ∨ ¬x[g]` for all three edges at v;
//! - for d > 8 a sequential counter instead (Sinz, Towards an optimal CNF encoding of Boolean
//!   cardinality constraints, CP 2005): O(d) clauses, so an apex joined to everything is cheap;
//! - at the apex, where moves change colour: one edge to each colour, or to the larger class only,
//!   which follows from the rest by counting, and resolution cannot count;
//! - `x[e]` for the edge that ends prescribed force, if there is one;
//! - once a set S of vertices has come out as a union of cycles: `⋁ {x[e] : e leaves S}`, a cut.
//!   Every Hamiltonian cycle crosses between S and the rest, so no tour is lost (the subtour
//!   elimination of Dantzig, Fulkerson and Johnson, Solution of a large-scale traveling-salesman
//!   problem, Operations Research 2, 1954; they ask for two edges, which the degrees then see to).
//!
//! The models of all these clauses, with a cut for every S, are the Hamiltonian cycles. Few cuts
//! are ever needed, since a model is a two-factor, and its cycles are first joined by other means:
//! exchanges of two edges, then neighbourhoods in which the factor is chosen anew (`joining`).
//! What those give is a tour whatever the formula, and is verified as one. Only what they leave is
//! cut, and the solver asked again. The sets that they leave are unions of cycles of the model, so
//! the cuts exclude it, and the loop ends.
//!
//! On large graphs a formula of all edges takes longer to load than to solve. There a subset comes
//! first, few edges at every vertex (`choice`): a tour in it, or made from a two-factor in it, is a
//! tour. Only the formula of all edges can say that there is none, and then all its clauses are
//! given to a fresh solver that checks its own refutation: varisat, whoever has searched.
//!
//! Sparse graphs, and those that few vertices hold together, need more (`sparse`): crate `knightsat-hamilton`.
//!
//! Where a graph has two colours and a thousand vertices or more, there is not even one formula of it at
//! first, but one of every tile (`tiles`): a two-factor is guessed, chosen anew tile by tile, and its cycles are joined.
//!
//! Which value the solver tries first decides how long it takes: edges of a two-factor that is
//! easily found ([`factor::choose`](crate::tour::factor::choose)) are tried true, all others false. Nothing rests on it, except that a
//! subset in which none is found is left out; and where none is found, sets of vertices are looked
//! for that tell why, by counting, which the solver cannot do.

mod choice;
mod formula;
mod joining;
mod narrow;
mod pieces;
mod refutation;
mod regions;
mod search;
mod sparse;
mod tiles;
mod whole;

use crate::base::stop::Stop;
use crate::tour::split::Split;
use crate::tour::tour::{Tour, TourError};
use crate::tour::{AugmentedGraph, Kind, Problem};
use crate::{Evidence, Verdict};
use knightsat_solver::InProcess;
use knightsat_solver::SolverError;
use search::{Found, Search};
use std::time::Duration;
use thiserror::Error;

pub use refutation::{Refutation, RefutedFormula};
pub use whole::{Tours, Whole};

/// What the search may do.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Decides every choice that is made at random: the same seed, the same tour.
    pub seed: u64,
    /// Who looks for two-factors. Whoever it is, varisat has the last word that there is none.
    pub solver: InProcess,
    /// When to give up, with [`Verdict::Unknown`](crate::tour::Verdict::Unknown) unless more is known
    /// already.
    pub stop: Stop,
    /// Sets of vertices whose cuts are there from the beginning: what other searches in the same graph, or
    /// in one with more edges, have needed. Each is increasing, and neither empty nor all there are.
    pub cuts: Vec<Vec<u32>>,
    /// Whether the answer may be an obstruction: cheap ones are looked for first, others that take some time
    /// where a warm start fails ([`lacking_factor`](crate::tour::Problem::lacking_factor)), and where
    /// few edges do not suffice ([`scattered`](crate::tour::Problem::scattered)).
    pub shortcuts: bool,
}

/// All shortcuts, until it is time to stop.
impl From<Stop> for Options {
    fn from(stop: Stop) -> Options {
        Options {
            stop,
            shortcuts: true,
            ..Options::default()
        }
    }
}

impl From<&Stop> for Options {
    fn from(stop: &Stop) -> Options {
        stop.clone().into()
    }
}

/// All shortcuts, and two-factors by this solver.
impl From<InProcess> for Options {
    fn from(solver: InProcess) -> Options {
        Options {
            solver,
            ..Stop::default().into()
        }
    }
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

/// The search cannot be made, or went wrong.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LazyError {
    /// Symmetric tours are none of its business.
    #[error("the lazy encoding cannot express `symmetric`: use `encoding` position")]
    Symmetry,
    /// Nor are steps.
    #[error("the lazy encoding knows no steps: use `encoding` position")]
    Steps,
    /// Edges have no direction.
    #[error("the lazy encoding cannot express this in a directed graph: use --encoding position")]
    Directed,
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A refutation was not confirmed: never the user's fault.
    #[error("the formula was refuted, and then varisat found a model of it")]
    Unconfirmed,
    /// The cycle found is no tour: never the user's fault.
    #[error("the cycle found is not a tour: {0}")]
    NoTour(#[from] TourError),
}

/// Returns true if the encoding can express the problem: edges, but neither steps nor symmetries nor
/// rules. Arcs are edges of the [split graph](crate::tour::split).
pub fn can_express(problem: &Problem) -> bool {
    let has_edges = !problem.graph().is_directed() || problem.has_split();
    has_edges
        && problem.symmetry().order() == 1
        && !problem.has_given_steps()
        && !problem.is_magic()
        && problem.rules().is_empty()
}

/// Fails unless the problem can be put to this encoding.
fn expressible(problem: &Problem) -> Result<(), LazyError> {
    match can_express(problem) {
        true => Ok(()),
        false if problem.symmetry().order() > 1 => Err(LazyError::Symmetry),
        false if !problem.has_given_steps() && !problem.is_magic() => Err(LazyError::Directed),
        false => Err(LazyError::Steps),
    }
}

/// Looks for a tour, or for what shows that there is none: an obstruction if shortcuts are allowed, or cuts.
pub fn solve(problem: &Problem, options: Options) -> Result<Verdict, LazyError> {
    solve_with(problem, options, &mut |_| ())
}

/// Looks for a tour as [`solve`] does, and tells `report` how far it is.
pub fn solve_with(
    problem: &Problem,
    options: Options,
    report: &mut dyn FnMut(Progress),
) -> Result<Verdict, LazyError> {
    expressible(problem)?;
    let stop = options.stop.clone();
    if options.shortcuts
        && let Some(reason) = problem.obstruction_within(&stop)
    {
        return Ok(Verdict::None(Evidence::Obstruction(reason)));
    }
    if problem.graph().len() == 1 && problem.kind() == Kind::Open {
        return Ok(Verdict::Tour(Tour::verify(problem, vec![0])?));
    }
    if let Some(split) = problem.split() {
        return solve_split(&split, options, report);
    }
    let thinned = problem.thinned(&stop);
    let left = thinned.as_ref().unwrap_or(problem);
    let unknown = || Ok(Verdict::Unknown(stop.stopped().into()));
    let Ok(augmented) = AugmentedGraph::coloured_within(left, &stop) else {
        return unknown();
    };
    let mut search = Search::new(problem, augmented, options, report);
    match search.run()? {
        Found::Cycle(cycle) => {
            let steps = search.augmented.steps(cycle);
            Ok(Verdict::Tour(Tour::verify(problem, steps)?))
        }
        Found::Contradiction => search.confirm(),
        Found::Obstruction(reason) => Ok(Verdict::None(Evidence::Obstruction(reason))),
        Found::Nothing => unknown(),
    }
}

/// Looks for a tour of a directed graph in its split graph.
fn solve_split(
    split: &Split,
    options: Options,
    report: &mut dyn FnMut(Progress),
) -> Result<Verdict, LazyError> {
    Ok(match solve_with(split.problem(), options, report)? {
        Verdict::Tour(tour) => Verdict::Tour(split.tour(tour.steps().to_vec())?),
        Verdict::None(Evidence::Obstruction(reason)) => {
            Verdict::None(Evidence::Obstruction(split.obstruction(reason)))
        }
        verdict => verdict,
    })
}
