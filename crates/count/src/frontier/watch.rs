//! How far a sweep is, and what is to be expected of the rest of it.
//!
//! A frontier of w vertices has at most M(w) = Σ C(w, 2k) · (2k − 1)!! · 2^(w − 2k) states: k pairs of
//! ends, and of every other vertex whether a path passes. There are some M(w)^a. The exponent rises
//! while the first frontiers fill up, on closed boards to 0.75 at 6x6, 0.78 at 7x8 (after 20 of 56 steps) and 0.89 at
//! 6x8 and 5x12; so it is taken for what has been seen, but at least for [`FULL`].

use super::Limits;
use super::number::Halt;
use super::plan::Plan;
use crate::base::stop::Stopwatch;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How far a count is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// What is under way.
    pub stage: Stage,
    /// What is to be expected, once that can be told.
    pub forecast: Option<Forecast>,
}

/// What a count does, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// From the states before a step to those after it.
    Sweep {
        /// The step under way, from 1.
        step: usize,
        /// How many steps there are.
        steps: usize,
        /// States found so far in this step.
        states: usize,
    },
    /// The states of two sides that agree are put together.
    Pairing {
        /// How many groups of them are begun with, the largest first.
        done: usize,
        /// How many there are.
        pairs: usize,
    },
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

/// Where a run is, when it must end and whom it tells.
pub(super) struct Watch<'w> {
    /// When it must end.
    pub limits: &'w Limits,
    /// For the states after every step the natural logarithm of how many there can be at most.
    bounds: Vec<f64>,
    report: &'w mut dyn FnMut(Progress),
    begin: Stopwatch,
    /// Since the last report.
    last: Stopwatch,
    /// Steps that are done.
    done: usize,
    /// States that have been gone through.
    gone: f64,
    exponent: Option<f64>,
    /// How many pairs of groups there are, once the sweeps are done.
    pairs: Option<usize>,
}

impl<'w> Watch<'w> {
    /// Nothing is done yet.
    pub fn new(plan: &Plan, limits: &'w Limits, report: &'w mut dyn FnMut(Progress)) -> Watch<'w> {
        let steps = plan.courses().iter().flat_map(|course| &course.steps);
        Watch {
            limits,
            bounds: steps.map(|step| ln_states(step.stay.len())).collect(),
            report,
            begin: Stopwatch::start(),
            last: Stopwatch::start(),
            done: 0,
            gone: 0.0,
            exponent: None,
            pairs: None,
        }
    }

    /// A step is done, with so many states before and after it.
    pub fn done(&mut self, before: usize, after: usize) {
        // Few states tell nothing: there may be a reason why they remain few.
        const ENOUGH: usize = 10_000;
        self.gone += before as f64;
        if after > ENOUGH {
            let exponent = (after as f64).ln() / self.bounds[self.done];
            self.exponent = Some(self.exponent.unwrap_or(FULL).max(exponent));
        }
        self.done += 1;
    }

    /// The sweeps are done, and there are so many pairs of groups.
    pub fn pairs(&mut self, pairs: usize) {
        self.pairs = Some(pairs);
        self.begin = Stopwatch::start();
    }

    /// Says how far it is, with so many states so far in this step or pairs done, if it is time to.
    pub fn tell(&mut self, so_far: usize) {
        if self.last.elapsed() < PAUSE {
            return;
        }
        self.last = Stopwatch::start();
        let stage = match self.pairs {
            Some(pairs) => Stage::Pairing {
                done: so_far.min(pairs),
                pairs,
            },
            None => Stage::Sweep {
                step: self.done + 1,
                steps: self.bounds.len(),
                states: so_far,
            },
        };
        let forecast = self.exponent.map(|exponent| self.forecast(exponent));
        (self.report)(Progress {
            stage,
            forecast: forecast.filter(|_| self.pairs.is_none()),
        });
    }

    fn forecast(&self, exponent: f64) -> Forecast {
        let ahead = self.bounds[self.done..]
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

/// What a worker calls now and then: an error says that it is to end.
pub(super) type Look<'l> = &'l mut dyn FnMut() -> Result<(), Halt>;

/// Calls `work` on so many threads, this one among them, and gives what they return. The first that halts
/// halts the others at their next look; `state` counts what this thread then tells of.
pub(super) fn share<T: Send>(
    threads: usize,
    watch: &mut Watch,
    state: impl Fn() -> usize + Sync,
    work: impl Fn(Look) -> Result<T, Halt> + Sync,
) -> Result<Vec<T>, Halt> {
    let halted = AtomicBool::new(false);
    let limits = watch.limits;
    let check = || match halted.load(Ordering::Relaxed) {
        true => Err(Halt::Late),
        false => limits.check(state()),
    };
    let checked = |look: Look| {
        let done = work(look);
        halted.fetch_or(done.is_err(), Ordering::Relaxed);
        done
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map(|_| scope.spawn(|| checked(&mut || check())))
            .collect();
        let mine = checked(&mut || {
            check()?;
            watch.tell(state());
            Ok(())
        });
        let mut all = vec![mine];
        all.extend(
            others
                .into_iter()
                .map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))),
        );
        first_cause(all)
    })
}

/// All results, or why the first of them halted by itself.
fn first_cause<T>(results: Vec<Result<T, Halt>>) -> Result<Vec<T>, Halt> {
    let halts: Vec<Halt> = results
        .iter()
        .filter_map(|result| result.as_ref().err().copied())
        .collect();
    let cause = halts.iter().find(|&&halt| halt != Halt::Late);
    match cause.or(halts.first()) {
        Some(&halt) => Err(halt),
        None => results.into_iter().collect(),
    }
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
