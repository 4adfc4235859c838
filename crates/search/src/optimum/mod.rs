//! The best tour: one that minimizes or maximizes statistics, with bounds on both sides.
//!
//! ```
//! use knightsat_search::optimum::{Objective, Sense, optimize};
//! use knightsat_search::base::stop::Stop;
//! use knightsat_search::tour::{Kind, Problem};
//! use knightsat_search::tour::place::Place;
//! use knightsat_search::tour::statistic::Statistic;
//!
//! let place: Place = "6x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let statistic = Statistic::parse("turns", &place)?;
//! let objective = Objective { sense: Sense::Minimize, statistic };
//! let optimum = optimize(&problem, &[objective], &Stop::default().into(), &mut |_| ())?;
//! assert!(optimum.is_optimal() && optimum.standings[0].best == Some(32));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A first tour is improved by simulated annealing (`anneal`). A limit of the objective then is an
//! assumption over the formula of the tours (`formula`): each better tour lowers it, until the
//! formula is refuted. A second thread raises the bound from below (`climb`). They end when the
//! bounds meet. Several objectives are optimized in lexicographic order: the optimum of each is a
//! limit in the formula of the next.
//!
//! Every tour is verified, and its value is that of the statistic on the tour. A bound is as
//! trustworthy as the solver: varisat checks its refutations, and bounds of others are unverified.

mod anneal;
mod climb;
mod formula;
mod proof;

use crate::base::stop::{Stop, Stopped};
use crate::cnf::{Clauses, Lit};
use crate::tour::Problem;
use crate::tour::graph::Coordinates;
use crate::tour::statistic::{Site, Statistic, StatisticError, Sum};
use crate::tour::table::{self, Backend};
use crate::tour::tour::Tour;
use crate::{SolveError, Verdict, find_in, lazy};
use formula::{CostFormula, CostLimit, Goal};
use knightsat_solver::{Incremental, Refined, refine_assuming};
use std::fmt;
use std::ops::ControlFlow::{Break, Continue};
use std::panic::resume_unwind;
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, ScopedJoinHandle};

pub use formula::Cost;
pub use proof::{BetterTours, CostClauses};

/// The direction of an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// The smallest value is best.
    Minimize,
    /// The largest value is best.
    Maximize,
}

impl Sense {
    /// Returns 1, or −1 if the negation of the value is minimized.
    fn sign(self) -> i64 {
        match self {
            Sense::Minimize => 1,
            Sense::Maximize => -1,
        }
    }
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

/// Looks for the tour that is best by the first objective; among those for the best by the second,
/// and so on. The options are those of the search for a first tour. `report` receives the bounds of
/// an objective when one of them improves.
pub fn optimize(
    problem: &Problem,
    objectives: &[Objective],
    options: &lazy::Options,
    report: &mut (dyn FnMut(&Standing) + Send),
) -> Result<Optimum, SolveError> {
    table::reductions(problem, Backend::Optimum).map_err(SolveError::NotOptimized)?;
    let stop = &options.stop;
    let late = |verdict| Optimum {
        stopped: matches!(verdict, Verdict::Unknown(_)).then(|| stop.stopped()),
        verdict,
        standings: objectives.iter().map(Standing::unknown).collect(),
        cuts: Vec::new(),
    };
    let mut goals: Vec<Goal> = Vec::new();
    for objective in objectives {
        match objective.statistic.sum(problem, stop) {
            Err(StatisticError::Stopped(stopped)) => {
                return Ok(late(Verdict::Unknown(stopped.into())));
            }
            sum => goals.push((
                objective.clone(),
                sorted(sum?, problem.coordinates().map(|places| &**places)),
            )),
        }
    }
    let mut tour = match find_in(problem, options.clone())? {
        Verdict::Tour(tour) => tour,
        verdict => return Ok(late(verdict)),
    };
    let (mut standings, mut optima, mut cuts) = (Vec::new(), Vec::new(), Vec::new());
    for (nth, objective) in objectives.iter().enumerate() {
        let mut standing = Standing::unknown(objective);
        if standings.iter().all(Standing::is_optimal) {
            let goals = &goals[..=nth];
            let search =
                ObjectiveSearch::new(problem, goals, &optima, options, tour, &mut *report)?;
            (standing, tour, cuts) = search.run()?;
            optima.extend(standing.best);
        }
        standings.push(standing);
    }
    // A tour that is better by a later objective is as good by the earlier ones.
    for standing in &mut standings {
        standing.best = Some(standing.objective.value(problem, &tour)?);
    }
    let is_optimal = standings.iter().all(Standing::is_optimal);
    Ok(Optimum {
        verdict: Verdict::Tour(tour),
        stopped: (!is_optimal).then(|| stop.stopped()),
        standings,
        cuts,
    })
}

/// Sorts terms along a curve whose halves, quarters and so on are near each other (Morton 1966).
fn sorted(mut sum: Sum, places: Option<&Coordinates>) -> Sum {
    let place = |vertex: &u32| places.map_or([0; 2], |places| places.of(*vertex));
    sum.terms.sort_by_cached_key(|term| {
        let edges = term.any[0].edges();
        let vertices = match &term.site {
            Site::Vertex(vertex) => slice::from_ref(vertex),
            Site::Edge(_) | Site::Crossing(_) => edges.as_flattened(),
        };
        let places = vertices.iter().map(place);
        let centre = places.fold([0; 2], |sum, place| [sum[0] + place[0], sum[1] + place[1]]);
        let centre = centre.map(|sum| 4 * sum / vertices.len() as u32);
        let bits = (0..u32::BITS).rev();
        let bits = bits.flat_map(|bit| centre.map(|sum| sum >> bit & 1));
        bits.fold(0_u64, |key, bit| key << 1 | u64::from(bit))
    });
    sum
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

/// The search for the best tour by one objective.
struct ObjectiveSearch<'s> {
    problem: &'s Problem,
    /// The objectives so far, this one last.
    goals: &'s [Goal],
    /// The optimal values of the earlier ones.
    optima: &'s [i64],
    options: &'s lazy::Options,
    /// The limit; it fires once the bounds meet.
    stop: Stop,
    done: Arc<AtomicBool>,
    state: Mutex<ObjectiveState<'s>>,
}

/// The state that the threads of a search share.
struct ObjectiveState<'s> {
    standing: Standing,
    /// The best tour.
    tour: Tour,
    /// The vertex sets of all cuts.
    cuts: Vec<Vec<u32>>,
    report: &'s mut (dyn FnMut(&Standing) + Send),
}

impl<'s> ObjectiveSearch<'s> {
    fn new(
        problem: &'s Problem,
        goals: &'s [Goal],
        optima: &'s [i64],
        options: &'s lazy::Options,
        tour: Tour,
        report: &'s mut (dyn FnMut(&Standing) + Send),
    ) -> Result<ObjectiveSearch<'s>, SolveError> {
        let (objective, sum) = goals.last().expect("a goal");
        let sign = objective.sense.sign();
        let least = sum.terms.iter().map(|term| (sign * term.weight).min(0));
        let standing = Standing {
            best: Some(objective.value(problem, &tour)?),
            bound: Some(sum.constant + sign * least.sum::<i64>()),
            ..Standing::unknown(objective)
        };
        report(&standing);
        let done = Arc::new(AtomicBool::new(standing.is_optimal()));
        Ok(ObjectiveSearch {
            problem,
            goals,
            optima,
            options,
            stop: options.stop.clone().with_flag(done.clone()),
            done,
            state: Mutex::new(ObjectiveState {
                standing,
                tour,
                cuts: Vec::new(),
                report,
            }),
        })
    }

    /// Searches until the bounds meet, or time is up.
    fn run(self) -> Result<(Standing, Tour, Vec<Vec<u32>>), SolveError> {
        let end = self.search();
        let state = self.state.into_inner();
        let state = state.expect("no thread panics while it has the lock");
        match end {
            // A fault of one solver does not matter once the bounds meet.
            Err(error) if matches!(error, SolveError::WrongBound(_)) => Err(error),
            Err(error) if !state.standing.is_optimal() => Err(error),
            _ => Ok((state.standing, state.tour, state.cuts)),
        }
    }

    fn search(&self) -> Result<(), SolveError> {
        let mut slot = None;
        thread::scope(|scope| {
            let annealing = scope.spawn(|| self.or_stop(self.anneal()));
            let formula = CostFormula::new(self.problem, self.goals, self.optima, &self.stop);
            let formula = match self.or_stop(formula) {
                Err(error) if error.is_stopped() => return joined(annealing),
                formula => &*slot.insert(formula?),
            };
            let climbing = scope.spawn(|| self.or_stop(self.climb(formula)));
            joined(annealing)?;
            let descended = self.or_stop(self.descend(formula));
            joined(climbing).and(descended)
        })
    }

    /// Ends all threads after an error.
    fn or_stop<T>(&self, end: Result<T, SolveError>) -> Result<T, SolveError> {
        end.inspect_err(|_| self.done.store(true, Ordering::Relaxed))
    }

    fn state(&self) -> MutexGuard<'_, ObjectiveState<'s>> {
        let state = self.state.lock();
        state.expect("no thread panics while it has the lock")
    }

    fn objective(&self) -> &Objective {
        &self.goals.last().expect("a goal").0
    }

    /// Returns the cost of the best tour.
    fn best(&self, formula: &CostFormula) -> u64 {
        let best = self.state().standing.best;
        formula.cost.of(best.expect("known from the beginning"))
    }

    /// Takes a tour into account.
    fn found(&self, tour: Tour) -> Result<(), SolveError> {
        let value = self.objective().value(self.problem, &tour)?;
        let mut state = self.state();
        let [best, bound] = self.signed(&state.standing);
        let cost = self.objective().sense.sign() * value;
        if cost < bound {
            let word = state.standing.word.take();
            return Err(SolveError::WrongBound(
                word.unwrap_or_else(|| "of a solver".into()),
            ));
        }
        if cost < best {
            state.standing.best = Some(value);
            state.tour = tour;
            self.report(&mut state);
        }
        Ok(())
    }

    /// Takes into account that no tour is better than this, perhaps by the unverified word of a
    /// solver.
    fn refuted(&self, value: i64, word: Option<String>) {
        let mut state = self.state();
        let [best, bound] = self.signed(&state.standing);
        let sign = self.objective().sense.sign();
        // A bound beyond the best tour says no more than that no other is better.
        let new = best.min(sign * value);
        if new > bound {
            state.standing.bound = Some(sign * new);
            state.standing.word = word.or(state.standing.word.take());
            self.report(&mut state);
        }
    }

    /// Returns the best value and the bound, negated if they are maximized.
    fn signed(&self, standing: &Standing) -> [i64; 2] {
        let values = [standing.best, standing.bound];
        values.map(|value| standing.objective.sense.sign() * value.expect("both are known"))
    }

    fn report(&self, state: &mut ObjectiveState) {
        (state.report)(&state.standing);
        if state.standing.is_optimal() {
            self.done.store(true, Ordering::Relaxed);
        }
    }

    /// Looks for a tour under these assumptions, at most `rounds` times; others are cut.
    fn decide<S: Incremental>(
        &self,
        formula: &CostFormula,
        solver: &mut S,
        assumed: &[Lit],
        rounds: u64,
    ) -> Result<Refined<()>, SolveError> {
        refine_assuming(solver, assumed, rounds, |model, solver| {
            match formula.read(&model, solver)? {
                Ok(tour) => Ok(Break(self.found(tour)?)),
                Err(sets) => {
                    self.state().cuts.extend(sets);
                    Ok(Continue(()))
                }
            }
        })
    }

    /// Returns the unverified word of the solver, if it does not check its refutations.
    fn word(&self) -> Option<String> {
        let solver = &self.options.solver;
        (!solver.checks_refutations()).then(|| format!("{} says so, unchecked", solver.name()))
    }

    /// Lowers the limit until no tour is better than the best one.
    fn descend(&self, formula: &CostFormula) -> Result<(), SolveError> {
        let mut solver = self.options.solver.start(self.stop.clone().into());
        formula.clauses.write(&mut solver);
        let limit = CostLimit::new(&formula.cost, self.best(formula), &mut solver);
        while !self.stop.is_over() {
            let best = self.best(formula);
            let Some(below) = best.checked_sub(1) else {
                self.refuted(formula.cost.value(best), None);
                break;
            };
            let assumed = limit.at_most(below, &mut solver);
            match self.decide(formula, &mut solver, assumed.as_slice(), u64::MAX)? {
                Refined::Accepted(()) => {}
                Refined::Contradiction => self.refuted(formula.cost.value(best), self.word()),
                Refined::Unknown => break,
            }
        }
        Ok(())
    }
}

/// Returns the result of a thread.
fn joined<T>(thread: ScopedJoinHandle<T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}
