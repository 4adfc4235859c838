//! A step of the sweep, on several threads: from the states before it to those after it.

use super::class::ClassWriter;
use super::degrees::{Degrees, ends, mix, only};
use super::evidence::StepEvidence;
use super::gather::{Gather, Source};
use super::number::{Halt, Ring};
use super::store::{BUCKETS, Store, Writer};
use super::sweep::{Choice, Course, Step};
use super::watch::{Look, Watch, share};
use super::ways::{Way, ways};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The number of families of classes between two polls of the deadline.
const FAMILIES_A_LOOK: usize = 1 << 6;
/// The fewest states that are worth a thread.
const STATES_A_THREAD: u64 = 1 << 15;

/// The key by which a store groups its classes.
pub(super) enum Key<'k> {
    /// The degrees of the slots that a step does not change. All others are masked.
    Step(Degrees),
    /// The key of the classes with which they are paired.
    Pair(&'k (dyn Fn(Degrees) -> Degrees + Sync)),
}

impl Key<'_> {
    /// Returns the key of a step.
    pub fn of_step(step: &Step) -> Self {
        let slots: Vec<u8> = match &step.choice {
            Choice::Edge { ends, .. } => ends.to_vec(),
            Choice::Vertex(choice) => std::iter::once(choice.vertex)
                .chain(choice.ahead.iter().copied())
                .collect(),
        };
        let touched = slots.into_iter().fold(0, |mask, slot| mask | only(slot, 3));
        Key::Step(!touched)
    }

    /// Returns the key of a class.
    pub fn of(&self, degrees: Degrees) -> Degrees {
        match self {
            Key::Step(mask) => degrees & mask,
            Key::Pair(key) => key(degrees),
        }
    }
}

/// Returns the states after all steps of a course, grouped by a key, and the number of closed
/// cycles.
pub(super) fn sweep(
    (number, course): (usize, &Course),
    ring: Ring,
    last: Key,
    watch: &mut Watch,
) -> Result<(Store, u64), Halt> {
    let mut keys: Vec<Key> = course.steps.iter().map(Key::of_step).collect();
    keys.push(last);
    let (mut states, mut total, done) = watch.begin(number, || first(course, &keys[0]))?;
    for (place, step) in course.steps.iter().enumerate().skip(done) {
        let next = watch.store(number, place + 1);
        let (closed, evidence) = advance(step, &states, &next, (ring, &keys[place + 1]), watch)?;
        total = ring.plus(total, closed)?;
        watch.done(number, evidence, (&next, total))?;
        states.remove();
        states = next;
    }
    Ok((states, total))
}

/// Returns the one class before all steps, with its key. It contains no edge except the given path.
fn first(course: &Course, key: &Key) -> (Degrees, Vec<u8>) {
    let mut block = Vec::new();
    let degrees = if course.has_given {
        only(0, 1) | only(1, 1)
    } else {
        0
    };
    let mut writer = ClassWriter::new(&mut block, degrees);
    writer.state(0, 1);
    writer.finish();
    (key.of(degrees), block)
}

/// Expands all states by a step. Returns the number of cycles that close.
fn advance(
    step: &Step,
    states: &Store,
    next: &Store,
    (ring, key): (Ring, &Key),
    watch: &mut Watch,
) -> Result<(u64, StepEvidence), Halt> {
    let threads = (watch.states() / STATES_A_THREAD).clamp(1, watch.limits.threads.max(1) as u64);
    let round = Round {
        step,
        states,
        next,
        ring,
        key,
        begun: AtomicUsize::new(0),
        found: AtomicU64::new(0),
    };
    let found = || round.found.load(Ordering::Relaxed) as usize;
    let all = share(threads as usize, watch, found, |look| round.work(look))?;
    let mut total = 0;
    let mut evidence = StepEvidence::default();
    for (closed, part) in all {
        total = ring.plus(total, closed)?;
        evidence.add(&part);
    }
    evidence.bytes = next.sizes().into_iter().sum();
    Ok((total, evidence))
}

/// The work of one step.
struct Round<'r> {
    step: &'r Step,
    states: &'r Store,
    next: &'r Store,
    ring: Ring,
    key: &'r Key<'r>,
    /// The number of buckets that threads have begun.
    begun: AtomicUsize,
    /// The number of states found.
    found: AtomicU64,
}

impl Round<'_> {
    /// Expands the states of one bucket after the other, until all buckets are begun.
    fn work(&self, look: Look) -> Result<(u64, StepEvidence), Halt> {
        let mut expansion = Expansion {
            round: self,
            out: Writer::new(self.next),
            gather: Gather::new(self.ring),
            states: Vec::new(),
            ways: Vec::new(),
            closed: 0,
            evidence: StepEvidence::default(),
        };
        let Key::Step(mask) = Key::of_step(self.step) else {
            return Ok((0, StepEvidence::default()));
        };
        loop {
            let bucket = self.begun.fetch_add(1, Ordering::Relaxed);
            if bucket >= BUCKETS {
                break;
            }
            let held = self.states.take(bucket)?;
            let classes = held.sorted(|degrees| degrees & mask);
            for (number, family) in classes.chunk_by(|a, b| a.0 == b.0).enumerate() {
                if number % FAMILIES_A_LOOK == 0 {
                    look()?;
                }
                expansion.states.clear();
                let read = |(_, class): &(_, super::class::Class)| {
                    let begin = expansion.states.len();
                    class.read(&mut expansion.states);
                    Source {
                        degrees: class.degrees,
                        states: begin..expansion.states.len(),
                    }
                };
                let sources: Vec<Source> = family.iter().map(read).collect();
                expansion.expand(&sources)?;
            }
        }
        expansion.out.flush()?;
        Ok((expansion.closed, expansion.evidence))
    }
}

/// The expansion of states by a step.
struct Expansion<'r> {
    round: &'r Round<'r>,
    out: Writer<'r>,
    gather: Gather,
    /// The states of the classes that are expanded together.
    states: Vec<(u64, u64)>,
    ways: Vec<Way>,
    /// The number of closed cycles.
    closed: u64,
    evidence: StepEvidence,
}

impl Expansion<'_> {
    /// Expands by the step classes that lead to the same classes.
    fn expand(&mut self, sources: &[Source]) -> Result<(), Halt> {
        let ring = self.round.ring;
        self.ways.clear();
        for (number, source) in (0..).zip(sources) {
            let closing = ways(self.round.step, source.degrees, number, &mut self.ways);
            for _ in 0..closing {
                let closed = &self.states[source.states.clone()];
                debug_assert!(closed.len() == 1 && ends(source.degrees) == 2);
                self.closed = ring.plus(self.closed, closed.iter().map(|state| state.1).sum())?;
            }
        }
        self.ways.sort_unstable();
        for same in self.ways.chunk_by(|a, b| a.to == b.to) {
            let degrees = same[0].to;
            let block = self.out.block(self.round.key.of(degrees))?;
            let mut out = ClassWriter::new(block, degrees);
            self.gather.class(same, sources, &self.states, &mut out)?;
            self.evidence.classes += u64::from(out.states > 0);
            self.evidence.states += out.states;
            self.evidence.checksum = self
                .evidence
                .checksum
                .wrapping_add(mix(degrees).wrapping_mul(out.sum));
            self.round.found.fetch_add(out.states, Ordering::Relaxed);
            out.finish();
        }
        Ok(())
    }
}
