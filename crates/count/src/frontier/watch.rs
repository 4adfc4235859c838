//! The progress of a sweep.

use super::Options;
use super::journal::{Finished, Journal};
use super::matching::TABULATED;
use super::number::Halt;
use super::store::{BUCKETS, Room, Store};
use super::sweep::Course;
use crate::base::stop::Stopwatch;
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The progress of a count, by its stages in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
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

/// The bytes of the tables of a wide frontier. The states take three quarters of the memory.
const TABLES: u64 = 160 << 20;

/// Returns true if a frontier has enough vertices for the largest tables.
fn is_wide(courses: &[Course]) -> bool {
    let mut steps = courses.iter().flat_map(|course| &course.steps);
    steps.any(|step| step.stay.len() > TABULATED)
}

/// The time between two reports.
const PAUSE: Duration = Duration::from_millis(100);

/// The observer of a run: its options, its progress and its reports.
pub(super) struct Watch<'w> {
    /// The options of the run.
    pub options: &'w Options,
    /// The number of steps of the run.
    steps: usize,
    report: &'w mut dyn FnMut(Progress),
    room: Room,
    /// The journal of a run whose states are on disk.
    pub journal: Option<Journal>,
    /// The time since the last report.
    last: Stopwatch,
    /// The number of finished steps.
    done: usize,
    /// The number of states after the last step.
    pub states: u64,
    /// True once the sweeps are finished.
    pub is_pairing: bool,
}

impl<'w> Watch<'w> {
    /// Begins to observe a run of these courses.
    pub fn new(
        courses: &[Course],
        options: &'w Options,
        journal: Option<Journal>,
        report: &'w mut dyn FnMut(Progress),
    ) -> Watch<'w> {
        let room = match &options.scratch {
            None => {
                let tables = if is_wide(courses) { TABLES } else { 0 };
                let beside = (options.memory / 3 * 4).saturating_sub(tables);
                Room::new(options.memory.min(beside))
            }
            Some(_) => Room::new(u64::MAX),
        };
        Watch {
            options,
            steps: courses.iter().map(|course| course.steps.len()).sum(),
            report,
            room,
            journal,
            last: Stopwatch::start(),
            done: 0,
            states: 1,
            is_pairing: false,
        }
    }

    /// Begins a course. Returns its finished part; `None` if no step is finished.
    pub fn resume(&mut self, course: usize) -> Result<Option<Finished>, Halt> {
        let journal = self.journal.as_ref();
        let read = journal.map(|journal| journal.states(course, &self.room));
        let finished = read.transpose()?.flatten();
        self.states = finished.as_ref().map_or(1, |finished| finished.1);
        self.done += finished.as_ref().map_or(0, |finished| finished.3);
        Ok(finished)
    }

    /// Creates the store for the states after a step of a course.
    pub fn store(&self, course: usize, step: usize) -> Store {
        let journal = self.journal.as_ref();
        let files = journal.map(|journal| journal.files(course, step));
        Store::new(&self.room, files)
    }

    /// Records a finished step.
    pub fn done(&mut self, course: usize, states: (&Store, u64), closed: u64) -> Result<(), Halt> {
        self.states = states.1;
        self.done += 1;
        match &mut self.journal {
            Some(journal) => journal.done(course, states, closed),
            None => Ok(()),
        }
    }

    /// Reports the progress if it is time to. `so_far` counts states of this step, or groups.
    fn tell(&mut self, so_far: usize) {
        if self.last.elapsed() < PAUSE {
            return;
        }
        self.last = Stopwatch::start();
        (self.report)(if self.is_pairing {
            Progress::Pairing {
                done: so_far,
                pairs: BUCKETS,
            }
        } else {
            Progress::Sweep {
                step: self.done + 1,
                steps: self.steps,
                states: so_far,
            }
        });
    }
}

/// A function that workers call at intervals. An error ends the worker.
pub(super) type Poll<'l> = &'l mut dyn FnMut() -> Result<(), Halt>;

/// Calls `work` for every bucket, on so many threads, this one among them. Each thread has a worker
/// from `start`; all workers are returned. The first halt halts the others at their next poll. This
/// thread reports `so_far`, which gets the number of buckets begun.
pub(super) fn share<W: Send>(
    threads: usize,
    watch: &mut Watch,
    start: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize, Poll) -> Result<(), Halt> + Sync,
    so_far: impl Fn(usize) -> usize,
) -> Result<Vec<W>, Halt> {
    let (options, begun, halt) = (watch.options, AtomicUsize::new(0), OnceLock::new());
    let check = || match halt.get() {
        Some(&halt) => Err(halt),
        None => options.stop.check().map_err(|_| Halt::Late),
    };
    let run = |poll: Poll| {
        let mut worker = start();
        loop {
            let bucket = begun.fetch_add(1, Ordering::Relaxed);
            if bucket >= BUCKETS {
                return Ok(worker);
            }
            work(&mut worker, bucket, poll).map_err(|error| *halt.get_or_init(|| error))?;
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
        let joined = others.into_iter().map(|other| other.join());
        let theirs = joined.map(|other| other.unwrap_or_else(|panic| resume_unwind(panic)));
        [mine].into_iter().chain(theirs).collect()
    })
}
