//! The best tour: one that minimizes or maximizes statistics, with bounds on both sides.
//!
//! ```
//! use knightsat_search::optimum::{Objective, Options, Sense, optimize};
//! use knightsat_search::tour::Kind;
//! use knightsat_search::tour::place::Place;
//! use knightsat_search::tour::statistic::Statistic;
//!
//! let place: Place = "6x6".parse()?;
//! let problem = place.problem(Kind::Closed, None, None)?;
//! let statistic = Statistic::parse("turns", &place)?;
//! let objective = Objective { sense: Sense::Minimize, statistic };
//! let optimum = optimize(&problem, &[objective], &Options::default(), &mut |_| ())?;
//! assert!(optimum.is_optimal() && optimum.standings[0].best == Some(32));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The formula has a variable for each edge, with the degrees and cuts of the
//! [lazy engine](crate::lazy). A cost (`cost`) is a literal for each term of the statistic, and their
//! sum in unary, which is written once. A limit of the cost is an assumption.
//!
//! Two threads search at once, each with a solver of its own (`worker`). One descends: by annealing
//! (`anneal`), in windows (`window`), then by formulas whose tours cost less than the best one. The
//! other climbs (`climb`): it refutes limits
//! from below, first those of small parts of the board.
//! They end when the bounds meet. Several objectives are optimized in lexicographic order: the
//! optimum of each is a limit in the formula of the next.
//!
//! Every tour is verified, and its value is that of the statistic on the tour. A bound is as
//! trustworthy as the solver: varisat checks its refutations, and bounds of others are unverified.
//!
//! Problems whose demands are not about edges alone are optimized by a formula (`by_formula`).

mod anneal;
mod by_formula;
mod climb;
mod cost;
mod proof;
mod window;
mod worker;

use crate::base::stop::{Stop, Stopped};
use crate::base::text::OptionName;
use crate::lazy::{self, LazyError};
use crate::tour::Problem;
use crate::tour::lower::{Lowered, lower};
use crate::tour::statistic::{Statistic, StatisticError};
use crate::tour::table::{self, Backend, Refusal};
use crate::tour::tour::{Tour, TourError};
use crate::{SolveError, Unknown, Verdict};
use cost::Cost;
use knightsat_solver::{InProcess, Solver, SolverError};
use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use thiserror::Error;
use worker::{Direction, Message, Shared, Worker, WorkerTask};

pub use proof::{BetterTours, Certified, CostClauses, OptimalityError};

const FORMAT: OptionName = OptionName("format");
const SOLVER: OptionName = OptionName("solver");

/// The direction of an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// The smallest value is best.
    Minimize,
    /// The largest value is best.
    Maximize,
}

/// A statistic to be minimized or maximized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// The direction.
    pub sense: Sense,
    /// The statistic.
    pub statistic: Statistic,
}

impl Objective {
    /// Returns the value of a tour of this problem.
    fn value(&self, problem: &Problem, tour: &Tour) -> Result<i64, StatisticError> {
        self.statistic.value(problem, tour.steps())
    }
}

/// Options of the search.
#[derive(Clone, Debug)]
pub struct Options {
    /// Seed of every random choice.
    pub seed: u64,
    /// The solvers, at least one; several race for each answer.
    pub solvers: Vec<Solver>,
    /// The limit. The result is then the best tour so far.
    pub stop: Stop,
    /// True if cheap reasons suffice if there is no tour.
    pub shortcuts: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seed: 0,
            solvers: vec![InProcess::default().into()],
            stop: Stop::default(),
            shortcuts: true,
        }
    }
}

impl From<Stop> for Options {
    fn from(stop: Stop) -> Options {
        Options {
            stop,
            ..Options::default()
        }
    }
}

impl From<&Stop> for Options {
    fn from(stop: &Stop) -> Options {
        stop.clone().into()
    }
}

/// The bounds of an objective: the best value of a tour so far, and a bound that no tour exceeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The objective.
    pub objective: Objective,
    /// The value of the best tour.
    pub best: Option<i64>,
    /// The bound: `at least` for a minimum, `at most` for a maximum.
    pub bound: Option<i64>,
    /// The solver on whose unverified word the bound rests, if it does.
    pub word: Option<String>,
}

impl Standing {
    /// Returns true if no tour is better.
    pub fn is_optimal(&self) -> bool {
        self.best.is_some() && self.best == self.bound
    }

    /// Returns the difference of best value and bound, if both are known.
    pub fn gap(&self) -> Option<u64> {
        Some(self.best?.abs_diff(self.bound?))
    }
}

/// `turns: best 47, at least 44`; `turns: 45, optimal`.
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.objective.statistic)?;
        let side = match self.objective.sense {
            Sense::Minimize => "at least",
            Sense::Maximize => "at most",
        };
        match (self.best, self.bound) {
            (Some(best), Some(bound)) if best == bound => write!(f, "{best}, optimal")?,
            (Some(best), Some(bound)) => write!(f, "best {best}, {side} {bound}")?,
            (Some(best), None) => write!(f, "best {best}")?,
            (None, Some(bound)) => write!(f, "{side} {bound}")?,
            (None, None) => write!(f, "unknown")?,
        }
        match &self.word {
            Some(word) => write!(f, " ({word})"),
            None => Ok(()),
        }
    }
}

/// The result of a search for the best tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// The best tour, or no tour.
    pub verdict: Verdict,
    /// The bounds of each objective whose predecessors are optimal. The others have the value of
    /// the tour, and no bound.
    pub standings: Vec<Standing>,
    /// The reason why the search ended before the optimum, if it did.
    pub stopped: Option<Stopped>,
    /// The vertex sets of all cuts for the last objective. They prove the bound.
    pub cuts: Vec<Vec<u32>>,
}

impl Optimum {
    /// Returns true if no tour is better.
    pub fn is_optimal(&self) -> bool {
        self.standings.iter().all(Standing::is_optimal)
    }
}

/// Errors of the search.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OptimumError {
    /// The statistic does not exist in this place.
    #[error(transparent)]
    Statistic(#[from] StatisticError),
    /// The search does not support the problem.
    #[error("{0}: leave that out, or write a formula with {FORMAT} wcnf")]
    Refused(Refusal),
    /// The search for a first tour failed.
    #[error(transparent)]
    Lazy(#[from] LazyError),
    /// The search by a formula failed.
    #[error(transparent)]
    Solve(Box<SolveError>),
    /// A solver failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The cycle found is no tour: never the user's fault.
    #[error("the cycle found is not a tour: {0}")]
    NoTour(#[from] TourError),
    /// A tour is better than a bound that a solver claims.
    #[error("{0} claims a bound that a tour refutes: use another {SOLVER}")]
    WrongBound(String),
}

/// Looks for the tour that is best by the first objective; among those for the best by the second,
/// and so on. `report` receives the bounds of an objective when one of them improves.
pub fn optimize(
    problem: &Problem,
    objectives: &[Objective],
    options: &Options,
    report: &mut dyn FnMut(&Standing),
) -> Result<Optimum, OptimumError> {
    table::reductions(problem, Backend::Optimum).map_err(OptimumError::Refused)?;
    if !Backend::OptimalityProof.supports(problem.demands()) {
        return by_formula::optimize(problem, objectives, options, report);
    }
    let stop = &options.stop;
    let mut costs = Vec::new();
    for Objective { sense, statistic } in objectives {
        match statistic.sum(problem, stop) {
            Err(StatisticError::Stopped(stopped)) => return Ok(late(objectives, stopped)),
            sum => costs.push(Cost::new(*sense, &sum?, problem.coordinates(), stop)),
        }
    }
    let in_process = options.solvers.iter().find_map(Solver::in_process);
    let first = lazy::Options {
        seed: options.seed,
        solver: in_process.cloned().unwrap_or_default(),
        stop: stop.clone(),
        shortcuts: options.shortcuts,
        ..lazy::Options::default()
    };
    let tour = match lazy::solve(problem, first)? {
        Verdict::Tour(tour) => tour,
        verdict => {
            let stopped = match &verdict {
                Verdict::Unknown(Unknown::Stopped(stopped)) => Some(*stopped),
                _ => None,
            };
            return Ok(Optimum {
                verdict,
                stopped,
                ..late(objectives, stop.stopped())
            });
        }
    };
    let Ok(lowered) = lower(problem, Backend::Optimum, stop) else {
        return Ok(late(objectives, stop.stopped()));
    };
    let mut search = ObjectiveSearch {
        lowered: &lowered,
        options,
        limits: Vec::new(),
        tour,
        stopped: None,
        cuts: Vec::new(),
        report,
    };
    let mut standings: Vec<Standing> = Vec::new();
    for (objective, cost) in objectives.iter().zip(costs) {
        let is_next = standings.iter().all(Standing::is_optimal);
        let standing = if !is_next {
            Standing::unknown(objective)
        } else if let Some(standing) = search.determined(problem, objective, &cost, &standings)? {
            standing
        } else {
            search.run(problem, objective, cost)?
        };
        standings.push(standing);
    }
    // A tour that is better by a later objective is as good by the earlier ones.
    for standing in &mut standings {
        standing.best = Some(standing.objective.value(problem, &search.tour)?);
    }
    Ok(Optimum {
        verdict: Verdict::Tour(search.tour),
        standings,
        stopped: search.stopped,
        cuts: search.cuts,
    })
}

/// Returns the result of a search that has found no tour yet.
fn late(objectives: &[Objective], stopped: Stopped) -> Optimum {
    Optimum {
        verdict: Verdict::Unknown(stopped.into()),
        standings: objectives.iter().map(Standing::unknown).collect(),
        stopped: Some(stopped),
        cuts: Vec::new(),
    }
}

impl Standing {
    fn unknown(objective: &Objective) -> Standing {
        Standing {
            objective: objective.clone(),
            best: None,
            bound: None,
            word: None,
        }
    }
}

/// An earlier objective, and its optimal cost.
struct Limit {
    objective: Objective,
    cost: Cost,
    most: u64,
}

/// The search, one objective after the other.
struct ObjectiveSearch<'s> {
    lowered: &'s Lowered,
    options: &'s Options,
    /// The optimal costs of earlier objectives.
    limits: Vec<Limit>,
    tour: Tour,
    stopped: Option<Stopped>,
    cuts: Vec<Vec<u32>>,
    report: &'s mut dyn FnMut(&Standing),
}

impl ObjectiveSearch<'_> {
    /// Returns the standing of an objective if an earlier one determines its cost: all remaining
    /// tours have the same value, on the same grounds.
    fn determined(
        &self,
        problem: &Problem,
        objective: &Objective,
        cost: &Cost,
        earlier: &[Standing],
    ) -> Result<Option<Standing>, OptimumError> {
        let mut limits = self.limits.iter();
        let Some(limit) = limits.find(|limit| cost.is_determined_by(&limit.cost)) else {
            return Ok(None);
        };
        let mut earlier = earlier.iter();
        let earlier = earlier.find(|standing| standing.objective == limit.objective);
        let value = objective.value(problem, &self.tour)?;
        Ok(Some(Standing {
            best: Some(value),
            bound: Some(value),
            word: earlier.and_then(|standing| standing.word.clone()),
            ..Standing::unknown(objective)
        }))
    }

    /// Optimizes one objective.
    fn run(
        &mut self,
        problem: &Problem,
        objective: &Objective,
        cost: Cost,
    ) -> Result<Standing, OptimumError> {
        let best = objective.value(problem, &self.tour)?;
        let mut standing = Standing {
            best: Some(best),
            bound: Some(cost.value(0)),
            ..Standing::unknown(objective)
        };
        (self.report)(&standing);
        let shared = Shared::new(cost.of(best));
        let limits = std::mem::take(&mut self.limits);
        let task = WorkerTask {
            lowered: self.lowered,
            circuit: self.lowered.circuit(),
            problem,
            objective,
            cost: &cost,
            limits: &limits,
            tour: self.tour.clone(),
        };
        let mut fault = None;
        if !standing.is_optimal() {
            thread::scope(|scope| {
                let (sender, receiver) = mpsc::channel();
                for direction in [Direction::Descend, Direction::Climb] {
                    let worker = Worker {
                        task: &task,
                        shared: &shared,
                        options: self.options,
                        direction,
                        sender: sender.clone(),
                    };
                    scope.spawn(move || worker.run());
                }
                drop(sender);
                loop {
                    let message = match receiver.recv_timeout(PAUSE) {
                        Ok(message) => message,
                        Err(RecvTimeoutError::Disconnected) => break,
                        Err(RecvTimeoutError::Timeout) => {
                            if self.options.stop.is_over() {
                                shared.done.store(true, Ordering::Relaxed);
                            }
                            continue;
                        }
                    };
                    if fault.is_none()
                        && let Err(error) = self.take(message, problem, &cost, &mut standing)
                    {
                        fault = Some(error);
                    }
                    if standing.is_optimal() || fault.is_some() {
                        shared.done.store(true, Ordering::Relaxed);
                    }
                }
            });
        }
        self.limits = limits;
        self.cuts = shared.cuts.into_inner().unwrap_or_default();
        // A fault of one solver does not matter once the bounds meet.
        if let Some(error) = fault
            && (!standing.is_optimal() || matches!(error, OptimumError::WrongBound(_)))
        {
            return Err(error);
        }
        match (standing.is_optimal(), standing.best) {
            (true, Some(best)) => self.limits.push(Limit {
                objective: objective.clone(),
                most: cost.of(best),
                cost,
            }),
            _ => self.stopped = Some(self.options.stop.stopped()),
        }
        Ok(standing)
    }

    /// Takes a message of a worker into account.
    fn take(
        &mut self,
        message: Message,
        problem: &Problem,
        cost: &Cost,
        standing: &mut Standing,
    ) -> Result<(), OptimumError> {
        let [best, bound] =
            [standing.best, standing.bound].map(|value| cost.of(value.expect("both are known")));
        match message {
            Message::Tour(tour) => {
                let value = standing.objective.value(problem, &tour)?;
                if cost.of(value) < bound {
                    let word = standing.word.take().unwrap_or_else(|| "a solver".into());
                    return Err(OptimumError::WrongBound(word));
                }
                if cost.of(value) < best {
                    standing.best = Some(value);
                    self.tour = tour;
                    (self.report)(standing);
                }
            }
            Message::Bound(new, word) => {
                // What costs more than the best tour is no better.
                let new = new.min(best);
                if new > bound {
                    standing.bound = Some(cost.value(new));
                    standing.word = word.or(standing.word.take());
                    (self.report)(standing);
                }
            }
            Message::Fault(error) => return Err(error),
        }
        Ok(())
    }
}

/// The time between two looks at the clock.
const PAUSE: Duration = Duration::from_millis(10);
