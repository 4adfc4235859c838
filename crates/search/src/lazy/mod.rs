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
//! easily found ([`factor::choose`]) are tried true, all others false. The answer does not depend
//! on it, except that a subset in which none is found is left out. If the whole graph seems to have
//! none, sets of vertices that prove it are searched by counting, which the solver cannot do.

mod choice;
pub(crate) mod edge_vars;
pub(crate) mod joining;
mod pieces;
mod race;
mod refutation;
mod regions;
mod sparse;
mod tile;
mod tiles;

use crate::base::random::Rng;
use crate::base::stop::{Stop, Stopwatch};
use crate::cnf::sink::ClauseSink;
use crate::tour::factor::{self, TwoFactor};
use crate::tour::graph::Graph;
use crate::tour::lower::{LoweredProblem, Unlowered, lower};
use crate::tour::reduction::Reduction;
use crate::tour::succession::Succession;
use crate::tour::table::{self, Backend, Refusal};
use crate::tour::tour::{Tour, TourError};
use crate::tour::{AugmentedGraph, Obstruction, Problem};
use crate::{Evidence, Verdict};
use edge_vars::{EdgeVars, cut, encode, matchings, odd_voltage};
use joining::patch;
use knightsat_encoding::successor::TourEdges;
use knightsat_solver::varisat::Varisat;
use knightsat_solver::{InProcess, Incremental, Limits, Refined, SolverError, refine};
use std::ops::ControlFlow::{Break, Continue};
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
    race::against_count(problem, options, |options| alone(problem, options, report))
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

/// From this many vertices on, a choice of few edges comes first.
const FEW_FROM: u32 = 1000;
/// Edges at a vertex in the choices of few edges, one after the other.
const WIDTHS: [u8; 8] = [5, 6, 6, 6, 6, 6, 6, 7];
/// The number of times that a choice of few edges is cut before it is given up.
const FEW_ROUNDS: u32 = 4;
/// Bytes of proof in the first search with all edges; each further one has twice as many.
const WORK: u64 = 1 << 20;

/// The result of one formula.
enum Found {
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
enum Shape {
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

/// A search: few edges, then all of them, one attempt after the other. Each attempt solves for a
/// two-factor, joins its cycles, and cuts the remaining ones, in rounds. This is the part that does
/// not change.
#[derive(Clone)]
struct Search<'p> {
    circuit: LoweredProblem<'p>,
    /// The augmented graph, perhaps without edges that no tour takes.
    augmented: AugmentedGraph,
    shape: Shape,
    /// The options, without the first cuts.
    options: Options,
    /// Vertices of degree two that join a piece to the rest of another graph, if it is a piece.
    joints: Vec<u32>,
}

/// The findings of a search so far.
#[derive(Clone)]
struct Findings {
    /// True if an obstruction to two-factors has been looked for after a failed warm start.
    is_counted: bool,
    rng: Rng,
    /// Vertex sets of the cuts made with all edges; they outlive the solver that needed them.
    cuts: Vec<Vec<u32>>,
    /// True if the graph is known to have no tour, and only a refutation is missing.
    is_hopeless: bool,
    /// True if the contradiction found needs matchings, too.
    with_matchings: bool,
    begin: Stopwatch,
    progress: Progress,
}

/// Findings, and the function that receives reports of the progress.
struct SearchRun<'r> {
    findings: Findings,
    report: &'r mut dyn FnMut(Progress),
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
    fn report(&mut self) {
        self.findings.progress.elapsed = self.findings.begin.elapsed();
        (self.report)(self.findings.progress);
    }
}

/// Writes rules about edges, if there are any. None takes an edge that is missing here.
pub(crate) fn rules<S: ClauseSink>(problem: &Problem, edges: &EdgeVars, sink: &mut S) {
    if !problem.rules().is_empty() {
        knightsat_encoding::rules::write(problem, &edges.known(), sink).expect("rules about moves");
    }
}

impl<'p> Search<'p> {
    /// Returns a search, and its run, which begins with the cuts of the options.
    fn new<'r>(
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
    fn constrain<S: ClauseSink>(&self, edges: &EdgeVars, sink: &mut S) {
        rules(self.circuit.problem, edges, sink);
        if let Some(by) = self.circuit.by {
            odd_voltage(by, edges, sink);
        }
    }

    /// Returns true if there are such constraints.
    fn is_constrained(&self) -> bool {
        let has_voltages = |by: &dyn Reduction| {
            let edges = self.augmented.graph().edges().next();
            edges.is_some_and(|ends| by.voltages(ends).is_some())
        };
        let rules = self.circuit.problem.rules();
        !rules.is_empty() || self.circuit.by.is_some_and(has_voltages)
    }

    /// Returns true if a Hamiltonian cycle satisfies all constraints.
    fn accepts(&self, cycle: &[u32]) -> bool {
        if !self.is_constrained() {
            return true;
        }
        let steps = self.augmented.tour_of(cycle.to_vec());
        let is_tour = Tour::verify(self.circuit.problem, steps.clone()).is_ok();
        is_tour && self.circuit.by.is_none_or(|by| by.accepts(&[steps]))
    }

    /// Returns the cycle of a two-factor, if it is a single one that satisfies all constraints.
    fn cycle(&self, factor: &TwoFactor) -> Option<Vec<u32>> {
        let cycle = (factor.count() == 1).then(|| factor.walk(0));
        cycle.filter(|cycle| self.accepts(cycle))
    }

    fn run(&self, run: &mut SearchRun) -> Result<Found, SolverError> {
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
    fn whole_attempt(&self, attempt: u64, run: &mut SearchRun) -> Result<Found, SolverError> {
        let seed = self.options.seed.wrapping_add(attempt << 32);
        let mut edges = EdgeVars::all(&self.augmented, seed);
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
    fn solver(&self, work: u64) -> Box<dyn Incremental> {
        self.options.solver.unchecked(self.limits(work))
    }

    fn limits(&self, work: u64) -> Limits {
        Limits {
            stop: self.options.stop.clone(),
            work: Some(work),
            ..Limits::default()
        }
    }

    fn is_late(&self) -> bool {
        self.options.stop.is_over()
    }

    /// Makes the solver try an easily found two-factor first. Returns true if there is one. If
    /// `stop` is over, the result does not decide whether one exists.
    fn warm_start(&self, edges: &mut EdgeVars, run: &mut SearchRun) -> bool {
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
    fn obstruction(&self, run: &mut SearchRun) -> Option<Obstruction> {
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
    fn attempt(
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
    fn rounds(
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
    fn confirm(&self, mut findings: Findings) -> Result<Answer, LazyError> {
        let problem = self.circuit.problem;
        let Ok(augmented) = AugmentedGraph::coloured(problem, &self.options.stop) else {
            return Ok(Answer::Unknown);
        };
        let edges = EdgeVars::all(&augmented, 0);
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
