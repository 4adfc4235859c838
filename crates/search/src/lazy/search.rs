//! The search: few edges, then all of them, one attempt after the other.

use super::clauses::encode;
use super::formula::Edges;
use super::two_factor::TwoFactor;
use super::{Evidence, LazyError, Options, Progress, Refutation, choice, matching, warm_start};
use knightsat_base::random::Rng;
use knightsat_base::stop::clock::Stopwatch;
use knightsat_cnf::Answer;
use knightsat_solver::incremental::InProcess;
use knightsat_solver::varisat::{Limits, Varisat, VarisatError};
use knightsat_tour::AugmentedGraph;
use knightsat_tour::{Obstruction, Problem, Verdict};

/// From this many vertices on, a choice of few edges comes first.
const FEW_FROM: u32 = 1000;
/// Edges at a vertex in the choices that come first, one after the other.
const WIDTHS: [u8; 8] = [5, 6, 6, 6, 6, 6, 6, 7];
/// Times that a choice of few edges is cut before it is given up.
const FEW_ROUNDS: u32 = 4;
/// Bytes of proof in the first search with all edges; each further one has twice as many.
const WORK: u64 = 1 << 20;

/// What one formula gave.
pub(super) enum Found {
    /// A Hamiltonian cycle of the augmented.
    Cycle(Vec<u32>),
    /// The formula has no model.
    Contradiction,
    /// There is no two-factor.
    Obstruction(Obstruction),
    /// Time, work or rounds ran out.
    Nothing,
}

/// The search, and what it has found by the way.
pub(super) struct Search<'p> {
    pub(super) problem: &'p Problem,
    /// Perhaps without edges that no tour takes.
    pub(super) augmented: AugmentedGraph<'p>,
    pub(super) seed: u64,
    pub(super) solver: InProcess,
    /// Whether an obstruction may be the answer.
    pub(super) shortcuts: bool,
    /// Whether it has been looked for where a warm start failed.
    pub(super) is_counted: bool,
    /// When to give up altogether.
    pub(super) limits: Limits,
    pub(super) rng: Rng,
    /// Vertex sets of the cuts made with all edges; they outlive the solver that needed them.
    pub(super) cuts: Vec<Vec<u32>>,
    /// Whether the graph is a piece of another.
    pub(super) is_piece: bool,
    /// How often the graph has been taken apart.
    pub(super) times_apart: usize,
    /// Whether it is known that there is no tour, and only a refutation is missing.
    pub(super) is_hopeless: bool,
    /// Whether the contradiction found rests on matchings, too.
    pub(super) with_matchings: bool,
    pub(super) begin: Stopwatch,
    pub(super) progress: Progress,
    pub(super) report: &'p mut dyn FnMut(Progress),
}

impl<'p> Search<'p> {
    pub(super) fn new(
        problem: &'p Problem,
        augmented: AugmentedGraph<'p>,
        options: Options,
        report: &'p mut dyn FnMut(Progress),
    ) -> Search<'p> {
        Search {
            problem,
            augmented,
            seed: options.seed,
            solver: options.solver,
            shortcuts: options.shortcuts,
            is_counted: false,
            limits: options.stop.into(),
            rng: Rng::new(options.seed, 0),
            cuts: options.cuts,
            is_piece: false,
            times_apart: 0,
            is_hopeless: false,
            with_matchings: false,
            begin: Stopwatch::start(),
            progress: Progress::default(),
            report,
        }
    }

    pub(super) fn run(&mut self) -> Result<Found, VarisatError> {
        if self.is_sparse() {
            return self.sparse();
        }
        if let Some(cycle) = self.apart_first() {
            return Ok(Found::Cycle(cycle));
        }
        let seed = self.seed;
        let vertices = self.augmented.len();
        if vertices >= FEW_FROM {
            let found = self.tiled()?;
            if !matches!(found, Found::Nothing) || self.is_late() {
                return Ok(found);
            }
            for (attempt, width) in (0..).zip(WIDTHS) {
                let seed = seed.wrapping_add(attempt << 32);
                let Ok(mut edges) = choice::few(&self.augmented, width, seed, &self.limits.stop)
                else {
                    return Ok(Found::Nothing);
                };
                if !self.warm_start(&mut edges) {
                    match self.obstruction() {
                        Some(reason) => return Ok(Found::Obstruction(reason)),
                        None if self.is_late() => return Ok(Found::Nothing),
                        None => continue,
                    }
                }
                // The model is written too, four bytes an edge, and what follows from degrees.
                let work = (20 * u64::from(edges.len())) << (attempt / 4);
                let found = self.attempt(&edges, Some(work), FEW_ROUNDS)?;
                if matches!(found, Found::Cycle(_)) || self.is_late() {
                    return Ok(found);
                }
                if let Some(cycle) = self.apart(1 << (attempt / 2)) {
                    return Ok(Found::Cycle(cycle));
                }
            }
        }
        // Where few edges have not sufficed there is time for this.
        if self.shortcuts
            && let Some(reason) = self.problem.scattered(&self.limits.stop)
        {
            return Ok(Found::Obstruction(reason));
        }
        self.whole()
    }

    /// Attempts with all edges, until one decides.
    fn whole(&mut self) -> Result<Found, VarisatError> {
        let vertices = self.augmented.len();
        for attempt in 0_u64.. {
            if self.is_late() {
                break;
            }
            let mut edges = choice::all(&self.augmented, self.seed.wrapping_add(attempt << 32));
            if !self.warm_start(&mut edges)
                && let Some(reason) = self.obstruction()
            {
                return Ok(Found::Obstruction(reason));
            }
            let work = WORK
                .saturating_mul(1 << attempt.min(40))
                .max(100 * u64::from(vertices));
            let found = self.attempt(&edges, Some(work), u32::MAX)?;
            if !matches!(found, Found::Nothing) {
                return Ok(found);
            }
            if let Some(cycle) = self.apart(1 << attempt.min(20)) {
                return Ok(Found::Cycle(cycle));
            }
        }
        Ok(Found::Nothing)
    }

    pub(super) fn is_late(&self) -> bool {
        self.limits.is_over()
    }

    pub(super) fn report(&mut self) {
        self.progress.elapsed = self.begin.elapsed();
        (self.report)(self.progress);
    }

    /// Has the solver try a two-factor first that is easily found, and says whether there is one; if
    /// it is late, whether there would be one is not known.
    pub(super) fn warm_start(&mut self, edges: &mut Edges) -> bool {
        let forced = self.augmented.forced().iter();
        let forced: Vec<u32> = forced.filter_map(|&[a, b]| edges.between(a, b)).collect();
        let (rng, stop) = (&mut self.rng, &self.limits.stop);
        let (likely, is_even) = match (self.augmented.apex(), self.augmented.balanced()) {
            // One end of each colour.
            (Some(apex), Some(colour)) => {
                let split = edges.split(apex, |end| colour[end as usize]);
                let need = |vertex| if vertex < apex { 2 } else { 1 };
                warm_start::warm_start(&split, need, &forced, rng, stop)
            }
            _ => warm_start::warm_start(edges, |_| 2, &forced, rng, stop),
        };
        edges.expect(likely);
        is_even
    }

    /// The reason why there is no two-factor, if there is one; looked for once.
    pub(super) fn obstruction(&mut self) -> Option<Obstruction> {
        let is_asked = self.shortcuts && !std::mem::replace(&mut self.is_counted, true);
        is_asked.then(|| self.problem.lacking_factor(&self.limits.stop))?
    }

    /// Has the refutation found once more by a solver that checks itself, from degrees and cuts, and
    /// matchings where it rests on them. What else the search knew may have to be cut first.
    pub(super) fn confirm(&mut self) -> Result<Verdict<Evidence>, LazyError> {
        let Ok(augmented) = AugmentedGraph::coloured_within(self.problem, &self.limits.stop) else {
            return Ok(Verdict::Unknown(self.limits.stop.stopped()));
        };
        let edges = choice::all(&augmented, 0);
        let mut solver = Varisat::checked(self.limits.clone());
        encode(&augmented, &self.cuts, &edges, &mut solver);
        if self.with_matchings {
            matching::encode(&edges, &mut solver);
        }
        loop {
            let model = match solver.solve()? {
                Answer::Unsatisfiable => break,
                Answer::Unknown => return Ok(Verdict::Unknown(self.limits.stop.stopped())),
                Answer::Satisfiable(model) => model,
            };
            let factor = TwoFactor::new(&edges, &model);
            if factor.count() == 1 {
                return Err(LazyError::Unconfirmed);
            }
            self.cut(&edges, factor.cycle_numbers(), true, &mut solver);
        }
        let refutation = Refutation::new(&augmented, &self.cuts, self.with_matchings);
        Ok(Verdict::None(Evidence::Refutation(refutation)))
    }
}
