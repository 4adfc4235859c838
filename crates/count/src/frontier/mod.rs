//! The frontier method: a dynamic programme over the states of a frontier that sweeps the graph.
//!
//! ```
//! use knightsat_count::frontier::{Limits, count};
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "6x6".parse()?;
//! let problem = place.problem(Kind::Closed, None, None)?;
//! assert_eq!(count(&problem, &Limits::default())?, 9862);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Vertices are processed one after the other, and at each it is decided which edges to unprocessed
//! neighbours the cycle takes. Of all choices so far only this matters for the rest: how many edges
//! each vertex of the frontier has, and which ends belong to the same path. So choices that agree in
//! this are one state with a count. Known as the transfer-matrix method in physics, as simpath
//! (Knuth, The Art of Computer Programming 4A, 2011, 7.1.4) and as frontier-based search (Kawahara,
//! Inoue, Iwashita and Minato, Frontier-based search for enumerating all constrained subgraphs with
//! compressed representation, IEICE Transactions E100-A, 2017).
//!
//! A sweep begins at either end of an order of the vertices, and where the two meet, states that agree are
//! paired: two edges at every vertex, and one cycle of all their paths. So the states are never as many as they
//! would become behind the middle.
//!
//! A processed vertex has two edges, the required ones among them, or the state is dropped; so is one in which a vertex of the
//! frontier has too few neighbours left. A cycle may only close when it visits everything. Time and
//! memory grow with the number of states, which is exponential in the width of the frontier and not
//! in the size of the graph; on boards the frontier is about two ranks of the shorter side. Steps and pairs are shared out among threads. Nothing
//! is shared with the encodings.

mod halves;
mod host;
mod matching;
mod meet;
mod number;
mod pairing;
mod plan;
mod run;
mod shards;
mod state;
mod sweep;
mod watch;

use super::is_in_pieces;
use crate::base::stop::{Stop, Stopped};
use host::Host;
use knightsat_tour::{Kind, Problem};
use number::{Halt, Number};
use plan::Plan;
use shards::Table;
use state::{MOST_SLOTS, Word, most_bits};
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use thiserror::Error;
use watch::Watch;

pub use watch::{Forecast, Progress, Stage};

/// When to give up.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When it is time.
    pub stop: Stop,
    /// With more states than this after a step.
    pub states: usize,
    /// On how many threads it may work.
    pub threads: usize,
}

impl Limits {
    /// States that take 8 GB at most, those before and after a step and those of the other side together, or 14 GB
    /// if the frontier has more than 19 vertices.
    pub const STATES: usize = 100_000_000;

    /// Whether it may go on, with so many states.
    fn check(&self, states: usize) -> Result<(), Halt> {
        match self.stop.is_over() {
            true => Err(Halt::Late),
            false if states > self.states => Err(Halt::TooMany),
            false => Ok(()),
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            stop: Stop::default(),
            states: Limits::STATES,
            threads: available_parallelism().map_or(1, NonZeroUsize::get),
        }
    }
}

/// Why there is no count.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrontierError {
    /// Symmetric tours are not counted.
    #[error("the frontier method cannot count symmetric tours: use `method` search or enumerate")]
    Symmetry,
    /// Steps are not counted either: of a path it is known where it ends, and not how long it is.
    #[error("the frontier method knows no steps: use `method` search or enumerate")]
    Steps,
    /// No order of the vertices keeps the frontier narrow.
    #[error(
        "the frontier would have more than {MOST_SLOTS} vertices: use `method` search or enumerate"
    )]
    TooWide,
    /// Too many states.
    #[error("the frontier has more than {0} states, which would take too much memory")]
    TooManyStates(usize),
    /// The count is beyond 128 bits.
    #[error("the count has more than 128 bits")]
    TooLarge,
    /// The deadline has come.
    #[error("time is up")]
    Late,
}

impl From<Stopped> for FrontierError {
    fn from(_: Stopped) -> FrontierError {
        FrontierError::Late
    }
}

/// The exact number of tours: of directed ones if they are open, of undirected ones, start
/// forgotten, if they are closed.
pub fn count(problem: &Problem, limits: &Limits) -> Result<u128, FrontierError> {
    count_with(problem, limits, &mut |_| {})
}

/// The same; `report` is told now and then how far it is.
pub fn count_with(
    problem: &Problem,
    limits: &Limits,
    report: &mut dyn FnMut(Progress),
) -> Result<u128, FrontierError> {
    if problem.symmetry().order() > 1 {
        return Err(FrontierError::Symmetry);
    }
    if problem.has_given_steps() || problem.is_magic() {
        return Err(FrontierError::Steps);
    }
    if problem.graph().len() == 1 {
        return Ok(u128::from(problem.kind() == Kind::Open));
    }
    if is_in_pieces(problem) {
        return Ok(0);
    }
    let Some(host) = Host::new(problem) else {
        return Ok(0);
    };
    let plan = Plan::new(&host, &limits.stop)?.ok_or(FrontierError::TooWide)?;
    let cycles = if most_bits(plan.width()) <= u64::BITS {
        cycles::<u64>(&plan, limits, report)?
    } else {
        cycles::<u128>(&plan, limits, report)?
    };
    let tours = cycles.checked_mul(u128::from(host.tours));
    tours.ok_or(FrontierError::TooLarge)
}

/// The number of Hamiltonian cycles of the host.
fn run<W: Word, N: Number>(plan: &Plan, watch: &mut Watch) -> Result<u128, Halt> {
    let (first, total) = run::sweep::<W, N>(&plan.courses()[0], watch)?;
    let Plan::Halves(halves) = plan else {
        return Ok(total.into());
    };
    let first = Table::new(first, halves.places[0].len(), watch)?;
    let second = match plan.courses().get(1) {
        None => None,
        Some(course) => {
            let (states, _) = run::sweep(course, watch)?;
            Some(Table::new(states, halves.places[1].len(), watch)?)
        }
    };
    meet::meet(halves, &first, second.as_ref(), watch)
}

/// Counts in 64 bits, which takes half the memory, and once more in 128 if that was not enough.
fn cycles<W: Word>(
    plan: &Plan,
    limits: &Limits,
    report: &mut dyn FnMut(Progress),
) -> Result<u128, FrontierError> {
    let counted = match run::<W, u64>(plan, &mut Watch::new(plan, limits, report)) {
        Err(Halt::Overflow) => run::<W, u128>(plan, &mut Watch::new(plan, limits, report)),
        counted => counted,
    };
    counted.map_err(|halt| match halt {
        Halt::Overflow => FrontierError::TooLarge,
        Halt::Late => FrontierError::Late,
        Halt::TooMany => FrontierError::TooManyStates(limits.states),
    })
}
