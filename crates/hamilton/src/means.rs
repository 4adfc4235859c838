//! The means of a search: its solver, its limits, and measures of effort.

use crate::base::random::Rng;
use crate::base::stop::Stop;
use knightsat_solver::{InProcess, Limits};

/// The means of the search that asks for help.
pub struct Means<'m> {
    /// The solver for formulas of ways.
    pub solver: &'m InProcess,
    /// The limit of the search.
    pub stop: &'m Stop,
    /// The source of random choices.
    pub rng: &'m mut Rng,
    /// Receives the number of cycles of each two-factor, and the number of new cuts.
    pub report: &'m mut dyn FnMut(u32, u32),
}

impl Means<'_> {
    pub(crate) fn limits(&self, work: u64, expects_model: bool) -> Limits {
        Limits {
            stop: self.stop.clone(),
            work: Some(work),
            expects_model,
            ..Limits::default()
        }
    }
}

/// Returns an entry of 1, 1, 2, 1, 1, 2, 4, …, counted from 1.
pub(crate) fn luby(nth: u64) -> u64 {
    let mut nth = nth;
    loop {
        // The length of the shortest series, one less than a power of two, that has an nth entry.
        let length = (nth + 1).next_power_of_two() - 1;
        if nth == length {
            return length.div_ceil(2);
        }
        nth -= length / 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_that_of_luby() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
