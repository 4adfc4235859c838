//! The number of tours, counted in parts: the parts are disjoint, so the numbers add up.
//!
//! ```
//! use knightsat_cluster::encoding::formula_spec::FormulaSpec;
//! use knightsat_cluster::counts::PartCounter;
//! use knightsat_cluster::folder::CountMethod;
//! use knightsat_cluster::paths::Paths;
//! use knightsat_cluster::base::stop::Stop;
//!
//! let spec = "3x4".parse::<FormulaSpec>()?;
//! let problem = spec.problem()?;
//! let stop = Stop::default();
//! let cubes = Paths::new(&problem, &stop)?.split(&Vec::new(), 5, &stop)?;
//! let mut counter = PartCounter::new(&spec, &problem, CountMethod::Search, &stop)?;
//! let mut total = knightsat_count::frontier::BigUint::ZERO;
//! for cube in &cubes {
//!     total += counter.count(cube, &stop)?.expect("there is time");
//! }
//! assert_eq!(total, 16_u32.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::cubes::{Cube, Cubes, create, numbers, part_of};
use super::folder::{CountMethod, Folder, Task};
use super::outcome::State;
use super::part::Part;
use super::paths::Paths;
use super::{PartsError, Result};
use crate::base::stop::{Stop, Stopped};
use crate::base::text;
use crate::encoding::formula_spec::FormulaSpec;
use crate::tour::Problem;
use knightsat_count::frontier::{self, BigUint, FrontierError, Limits};
use knightsat_search::tours::Tours;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Instant;

/// The result of a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counted {
    /// The literals that make the part.
    pub cube: Vec<i32>,
    /// Its number of tours, in decimal: JSON readers lose digits of large numbers.
    pub tours: String,
    /// The method of counting.
    pub method: CountMethod,
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
#[derive(Clone, Debug, PartialEq)]
pub struct Total {
    /// The number of tours in the finished parts.
    pub tours: BigUint,
    /// The number of parts, and their time.
    pub state: State,
}

impl Total {
    /// Returns true if all parts are done.
    pub fn is_complete(&self) -> bool {
        self.state.left + self.state.running == 0
    }
}

/// Makes a folder with approximately this number of parts; returns the number of parts.
pub fn split(
    path: &Path,
    spec: &FormulaSpec,
    method: CountMethod,
    parts: usize,
    stop: &Stop,
) -> Result<u32> {
    if spec.place.is_directed() {
        return Err(PartsError::Directed);
    }
    let problem = spec.problem_within(stop)?;
    let cubes = Paths::new(&problem, stop)?.split(&Cube::new(), parts, stop)?;
    let task = Task::Count {
        comments: spec.problem_comments(),
        method,
    };
    Ok(create(path, task, &cubes)?.manifest.parts)
}

/// A worker that counts the parts of a folder.
pub struct PartCounter<'f> {
    spec: &'f FormulaSpec,
    problem: &'f Problem,
    paths: Paths<'f>,
    method: CountMethod,
}

impl<'f> PartCounter<'f> {
    /// Counts parts of this problem.
    pub fn new(
        spec: &'f FormulaSpec,
        problem: &'f Problem,
        method: CountMethod,
        stop: &Stop,
    ) -> Result<PartCounter<'f>, Stopped> {
        Ok(PartCounter {
            spec,
            problem,
            paths: Paths::new(problem, stop)?,
            method,
        })
    }

    /// Counts a part, and stores the result in the folder, unless another worker has stored one.
    /// Returns `None` if the time ran out.
    pub fn work(&mut self, part: &Part, cube: &Cube, stop: &Stop) -> Result<Option<Counted>> {
        let begun = Instant::now();
        are_edges(part, cube, self.paths.edges())?;
        let draft = part.draft()?;
        let Some(tours) = self.count(cube, stop)? else {
            return Ok(None);
        };
        let mut counted = Counted {
            cube: numbers(cube),
            tours: tours.to_string(),
            method: self.method,
            seconds: begun.elapsed().as_secs_f64(),
            sum: String::new(),
        };
        counted.sum = counted.checked();
        draft.finish(&counted)?;
        Ok(Some(counted))
    }

    /// Returns the number of tours of a part; `None` if the time ran out.
    pub fn count(&mut self, cube: &Cube, stop: &Stop) -> Result<Option<BigUint>> {
        // A search backtracks sooner with given edges than with implied ones.
        let Some(closure) = self.paths.closure(cube) else {
            return Ok(Some(BigUint::ZERO));
        };
        let part = part_of(self.spec, self.problem, &closure);
        let part = part.expect("the literals are those of edges");
        let problem = part.problem_within(stop)?;
        match self.method {
            CountMethod::Frontier => {
                let limits = Limits {
                    stop: stop.clone(),
                    ..Limits::default()
                };
                match frontier::count(&problem, &limits) {
                    Err(FrontierError::Late) => Ok(None),
                    counted => Ok(Some(counted.map_err(PartsError::work)?)),
                }
            }
            CountMethod::Search => {
                let mut tours = Tours::by_search(&problem, stop);
                let mut count = 0_u64;
                for tour in tours.by_ref() {
                    tour.map_err(PartsError::work)?;
                    count += 1;
                }
                Ok((!tours.is_late()).then(|| count.into()))
            }
        }
    }
}

/// Adds up the parts. Fails unless the parts are disjoint and cover the problem, and each result
/// belongs to its part.
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
        tours += number.ok_or_else(|| part.wrong("has a number that is none"))?;
        Ok(Some((counted.cube, counted.seconds)))
    })?;
    Ok(Total { tours, state })
}

/// Fails at a literal without an edge, with this number of edges.
fn are_edges(part: &Part, cube: &Cube, edges: usize) -> Result<()> {
    let is_none = |lit: &i32| lit.unsigned_abs() as usize > edges;
    match numbers(cube).into_iter().find(is_none) {
        None => Ok(()),
        Some(lit) => Err(part.wrong(format!("has {lit}, which is of no edge"))),
    }
}
