//! A step of the sweep, on several threads: from the states before it to those after it.

use super::class::{Class, ClassWriter, Degrees, ends};
use super::gather::{Gather, Source};
use super::number::{Halt, Ring};
use super::store::{RunWriter, Store};
use super::sweep::{Course, Step};
use super::watch::{Poll, Watch, share};
use super::ways::{Way, ways};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of families of classes between two polls of the deadline.
const FAMILIES_A_LOOK: usize = 1 << 6;
/// The fewest states that are worth a thread.
const STATES_A_THREAD: u64 = 1 << 15;

/// The key of a class, by which a store groups classes.
pub(super) type Key<'k> = &'k (dyn Fn(Degrees) -> Degrees + Sync);

/// Returns the states after all steps of a course, grouped by a key, and the number of closed
/// cycles.
pub(super) fn sweep(
    (number, course): (usize, &Course),
    ring: Ring,
    last: Key,
    watch: &mut Watch,
) -> Result<(Store, u64), Halt> {
    // Before a step, classes share a bucket if they agree in the slots that it does not change.
    let key = |place: usize| {
        let kept = course.steps.get(place).map(Step::untouched);
        move |degrees| kept.map_or_else(|| last(degrees), |kept| degrees & kept)
    };
    let (mut states, mut total, done) = match watch.resume(number)? {
        Some((states, _, total, done)) => (states, total, done),
        None => (first(course, watch.store(number, 0), key(0))?, 0, 0),
    };
    for (place, step) in course.steps.iter().enumerate().skip(done) {
        let next = watch.store(number, place + 1);
        let advanced = advance(step, &states, &next, ring, &key(place + 1), watch);
        let (closed, found) = match advanced {
            Ok(advanced) => advanced,
            Err(halt) => {
                next.remove();
                return Err(halt);
            }
        };
        total = ring.plus(total, closed)?;
        watch.done(number, (&next, found), total)?;
        states.remove();
        states = next;
    }
    Ok((states, total))
}

/// Stores the one state before all steps. It contains no edge except the given path.
fn first(course: &Course, store: Store, key: impl Fn(Degrees) -> Degrees) -> Result<Store, Halt> {
    let degrees = course.first;
    let mut out = RunWriter::new(&store);
    let mut class = ClassWriter::new(out.block(key(degrees))?, degrees);
    class.state(0, 1);
    class.finish();
    out.flush()?;
    Ok(store)
}

/// Expands all states by a step. Returns the numbers of cycles that close and of new states.
fn advance(
    step: &Step,
    states: &Store,
    next: &Store,
    ring: Ring,
    key: Key,
    watch: &mut Watch,
) -> Result<(u64, u64), Halt> {
    let threads = (watch.states / STATES_A_THREAD).min(watch.options.threads as u64);
    let found = AtomicUsize::new(0);
    let start = || Expansion {
        step,
        ring,
        key,
        found: &found,
        out: RunWriter::new(next),
        gather: Gather::new(ring),
        states: Vec::new(),
        ways: Vec::new(),
        closed: 0,
    };
    let kept = step.untouched();
    let work = |expansion: &mut Expansion, bucket, poll: Poll| {
        let held = states.take(bucket)?;
        let classes = held.sorted(|degrees| degrees & kept);
        for (number, family) in classes.chunk_by(|a, b| a.0 == b.0).enumerate() {
            if number % FAMILIES_A_LOOK == 0 {
                poll()?;
            }
            expansion.expand(family)?;
        }
        Ok(())
    };
    let so_far = |_| found.load(Ordering::Relaxed);
    let mut total = 0;
    for expansion in share(threads as usize, watch, start, work, so_far)? {
        expansion.out.flush()?;
        total = ring.plus(total, expansion.closed)?;
    }
    Ok((total, found.into_inner() as u64))
}

/// The expansion of states by a step, on one thread.
struct Expansion<'r> {
    step: &'r Step,
    ring: Ring,
    key: Key<'r>,
    /// The number of states that all threads have found.
    found: &'r AtomicUsize,
    out: RunWriter<'r>,
    gather: Gather,
    /// The states of the classes that are expanded together.
    states: Vec<(u64, u64)>,
    ways: Vec<Way>,
    /// The number of closed cycles.
    closed: u64,
}

impl Expansion<'_> {
    /// Expands by the step classes that lead to the same classes.
    fn expand(&mut self, family: &[(Degrees, Class)]) -> Result<(), Halt> {
        self.states.clear();
        self.ways.clear();
        let mut read: Vec<(usize, Range<usize>)> = Vec::with_capacity(family.len());
        for (number, (_, class)) in (0..).zip(family) {
            let (begin, points) = (self.states.len(), ends(class.degrees));
            class.read(&mut self.states);
            let closed = &self.states[begin..];
            for weight in ways(self.step, class.degrees, number, &mut self.ways) {
                debug_assert!(closed.len() == 1 && points == 2);
                let sum = closed.iter().map(|state| state.1).sum();
                let weighted = self.ring.times(sum, self.ring.factor(weight));
                self.closed = self.ring.plus(self.closed, weighted)?;
            }
            read.push((points, begin..self.states.len()));
        }
        self.ways.sort_unstable();
        for same in self.ways.chunk_by(|a, b| a.to == b.to) {
            let degrees = same[0].to;
            let mut out = ClassWriter::new(self.out.block((self.key)(degrees))?, degrees);
            let sources = same.iter().map(|way| {
                let (points, states) = &read[way.from as usize];
                Source {
                    map: way.map,
                    points: *points,
                    states: &self.states[states.clone()],
                    factor: self.ring.factor(way.weight),
                }
            });
            let write = |number, count| out.state(number, count);
            self.gather.sum(ends(degrees), sources, write)?;
            self.found.fetch_add(out.states, Ordering::Relaxed);
            out.finish();
        }
        Ok(())
    }
}
