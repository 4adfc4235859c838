//! What a part of a formula or of a lazy search has come to, and how far all parts are.
//!
//! ```
//! use knightsat_cluster::encoding::formula_spec::FormulaSpec;
//! use knightsat_cluster::outcome::{Found, State};
//!
//! let found: Found = serde_json::from_str(r#"{"answer": "none", "proof": true, "cuts": [[0, 3]]}"#)?;
//! let Found::None { rests, .. } = found else {
//!     panic!("it is none");
//! };
//! let problem = "3x4".parse::<FormulaSpec>()?.problem()?;
//! assert!(rests.fits(&problem));
//!
//! let state = State { done: 10, running: 2, left: 8, seconds: 60.0 };
//! assert_eq!(state.estimate(), Some(30.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::Result;
use super::cubes::{Cube, Cubes, numbers};
use super::folder::Folder;
use super::part::Part;
use crate::tour::{Kind, Problem};
use serde::{Deserialize, Serialize};

/// The result of a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The literals that make the part.
    pub cube: Vec<i32>,
    /// What was found.
    #[serde(flatten)]
    pub found: Found,
    /// By whom: a solver, or the preparation.
    pub by: String,
    /// How long that took, by the clock.
    pub seconds: f64,
}

/// What was found in a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum Found {
    /// A tour: its squares or vertices in order.
    Tour {
        /// Their names.
        tour: Vec<String>,
    },
    /// That there is none.
    None {
        /// Why, where that is seen without a solver.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// Whether there is a proof beside it.
        proof: bool,
        /// On what it rests beside the formula of the folder.
        #[serde(flatten)]
        rests: Rests,
    },
}

/// What the lazy engine has found by the way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rests {
    /// Sets of vertices, from 0, that a tour must leave.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cuts: Vec<Vec<u32>>,
    /// Whether the clauses of two matchings are there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub matchings: bool,
}

impl Outcome {
    pub(super) fn new(cube: &Cube, found: Found, by: &str, seconds: f64) -> Outcome {
        Outcome {
            cube: numbers(cube),
            found,
            by: by.into(),
            seconds,
        }
    }
}

impl Found {
    /// That a solver has found none.
    pub(super) fn none(proof: bool, rests: Rests) -> Found {
        Found::None {
            reason: None,
            proof,
            rests,
        }
    }

    /// That no solver is needed.
    pub(super) fn seen(reason: String) -> Found {
        Found::None {
            reason: Some(reason),
            proof: false,
            rests: Rests::default(),
        }
    }
}

impl Rests {
    /// Whether its sets are sets of some vertices of the problem's graph, increasing, that a tour must leave:
    /// not of all, unless it is open and goes on to the apex.
    pub fn fits(&self, problem: &Problem) -> bool {
        let vertices = problem.graph().len();
        let may_be_all = problem.kind() == Kind::Open;
        self.cuts.iter().all(|cut| {
            let is_increasing = cut.is_sorted_by(|a, b| a < b);
            let is_within = cut.last().is_some_and(|&last| last < vertices);
            is_increasing && is_within && (may_be_all || (cut.len() as u64) < u64::from(vertices))
        })
    }
}

/// How far a folder is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State {
    /// Parts with a result.
    pub done: u64,
    /// Parts that somebody is at.
    pub running: u64,
    /// Parts that nobody is at yet.
    pub left: u64,
    /// Seconds that the parts that are done have taken, added up.
    pub seconds: f64,
}

impl State {
    /// Looks at every part: `take` gives the cube of its result and how long that took, if there is one.
    pub(super) fn of(
        folder: &Folder,
        cubes: &Cubes,
        mut take: impl FnMut(&Part, &Cube) -> Result<Option<(Vec<i32>, f64)>>,
    ) -> Result<State> {
        let mut state = State::default();
        for (name, cube) in cubes.leaves() {
            let part = folder.part(name.clone())?;
            match take(&part, cube)? {
                Some((found, _)) if found != numbers(cube) => {
                    return Err(part.wrong("is the result of another cube"));
                }
                Some((_, seconds)) => {
                    state.done += 1;
                    state.seconds += seconds;
                }
                None if part.claimant().is_some() => state.running += 1,
                None => state.left += 1,
            }
        }
        Ok(state)
    }

    /// How many seconds the rest will take, if it goes on as so far with as many at work as now; `None` if
    /// nobody is, or nothing is done.
    pub fn estimate(&self) -> Option<f64> {
        let is_known = self.done > 0 && self.running > 0;
        let left = (self.running + self.left) as f64;
        is_known.then(|| self.seconds / self.done as f64 * left / self.running as f64)
    }
}
