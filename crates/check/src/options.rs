//! How far a check goes.

use knightsat_solver::varisat::Limits;
use std::time::Duration;

/// How far a check goes.
#[derive(Clone, Debug)]
pub struct Options {
    /// Up to this many tours every tour and every model is looked at.
    pub most: usize,
    /// Of more tours, this many of each are looked at.
    pub sample: usize,
    /// How long tours are searched for: a depth-first search is no match for large boards.
    pub patience: Duration,
    /// When to give up.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            most: 5000,
            sample: 100,
            patience: Duration::from_secs(60),
            limits: Limits::default(),
        }
    }
}
