//! The lazy encoding: the solver finds a two-factor, and its cycles are joined.
//!
//! ```
//! use knightsat_search::lazy::{self, Options};
//! use knightsat_search::tour::{Kind, Problem, Verdict};
//! use knightsat_search::tour::place::Place;
//!
//! let place: Place = "20x20".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let Verdict::Tour(tour) = lazy::solve(&problem, Options::default())? else {
//!     panic!("there is one");
//! };
//! assert_eq!(tour.steps().len(), 400);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Variables: `x[e]` for every edge e of the graph: the tour takes e. An open tour is made a cycle
//! by one more vertex, joined by long edges to the vertices on which the tour may end.
//!
//! Clauses, for every vertex v of degree d:
//!
//! - at least two edges: `⋁ {x[e] : e at v, e ≠ f}` for every edge f at v;
//! - at most two: `¬x[e] ∨ ¬x[f] ∨ ¬x[g]` for all three edges at v;
//! - for d > 8 a sequential counter instead (Sinz, Towards an optimal CNF encoding of Boolean
//!   cardinality constraints, CP 2005): O(d) clauses, so a vertex joined to all others is cheap;
//! - where moves change colour: one long edge to each colour, or to the larger class only,
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
//! Before each attempt the crate `knightsat-hamilton` may help ([`Methods`]): sparse graphs, and
//! graphs with small vertex separators, need more. It also plans the next attempt.
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
mod tile;
mod tiles;

use crate::base::random::Rng;
use crate::base::stop::Stop;
use crate::cnf::sink::ClauseSink;
use crate::tour::factor::{self, TwoFactor};
use crate::tour::lower::{Leaf, Unlowered, lower};
use crate::tour::table::{self, Backend};
use crate::tour::tour::Tour;
use crate::tour::{Circuit, Obstruction, Problem, lacking_factor, scattered};
use crate::{Evidence, SolveError, Verdict};
use edge_vars::{EdgeVars, cut, encode, matchings, voltages};
use knightsat_encoding::rules;
use knightsat_encoding::successor::TourEdges;
use knightsat_hamilton::{AttemptPlan, Help, Known, Means, Methods, is_sparse};
use knightsat_solver::varisat::Varisat;
use knightsat_solver::{InProcess, Incremental, Limits, Refined, SolverError, refine};
use std::ops::ControlFlow::{Break, Continue};

pub use knightsat_certificate::certificate::Refutation;

/// Options of the search.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Seed of every random choice: the same seed, the same tour.
    pub seed: u64,
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
    /// time: one if a warm start fails ([`lacking_factor`]),
    /// another if few edges do not suffice ([`scattered`]).
    pub shortcuts: bool,
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
}

/// Looks for a tour, or for evidence that none exists: an obstruction if shortcuts are enabled, or
/// cuts. [`find`](crate::find) does this too, and uses a formula for problems that this engine
/// does not support.
pub fn solve(problem: &Problem, options: Options) -> Result<Verdict, SolveError> {
    solve_with(problem, options, &mut |_| ())
}

/// Looks for a tour as [`solve`] does, and calls `report` with the progress.
pub fn solve_with(
    problem: &Problem,
    options: Options,
    report: &mut dyn FnMut(Progress),
) -> Result<Verdict, SolveError> {
    table::reductions(problem, Backend::Engine)?;
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
    let mut cycles = Vec::new();
    for leaf in lowered.leaves() {
        let explain = |reason| Evidence::Obstruction(lowered.explain(reason));
        match search(leaf, options.clone(), &explain, report)? {
            Ok(cycle) => cycles.push(cycle),
            Err(verdict) => return Ok(verdict),
        }
    }
    Ok(Verdict::Tour(Tour::verify(problem, lowered.lift(cycles))?))
}

/// A cycle of a circuit, or the verdict that there is none, or that none is known.
type CycleOrVerdict = Result<Result<Vec<u32>, Verdict>, SolveError>;

/// Searches for a cycle of a circuit. `explain` makes evidence of a reason in the problem
/// [reasoned about](Leaf::reasoned).
fn search(
    leaf: Leaf,
    mut options: Options,
    explain: &dyn Fn(Obstruction) -> Evidence,
    report: &mut dyn FnMut(Progress),
) -> CycleOrVerdict {
    if leaf.circuit.is_trivial() {
        return Ok(Ok(vec![0, 1]));
    }
    let stop = options.stop.clone();
    let thinned = leaf.circuit.thinned(&stop);
    if !leaf.has_reasons() {
        // The cuts are sets of vertices of another graph.
        options.cuts.clear();
    }
    let (mut search, mut run) = Search::new(leaf, options, report);
    search.circuit = thinned.unwrap_or(search.circuit);
    match search.run(&mut run)? {
        Refined::Accepted(cycle) => Ok(Ok(cycle)),
        Refined::Contradiction => match run.obstruction.take() {
            Some(reason) => Ok(Err(Verdict::None(explain(reason)))),
            None => search.confirm(run),
        },
        Refined::Unknown => Ok(Err(Verdict::Unknown(stop.stopped().into()))),
    }
}

/// From this many vertices on, a choice of few edges comes first.
const FEW_FROM: u32 = 1000;
/// Edges at a vertex in the choices of few edges, one after the other.
const WIDTHS: [u8; 8] = [5, 6, 6, 6, 6, 6, 6, 7];
/// The number of times that a choice of few edges is cut before it is given up.
const FEW_ROUNDS: u64 = 4;

/// The result of one formula: a Hamiltonian cycle of the circuit, a contradiction, or none
/// of these before time, work or rounds ran out.
type AttemptResult = Result<Refined<Vec<u32>>, SolverError>;

/// A search: few edges, then all of them, one attempt after the other. Each attempt solves for a
/// two-factor, joins its cycles, and cuts the remaining ones, in rounds. This is the part that does
/// not change.
struct Search<'p> {
    leaf: Leaf<'p>,
    /// Its circuit, perhaps without edges that no cycle takes.
    circuit: Circuit,
    /// The options, without the first cuts.
    options: Options,
}

/// The findings of a search so far, and the function that receives reports of the progress.
struct SearchRun<'r> {
    /// True if an obstruction to two-factors has been looked for after a failed warm start.
    is_counted: bool,
    obstruction: Option<Obstruction>,
    rng: Rng,
    /// Vertex sets of the cuts made with all edges; they outlive the solver that needed them.
    cuts: Vec<Vec<u32>>,
    /// True if the graph is known to have no tour, and only a refutation is missing.
    is_hopeless: bool,
    /// True if the contradiction found needs matchings, too.
    with_matchings: bool,
    progress: Progress,
    report: &'r mut dyn FnMut(Progress),
}

impl SearchRun<'_> {
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

    fn report(&mut self) {
        (self.report)(self.progress);
    }
}

impl<'p> Search<'p> {
    /// Returns a search, and its run, which begins with the cuts of the options.
    fn new<'r>(
        leaf: Leaf<'p>,
        mut options: Options,
        report: &'r mut dyn FnMut(Progress),
    ) -> (Search<'p>, SearchRun<'r>) {
        let run = SearchRun {
            is_counted: false,
            obstruction: None,
            rng: Rng::new(options.seed, 0),
            cuts: std::mem::take(&mut options.cuts),
            is_hopeless: false,
            with_matchings: false,
            progress: Progress::default(),
            report,
        };
        let search = Search {
            leaf,
            circuit: leaf.circuit.clone(),
            options,
        };
        (search, run)
    }

    /// Writes constraints besides degrees and cuts: rules, and a sum of voltages. No rule takes an
    /// edge that is missing here.
    fn constrain<S: ClauseSink>(&self, edges: &EdgeVars, sink: &mut S) {
        let circuit = self.leaf.circuit;
        if !circuit.also.is_empty() {
            let rules = rules::write(&circuit.also, circuit, &edges.known(), sink);
            rules.expect("rules about moves");
        }
        if let Some(by) = self.leaf.by {
            voltages(by, edges, sink);
        }
    }

    /// Returns true if a Hamiltonian cycle satisfies all constraints.
    fn accepts(&self, cycle: &[u32]) -> bool {
        !self.leaf.is_constrained() || self.leaf.accepts(cycle)
    }

    /// Returns the cycle of a two-factor, if it is a single one that satisfies all constraints.
    fn cycle(&self, factor: &TwoFactor) -> Option<Vec<u32>> {
        let cycle = (factor.count() == 1).then(|| factor.walk(0));
        cycle.filter(|cycle| self.accepts(cycle))
    }

    fn run(&self, run: &mut SearchRun) -> AttemptResult {
        let mut forced = self.circuit.forced().iter();
        if !forced.all(|&[a, b]| self.circuit.has_edge(a, b)) {
            return Ok(Refined::Contradiction);
        }
        let is_constrained = self.leaf.is_constrained();
        if is_sparse(self.circuit.local(), is_constrained) {
            if self.is_obstructed(run) {
                return Ok(Refined::Contradiction);
            }
        } else if self.circuit.len() >= FEW_FROM {
            let found = self.tiled(run)?;
            if found != Refined::Unknown {
                return Ok(found);
            }
        }
        // The list of all edges takes a part of the time of large graphs.
        let facts = [is_constrained, run.progress.piece.is_some()];
        self.attempts(Methods::new(&self.circuit, facts), run)
    }

    /// Makes attempts until one decides, or the methods do.
    fn attempts(&self, mut methods: Methods, run: &mut SearchRun) -> AttemptResult {
        for nth in 0.. {
            let mut found = self.help(nth, &mut methods, run)?;
            if found == Refined::Unknown && !self.is_late() {
                found = self.planned(nth, &mut methods, run)?;
            }
            if found != Refined::Unknown || self.is_late() {
                return Ok(found);
            }
        }
        Ok(Refined::Unknown)
    }

    /// Tries the methods that are due before this attempt.
    fn help(&self, nth: u64, methods: &mut Methods, run: &mut SearchRun) -> AttemptResult {
        let mut means = Means {
            solver: &self.options.solver,
            stop: &self.options.stop,
            rng: &mut Rng::new(self.options.seed.wrapping_add(nth << 32), 2),
            report: &mut |cycles, cuts| {
                let progress = &mut run.progress;
                progress.round += 1;
                (progress.cycles, progress.joined) = (cycles, cycles);
                progress.cuts += cuts;
                run.report();
            },
        };
        let help = methods.help(nth, &mut means)?;
        run.cuts.extend(methods.take_cuts());
        run.is_hopeless = methods.is_hopeless();
        match help {
            Some(Help::Cycle(cycle)) if self.accepts(&cycle) => Ok(Refined::Accepted(cycle)),
            Some(Help::Pieces(pieces)) => self.pieces(&pieces, run),
            _ => Ok(Refined::Unknown),
        }
    }

    /// Makes an attempt: with few edges, which can find a tour only, or with all of them.
    fn planned(&self, nth: u64, methods: &mut Methods, run: &mut SearchRun) -> AttemptResult {
        let seed = self.options.seed.wrapping_add(nth << 32);
        let is_large = self.circuit.len() >= FEW_FROM && !methods.is_sparse();
        let before = run.progress.round;
        match WIDTHS.get(nth as usize) {
            Some(&width) if is_large && !methods.is_hopeless() => {
                let few = choice::few(&self.circuit, width, seed, &self.options.stop);
                let Ok(edges) = few else {
                    return Ok(Refined::Unknown);
                };
                let plan = AttemptPlan {
                    is_warm: true,
                    with_matchings: false,
                    rounds: FEW_ROUNDS,
                    // The model, four bytes an edge, and the consequences of the degrees.
                    work: (20 * u64::from(edges.len())) << (nth / 4),
                };
                return self.attempt(edges, &plan, None, run);
            }
            // There is time for this now. In smaller graphs, `is_obstructed` has looked already.
            None if is_large && nth == WIDTHS.len() as u64 && self.options.shortcuts => {
                let reason = scattered(self.leaf.reasoned, &self.options.stop);
                if let Ok(Some(reason)) = reason {
                    run.obstruction = Some(reason);
                    return Ok(Refined::Contradiction);
                }
            }
            _ => {}
        }
        let plan = methods.attempt(nth, before > 0);
        let edges = EdgeVars::all(&self.circuit, seed);
        let found = self.attempt(edges, &plan, Some(methods.known()), run)?;
        methods.count(&plan, run.progress.round - before);
        run.with_matchings = plan.with_matchings;
        Ok(found)
    }

    /// Returns a solver for one formula, which may write so many bytes of proof.
    fn solver(&self, work: u64) -> Box<dyn Incremental> {
        self.options.solver.unchecked(Limits {
            stop: self.options.stop.clone(),
            work: Some(work),
            ..Limits::default()
        })
    }

    fn is_late(&self) -> bool {
        self.options.stop.is_over()
    }

    /// Makes the solver try an easily found two-factor first. Returns true if there is one. If
    /// `stop` is over, the result does not decide whether one exists.
    fn warm_start(&self, edges: &mut EdgeVars, run: &mut SearchRun) -> bool {
        let forced = self.circuit.forced().iter();
        let numbers = forced.filter_map(|&[a, b]| edges.between(a, b));
        let forced: Vec<u32> = numbers.collect();
        let (rng, stop) = (&mut run.rng, &self.options.stop);
        let (likely, is_even) = match self.circuit.balanced() {
            Some((between, colour)) => {
                let split = edges.split(between, |end| colour[end as usize]);
                let need = |vertex| if vertex < between { 2 } else { 1 };
                factor::choose(&split, need, &forced, rng, stop)
            }
            _ => factor::choose(edges, |_| 2, &forced, rng, stop),
        };
        edges.expect(likely);
        is_even
    }

    /// Returns true if there is a reason why no two-factor exists. It is looked for only once.
    fn is_obstructed(&self, run: &mut SearchRun) -> bool {
        if self.options.shortcuts && !std::mem::replace(&mut run.is_counted, true) {
            let reason = lacking_factor(self.leaf.reasoned, &self.options.stop);
            run.obstruction = reason.ok().flatten();
        }
        run.obstruction.is_some()
    }

    /// Solves, joins and cuts with these edges as variables. Those known are taken or not. `None`
    /// means that the edges are not all. Otherwise a refutation means that no tour exists, and cuts
    /// are kept.
    fn attempt(
        &self,
        mut edges: EdgeVars,
        attempt: &AttemptPlan,
        known: Option<&[Known]>,
        run: &mut SearchRun,
    ) -> AttemptResult {
        if attempt.is_warm && !self.warm_start(&mut edges, run) {
            if self.is_obstructed(run) {
                return Ok(Refined::Contradiction);
            }
            if known.is_none() {
                return Ok(Refined::Unknown);
            }
        }
        run.progress.attempt += 1;
        run.report();
        let mut solver = self.solver(attempt.work);
        encode(&self.circuit, &run.cuts, &edges, &mut solver);
        self.constrain(&edges, &mut solver);
        if attempt.with_matchings {
            matchings(&edges, &mut solver);
        }
        for &([a, b], is_taken) in known.unwrap_or_default() {
            let edge = edges.literal(edges.between(a, b).expect("an edge of the graph"));
            solver.clause(&[if is_taken { edge } else { !edge }]);
        }
        let end = refine(&mut solver, attempt.rounds, |model, solver| {
            let mut factor = edges.two_factor(&model);
            drop(model);
            let mut classes = vec![factor.cycle_numbers().to_vec()];
            self.join(&mut factor, run)?;
            if let Some(cycle) = self.cycle(&factor) {
                return Ok(Break(Refined::Accepted(cycle)));
            }
            if self.is_late() {
                return Ok(Break(Refined::Unknown));
            }
            classes.push(factor.cycle_numbers().to_vec());
            classes.dedup();
            for class_of in &classes {
                run.cut(&edges, class_of, known.is_some(), solver);
            }
            Ok::<_, SolverError>(Continue(()))
        })?;
        Ok(match end {
            Refined::Accepted(found) => found,
            Refined::Contradiction if known.is_some() => Refined::Contradiction,
            _ => Refined::Unknown,
        })
    }

    /// Joins the cycles of a two-factor, by exchanges and then by neighbourhoods, unless the graph
    /// is known to have no tour.
    fn join(&self, factor: &mut TwoFactor, run: &mut SearchRun) -> Result<(), SolverError> {
        let progress = &mut run.progress;
        progress.round += 1;
        progress.cycles = factor.count() as u32;
        if run.is_hopeless {
            progress.joined = progress.cycles;
            run.report();
            return Ok(());
        }
        self.join_cycles(factor, run)
    }

    /// Joins the cycles of a two-factor, and reports how many remain.
    fn join_cycles(&self, factor: &mut TwoFactor, run: &mut SearchRun) -> Result<(), SolverError> {
        if factor.count() > 1 {
            self.join_several(factor, &mut run.rng)?;
        }
        run.progress.joined = factor.count() as u32;
        run.report();
        Ok(())
    }

    /// Repeats the refutation with a solver that checks itself. The formula consists of degrees and
    /// cuts, and of matchings if the refutation needs them. Reductions of the search are not part
    /// of it, so it may need further cuts first.
    fn confirm(&self, mut run: SearchRun) -> CycleOrVerdict {
        let circuit = self.leaf.circuit;
        let edges = EdgeVars::all(circuit, 0);
        let mut solver = Varisat::new(self.options.stop.clone());
        encode(circuit, &run.cuts, &edges, &mut solver);
        self.constrain(&edges, &mut solver);
        if run.with_matchings {
            matchings(&edges, &mut solver);
        }
        let end = refine(&mut solver, u64::MAX, |model, solver| {
            let factor = edges.two_factor(&model);
            run.cut(&edges, factor.cycle_numbers(), true, solver);
            let is_tour = factor.count() == 1;
            Ok::<_, SolverError>(if is_tour { Break(()) } else { Continue(()) })
        })?;
        match end {
            Refined::Contradiction => {}
            Refined::Accepted(()) => return Err(SolveError::Unconfirmed),
            Refined::Unknown => {
                return Ok(Err(Verdict::Unknown(self.options.stop.stopped().into())));
            }
        }
        Ok(Err(Verdict::None(if self.leaf.has_reasons() {
            let sets = run.cuts.iter().map(|set| circuit.local_side(set));
            Evidence::Cuts(Refutation::new(sets, run.with_matchings))
        } else {
            Evidence::Refutation(Varisat::WORD.into())
        })))
    }
}

#[cfg(test)]
mod tests;
