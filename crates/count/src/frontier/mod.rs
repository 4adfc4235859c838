//! The frontier method: a dynamic programme over the states of a frontier that sweeps the graph.
//!
//! ```
//! # mod knightsat {
//! #     pub use knightsat_count::frontier as count;
//! #     pub use knightsat_tour as tour;
//! # }
//! use knightsat::count::{Options, count};
//! use knightsat::tour::{Kind, Problem};
//! use knightsat::tour::place::Place;
//!
//! let place: Place = "6x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! assert_eq!(count(&problem, Options::default())?, 9862_u32.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Vertices are processed one after the other. At each vertex the cycle takes some of the edges to
//! unprocessed neighbours. Choices so far are one state, with a count, if they agree in two facts.
//! One is the number of edges at each vertex of the frontier, the other the pairs of ends that
//! belong to the same path. The rest of a tour depends on these facts alone. In physics this is the
//! transfer-matrix method; Knuth calls it simpath (The Art of Computer Programming 4A, 2011,
//! 7.1.4). Another name is frontier-based search (Kawahara, Inoue, Iwashita and Minato,
//! Frontier-based search for enumerating all constrained subgraphs with compressed representation,
//! IEICE Transactions E100-A, 2017).
//!
//! Sweeps begin at both ends of an order of the vertices. Where they meet, states are paired if
//! they give two edges to every vertex and join all their paths to one cycle. So the states never
//! become as many as they would behind the middle.
//!
//! A processed vertex has two edges, the required ones among them; other states are dropped. A
//! state is also dropped if a vertex of the frontier has too few neighbours left. A cycle may only
//! close when it visits everything. Time and memory grow with the number of states. That number is
//! exponential in the width of the frontier, not in the size of the graph. On boards the frontier
//! is about two ranks of the shorter side. Threads share the steps and the pairs. The encodings
//! share no code with this method.

mod class;
mod classes;
mod fixed;
mod gather;
mod halves;
mod host;
mod job;
mod journal;
mod matching;
mod meet;
mod number;
mod pairing;
mod plan;
mod run;
mod store;
mod sweep;
mod watch;
mod ways;

use crate::base::stop::{Stop, Stopped};
use crate::base::system;
use crate::base::text::OptionName;
use class::MOST_SLOTS;
use host::EdgeWeights;
use job::Job;
use knightsat_tour::Problem;
use knightsat_tour::lower::{Leaf, Lowered, Unlowered, lower};
use knightsat_tour::table::{Backend, Refusal};
use std::fs;
use std::io::ErrorKind;
use std::num::NonZeroUsize;
use std::ops::ControlFlow::{Break, Continue};
use std::path::PathBuf;
use std::thread::available_parallelism;
use thiserror::Error;

pub use classes::{Classes, classes};
pub use num_bigint::BigUint;
pub use number::is_modulus;
pub use watch::Progress;

const METHOD: OptionName = OptionName("method");
const MEMORY: OptionName = OptionName("memory");
const SCRATCH: OptionName = OptionName("scratch");
const PRIMES: OptionName = OptionName("primes");

/// Options of a count, and its method.
#[derive(Clone, Debug)]
pub struct Options {
    /// The deadline or flag that ends the count.
    pub stop: Stop,
    /// The most bytes for the states; by default three quarters of the available memory. It is less
    /// if a third of it does not suffice for the tables of a wide frontier.
    pub memory: u64,
    /// The number of threads.
    pub threads: usize,
    /// The folder of the states; without one they are in memory.
    pub scratch: Option<PathBuf>,
    /// Different primes below 2⁶³ as moduli; if there are none, the count is exact.
    pub primes: Vec<u64>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            stop: Stop::default(),
            memory: available().map_or(4 << 30, |bytes| bytes / 4 * 3),
            threads: available_parallelism().map_or(1, NonZeroUsize::get),
            scratch: None,
            primes: Vec::new(),
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

/// Returns the bytes of memory available without swapping, if the system reports them.
fn available() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// The reason why there is no count.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrontierError {
    /// The method does not support the problem.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A frontier that is too wide in all orders of the vertices.
    #[error(
        "the frontier would have more than {MOST_SLOTS} vertices: use {METHOD} search or enumerate"
    )]
    TooWide,
    /// The states exceed the memory.
    #[error("the states of the frontier take more than {} MB: allow more with {MEMORY}, or keep them on disk with {SCRATCH}", .0 >> 20)]
    Memory(u64),
    /// The folder for the states cannot be read or written.
    #[error("{}: the states cannot be kept here: {}", .0.display(), failure(*.1))]
    Folder(PathBuf, ErrorKind),
    /// The folder contains another count.
    #[error("{}: this folder contains another count: name an empty folder with {SCRATCH}", .0.display())]
    Other(PathBuf),
    /// A file in the folder is not as the count left it.
    #[error(
        "{}: the states are damaged, or another process has changed them: empty the folder and count again",
        .0.display()
    )]
    Damaged(PathBuf),
    /// Another process is counting in the folder.
    #[error(
        "{}: another process is counting in this folder: wait for it, or name another folder with \
         {SCRATCH}",
        .0.display()
    )]
    Busy(PathBuf),
    /// The product of the primes is too small for the number.
    #[error("the primes do not cover the number")]
    Residues,
    /// The counts of a part exceed 64 bits.
    #[error("the counts of this part exceed 64 bits: count modulo {PRIMES}")]
    Overflow,
    /// The deadline has passed.
    #[error("time limit reached")]
    Late,
}

/// Returns the reason of a failure to read or write, and a remedy if one is known.
fn failure(kind: ErrorKind) -> String {
    let reason = system::message(&kind.into());
    match kind {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => format!(
            "{reason}: free some space and run the same command again, which continues after the \
             last finished step"
        ),
        _ => reason,
    }
}

impl From<Stopped> for FrontierError {
    fn from(_: Stopped) -> FrontierError {
        FrontierError::Late
    }
}

/// A number of tours, or its residues.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The number of tours: directed if they are open; undirected, without regard to the start, if
    /// they are closed. `None` if only residues are known.
    pub tours: Option<BigUint>,
    /// Primes, and the number modulo each.
    pub residues: Vec<(u64, u64)>,
}

/// Returns the exact number of tours. Open tours are directed; closed tours are undirected, and
/// their start does not matter.
///
/// # Errors
/// If the options name primes that do not cover the number, it is [`FrontierError::Residues`].
pub fn count(problem: &Problem, options: impl Into<Options>) -> Result<BigUint, FrontierError> {
    let count = count_with(problem, &options.into(), &mut |_| {})?;
    count.tours.ok_or(FrontierError::Residues)
}

/// Returns the number of tours, or its residues. Calls `report` at intervals with the progress.
/// Each block has its own folder in that of the options.
pub fn count_with(
    problem: &Problem,
    options: &Options,
    report: &mut dyn FnMut(Progress),
) -> Result<Count, FrontierError> {
    let lowered = reduced(problem, Backend::Frontier, options)?;
    let leaves = lowered.leaves();
    let tours = BigUint::from(lowered.tours());
    let mut product = Count {
        residues: residues(&tours, &options.primes),
        tours: Some(tours),
    };
    // A tour is a path through each block, whichever the others are.
    for (number, leaf) in (1..).zip(&leaves) {
        let options = if leaves.len() > 1 {
            options.of_block(number)?
        } else {
            options.clone()
        };
        product.multiply(count_circuit(*leaf, &options, report)?, &options);
    }
    Ok(product)
}

/// Reduces a problem to circuits.
fn reduced(
    problem: &Problem,
    backend: Backend,
    options: &Options,
) -> Result<Lowered, FrontierError> {
    lower(problem, backend, &options.stop).map_err(Unlowered::either)
}

impl Options {
    /// Returns the options of a block, which has its own folder.
    fn of_block(&self, number: usize) -> Result<Options, FrontierError> {
        let name = format!("block-{number}");
        let scratch = self.scratch.as_ref().map(|folder| folder.join(name));
        if let Some(folder) = &scratch {
            let made = fs::create_dir_all(folder);
            made.map_err(|error| FrontierError::Folder(folder.clone(), error.kind()))?;
        }
        Ok(Options {
            scratch,
            ..self.clone()
        })
    }
}

impl Count {
    /// Multiplies the count by another one.
    fn multiply(&mut self, other: Count, options: &Options) {
        let of_other = match (&other.tours, &other.residues[..]) {
            (Some(tours), []) => residues(tours, &options.primes),
            (_, residues) => residues.to_vec(),
        };
        for ((prime, residue), (_, other)) in self.residues.iter_mut().zip(of_other) {
            *residue = number::residue(&(BigUint::from(*residue) * other), *prime);
        }
        let both = self.tours.take().zip(other.tours);
        self.tours = both.map(|(tours, other)| tours * other);
    }
}

/// Returns a number modulo each of these primes.
fn residues(number: &BigUint, primes: &[u64]) -> Vec<(u64, u64)> {
    let residue = |&prime: &u64| (prime, number::residue(number, prime));
    primes.iter().map(residue).collect()
}

/// Returns the number of tours that the cycles of a circuit are.
fn count_circuit(
    leaf: Leaf,
    options: &Options,
    report: &mut dyn FnMut(Progress),
) -> Result<Count, FrontierError> {
    match Job::new(leaf, EdgeWeights::new(), options)? {
        Continue(job) => job.count(report).map_err(|halt| halt.explained(options)),
        Break(tours) => Ok(Count {
            tours: Some(tours.into()),
            ..Count::default()
        }),
    }
}

/// Returns the number of parts of a count: the sides of its sweep, for each modulus.
pub fn parts(problem: &Problem, options: &Options) -> Result<usize, FrontierError> {
    let lowered = reduced(problem, Backend::FrontierParts, options)?;
    Ok(
        match Job::new(lowered.leaves()[0], EdgeWeights::new(), options)? {
            Continue(job) => job.parts().count(),
            Break(_) => 0,
        },
    )
}

/// Sweeps a side in one ring, and leaves its states on disk. Parts are numbered from 0.
///
/// Parts are independent. Once all are swept into the same folder, [`count_with`] only pairs their
/// states.
pub fn sweep_part(
    problem: &Problem,
    options: &Options,
    part: usize,
    report: &mut dyn FnMut(Progress),
) -> Result<(), FrontierError> {
    let lowered = reduced(problem, Backend::FrontierParts, options)?;
    let Continue(job) = Job::new(lowered.leaves()[0], EdgeWeights::new(), options)? else {
        return Ok(());
    };
    job.sweep(part, report)
        .map_err(|halt| halt.explained(options))
}
