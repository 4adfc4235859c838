//! The frontier method: a dynamic programme over the states of a frontier that sweeps the graph.
//!
//! ```
//! use knightsat_count::frontier::{Limits, count};
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "6x6".parse()?;
//! let problem = place.problem(Kind::Closed, None, None)?;
//! assert_eq!(count(&problem, &Limits::default())?, 9862_u32.into());
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

mod class;
mod degrees;
mod evidence;
mod forecast;
mod gather;
mod halves;
mod host;
mod journal;
mod maps;
mod matching;
mod meet;
mod number;
mod pairing;
mod plan;
mod product;
mod run;
mod store;
mod sweep;
mod watch;
mod ways;

use super::is_in_pieces;
use crate::base::stop::{Stop, Stopped};
use degrees::MOST_SLOTS;
use host::Host;
use journal::Journal;
use knightsat_tour::{Kind, Problem};
use meet::Meeting;
use number::{Halt, Ring};
use plan::Plan;
use run::Key;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use store::Store;
use thiserror::Error;
use watch::Watch;

pub use evidence::StepEvidence;
pub use journal::Scratch;
pub use num_bigint::BigUint;
pub use number::is_modulus;
pub use watch::{Forecast, Progress, Stage};

/// When to give up, and how to count.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When it is time.
    pub stop: Stop,
    /// How many bytes the states may take; by default three quarters of what the machine has to give.
    pub memory: u64,
    /// On how many threads it may work.
    pub threads: usize,
    /// The states are on disk; if not, in memory.
    pub scratch: Option<Scratch>,
    /// Count modulo these different primes below 2⁶³; if there are none, exactly.
    pub primes: Vec<u64>,
}

impl Limits {
    /// Whether it may go on.
    fn check(&self) -> Result<(), Halt> {
        match self.stop.is_over() {
            true => Err(Halt::Late),
            false => Ok(()),
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            stop: Stop::default(),
            memory: available().map_or(4 << 30, |bytes| bytes / 4 * 3),
            threads: available_parallelism().map_or(1, NonZeroUsize::get),
            scratch: None,
            primes: Vec::new(),
        }
    }
}

/// Bytes of memory that the machine could give without swapping, if it says so.
fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
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
    /// Rules are not counted either: states forget most of the path.
    #[error("the frontier method cannot count tours under rules: use `method` search or enumerate")]
    Rules,
    /// A required move of a directed graph has arcs both ways.
    #[error(
        "the frontier method cannot require a move that has arcs both ways: use `method` search or enumerate"
    )]
    BothWays,
    /// No order of the vertices keeps the frontier narrow.
    #[error(
        "the frontier would have more than {MOST_SLOTS} vertices: use `method` search or enumerate"
    )]
    TooWide,
    /// The states take too much memory.
    #[error("the states of the frontier take more than {} MB: allow more memory, or keep them on disk", .0 >> 20)]
    Memory(u64),
    /// The states take too much of the disk.
    #[error(
        "{folder}: the states before and after a step take more than {limit} MB: allow more",
        folder = .0.folder.display(),
        limit = .0.limit >> 20
    )]
    Disk(Scratch),
    /// The folder for the states cannot be read or written, or another count is in it.
    #[error("{}: this folder cannot be written, or holds another count or damaged files: use an empty one", .0.folder.display())]
    Folder(Scratch),
    /// The primes do not cover the number.
    #[error("the primes do not cover the number")]
    Residues,
    /// The deadline has come.
    #[error("time is up")]
    Late,
}

impl From<Stopped> for FrontierError {
    fn from(_: Stopped) -> FrontierError {
        FrontierError::Late
    }
}

/// A count with its evidence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many tours there are: directed ones if they are open, undirected ones, start forgotten, if they are closed.
    /// `None` if only residues are known.
    pub tours: Option<BigUint>,
    /// Primes and the number modulo each.
    pub residues: Vec<(u64, u64)>,
    /// The vertices in the order in which they are processed, for each side.
    pub orders: Vec<Vec<u32>>,
    /// What each step came to, for each run.
    pub steps: Vec<Vec<StepEvidence>>,
}

impl Count {
    fn of(tours: u8) -> Count {
        Count {
            tours: Some(tours.into()),
            ..Count::default()
        }
    }
}

/// The exact number of tours: of directed ones if they are open, of undirected ones, start
/// forgotten, if they are closed.
///
/// # Errors
/// If limits name primes that do not cover the number, it is [`FrontierError::Residues`].
pub fn count(problem: &Problem, limits: &Limits) -> Result<BigUint, FrontierError> {
    let count = count_with(problem, limits, &mut |_| {})?;
    count.tours.ok_or(FrontierError::Residues)
}

/// The same with its evidence; `report` is told now and then how far it is.
pub fn count_with(
    problem: &Problem,
    limits: &Limits,
    report: &mut dyn FnMut(Progress),
) -> Result<Count, FrontierError> {
    if problem.symmetry().order() > 1 {
        return Err(FrontierError::Symmetry);
    }
    if problem.has_given_steps() || problem.is_magic() {
        return Err(FrontierError::Steps);
    }
    if !problem.rules().is_empty() {
        return Err(FrontierError::Rules);
    }
    if let Some(split) = problem.split() {
        return count_with(split.problem(), limits, report);
    }
    if problem.graph().is_directed() {
        return Err(FrontierError::BothWays);
    }
    if problem.graph().len() == 1 {
        return Ok(Count::of(u8::from(problem.kind() == Kind::Open)));
    }
    if is_in_pieces(problem) {
        return Ok(Count::of(0));
    }
    let Some(host) = Host::new(problem) else {
        return Ok(Count::of(0));
    };
    let plan = Plan::new(&host, &limits.stop)?.ok_or(FrontierError::TooWide)?;
    let mut counter = Counter {
        host: &host,
        plan: &plan,
        limits,
        report,
    };
    counter
        .count()
        .map_err(|halt| match (halt, limits.scratch.clone()) {
            (Halt::Memory, _) => FrontierError::Memory(limits.memory),
            (Halt::Disk, Some(scratch)) => FrontierError::Disk(scratch),
            (Halt::Folder, Some(scratch)) => FrontierError::Folder(scratch),
            // A run modulo a prime does not overflow, and one without a folder has no trouble with it.
            _ => FrontierError::Late,
        })
}

/// Who counts by a plan.
struct Counter<'c> {
    host: &'c Host,
    plan: &'c Plan,
    limits: &'c Limits,
    report: &'c mut dyn FnMut(Progress),
}

impl Counter<'_> {
    /// Counts exactly, or modulo as many primes as it takes if 64 bits do not suffice for a state, or modulo the primes that are wanted.
    fn count(&mut self) -> Result<Count, Halt> {
        let mut count = Count {
            orders: self.plan.orders(),
            ..Count::default()
        };
        let bits = number::bits(self.host);
        let primes = match &self.limits.primes[..] {
            [] => match self.run(Ring::EXACT, &mut count) {
                Err(Halt::Overflow) => number::primes(bits),
                cycles => {
                    count.tours = Some(BigUint::from(cycles?) * self.host.tours);
                    return Ok(count);
                }
            },
            primes => primes.to_vec(),
        };
        let mut modulus = BigUint::from(1_u8);
        for prime in primes {
            let cycles = self.run(Ring::modulo(prime), &mut count)?;
            let tours = cycles * u128::from(self.host.tours) % u128::from(prime);
            count.residues.push((prime, tours as u64));
            modulus *= prime;
        }
        if modulus.bits() > u64::from(bits) {
            count.tours = Some(number::combine(&count.residues));
        }
        Ok(count)
    }

    /// The number of Hamiltonian cycles of the host.
    fn run(&mut self, ring: Ring, count: &mut Count) -> Result<u128, Halt> {
        let bounds = forecast::bounds(self.host, self.plan);
        let journal = self.limits.scratch.as_ref().map(|scratch| {
            let problem = self.host.checksum(&self.plan.orders());
            Journal::open(&scratch.folder, problem, ring)
        });
        let mut watch = Watch::new(&bounds, self.limits, journal.transpose()?, self.report);
        let cycles = run(self.plan, ring, &mut watch)?;
        count.steps.push(std::mem::take(&mut watch.evidence));
        Ok(cycles)
    }
}

/// The number of Hamiltonian cycles of the host.
fn run(plan: &Plan, ring: Ring, watch: &mut Watch) -> Result<u128, Halt> {
    if let Some(total) = watch.resume_total() {
        return Ok(total);
    }
    let mut sides = Vec::new();
    let total = match plan {
        Plan::Whole(course) => {
            let (store, total) = run::sweep((0, course), ring, Key::Step(0), watch)?;
            sides.push(store);
            total.into()
        }
        Plan::Halves(halves) => {
            let meeting = Meeting::new(halves);
            for (side, course) in halves.courses.iter().enumerate() {
                let key = |degrees| meeting.key(side, degrees);
                sides.push(run::sweep((side, course), ring, Key::Pair(&key), watch)?.0);
            }
            meeting.count(ring, [sides.first(), sides.get(1)], watch)?
        }
    };
    watch.finish(total)?;
    sides.into_iter().for_each(Store::remove);
    Ok(total)
}
