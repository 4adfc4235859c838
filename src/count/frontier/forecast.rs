//! How far a sweep is, and what is to be expected of the rest of it.
//!
//! A frontier of w vertices has at most M(w) = Σ C(w, 2k) · (2k − 1)!! · 2^(w − 2k) states: k pairs of
//! ends, and of every other vertex whether a path passes. There are some M(w)^a. The exponent rises
//! while the first frontiers fill up, on closed boards to 0.75 at 6x6, 0.78 at 7x8 (after 20 of 56 steps) and 0.89 at
//! 6x8 and 5x12; so it is taken for what has been seen, but at least for [`FULL`].

use super::plan::Plan;
use crate::stop::clock::Stopwatch;
use std::time::Duration;

/// How far a sweep is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The step under way, from 1.
    pub step: usize,
    /// How many steps there are.
    pub steps: usize,
    /// States found so far in this step.
    pub states: usize,
    /// What is to be expected, once that can be told.
    pub forecast: Option<Forecast>,
}

/// What is to be expected, by the growth so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The most states that a step will have.
    pub states: f64,
    /// How long all steps that are not done will take.
    pub left: Duration,
}

/// The exponent of frontiers that have filled up, at least.
const FULL: f64 = 0.8;
/// Time between two reports.
const PAUSE: Duration = Duration::from_millis(100);

/// Makes forecasts.
pub(super) struct Forecaster {
    /// For the states after every step the natural logarithm of how many there can be at most.
    bounds: Vec<f64>,
    begin: Stopwatch,
    /// Since the last report.
    last: Stopwatch,
    /// States that have been gone through.
    gone: f64,
    exponent: Option<f64>,
}

impl Forecaster {
    /// Nothing is known yet.
    pub fn new(plan: &Plan) -> Forecaster {
        let bounds = plan.steps.iter().map(|step| ln_states(step.stay.len()));
        Forecaster {
            bounds: bounds.collect(),
            begin: Stopwatch::start(),
            last: Stopwatch::start(),
            gone: 0.0,
            exponent: None,
        }
    }

    /// Whether it is time for a report; if so, the next one is due after a pause.
    pub fn is_due(&mut self) -> bool {
        let is_due = self.last.elapsed() >= PAUSE;
        if is_due {
            self.last = Stopwatch::start();
        }
        is_due
    }

    /// A step (from 0) is done, with so many states after it.
    pub fn done(&mut self, step: usize, before: usize, after: usize) {
        // Few states tell nothing: there may be a reason why they remain few.
        const ENOUGH: usize = 10_000;
        self.gone += before as f64;
        if after > ENOUGH {
            let exponent = (after as f64).ln() / self.bounds[step];
            self.exponent = Some(self.exponent.unwrap_or(FULL).max(exponent));
        }
    }

    /// What is to be expected while `step` (from 0) is under way.
    pub fn progress(&self, step: usize, states: usize) -> Progress {
        Progress {
            step: step + 1,
            steps: self.bounds.len(),
            states,
            forecast: self.exponent.map(|exponent| self.forecast(step, exponent)),
        }
    }

    fn forecast(&self, step: usize, exponent: f64) -> Forecast {
        let ahead = self.bounds[step..]
            .iter()
            .map(|bound| (bound * exponent).exp());
        let (most, sum) = ahead.fold((0.0, 0.0), |(most, sum), states| {
            (f64::max(most, states), sum + states)
        });
        let seconds = self.begin.elapsed().as_secs_f64() / self.gone.max(1.0) * sum;
        Forecast {
            states: most,
            left: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX),
        }
    }
}

/// ln M(w): with one vertex more, M(w + 1) = 2 M(w) + w M(w − 1).
fn ln_states(width: usize) -> f64 {
    let (mut before, mut states) = (0.0, 1.0_f64);
    for w in 0..width {
        (before, states) = (states, 2.0 * states + w as f64 * before);
    }
    states.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_pairs_of_ends_and_two_kinds_of_others() {
        let states = [1.0, 2.0, 5.0, 14.0, 43.0];
        for (width, expected) in states.into_iter().enumerate() {
            assert!((ln_states(width).exp() - expected).abs() < 1e-9, "{width}");
        }
    }
}
