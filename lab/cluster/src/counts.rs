//! The number of tours, counted in parts.
//!
//! The search counts disjoint parts, whose numbers add up. The frontier method sweeps the sides of
//! the graph, for each modulus; their states stay in the folder until the join pairs them.
//!
//! ```
//! use knightsat_cluster::tour::spec::Request;
//! use knightsat_cluster::counts::PartCounter;
//! use knightsat_cluster::paths::Paths;
//! use knightsat_cluster::base::stop::Stop;
//!
//! let request = "3x4".parse::<Request>()?;
//! let problem = request.problem(&Default::default())?;
//! let stop = Stop::default();
//! let cubes = Paths::new(&problem, &stop)?.split(5, &stop)?;
//! let mut counter = PartCounter::new(&request, &problem, &stop)?;
//! let mut total = 0;
//! for cube in &cubes {
//!     total += counter.count(cube, &stop)?.expect("there is time");
//! }
//! assert_eq!(total, 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::cubes::{Cube, Cubes, create, numbers, part_of};
use super::folder::{Folder, Manifest, Task};
use super::outcome::State;
use super::part::Part;
use super::paths::Paths;
use super::{PartsError, Result};
use crate::base::text;
use crate::prelude::*;
use knightsat_count::frontier::{self, BigUint, Count, FrontierError, Options, Progress, Scratch};
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
    /// The literals that make the part.
    pub cube: Vec<i32>,
    /// Its number of tours, in decimal: JSON readers lose digits of large numbers.
    pub tours: String,
    /// Its wall-clock time in seconds.
    pub seconds: f64,
    /// A checksum of the part and the number, to detect damage.
    sum: String,
}

impl Counted {
    /// Returns the checksum of this result.
    fn checked(&self) -> String {
        let cube: Vec<String> = self.cube.iter().map(i32::to_string).collect();
        text::of_words([cube.join(" ").as_bytes(), self.tours.as_bytes()])
    }
}

/// The sum of the parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Total {
    /// The number of tours in the finished parts of a search.
    pub tours: BigUint,
    /// The count of a sweep whose parts are all finished.
    pub count: Option<Count>,
    /// The number of parts.
    pub state: State,
}

impl Total {
    /// Returns true if all parts are done.
    pub fn is_complete(&self) -> bool {
        self.state.left == 0
    }
}

/// Makes a folder with approximately this number of parts of a search; returns their number.
pub fn split(path: &Path, request: &Request, parts: usize, stop: &Stop) -> Result<u32> {
    if request.place.is_directed() {
        return Err(PartsError::Directed);
    }
    let problem = request.problem(stop)?;
    let cubes = Paths::new(&problem, stop)?.split(parts, stop)?;
    let comments = FormulaSpec::problem_comments(request);
    Ok(create(path, Task::Count { comments }, &cubes)?
        .manifest
        .parts)
}

/// Makes a folder with the parts of a sweep; returns their number.
pub fn split_sweep(path: &Path, request: &Request, primes: &[u64], stop: &Stop) -> Result<u32> {
    let options = options(path, primes, stop);
    let parts = frontier::parts(&request.problem(stop)?, &options).map_err(failed)?;
    let task = Task::Sweep {
        comments: FormulaSpec::problem_comments(request),
        primes: options.primes,
    };
    let states = path.join(STATES);
    fs::create_dir(&states).map_err(PartsError::io(&states))?;
    let folder = Folder::create(path, Manifest::new(task, parts.max(1) as u32))?;
    Ok(folder.manifest.parts)
}

/// Returns the options of a sweep with its states in a folder.
fn options(folder: &Path, primes: &[u64], stop: &Stop) -> Options {
    let scratch = Scratch {
        folder: folder.join(STATES),
        limit: u64::MAX,
    };
    Options {
        stop: stop.clone(),
        scratch: Some(scratch),
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

/// A worker that counts the parts of a folder.
pub struct PartCounter<'f> {
    request: &'f Request,
    problem: &'f Problem,
    paths: Paths<'f>,
}

impl<'f> PartCounter<'f> {
    /// Counts parts of this problem.
    pub fn new(request: &'f Request, problem: &'f Problem, stop: &Stop) -> Result<Self, Stopped> {
        Ok(PartCounter {
            request,
            problem,
            paths: Paths::new(problem, stop)?,
        })
    }

    /// Counts a part, and stores the result in the folder. Returns `None` if the time ran out.
    pub fn work(&mut self, part: &Part, cube: &Cube, stop: &Stop) -> Result<Option<Counted>> {
        let begun = Instant::now();
        are_edges(part, cube, self.paths.edges.len())?;
        let draft = part.draft()?;
        let Some(tours) = self.count(cube, stop)? else {
            return Ok(None);
        };
        let mut counted = Counted {
            cube: numbers(cube),
            tours: tours.to_string(),
            seconds: begun.elapsed().as_secs_f64(),
            sum: String::new(),
        };
        counted.sum = counted.checked();
        draft.finish(&counted)?;
        Ok(Some(counted))
    }

    /// Returns the number of tours of a part; `None` if the time ran out.
    pub fn count(&mut self, cube: &Cube, stop: &Stop) -> Result<Option<u64>> {
        // A search backtracks sooner with given edges than with implied ones.
        let Some(closure) = self.paths.closure(cube) else {
            return Ok(Some(0));
        };
        let part = part_of(self.request, self.problem, &closure);
        let part = part.expect("the literals are those of edges");
        let problem = part.problem(stop)?;
        let mut tours = Tours::by_search(&problem, stop);
        let mut count = 0;
        for tour in tours.by_ref() {
            tour.map_err(PartsError::work)?;
            count += 1;
        }
        Ok((!tours.is_late()).then_some(count))
    }
}

/// Joins the parts of a sweep: once all are finished, pairs their states.
pub fn pair(
    folder: &Folder,
    problem: &Problem,
    primes: &[u64],
    stop: &Stop,
    report: &mut dyn FnMut(Progress),
) -> Result<Total> {
    let mut total = Total::default();
    for part in folder.parts() {
        let result: Option<BTreeMap<String, f64>> = part.result()?;
        total.state.add(result.is_some());
    }
    if total.is_complete() {
        let options = options(&folder.path, primes, stop);
        total.count = Some(frontier::count_with(problem, &options, report).map_err(failed)?);
    }
    Ok(total)
}

/// Adds up the parts of a search. Fails unless the parts are disjoint and cover the problem, and
/// each result belongs to its part.
pub fn join(folder: &Folder, edges: usize) -> Result<Total> {
    let cubes = Cubes::read(folder)?;
    let wrong = |message: &str| PartsError::wrong(&folder.path, message);
    cubes.tree().map_err(|message| wrong(&message))?;
    let mut tours = BigUint::ZERO;
    let state = State::of(folder, &cubes, |part, cube| {
        are_edges(part, cube, edges)?;
        let Some(counted) = part.result::<Counted>()? else {
            return Ok(None);
        };
        let is_unchanged = counted.checked() == counted.sum;
        part.ensure(is_unchanged, "has been changed since it was written")?;
        let number: Option<BigUint> = counted.tours.parse().ok();
        tours += number.ok_or_else(|| part.wrong("has an invalid number"))?;
        Ok(Some(counted.cube))
    })?;
    Ok(Total {
        tours,
        state,
        count: None,
    })
}

/// Fails at a literal without an edge, with this number of edges.
fn are_edges(part: &Part, cube: &Cube, edges: usize) -> Result<()> {
    let is_none = |lit: &i32| lit.unsigned_abs() as usize > edges;
    match numbers(cube).into_iter().find(is_none) {
        None => Ok(()),
        Some(lit) => Err(part.wrong(format!("has {lit}, which belongs to no edge"))),
    }
}
