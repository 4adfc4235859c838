//! A thread of the search: it descends to better tours, or climbs to better bounds.

use super::cost::{Cost, Limited};
use super::{Limit, Objective, OptimumError, Options};
use crate::cnf::sink::{ClauseSink, Cnf};
use crate::cnf::{Lit, Vars};
use crate::lazy::joining::patch;
use crate::lazy::{self, edge_vars, edge_vars::EdgeVars};
use crate::tour::factor::TwoFactor;
use crate::tour::lower::Lowered;
use crate::tour::tour::{Tour, TourError};
use crate::tour::{Circuit, Problem};
use itertools::Itertools;
use knightsat_encoding::successor::TourEdges;
use knightsat_solver::anew::Anew;
use knightsat_solver::varisat::Varisat;
use knightsat_solver::{
    Assuming, Incremental, Limits, Refined, Solver, SolverError, refine_assuming,
};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};

/// The objective of the workers.
pub(super) struct WorkerTask<'t> {
    pub lowered: &'t Lowered,
    pub circuit: &'t Circuit,
    pub problem: &'t Problem,
    pub objective: &'t Objective,
    pub cost: &'t Cost,
    /// The earlier objectives.
    pub limits: &'t [Limit],
    /// The first tour.
    pub tour: Tour,
}

/// The state that workers share.
pub(super) struct Shared {
    /// The cost of the best tour.
    pub best: AtomicU64,
    /// No tour costs less.
    pub bound: AtomicU64,
    /// True if the workers must stop.
    pub done: Arc<AtomicBool>,
    /// The vertex sets of all cuts.
    pub cuts: Mutex<Vec<Vec<u32>>>,
}

impl Shared {
    pub fn new(best: u64) -> Shared {
        Shared {
            best: AtomicU64::new(best),
            bound: AtomicU64::new(0),
            done: Arc::default(),
            cuts: Mutex::default(),
        }
    }

    pub fn add_cuts(&self, sets: &[Vec<u32>]) {
        let cuts = self.cuts.lock();
        let mut cuts = cuts.expect("no worker panics while it has the lock");
        cuts.extend_from_slice(sets);
    }
}

/// A result of a worker.
pub(super) enum Message {
    /// A verified tour.
    Tour(Tour),
    /// No tour costs less, perhaps by the unverified word of a solver.
    Bound(u64, Option<String>),
    /// The worker ends.
    Fault(OptimumError),
}

/// A refutation raises the bound by this part of the gap. Refutations become exponentially harder
/// towards the optimum: a first trial of twice the bound may take forever.
const STRIDES: u64 = 8;

/// The way of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// To better tours.
    Descend,
    /// To better bounds.
    Climb,
}

/// A thread of the search.
pub(super) struct Worker<'w> {
    pub task: &'w WorkerTask<'w>,
    pub shared: &'w Shared,
    pub options: &'w Options,
    pub direction: Direction,
    pub sender: Sender<Message>,
}

impl Worker<'_> {
    /// Searches until the bounds meet, or the solver gives up.
    pub fn run(self) {
        if let Err(error) = self.search() {
            self.send(Message::Fault(error));
        }
    }

    /// The receiver outlives all workers.
    pub(super) fn send(&self, message: Message) {
        let _ = self.sender.send(message);
    }

    fn search(&self) -> Result<(), OptimumError> {
        let WorkerTask { circuit, cost, .. } = *self.task;
        let stop = self.options.stop.clone();
        let stop = stop.with_flag(self.shared.done.clone());
        let mut edges = EdgeVars::all(circuit, self.options.seed);
        match self.direction {
            Direction::Descend => {
                let tour = self.anneal(&stop)?;
                let tour = self.improve(tour, &stop)?;
                edges.expect(self.likely(&edges, &tour));
            }
            // Programs receive all clauses anew with each question, which are too many.
            Direction::Climb if matches!(self.options.solvers[..], [Solver::InProcess(_)]) => {
                self.climb(&stop)?;
            }
            Direction::Climb => {}
        }
        let mut solver = self.engine(&edges, stop.clone().into());
        let most = self.shared.best.load(Ordering::Relaxed);
        let limited = Limited::new(cost, &edges, most, &mut solver);
        loop {
            let best = self.shared.best.load(Ordering::Relaxed);
            let bound = self.shared.bound.load(Ordering::Relaxed);
            if bound >= best || stop.is_over() {
                return Ok(());
            }
            let limit = match self.direction {
                Direction::Descend => best - 1,
                Direction::Climb => bound + (best - bound - 1) / STRIDES,
            };
            let assumed = limited.at_most(limit, &mut solver);
            let end = refine_assuming(
                &mut solver,
                assumed.as_slice(),
                u64::MAX,
                |model, solver| {
                    let mut factor = edges.two_factor(&model);
                    if factor.count() > 1 {
                        let sets = edge_vars::cut(&edges, factor.cycle_numbers(), solver);
                        self.shared.add_cuts(&sets);
                        patch(circuit, &mut factor, &stop);
                        // Joining ignores rules and earlier objectives.
                        if factor.count() > 1 || !self.is_admitted(&factor)? {
                            return Ok(if stop.is_over() {
                                Break(())
                            } else {
                                Continue(())
                            });
                        }
                    }
                    self.take(self.tour(&factor)?)?;
                    Ok::<_, OptimumError>(Break(()))
                },
            )?;
            match end {
                Refined::Accepted(()) => {}
                Refined::Contradiction => {
                    let above = limited.above(limit).min(best);
                    self.shared.bound.fetch_max(above, Ordering::Relaxed);
                    self.send(Message::Bound(above, solver.word()));
                }
                Refined::Unknown => return Ok(()),
            }
        }
    }

    /// Returns a solver with the degrees, the rules and the earlier objectives.
    pub(super) fn engine(&self, edges: &EdgeVars, limits: Limits) -> Engine<'_> {
        let mut solver = Engine::new(&self.options.solvers, limits);
        edge_vars::encode(self.task.circuit, &[], edges, &mut solver);
        lazy::rules(self.task.problem, edges, &mut solver);
        for Limit { cost, most, .. } in self.task.limits {
            let limited = Limited::new(cost, edges, *most, &mut solver);
            let lit = limited.at_most(*most, &mut solver);
            lit.iter().for_each(|&lit| solver.clause(&[lit]));
        }
        solver
    }

    /// Returns the edges of a tour as true.
    fn likely(&self, edges: &EdgeVars, tour: &Tour) -> Vec<bool> {
        let steps = tour.steps();
        let mut likely = vec![false; edges.len() as usize];
        let cycle = self.task.circuit.trace(steps);
        for (&a, &b) in cycle.iter().circular_tuple_windows() {
            if let Some(edge) = edges.between(a, b) {
                likely[edge as usize] = true;
            }
        }
        likely
    }

    /// Returns the tour of a single cycle.
    pub(super) fn tour(&self, factor: &TwoFactor) -> Result<Tour, TourError> {
        let steps = self.task.lowered.lift(vec![factor.walk(0)]);
        Tour::verify(self.task.problem, steps)
    }

    /// Returns true if a single cycle is a tour as good as the best one by the earlier objectives.
    fn is_admitted(&self, factor: &TwoFactor) -> Result<bool, OptimumError> {
        let Ok(tour) = self.tour(factor) else {
            return Ok(false);
        };
        for Limit {
            objective,
            cost,
            most,
        } in self.task.limits
        {
            if cost.of(objective.value(self.task.problem, &tour)?) > *most {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reports a tour if it is better than the best one.
    pub(super) fn take(&self, tour: Tour) -> Result<(), OptimumError> {
        let WorkerTask {
            problem,
            objective,
            cost,
            ..
        } = *self.task;
        let cost = cost.of(objective.value(problem, &tour)?);
        if cost < self.shared.best.fetch_min(cost, Ordering::Relaxed) {
            self.send(Message::Tour(tour));
        }
        Ok(())
    }
}

/// The solvers of a worker.
pub(super) enum Engine<'s> {
    /// A solver in process, which keeps its clauses, and the name that an unverified bound carries.
    InProcess(Box<dyn Incremental>, Option<String>),
    /// Solvers that receive all clauses anew with each question.
    Anew(Anew<'s, Cnf>),
}

impl<'s> Engine<'s> {
    pub fn new(solvers: &'s [Solver], limits: Limits) -> Engine<'s> {
        match solvers {
            [Solver::InProcess(solver)] => {
                let word = (!solver.checks_refutations()).then(|| solvers[0].word());
                Engine::InProcess(solver.start(limits), word)
            }
            _ => Engine::Anew(Anew::new(Cnf::default(), solvers, limits, |_| ())),
        }
    }

    /// Returns the solver on whose unverified word the last refutation rests.
    pub(super) fn word(&self) -> Option<String> {
        match self {
            Engine::InProcess(_, word) => word.clone(),
            Engine::Anew(solver) => Some(solver.word())
                .filter(|&word| word != Varisat::WORD)
                .map(str::to_string),
        }
    }

    fn solver(&self) -> &dyn Incremental {
        match self {
            Engine::InProcess(solver, _) => &**solver,
            Engine::Anew(solver) => solver,
        }
    }

    fn solver_mut(&mut self) -> &mut dyn Incremental {
        match self {
            Engine::InProcess(solver, _) => &mut **solver,
            Engine::Anew(solver) => solver,
        }
    }
}

impl ClauseSink for Engine<'_> {
    fn new_vars(&mut self, count: u32) -> Vars {
        self.solver_mut().new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.solver_mut().clause(lits);
    }

    fn is_done(&self) -> bool {
        self.solver().is_done()
    }
}

impl Incremental for Engine<'_> {
    fn solve_assuming(&mut self, assumptions: &[Lit]) -> Result<Assuming, SolverError> {
        self.solver_mut().solve_assuming(assumptions)
    }
}
