//! The search: few edges, then all of them, one attempt after the other. Each attempt solves for a
//! two-factor, joins its cycles, and cuts the remaining ones, in rounds.

use super::edge_vars::{EdgeVars, cut, encode, matchings, odd_voltage, rules};
use super::joining::patch;
use super::{Answer, LazyError, Options, Progress, Refutation, choice};
use crate::base::random::Rng;
use crate::base::stop::Stopwatch;
use crate::cnf::sink::ClauseSink;
use crate::tour::factor::{self, TwoFactor};
use crate::tour::graph::Graph;
use crate::tour::lower::LoweredProblem;
use crate::tour::reduction::Reduction;
use crate::tour::tour::Tour;
use crate::tour::{AugmentedGraph, Obstruction};
use knightsat_encoding::successor::TourEdges;
use knightsat_solver::SolverError;
use knightsat_solver::incremental::{Incremental, Limits, Refined, refine};
use knightsat_solver::varisat::Varisat;
use std::ops::ControlFlow::{Break, Continue};
use std::ptr;

/// From this many vertices on, a choice of few edges comes first.
const FEW_FROM: u32 = 1000;
/// Edges at a vertex in the choices of few edges, one after the other.
const WIDTHS: [u8; 8] = [5, 6, 6, 6, 6, 6, 6, 7];
/// The number of times that a choice of few edges is cut before it is given up.
const FEW_ROUNDS: u32 = 4;
/// Bytes of proof in the first search with all edges; each further one has twice as many.
const WORK: u64 = 1 << 20;

/// The result of one formula.
pub(super) enum Found {
    /// A Hamiltonian cycle of the augmented graph.
    Cycle(Vec<u32>),
    /// The formula has no model.
    Contradiction,
    /// There is no two-factor.
    Obstruction(Obstruction),
    /// Time, work or rounds ran out.
    Nothing,
}

/// The largest average degree of a sparse graph without vertices of two edges.
const SPARSE: usize = 4;
/// The additional degree for a vertex of two edges, which leaves no choice.
const TWO: usize = 3;
/// A vertex with more neighbours is a hub: no square of a board is one.
const HUB: usize = 16;

/// The shape of a graph, which decides what is tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Few edges: see `sparse`.
    Sparse,
    /// A hub. Such a graph may be narrow without being sparse.
    Hub,
    /// Neither, as the graphs of boards.
    Plain,
}

impl Shape {
    fn of(graph: &Graph) -> Shape {
        let degrees = || (0..graph.len()).map(|vertex| graph.degree(vertex));
        let twos = degrees().filter(|&degree| degree == 2).count();
        if degrees().sum::<usize>() <= SPARSE * graph.len() as usize + TWO * twos {
            Shape::Sparse
        } else if degrees().any(|degree| degree > HUB) {
            Shape::Hub
        } else {
            Shape::Plain
        }
    }
}

/// The part of a search that does not change.
#[derive(Clone)]
pub(super) struct Search<'p> {
    pub(super) circuit: LoweredProblem<'p>,
    /// The augmented graph, perhaps without edges that no tour takes.
    pub(super) augmented: AugmentedGraph,
    pub(super) shape: Shape,
    /// The options, without the first cuts.
    pub(super) options: Options,
    /// Vertices of degree two that join a piece to the rest of another graph, if it is a piece.
    pub(super) joints: Vec<u32>,
}

/// The findings of a search so far.
#[derive(Clone)]
pub(super) struct Findings {
    /// True if an obstruction to two-factors has been looked for after a failed warm start.
    pub(super) is_counted: bool,
    pub(super) rng: Rng,
    /// Vertex sets of the cuts made with all edges; they outlive the solver that needed them.
    pub(super) cuts: Vec<Vec<u32>>,
    /// True if the graph is known to have no tour, and only a refutation is missing.
    pub(super) is_hopeless: bool,
    /// True if the contradiction found needs matchings, too.
    pub(super) with_matchings: bool,
    pub(super) begin: Stopwatch,
    pub(super) progress: Progress,
}

/// Findings, and the function that receives reports of the progress.
pub(super) struct SearchRun<'r> {
    pub(super) findings: Findings,
    pub(super) report: &'r mut dyn FnMut(Progress),
}

impl Findings {
    /// Cuts the classes, and keeps their sets if `keep` is true.
    fn cut<S: ClauseSink>(
        &mut self,
        edges: &EdgeVars,
        class_of: &[u32],
        keep: bool,
        solver: &mut S,
    ) {
        let sets = cut(edges, class_of, solver);
        self.progress.cuts += sets.len() as u32;
        if keep {
            self.cuts.extend(sets);
        }
    }
}

impl SearchRun<'_> {
    pub(super) fn report(&mut self) {
        self.findings.progress.elapsed = self.findings.begin.elapsed();
        (self.report)(self.findings.progress);
    }
}

impl<'p> Search<'p> {
    /// Returns a search, and its run, which begins with the cuts of the options.
    pub(super) fn new<'r>(
        circuit: LoweredProblem<'p>,
        augmented: AugmentedGraph,
        mut options: Options,
        report: &'r mut dyn FnMut(Progress),
    ) -> (Search<'p>, SearchRun<'r>) {
        let findings = Findings {
            is_counted: false,
            rng: Rng::new(options.seed, 0),
            cuts: std::mem::take(&mut options.cuts),
            is_hopeless: false,
            with_matchings: false,
            begin: Stopwatch::start(),
            progress: Progress::default(),
        };
        let search = Search {
            circuit,
            shape: Shape::of(augmented.graph()),
            augmented,
            options,
            joints: Vec::new(),
        };
        (search, SearchRun { findings, report })
    }

    /// Writes constraints besides degrees and cuts: rules, and a sum of voltages.
    pub(super) fn constrain<S: ClauseSink>(&self, edges: &EdgeVars, sink: &mut S) {
        rules(self.circuit.problem, edges, sink);
        if let Some(by) = self.circuit.by {
            odd_voltage(by, edges, sink);
        }
    }

    /// Returns true if there are such constraints.
    pub(super) fn is_constrained(&self) -> bool {
        let has_voltages = |by: &dyn Reduction| {
            let edges = self.augmented.graph().edges().next();
            edges.is_some_and(|ends| by.voltages(ends).is_some())
        };
        let rules = self.circuit.problem.rules();
        !rules.is_empty() || self.circuit.by.is_some_and(has_voltages)
    }

    /// Returns true if a Hamiltonian cycle satisfies all constraints.
    pub(super) fn accepts(&self, cycle: &[u32]) -> bool {
        if !self.is_constrained() {
            return true;
        }
        let steps = self.augmented.tour_of(cycle.to_vec());
        let is_tour = Tour::verify(self.circuit.problem, steps.clone()).is_ok();
        is_tour && self.circuit.by.is_none_or(|by| by.accepts(&[steps]))
    }

    /// Returns the cycle of a two-factor, if it is a single one that satisfies all constraints.
    pub(super) fn cycle(&self, factor: &TwoFactor) -> Option<Vec<u32>> {
        let cycle = (factor.count() == 1).then(|| factor.walk(0));
        cycle.filter(|cycle| self.accepts(cycle))
    }

    pub(super) fn run(&self, run: &mut SearchRun) -> Result<Found, SolverError> {
        match self.shape {
            Shape::Sparse if !self.is_constrained() => return self.sparse(run),
            Shape::Hub => {
                if let Some(cycle) = self.quickly_decided(run) {
                    return Ok(Found::Cycle(cycle));
                }
            }
            _ => {}
        }
        let seed = self.options.seed;
        let vertices = self.augmented.len();
        if vertices >= FEW_FROM {
            let found = self.tiled(run)?;
            if !matches!(found, Found::Nothing) || self.is_late() {
                return Ok(found);
            }
            for (attempt, width) in (0..).zip(WIDTHS) {
                let seed = seed.wrapping_add(attempt << 32);
                let Ok(mut edges) = choice::few(&self.augmented, width, seed, &self.options.stop)
                else {
                    return Ok(Found::Nothing);
                };
                if !self.warm_start(&mut edges, run) {
                    match self.obstruction(run) {
                        Some(reason) => return Ok(Found::Obstruction(reason)),
                        None if self.is_late() => return Ok(Found::Nothing),
                        None => continue,
                    }
                }
                // The work covers the model, four bytes an edge, and the consequences of the
                // degrees.
                let work = (20 * u64::from(edges.len())) << (attempt / 4);
                let found = self.attempt(&edges, work, FEW_ROUNDS, run)?;
                if matches!(found, Found::Cycle(_)) || self.is_late() {
                    return Ok(found);
                }
                if let Some(cycle) = self.decomposed(attempt, run) {
                    return Ok(Found::Cycle(cycle));
                }
            }
            // There is time for this now. In smaller graphs, `obstruction` has looked already.
            if self.options.shortcuts
                && let Ok(Some(reason)) = self.circuit.reasoned.scattered(&self.options.stop)
            {
                return Ok(Found::Obstruction(reason));
            }
        }
        self.race(run, |search, run| search.whole(run))
    }

    /// Makes attempts with all edges, until one decides.
    fn whole(&self, run: &mut SearchRun) -> Result<Found, SolverError> {
        for attempt in 0_u64.. {
            if self.is_late() {
                break;
            }
            let found = self.whole_attempt(attempt, run)?;
            if !matches!(found, Found::Nothing) {
                return Ok(found);
            }
            if let Some(cycle) = self.decomposed(attempt, run) {
                return Ok(Found::Cycle(cycle));
            }
        }
        Ok(Found::Nothing)
    }

    /// Makes an attempt with all edges, which begins with an easily found two-factor.
    pub(super) fn whole_attempt(
        &self,
        attempt: u64,
        run: &mut SearchRun,
    ) -> Result<Found, SolverError> {
        let seed = self.options.seed.wrapping_add(attempt << 32);
        let mut edges = choice::all(&self.augmented, seed);
        if !self.warm_start(&mut edges, run)
            && let Some(reason) = self.obstruction(run)
        {
            return Ok(Found::Obstruction(reason));
        }
        let least = 100 * u64::from(self.augmented.len());
        let work = WORK.saturating_mul(1 << attempt.min(40)).max(least);
        self.attempt(&edges, work, u32::MAX, run)
    }

    /// Returns a solver for one formula, which may write so many bytes of proof.
    pub(super) fn solver(&self, work: u64) -> Box<dyn Incremental> {
        self.options.solver.unchecked(self.limits(work))
    }

    pub(super) fn limits(&self, work: u64) -> Limits {
        Limits {
            stop: self.options.stop.clone(),
            work: Some(work),
            ..Limits::default()
        }
    }

    pub(super) fn is_late(&self) -> bool {
        self.options.stop.is_over()
    }

    /// Makes the solver try an easily found two-factor first. Returns true if there is one. If
    /// `stop` is over, the result does not decide whether one exists.
    pub(super) fn warm_start(&self, edges: &mut EdgeVars, run: &mut SearchRun) -> bool {
        let forced: Vec<u32> = self
            .augmented
            .forced()
            .iter()
            .filter_map(|&[a, b]| edges.between(a, b))
            .collect();
        let (rng, stop) = (&mut run.findings.rng, &self.options.stop);
        let (likely, is_even) = match (self.augmented.apex(), self.augmented.balanced()) {
            // One end of each colour.
            (Some(apex), Some(colour)) => {
                let split = edges.split(apex, |end| colour[end as usize]);
                let need = |vertex| if vertex < apex { 2 } else { 1 };
                factor::choose(&split, need, &forced, rng, stop)
            }
            _ => factor::choose(edges, |_| 2, &forced, rng, stop),
        };
        edges.expect(likely);
        is_even
    }

    /// Returns the reason why there is no two-factor, if any. It is looked for only once.
    pub(super) fn obstruction(&self, run: &mut SearchRun) -> Option<Obstruction> {
        let is_counted = &mut run.findings.is_counted;
        let is_asked = self.options.shortcuts && !std::mem::replace(is_counted, true);
        is_asked.then(|| {
            self.circuit
                .reasoned
                .lacking_factor(&self.options.stop)
                .ok()?
        })?
    }

    /// Solves, joins and cuts with these edges as variables, at most `rounds` times.
    pub(super) fn attempt(
        &self,
        edges: &EdgeVars,
        work: u64,
        rounds: u32,
        run: &mut SearchRun,
    ) -> Result<Found, SolverError> {
        let is_whole = rounds == u32::MAX;
        run.findings.progress.attempt += 1;
        run.findings.progress.edges = edges.len();
        run.report();
        let mut solver = self.solver(work);
        encode(&self.augmented, &run.findings.cuts, edges, &mut solver);
        self.constrain(edges, &mut solver);
        self.rounds(edges, &mut solver, (u64::from(rounds), is_whole), run)
    }

    /// Runs the solver on the formula of these edges, at most `rounds` times. If these are all
    /// edges, a refutation means that no tour exists, and cuts are kept.
    pub(super) fn rounds(
        &self,
        edges: &EdgeVars,
        solver: &mut Box<dyn Incremental>,
        (rounds, is_whole): (u64, bool),
        run: &mut SearchRun,
    ) -> Result<Found, SolverError> {
        let end = refine(solver, rounds, |model, solver| {
            let mut factor = edges.two_factor(&model);
            drop(model);
            let cycles = factor.cycle_numbers().to_vec();
            self.join(&mut factor, run)?;
            if let Some(cycle) = self.cycle(&factor) {
                return Ok(Break(Found::Cycle(cycle)));
            }
            if self.is_late() {
                return Ok(Break(Found::Nothing));
            }
            let findings = &mut run.findings;
            findings.cut(edges, &cycles, is_whole, solver);
            if factor.cycle_numbers() != cycles {
                findings.cut(edges, factor.cycle_numbers(), is_whole, solver);
            }
            Ok::<_, SolverError>(Continue(()))
        })?;
        Ok(match end {
            Refined::Accepted(found) => found,
            Refined::Contradiction if is_whole => Found::Contradiction,
            _ => Found::Nothing,
        })
    }

    /// Joins the cycles of a two-factor, by exchanges and then by neighbourhoods, unless the graph
    /// is known to have no tour.
    fn join(&self, factor: &mut TwoFactor, run: &mut SearchRun) -> Result<(), SolverError> {
        let progress = &mut run.findings.progress;
        progress.round += 1;
        progress.cycles = factor.count() as u32;
        if run.findings.is_hopeless {
            progress.joined = progress.cycles;
            run.report();
            return Ok(());
        }
        patch(&self.augmented, factor, &self.options.stop);
        self.join_neighbourhoods(factor, run)
    }

    /// Repeats the refutation with a solver that checks itself. The formula consists of degrees and
    /// cuts, and of matchings if the refutation needs them. Reductions of the search are not part
    /// of it, so it may need further cuts first.
    pub(super) fn confirm(&self, mut findings: Findings) -> Result<Answer, LazyError> {
        let problem = self.circuit.problem;
        let Ok(augmented) = AugmentedGraph::coloured(problem, &self.options.stop) else {
            return Ok(Answer::Unknown);
        };
        let edges = choice::all(&augmented, 0);
        let mut solver = Varisat::new(self.options.stop.clone());
        encode(&augmented, &findings.cuts, &edges, &mut solver);
        self.constrain(&edges, &mut solver);
        if findings.with_matchings {
            matchings(&edges, &mut solver);
        }
        let end = refine(&mut solver, u64::MAX, |model, solver| {
            let factor = edges.two_factor(&model);
            findings.cut(&edges, factor.cycle_numbers(), true, solver);
            let is_tour = factor.count() == 1;
            Ok::<_, SolverError>(if is_tour { Break(()) } else { Continue(()) })
        })?;
        match end {
            Refined::Contradiction => {}
            Refined::Accepted(()) => return Err(LazyError::Unconfirmed),
            Refined::Unknown => return Ok(Answer::Unknown),
        }
        let has_words = ptr::eq(self.circuit.reasoned, problem);
        Ok(Answer::Refuted(has_words.then(|| {
            Refutation::new(&augmented, &findings.cuts, findings.with_matchings)
        })))
    }
}
