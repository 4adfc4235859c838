//! The progress of a sweep, and a forecast of its remaining steps.
//!
//! The time of a step is that of the last large steps, scaled by the work of [`super::forecast`].

use super::Options;
use super::forecast::{self, Pace, Point, Rest};
use super::journal::{Journal, StepEvidence};
use super::number::Halt;
use super::store::{BUCKETS, Room, Store};
use crate::base::stop::Stopwatch;
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The progress of a count.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
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

/// A forecast by the finished steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The most states that a step will have.
    pub states: f64,
    /// The most bytes of these states; on disk, of those before and after a step together.
    pub bytes: f64,
    /// The time for all steps that are not finished.
    pub left: Duration,
}

/// The fewest states of a step that is used for a forecast: smaller steps may remain small for a
/// reason of their own.
const ENOUGH: u64 = 100_000;
/// The ratio of the forecast to the limit above which a count ends at once. Forecasts of boards
/// were at most 1.8 times the truth, see [`super::forecast`].
const HOPELESS: f64 = 10.0;
/// The time between two reports.
const PAUSE: Duration = Duration::from_millis(100);

/// The observer of a run: its options, its progress and its reports.
pub(super) struct Watch<'w> {
    /// The options of the run.
    pub options: &'w Options,
    /// For every course, the bounds of [`super::forecast`] after each of its steps.
    bounds: &'w [Vec<f64>],
    /// The current course, and the first of the run.
    course: usize,
    first: usize,
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
    /// The pace of the last large steps.
    pace: Pace,
    /// The forecast of the unfinished steps, once there is one, and the time for them.
    rest: Option<(Rest, f64)>,
    /// The number of steps finished before the current course, and the bytes kept from them.
    earlier: usize,
    kept: f64,
    /// The number of states after the last step.
    pub states: u64,
    /// True once the sweeps are finished.
    pub is_pairing: bool,
}

impl<'w> Watch<'w> {
    /// Begins to observe a run that begins with the course `first`. `bounds` are those of its
    /// courses.
    pub fn new(
        (first, bounds): (usize, &'w [Vec<f64>]),
        options: &'w Options,
        journal: Option<Journal>,
        report: &'w mut dyn FnMut(Progress),
    ) -> Watch<'w> {
        let room = match &options.scratch {
            None => Room::new(options.memory, Halt::Memory),
            Some(scratch) => Room::new(scratch.limit, Halt::Disk),
        };
        Watch {
            options,
            bounds,
            course: 0,
            first,
            report,
            room,
            journal,
            begin: Stopwatch::start(),
            last: Stopwatch::start(),
            evidence: Vec::new(),
            pace: Pace::default(),
            rest: None,
            earlier: 0,
            kept: 0.0,
            states: 1,
            is_pairing: false,
        }
    }

    /// Begins a course. Returns the states before its remaining steps, the cycles closed so far,
    /// and the number of finished steps; `None` if no step is finished.
    pub fn resume(&mut self, course: usize) -> Result<Option<(Store, u64, usize)>, Halt> {
        (self.states, self.course) = (1, course - self.first);
        self.kept += self.evidence.last().map_or(0.0, |step| step.bytes as f64);
        self.earlier = self.evidence.len();
        let journal = self.journal.as_ref();
        let states = journal.map(|journal| journal.states(course, &self.room));
        let Some((store, closed, steps)) = states.transpose()?.flatten() else {
            return Ok(None);
        };
        self.evidence.extend(steps);
        self.states = steps.last().map_or(1, |step| step.states);
        Ok(Some((store, closed, steps.len())))
    }

    /// Creates the store for the states after a step of a course.
    pub fn store(&self, course: usize, step: usize) -> Store {
        let journal = self.journal.as_ref();
        let files = journal.map(|journal| journal.files(course, step));
        Store::new(&self.room, files)
    }

    /// Records a finished step.
    pub fn done(
        &mut self,
        course: usize,
        evidence: StepEvidence,
        states: (&Store, u64),
    ) -> Result<(), Halt> {
        let before = std::mem::replace(&mut self.states, evidence.states);
        self.evidence.push(evidence);
        let (steps, bounds) = (&self.evidence[self.earlier..], &self.bounds[self.course..]);
        if before + evidence.states > 2 * ENOUGH {
            let work = Point::of(&evidence, bounds[0][steps.len() - 1]).work(before as f64);
            self.pace.add(self.begin.elapsed().as_secs_f64(), work);
            let rest = forecast::rest(steps, bounds, self.kept);
            self.rest = Some((rest, self.pace.seconds(rest.work)));
        }
        self.begin = Stopwatch::start();
        match &mut self.journal {
            Some(journal) => journal.done(course, evidence, states),
            None => Ok(()),
        }
    }

    /// Ends a run whose states would take many times the limit.
    pub fn check_forecast(&self) -> Result<(), Halt> {
        let bytes = self.forecast().map_or(0.0, |forecast| forecast.bytes);
        let options = self.options;
        let scratch = options.scratch.as_ref();
        let room = scratch.map_or(options.memory, |scratch| scratch.limit);
        if !options.force && bytes > HOPELESS * room as f64 {
            Err(Halt::TooLarge(bytes as u64))
        } else {
            Ok(())
        }
    }

    /// Reports the progress if it is time to. `so_far` counts states of this step, or groups.
    fn tell(&mut self, so_far: usize) {
        if self.last.elapsed() < PAUSE {
            return;
        }
        self.last = Stopwatch::start();
        let stage = if self.is_pairing {
            Stage::Pairing {
                done: so_far,
                pairs: BUCKETS,
            }
        } else {
            Stage::Sweep {
                step: self.evidence.len() + 1,
                steps: self.bounds.iter().map(Vec::len).sum(),
                states: so_far,
            }
        };
        let forecast = self.forecast().filter(|_| !self.is_pairing);
        (self.report)(Progress { stage, forecast });
    }

    /// Returns the forecast, once there is one.
    pub fn forecast(&self) -> Option<Forecast> {
        let (rest, left) = self.rest?;
        Some(Forecast {
            states: rest.states.max(self.states as f64),
            bytes: if self.journal.is_some() {
                rest.both
            } else {
                rest.bytes
            },
            left: Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX),
        })
    }
}

/// A function that workers call at intervals. An error ends the worker.
pub(super) type Look<'l> = &'l mut dyn FnMut() -> Result<(), Halt>;

/// Calls `work` for every bucket, on so many threads, this one among them. Each thread has a worker
/// from `start`; all workers are returned. The first halt halts the others at their next poll. This
/// thread reports `so_far`, which gets the number of buckets begun.
pub(super) fn share<W: Send>(
    threads: usize,
    watch: &mut Watch,
    start: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize, Look) -> Result<(), Halt> + Sync,
    so_far: impl Fn(usize) -> usize,
) -> Result<Vec<W>, Halt> {
    let (options, begun, halt) = (watch.options, AtomicUsize::new(0), OnceLock::new());
    let check = || match halt.get() {
        Some(&halt) => Err(halt),
        None => options.stop.check().map_err(|_| Halt::Late),
    };
    let run = |look: Look| {
        let mut worker = start();
        loop {
            let bucket = begun.fetch_add(1, Ordering::Relaxed);
            if bucket >= BUCKETS {
                return Ok(worker);
            }
            work(&mut worker, bucket, look).map_err(|error| *halt.get_or_init(|| error))?;
        }
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map(|_| scope.spawn(|| run(&mut || check())))
            .collect();
        let mine = run(&mut || {
            check()?;
            watch.tell(so_far(begun.load(Ordering::Relaxed).min(BUCKETS)));
            Ok(())
        });
        let others = others.into_iter().map(|other| other.join());
        let others = others.map(|other| other.unwrap_or_else(|panic| resume_unwind(panic)));
        [mine].into_iter().chain(others).collect()
    })
}
