//! One answer of all parts: a tour as soon as one has it, or that there is none when all are refuted.
//!
//! Nothing is believed. That the parts cover the problem is seen from their cubes; each result must be of
//! this folder, this part and this cube; and what is refuted with proofs is put together to one certificate,
//! of a formula derived anew from the problem, which is checked as any other.
//!
//! ```
//! use knightsat_cluster::join::State;
//!
//! let state = State { done: 10, running: 2, left: 8, seconds: 60.0 };
//! assert_eq!(state.estimate(), Some(30.0));
//! ```

use super::cubes::{CUBES, Cubes};
use super::error::{PartsError, WorkError};
use super::folder::Folder;
use super::joined::{Joiner, Results};
use super::name::PartName;
use super::outcome::{Found, Outcome};
use super::work::Worker;
use knightsat_base::stop::Stop;
use knightsat_certificate::{Names, Verified};
use knightsat_tour::tour::Tour;
use std::collections::BTreeSet;
use std::path::PathBuf;

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
    /// How many seconds the rest will take, if it goes on as so far with as many at work as now; `None` if
    /// nobody is, or nothing is done.
    pub fn estimate(&self) -> Option<f64> {
        let is_known = self.done > 0 && self.running > 0;
        let left = (self.running + self.left) as f64;
        is_known.then(|| self.seconds / self.done as f64 * left / self.running as f64)
    }
}

/// What the parts say together.
#[derive(Clone, Debug, PartialEq)]
pub enum Joined {
    /// A tour, and the part that has it.
    Tour(PartName, Tour),
    /// There is none.
    None(Refuted),
    /// Nothing yet.
    Unfinished(State),
}

/// By what there is no tour.
#[derive(Clone, Debug, PartialEq)]
pub struct Refuted {
    /// How many parts there are.
    pub parts: u64,
    /// The solvers that refuted parts without a proof; empty if preprocessing found a reason for every part.
    pub by: BTreeSet<String>,
    /// What the one certificate rests on, and where it is.
    pub certificate: Option<(Verified, PathBuf)>,
}

/// Looks at all parts.
pub fn join(
    folder: &Folder,
    worker: &Worker,
    claim: &str,
    names: Names,
    stop: &Stop,
) -> Result<Joined, WorkError> {
    let cubes = Cubes::read(folder)?;
    let path = folder.path().join(CUBES);
    let tree = cubes.tree();
    let tree = tree.map_err(|message| PartsError::wrong(&path, message))?;
    let (state, results) = results(folder, worker, &cubes, stop)?;
    if let Some((name, tour)) = tour_of(folder, worker, &results)? {
        return Ok(Joined::Tour(name, tour));
    }
    if state.running + state.left > 0 {
        return Ok(Joined::Unfinished(state));
    }
    let joiner = Joiner {
        folder,
        worker,
        cubes: &cubes,
        results: &results,
        claim,
        names,
        stop,
    };
    // A reason is found again by the joiner.
    let is_word = |outcome: &&Outcome| {
        !matches!(
            &outcome.found,
            Found::None {
                reason: Some(_),
                ..
            }
        )
    };
    let by = results.values().filter(is_word);
    let by = by.map(|outcome| outcome.by.clone());
    Ok(Joined::None(Refuted {
        parts: state.done,
        by: by.collect(),
        certificate: joiner.check(&tree)?,
    }))
}

/// Reads all results.
fn results(
    folder: &Folder,
    worker: &Worker,
    cubes: &Cubes,
    stop: &Stop,
) -> Result<(State, Results), WorkError> {
    let (mut state, mut results) = (State::default(), Results::new());
    for (name, cube) in cubes.leaves() {
        stop.check()?;
        let part = folder.part(name.clone())?;
        let Some(outcome) = worker.result(&part)? else {
            let is_running = part.claimant().is_some();
            *(if is_running {
                &mut state.running
            } else {
                &mut state.left
            }) += 1;
            continue;
        };
        let lits = cube.iter().map(|lit| lit.to_dimacs());
        if !outcome.cube.iter().copied().eq(lits) {
            let message = format!("part {name} was made for another cube");
            return Err(PartsError::wrong(&part.path(), message).into());
        }
        state.done += 1;
        state.seconds += outcome.seconds;
        results.insert(name.clone(), outcome);
    }
    Ok((state, results))
}

/// The tour of the first part that has one.
fn tour_of(
    folder: &Folder,
    worker: &Worker,
    results: &Results,
) -> Result<Option<(PartName, Tour)>, WorkError> {
    for (name, outcome) in results {
        let Found::Tour { tour } = &outcome.found else {
            continue;
        };
        let vertex = |square: &String| worker.spec().place.vertex(square).ok();
        let steps: Option<Vec<u32>> = tour.iter().map(vertex).collect();
        let tour = Tour::verify(worker.problem(), steps.unwrap_or_default());
        let tour = tour.map_err(|error| {
            let path = folder
                .path()
                .join(super::folder::PARTS)
                .join(name.to_string());
            PartsError::wrong(&path, format!("the tour of part {name} is none: {error}"))
        })?;
        return Ok(Some((name.clone(), tour)));
    }
    Ok(None)
}
