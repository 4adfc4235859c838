//! How far a sweep is, and what is to be expected of the rest of it.
//!
//! Of the M states that a frontier can have ([`super::forecast`]) there are some M^a. The exponent rises while the first
//! frontiers fill up; on closed boards of eight ranks it ends between 0.92 and 0.99. So it is taken for what has been
//! seen, but at least for [`FULL`]. Nor does a step multiply the states by more than steps have so far. Time goes by the states before and after a step, at the rate of the last large one.

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
    /// The most bytes that they will take: on disk those before and after a step together.
    pub bytes: f64,
    /// How long all steps that are not done will take.
    pub left: Duration,
}

/// The exponent of frontiers that have filled up, at least.
const FULL: f64 = 0.955;
/// Steps with fewer states tell nothing: there may be a reason why they remain few.
const ENOUGH: u64 = 100_000;
/// Bytes of a state in large classes, at most, and of a residue.
const STATE: f64 = 4.0;
const RESIDUE: f64 = 6.0;
/// How many times as long as a step with as many states the pairing takes.
const PAIRING: f64 = 2.0;
/// Time between two reports.
const PAUSE: Duration = Duration::from_millis(100);

/// How a run goes on.
#[derive(Clone, Copy)]
struct Pace {
    /// For each state before or after a step.
    seconds: f64,
    exponent: f64,
    /// By how many times a step multiplies the states.
    growth: f64,
}

/// Where a run is, when it must end and whom it tells.
pub(super) struct Watch<'w> {
    /// When it must end.
    pub limits: &'w Limits,
    /// For the states after every step the natural logarithm of how many there can be at most.
    bounds: Vec<f64>,
    report: &'w mut dyn FnMut(Progress),
    room: Room,
    /// Of a run whose states are on disk.
    pub journal: Option<Journal>,
    /// Since the last step was done.
    begin: Stopwatch,
    /// Since the last report.
    last: Stopwatch,
    /// Of the steps that are done.
    pub evidence: Vec<StepEvidence>,
    /// Once it can be told.
    pace: Option<Pace>,
    /// How many steps were done before this course.
    earlier: usize,
    /// States after the last step.
    states: u64,
    /// How many pairs of groups there are, once the sweeps are done.
    pairs: Option<usize>,
}

impl<'w> Watch<'w> {
    /// Nothing is done yet.
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

    /// The states with which the remaining steps of a course begin, how many cycles have closed before, and how many steps are
    /// done; `first` gives the only class at the very beginning, with its key.
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

    /// Where the states after a step of a course go.
    pub fn store(&self, course: usize, step: usize) -> Store {
        let files = self
            .journal
            .as_ref()
            .map(|journal| journal.files(course, step));
        Store::new(&self.room, files)
    }

    /// How many states there are.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// A step is done.
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

    /// The number of cycles, if an earlier run has found it; then the evidence is that run's.
    pub fn resume_total(&mut self) -> Option<u128> {
        let journal = self.journal.as_ref()?;
        let total = journal.total()?;
        self.evidence = journal.steps().collect();
        Some(total)
    }

    /// The run is complete.
    pub fn finish(&mut self, total: u128) -> Result<(), Halt> {
        self.journal
            .as_mut()
            .map_or(Ok(()), |journal| journal.finish(total))
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
