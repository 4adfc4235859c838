//! The lazy encoding: a two-factor by SAT, and its cycles made one.
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
//! exchanges of two edges (`merge`), then windows in which the factor is chosen anew (`window`).
//! What those give is a tour whatever the formula, and is verified as one. Only what they leave is
//! cut, and the solver asked again. The sets that they leave are unions of cycles of the model, so
//! the cuts exclude it, and the loop ends.
//!
//! On large graphs a formula of all edges takes longer to load than to solve. There a subset comes
//! first, few edges at every vertex (`choice`): a tour in it, or made from a two-factor in it, is a
//! tour. Only the formula of all edges can say that there is none, and then all its clauses are
//! given to a fresh solver that checks its own refutation: varisat, whoever has searched.
//!
//! Which value the solver tries first decides how long it takes: edges of a two-factor that is
//! easily found (`guess`) are tried true, all others false. Nothing rests on it, except that a
//! subset in which none is found is left out; and where none is found, sets of vertices are looked
//! for that tell why, by counting, which the solver cannot do.

mod all;
mod choice;
mod clauses;
mod factor;
mod formula;
mod guess;
mod host;
mod matching;
mod merge;
mod options;
mod refutation;
mod rng;
mod rounds;
mod sparse;
mod sweep;
mod whole;
mod window;

use crate::cnf::Answer;
use crate::problem::{Obstruction, Problem};
use crate::solver::incremental::InProcess;
use crate::solver::varisat::{Limits, Varisat, VarisatError};
use crate::tour::{Tour, TourError};
use clauses::encode;
use factor::Factor;
use formula::Edges;
use host::Host;
use rng::Rng;
use std::time::Instant;
use thiserror::Error;

pub use all::Tours;
pub use options::{Options, Progress};
pub use refutation::{Refutation, Refuted};
pub use whole::Whole;

/// What has come out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A verified tour.
    Tour(Tour),
    /// There is none: degrees and cuts contradict each other, by the word of a solver that checks
    /// its refutations.
    None(Refutation),
    /// There is none, for a reason that needs no solver; only where [`Options::shortcuts`] are
    /// allowed.
    Obstructed(Obstruction),
    /// Not decided before the deadline, or before somebody said stop.
    Unknown,
}

/// The search cannot be made, or went wrong.
#[derive(Debug, Error)]
pub enum LazyError {
    /// Symmetric tours are none of its business.
    #[error("the lazy encoding knows no symmetry: use the position encoding")]
    Symmetry,
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] VarisatError),
    /// A refutation was not confirmed: never the user's fault.
    #[error("the formula was refuted, and then varisat found a model of it")]
    Unconfirmed,
    /// The cycle found is no tour: never the user's fault.
    #[error("the cycle found is no tour: {0}")]
    NoTour(#[from] TourError),
}

/// From this many vertices on, a choice of few edges comes first.
const FEW_FROM: u32 = 1000;
/// Edges at a vertex in the choices that come first, one after the other.
const WIDTHS: [u8; 8] = [5, 6, 6, 6, 6, 6, 6, 7];
/// Times that a choice of few edges is cut before it is given up.
const FEW_ROUNDS: u32 = 4;
/// Bytes of proof in the first search with all edges; each further one has twice as many.
const WORK: u64 = 1 << 20;

/// Whether the problem can be put to this encoding.
pub fn can_express(problem: &Problem) -> bool {
    problem.symmetry().order() == 1
}

/// Looks for a tour.
pub fn solve(problem: &Problem, options: Options) -> Result<Outcome, LazyError> {
    solve_with(problem, options, &mut |_| ())
}

/// Looks for a tour, and tells `report` how far it is.
pub fn solve_with(
    problem: &Problem,
    options: Options,
    report: &mut dyn FnMut(Progress),
) -> Result<Outcome, LazyError> {
    if !can_express(problem) {
        return Err(LazyError::Symmetry);
    }
    if problem.graph().len() == 1 && problem.kind() == crate::problem::Kind::Open {
        return Ok(Outcome::Tour(Tour::verify(problem, vec![0])?));
    }
    let Ok(host) = Host::within(problem, &options.stop) else {
        return Ok(Outcome::Unknown);
    };
    let mut search = Search::new(problem, host, options, report);
    match search.run()? {
        Found::Cycle(cycle) => {
            let steps = search.host.steps(problem, cycle);
            Ok(Outcome::Tour(Tour::verify(problem, steps)?))
        }
        Found::Contradiction => search.confirm(),
        Found::Obstruction(reason) => Ok(Outcome::Obstructed(reason)),
        Found::Nothing => Ok(Outcome::Unknown),
    }
}

/// What one formula gave.
enum Found {
    /// A Hamiltonian cycle of the host.
    Cycle(Vec<u32>),
    /// The formula has no model.
    Contradiction,
    /// There is no two-factor.
    Obstruction(Obstruction),
    /// Time, work or rounds ran out.
    Nothing,
}

struct Search<'p> {
    problem: &'p Problem,
    host: Host<'p>,
    seed: u64,
    solver: InProcess,
    /// Whether an obstruction may be the answer.
    shortcuts: bool,
    /// Whether it has been looked for where a guess failed.
    is_counted: bool,
    /// When to give up altogether.
    limits: Limits,
    rng: Rng,
    /// Vertex sets of the cuts made with all edges; they outlive the solver that needed them.
    cuts: Vec<Vec<u32>>,
    /// Whether the contradiction found rests on matchings, too.
    with_matchings: bool,
    begin: Instant,
    progress: Progress,
    report: &'p mut dyn FnMut(Progress),
}

impl<'p> Search<'p> {
    fn new(
        problem: &'p Problem,
        host: Host<'p>,
        options: Options,
        report: &'p mut dyn FnMut(Progress),
    ) -> Search<'p> {
        Search {
            problem,
            host,
            seed: options.seed,
            solver: options.solver,
            shortcuts: options.shortcuts,
            is_counted: false,
            limits: options.stop.into(),
            rng: Rng::new(options.seed, 0),
            cuts: Vec::new(),
            with_matchings: false,
            begin: Instant::now(),
            progress: Progress::default(),
            report,
        }
    }

    fn run(&mut self) -> Result<Found, VarisatError> {
        if self.is_sparse() {
            return self.sparse();
        }
        let seed = self.seed;
        let vertices = self.host.len();
        if vertices >= FEW_FROM {
            for (attempt, width) in (0..).zip(WIDTHS) {
                let seed = seed.wrapping_add(attempt << 32);
                let Ok(mut edges) = choice::few(&self.host, width, seed, &self.limits.stop) else {
                    return Ok(Found::Nothing);
                };
                if !self.guess(&mut edges) {
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
        let vertices = self.host.len();
        for attempt in 0_u64.. {
            if self.is_late() {
                break;
            }
            let mut edges = choice::all(&self.host, self.seed.wrapping_add(attempt << 32));
            if !self.guess(&mut edges)
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
        }
        Ok(Found::Nothing)
    }

    fn is_late(&self) -> bool {
        self.limits.is_over()
    }

    fn report(&mut self) {
        self.progress.elapsed = self.begin.elapsed();
        (self.report)(self.progress);
    }

    /// Has the solver try a two-factor first that is easily found, and says whether there is one; if
    /// it is late, whether there would be one is not known.
    fn guess(&mut self, edges: &mut Edges) -> bool {
        let forced = self.host.forced().and_then(|[a, b]| edges.between(a, b));
        let (rng, stop) = (&mut self.rng, &self.limits.stop);
        let (likely, is_even) = match (self.host.apex(), self.host.balanced()) {
            // One end of each colour.
            (Some(apex), Some(colour)) => {
                let split = edges.split(apex, |end| colour[end as usize]);
                let need = |vertex| if vertex < apex { 2 } else { 1 };
                guess::guess(&split, need, forced, rng, stop)
            }
            _ => guess::guess(edges, |_| 2, forced, rng, stop),
        };
        edges.expect(likely);
        is_even
    }

    /// The reason why there is no two-factor, if there is one; looked for once.
    fn obstruction(&mut self) -> Option<Obstruction> {
        let is_asked = self.shortcuts && !std::mem::replace(&mut self.is_counted, true);
        is_asked.then(|| self.problem.lacking_factor(&self.limits.stop))?
    }

    /// Has the refutation found once more by a solver that checks itself, from degrees and cuts, and
    /// matchings where it rests on them. What else the search knew may have to be cut first.
    fn confirm(&mut self) -> Result<Outcome, LazyError> {
        let edges = choice::all(&self.host, 0);
        let mut solver = Varisat::checked(self.limits.clone());
        encode(&self.host, &self.cuts, &edges, &mut solver);
        if self.with_matchings {
            matching::encode(&edges, &mut solver);
        }
        loop {
            let model = match solver.solve()? {
                Answer::Unsatisfiable => break,
                Answer::Unknown => return Ok(Outcome::Unknown),
                Answer::Satisfiable(model) => model,
            };
            let factor = Factor::new(&edges, &model);
            if factor.count() == 1 {
                return Err(LazyError::Unconfirmed);
            }
            self.cut(&edges, factor.cycle_numbers(), true, &mut solver);
        }
        Ok(Outcome::None(Refutation::new(
            &self.host,
            &self.cuts,
            self.with_matchings,
        )))
    }
}
