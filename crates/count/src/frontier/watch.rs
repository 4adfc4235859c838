//! The progress of a sweep, and a forecast of its remaining steps.
//!
//! Of the M states that a frontier can have ([`super::forecast`]) about M^a occur. The exponent
//! rises while the first frontiers fill up; on closed boards of eight ranks it ends between 0.92
//! and 0.99. The forecast uses the exponent observed so far, but at least [`FULL`]. It assumes that
//! no step multiplies the states by a larger factor than earlier steps. Time is proportional to the
//! states before and after a step, at the rate of the last large one.

use super::Limits;
use super::degrees::Degrees;
use super::evidence::StepEvidence;
use super::journal::Journal;
use super::number::Halt;
use super::store::{Room, Store, Writer};
use crate::base::stop::Stopwatch;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The progress of a count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The current stage.
    pub stage: Stage,
    /// The forecast, once there is one.
    pub forecast: Option<Forecast>,
}

/// A stage of a count, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The sweep: from the states before a step to those after it.
    Sweep {
        /// The current step, from 1.
        step: usize,
        /// The number of steps.
        steps: usize,
        /// The number of states found so far in this step.
        states: usize,
    },
    /// The pairing of states of two sides.
    Pairing {
        /// The number of groups of states begun, the largest first.
        done: usize,
        /// The number of groups.
        pairs: usize,
    },
}

/// A forecast by the growth so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The most states that a step will have.
    pub states: f64,
    /// The most bytes of these states; on disk, of those before and after a step together.
    pub bytes: f64,
    /// The time for all steps that are not finished.
    pub left: Duration,
}

/// The least exponent of frontiers that have filled up.
const FULL: f64 = 0.955;
/// The fewest states of a step that is used for a forecast: smaller steps may remain small for a
/// reason of their own.
const ENOUGH: u64 = 100_000;
/// The most bytes of a state in large classes, and of a residue.
const STATE: f64 = 4.0;
const RESIDUE: f64 = 6.0;
/// The time of the pairing, relative to a step with as many states.
const PAIRING: f64 = 2.0;
/// The time between two reports.
const PAUSE: Duration = Duration::from_millis(100);

/// The pace of a run.
#[derive(Clone, Copy)]
struct Pace {
    /// The seconds for each state before or after a step.
    seconds: f64,
    exponent: f64,
    /// The factor by which a step multiplies the states.
    growth: f64,
}

/// The observer of a run: its limits, its progress and its reports.
pub(super) struct Watch<'w> {
    /// The limits of the run.
    pub limits: &'w Limits,
    /// For the states after every step, the natural logarithm of the bound on their number.
    bounds: Vec<f64>,
    report: &'w mut dyn FnMut(Progress),
    room: Room,
    /// The journal of a run whose states are on disk.
    pub journal: Option<Journal>,
    /// The time since the last finished step.
    begin: Stopwatch,
    /// The time since the last report.
    last: Stopwatch,
    /// The evidence of the finished steps.
    pub evidence: Vec<StepEvidence>,
    /// The pace, once it can be estimated.
    pace: Option<Pace>,
    /// The number of steps finished before this course.
    earlier: usize,
    /// The number of states after the last step.
    states: u64,
    /// The number of pairs of groups, once the sweeps are finished.
    pairs: Option<usize>,
}

impl<'w> Watch<'w> {
    /// Begins to observe a run.
    pub fn new(
        bounds: &[f64],
        limits: &'w Limits,
        journal: Option<Journal>,
        report: &'w mut dyn FnMut(Progress),
    ) -> Watch<'w> {
        let room = match &limits.scratch {
            None => Room::new(limits.memory, Halt::Memory),
            Some(scratch) => Room::new(scratch.limit, Halt::Disk),
        };
        Watch {
            limits,
            bounds: bounds.iter().map(|bound| bound.max(2.0).ln()).collect(),
            report,
            room,
            journal,
            begin: Stopwatch::start(),
            last: Stopwatch::start(),
            evidence: Vec::new(),
            pace: None,
            earlier: 0,
            states: 1,
            pairs: None,
        }
    }

    /// Returns the states before the remaining steps of a course, the cycles closed so far, and the
    /// number of finished steps. `first` returns the only class before all steps, with its key.
    pub fn begin(
        &mut self,
        course: usize,
        first: impl FnOnce() -> (Degrees, Vec<u8>),
    ) -> Result<(Store, u64, usize), Halt> {
        self.states = 1;
        self.earlier = self.evidence.len();
        if let Some(journal) = &self.journal
            && let Some((store, closed)) = journal.states(course, &self.room)?
        {
            let done = self.evidence.len();
            self.evidence.extend(journal.steps_of(course));
            self.states = self.evidence.last().map_or(1, |step| step.states);
            return Ok((store, closed, self.evidence.len() - done));
        }
        let store = self.store(course, 0);
        let (key, class) = first();
        let mut writer = Writer::new(&store);
        writer.block(key)?.extend(class);
        writer.flush()?;
        Ok((store, 0, 0))
    }

    /// Creates the store for the states after a step of a course.
    pub fn store(&self, course: usize, step: usize) -> Store {
        let files = self
            .journal
            .as_ref()
            .map(|journal| journal.files(course, step));
        Store::new(&self.room, files)
    }

    /// Returns the number of states.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Records a finished step.
    pub fn done(
        &mut self,
        course: usize,
        evidence: StepEvidence,
        states: (&Store, u64),
    ) -> Result<(), Halt> {
        let touched = self.states + evidence.states;
        self.states = evidence.states;
        if touched > 2 * ENOUGH {
            let exponent = (self.states as f64).ln() / self.bounds[self.evidence.len()];
            let steps = self.evidence.len() + 1 - self.earlier;
            self.pace = Some(Pace {
                seconds: self.begin.elapsed().as_secs_f64() / touched as f64,
                exponent: self.pace.map_or(FULL, |pace| pace.exponent).max(exponent),
                growth: (self.states as f64).powf(1.0 / steps as f64),
            });
        }
        self.begin = Stopwatch::start();
        self.evidence.push(evidence);
        match &mut self.journal {
            Some(journal) => journal.done(course, evidence, states),
            None => Ok(()),
        }
    }

    /// Returns the number of cycles if an earlier run has found it, and takes over its evidence.
    pub fn resume_total(&mut self) -> Option<u128> {
        let journal = self.journal.as_ref()?;
        let total = journal.total()?;
        self.evidence = journal.steps().collect();
        Some(total)
    }

    /// Records that the run is complete.
    pub fn finish(&mut self, total: u128) -> Result<(), Halt> {
        self.journal
            .as_mut()
            .map_or(Ok(()), |journal| journal.finish(total))
    }

    /// Records that the sweeps are finished, and the number of pairs of groups.
    pub fn pairs(&mut self, pairs: usize) {
        self.pairs = Some(pairs);
        self.begin = Stopwatch::start();
    }

    /// Reports the progress if it is time to. `so_far` counts states of this step, or pairs.
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
                step: self.evidence.len() + 1,
                steps: self.bounds.len(),
                states: so_far,
            },
        };
        let forecast = self.pace.map(|pace| self.forecast(pace));
        (self.report)(Progress {
            stage,
            forecast: forecast.filter(|_| self.pairs.is_none()),
        });
    }

    fn forecast(&self, pace: Pace) -> Forecast {
        let ahead = self.bounds[self.evidence.len()..].iter();
        let (mut most, mut touched, mut held) = (0.0_f64, 0.0, 0.0_f64);
        let mut before = self.states as f64;
        for bound in ahead {
            let states = (bound * pace.exponent).exp().min(before * pace.growth);
            most = most.max(states);
            touched += before + states;
            held = held.max(states + if self.journal.is_some() { before } else { 0.0 });
            before = states;
        }
        touched += PAIRING * before;
        let bytes = self.evidence.last().map_or(0, |step| step.bytes) as f64 / self.states as f64;
        let residue = if self.limits.primes.is_empty() {
            0.0
        } else {
            RESIDUE
        };
        Forecast {
            states: most,
            bytes: bytes.min(STATE + residue) * held,
            left: Duration::try_from_secs_f64(pace.seconds * touched).unwrap_or(Duration::MAX),
        }
    }
}

/// A function that workers call at intervals. An error ends the worker.
pub(super) type Look<'l> = &'l mut dyn FnMut() -> Result<(), Halt>;

/// Calls `work` on so many threads, this one among them, and returns the results. The first halt
/// halts the others at their next poll. This thread reports `state`.
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
        false => limits.check(),
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

/// Returns all results, or the reason of the first that halted by itself.
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
