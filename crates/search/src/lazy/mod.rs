//! The lazy encoding: the solver finds a two-factor, and its cycles are joined.
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
//!   Every Hamiltonian cycle crosses between S and the rest, so no tour is lost. This is the
//!   subtour elimination of Dantzig, Fulkerson and Johnson (Solution of a large-scale
//!   traveling-salesman problem, Operations Research 2, 1954). They require two edges, which the
//!   degrees imply here.
//!
//! The models of all these clauses, with a cut for every S, are the Hamiltonian cycles. Few cuts
//! are needed, since a model is a two-factor, and its cycles are first joined by other means. These
//! are exchanges of two edges, then neighbourhoods in which the factor is chosen anew (`joining`).
//! A single cycle is a tour whatever the formula, and is verified as one. Only the remaining cycles
//! are cut, and the solver runs again. Their sets are unions of cycles of the model, so the cuts
//! exclude it, and the loop ends.
//!
//! On large graphs a formula of all edges takes longer to load than to solve. There a subset comes
//! first, few edges at every vertex (`choice`): a tour in it, or made from a two-factor in it, is a
//! tour. Only the formula of all edges can prove that no tour exists. A fresh solver then receives
//! all its clauses and checks its own refutation: varisat, whichever solver has searched.
//!
//! Sparse graphs, and graphs with small vertex separators, need more (`sparse`): crate
//! `knightsat-hamilton`.
//!
//! Symmetric tours are searched in the [quotient graph](crate::tour::quotient). Their constraint is part of
//! every formula, as are rules about edges. Joining ignores them, so its cycles are verified.
//!
//! If a graph has two colours and a thousand vertices or more, the search begins with a formula for
//! each tile (`tiles`). A two-factor is guessed and chosen anew tile by tile, and its cycles are
//! joined.
//!
//! The value that the solver tries first decides the running time. Edges of a two-factor that is
//! easily found ([`factor::choose`](crate::tour::factor::choose)) are tried true, all others false.
//! The answer does not depend on it, except that a subset in which none is found is left out. If
//! the whole graph seems to have none, sets of vertices that prove it are searched by counting,
//! which the solver cannot do.

pub(crate) mod choice;
mod counting;
pub(crate) mod edge_vars;
pub(crate) mod joining;
mod pieces;
mod race;
mod refutation;
mod regions;
mod search;
mod sparse;
mod tile;
mod tiles;

use crate::base::stop::Stop;
use crate::tour::lower::{LoweredProblem, Unlowered, lower};
use crate::tour::succession::Succession;
use crate::tour::table::{self, Backend, Refusal};
use crate::tour::tour::{Tour, TourError};
use crate::tour::{AugmentedGraph, Obstruction, Problem};
use crate::{Evidence, Verdict};
use knightsat_solver::varisat::Varisat;
use knightsat_solver::{InProcess, SolverError};
use search::{Findings, Found, Search, SearchRun};
use std::ptr;
use std::time::Duration;
use thiserror::Error;

pub use refutation::{Refutation, RefutedFormula};

/// Options of the search.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Seed of every random choice: the same seed, the same tour.
    pub seed: u64,
    /// Searches at once, each with another seed: the first answer wins. With more than one, the
    /// same seed may return another tour.
    pub threads: usize,
    /// The solver that looks for two-factors. Whichever it is, varisat confirms a refutation.
    pub solver: InProcess,
    /// The limit. The verdict is then [`Verdict::Unknown`](crate::tour::Verdict::Unknown), unless
    /// more is known already.
    pub stop: Stop,
    /// Sets of vertices whose cuts are there from the beginning. Other searches in the same graph,
    /// or in one with more edges, have needed them. Each is increasing, and neither empty nor the
    /// set of all vertices. A search with a symmetry ignores them.
    pub cuts: Vec<Vec<u32>>,
    /// True if the answer may be an obstruction. Cheap ones are looked for first. Others take some
    /// time: one if a warm start fails ([`lacking_factor`](crate::tour::Problem::lacking_factor)),
    /// another if few edges do not suffice ([`scattered`](crate::tour::Problem::scattered)).
    pub shortcuts: bool,
    /// If the search takes long, a count by the frontier method runs beside it, with at most this
    /// many bytes of states. A count of zero is an answer, [`Evidence::Count`], without a
    /// certificate. `None` counts nothing.
    pub count: Option<u64>,
}

/// Returns options with all shortcuts, until `stop` is over.
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

/// Returns options with all shortcuts, and this solver for two-factors.
impl From<InProcess> for Options {
    fn from(solver: InProcess) -> Options {
        Options {
            solver,
            ..Stop::default().into()
        }
    }
}

/// The progress of the search, reported when an attempt starts, when its formula is ready, and
/// after every round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Attempts so far, each with other edges or another order of them.
    pub attempt: u32,
    /// Edges of the attempt: variables of its formula, or of its formulas so far.
    pub edges: u32,
    /// Two-factors found so far, in all attempts.
    pub round: u32,
    /// Cycles of the last two-factor.
    pub cycles: u32,
    /// Cycles that remain after joining.
    pub joined: u32,
    /// Vertices of the current piece, if the graph is searched piece by piece.
    pub piece: Option<u32>,
    /// Cuts made so far, in all attempts.
    pub cuts: u32,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// Errors of the search.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LazyError {
    /// The engine does not support the problem.
    #[error(transparent)]
    Refused(#[from] Refusal),
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

/// Looks for a tour, or for evidence that none exists: an obstruction if shortcuts are enabled, or
/// cuts. [`find`](crate::find) does this too, and uses a formula for problems that this engine
/// does not support.
pub fn solve(problem: &Problem, options: Options) -> Result<Verdict, LazyError> {
    solve_with(problem, options, &mut |_| ())
}

/// Looks for a tour as [`solve`] does, and calls `report` with the progress.
pub fn solve_with(
    problem: &Problem,
    options: Options,
    report: &mut dyn FnMut(Progress),
) -> Result<Verdict, LazyError> {
    table::reductions(problem, Backend::Engine)?;
    counting::race(problem, options, |options| alone(problem, options, report))
}

/// Looks for a tour without a count: for a tour of each circuit of the problem.
fn alone(
    problem: &Problem,
    options: Options,
    report: &mut dyn FnMut(Progress),
) -> Result<Verdict, LazyError> {
    let stop = options.stop.clone();
    if options.shortcuts
        && let Some(reason) = problem.obstruction(&stop)
    {
        return Ok(Verdict::None(Evidence::Obstruction(reason)));
    }
    let lowered = match lower(problem, Backend::Engine, &stop) {
        Ok(lowered) => lowered,
        Err(Unlowered::Refused(refusal)) => return Err(refusal.into()),
        Err(Unlowered::Stopped(stopped)) => return Ok(Verdict::Unknown(stopped.into())),
    };
    let mut tours = Vec::new();
    for circuit in lowered.circuits() {
        let evidence = match search(circuit, options.clone(), report)? {
            Answer::Tour(steps) => {
                tours.push(steps);
                continue;
            }
            Answer::Reason(reason) => Evidence::Obstruction(lowered.explain(reason)),
            Answer::Refuted(Some(refutation)) => Evidence::Cuts(refutation),
            Answer::Refuted(None) => Evidence::Refutation(Varisat::WORD.into()),
            Answer::Unknown => return Ok(Verdict::Unknown(stop.stopped().into())),
        };
        return Ok(Verdict::None(evidence));
    }
    Ok(Verdict::Tour(Tour::verify(problem, lowered.lift(tours))?))
}

/// The answer to a circuit.
enum Answer {
    /// The steps of a tour.
    Tour(Vec<u32>),
    /// A reason in the problem [reasoned about](LoweredProblem::reasoned).
    Reason(Obstruction),
    /// A confirmed contradiction, with its cuts if degrees and cuts suffice.
    Refuted(Option<Refutation>),
    /// The search was given up.
    Unknown,
}

/// Searches for a tour of a circuit.
fn search(
    circuit: LoweredProblem,
    options: Options,
    report: &mut dyn FnMut(Progress),
) -> Result<Answer, LazyError> {
    let problem = circuit.problem;
    if Succession::of(problem).followed().is_empty() {
        return Ok(Answer::Tour(vec![0]));
    }
    let stop = options.stop.clone();
    let thinned = problem.thinned(&stop);
    let left = thinned.as_ref().unwrap_or(problem);
    let Ok(augmented) = AugmentedGraph::coloured(left, &stop) else {
        return Ok(Answer::Unknown);
    };
    let has_reasons = ptr::eq(circuit.reasoned, problem);
    let options = Options {
        // The cuts are sets of vertices of another graph.
        cuts: if has_reasons {
            options.cuts
        } else {
            Vec::new()
        },
        ..options
    };
    let (search, mut run) = Search::new(circuit, augmented, options, report);
    match search.run(&mut run)? {
        Found::Cycle(cycle) => Ok(Answer::Tour(search.augmented.tour_of(cycle))),
        Found::Obstruction(reason) => Ok(Answer::Reason(reason)),
        Found::Contradiction => search.confirm(run.findings),
        Found::Nothing => Ok(Answer::Unknown),
    }
}
