//! The number of tours, counted in parts.
//!
//! The search counts disjoint parts, whose numbers add up. The frontier method sweeps the sides of
//! the graph, for each modulus; their states stay in the folder until the join pairs them.
//!
//! ```
//! use knightsat_cluster::counts::{self, split};
//! use knightsat_cluster::folder::Folder;
//! use knightsat_cluster::tour::spec::Request;
//!
//! let request = "3x4".parse::<Request>()?;
//! let problem = request.problem(&Default::default())?;
//! let home = tempfile::tempdir()?;
//! split(home.path(), &request, 5, &Default::default())?;
//! let folder = Folder::open(home.path())?;
//! for part in folder.parts() {
//!     counts::search(&part, &request, &problem, &Default::default())?;
//! }
//! assert_eq!(counts::join(&folder)?.tours.to_string(), "16");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::choose::Branch;
use super::cubes::{degrees, part_of, tree};
use super::folder::{Folder, Task};
use super::part::Part;
use super::paths::Paths;
use super::{PartsError, Result, refuse_directed};
use crate::base::text;
use crate::prelude::*;
use knightsat_count::frontier::{self, BigUint, Count, FrontierError, Options, Progress};
use knightsat_search::tours::Tours;
use std::collections::BTreeMap;
use std::time::Instant;

/// The folder of the states of a sweep.
pub const STATES: &str = "states";
/// The time in the result of a part of a sweep.
const SECONDS: &str = "seconds";

/// The result of a part of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counted {
    /// Its number of tours, in decimal: JSON readers lose digits of large numbers.
    pub tours: String,
    /// Its wall-clock time in seconds.
    pub seconds: f64,
    /// A checksum of the part and the number, to detect damage.
    sum: String,
}

/// The sum of the parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Total {
    /// The number of tours in the finished parts of a search.
    pub tours: BigUint,
    /// The count of a sweep whose parts are all finished.
    pub count: Option<Count>,
    /// The number of unfinished parts.
    pub left: usize,
}

/// Makes a folder with approximately this number of parts of a search; returns their number.
pub fn split(path: &Path, request: &Request, parts: u32, stop: &Stop) -> Result<u32> {
    refuse_directed(request)?;
    let problem = request.problem(stop)?;
    let paths = Paths::new(&problem);
    let mut branch = branch(&problem, stop)?;
    let cubes = branch.split(parts, stop, |branch| paths.choice(branch))?;
    let (comments, parts) = (FormulaSpec::problem_comments(request), cubes.len() as u32);
    Folder::create(path, comments, Task::Count, parts, &cubes)?;
    Ok(parts)
}

/// Returns the propagation of edges that the tours of a problem take.
fn branch(problem: &Problem, stop: &Stop) -> Result<Branch, Stopped> {
    let edges = problem.graph().edges().count() as u32;
    Branch::new(&degrees(problem, stop)?, edges, stop)
}

/// Makes a folder with the parts of a sweep; returns their number.
pub fn split_sweep(path: &Path, request: &Request, primes: &[u64], stop: &Stop) -> Result<u32> {
    let options = options(path, primes, stop);
    let parts = frontier::parts(&request.problem(stop)?, &options).map_err(failed)?;
    let primes = options.primes;
    let states = path.join(STATES);
    fs::create_dir(&states).map_err(PartsError::io(&states))?;
    let (comments, parts) = (FormulaSpec::problem_comments(request), parts.max(1) as u32);
    Folder::create(path, comments, Task::Sweep { primes }, parts, &[])?;
    Ok(parts)
}

/// Returns the options of a sweep with its states in a folder.
fn options(folder: &Path, primes: &[u64], stop: &Stop) -> Options {
    Options {
        stop: stop.clone(),
        scratch: Some(folder.join(STATES)),
        primes: primes.to_vec(),
        ..Options::default()
    }
}

/// Returns the error of a sweep.
fn failed(error: FrontierError) -> PartsError {
    match error {
        FrontierError::Late => Stopped::Late.into(),
        error => PartsError::work(error),
    }
}

/// Does a part of a sweep; returns its seconds. After an interruption, it continues from the last
/// finished step.
pub fn sweep(
    part: &Part,
    problem: &Problem,
    primes: &[u64],
    stop: &Stop,
    report: &mut dyn FnMut(Progress),
) -> Result<f64> {
    let begun = Instant::now();
    let (draft, number) = (part.draft()?, part.number as usize - 1);
    let options = options(&part.folder.path, primes, stop);
    frontier::sweep_part(problem, &options, number, report).map_err(failed)?;
    let seconds = begun.elapsed().as_secs_f64();
    draft.finish(&BTreeMap::from([(SECONDS, seconds)]))?;
    Ok(seconds)
}

/// Counts a part of a search, and stores the result in the folder.
pub fn search(part: &Part, request: &Request, problem: &Problem, stop: &Stop) -> Result<Counted> {
    let begun = Instant::now();
    let draft = part.draft()?;
    let mut count = 0_u64;
    // A search backtracks sooner with implied edges.
    if let Some(closure) = branch(problem, stop)?.closure(part.cube()) {
        let problem = part_of(request, problem, &closure, stop)?;
        let mut tours = Tours::by_search(&problem, stop);
        for tour in tours.by_ref() {
            tour.map_err(PartsError::work)?;
            count += 1;
        }
        if tours.is_late() {
            return Err(stop.stopped().into());
        }
    }
    let tours = count.to_string();
    let counted = Counted {
        sum: sum(part, &tours),
        tours,
        seconds: begun.elapsed().as_secs_f64(),
    };
    draft.finish(&counted)?;
    Ok(counted)
}

/// Returns a checksum of the number of tours in a part.
fn sum(part: &Part, tours: &str) -> String {
    let words = [&part.folder.manifest.id, &part.number.to_string(), tours];
    text::of_words(words.map(str::as_bytes))
}

/// Joins the parts of a sweep: once all are finished, pairs their states.
pub fn pair(
    folder: &Folder,
    problem: &Problem,
    primes: &[u64],
    stop: &Stop,
    report: &mut dyn FnMut(Progress),
) -> Result<Total> {
    let results: BTreeMap<u32, BTreeMap<String, f64>> = folder.results()?;
    let mut total = Total {
        left: folder.manifest.parts as usize - results.len(),
        ..Total::default()
    };
    if total.left == 0 {
        let options = options(&folder.path, primes, stop);
        total.count = Some(frontier::count_with(problem, &options, report).map_err(failed)?);
    }
    Ok(total)
}

/// Adds up the parts of a search. Fails unless the parts are disjoint and cover the problem.
pub fn join(folder: &Folder) -> Result<Total> {
    tree(&folder.cubes).map_err(|message| PartsError::wrong(&folder.path, message))?;
    let results: BTreeMap<u32, Counted> = folder.results()?;
    let mut total = Total {
        left: folder.manifest.parts as usize - results.len(),
        ..Total::default()
    };
    for (number, counted) in results {
        let part = folder.part(number)?;
        let is_unchanged = sum(&part, &counted.tours) == counted.sum;
        part.ensure(is_unchanged, "has been changed since it was written")?;
        let tours: u64 = counted.tours.parse().map_err(PartsError::work)?;
        total.tours += tours;
    }
    Ok(total)
}
