//! The sweep itself: from the states before a step to those after it, on several threads.

use super::course::Course;
use super::expand::Expansion;
use super::forecast::Watch;
use super::halt::Halt;
use super::number::Number;
use super::shards::{Buffers, Shard, Shards};
use super::state::{MOST_SLOTS, Mates, PASSED, Word, pack};
use super::sweep::Step;
use super::threads::{Look, share};
use std::sync::Mutex;

/// States between two looks at the clock.
const STATES_A_LOOK: usize = 1 << 12;
/// Fewer states are not worth a thread.
const STATES_A_THREAD: usize = 1 << 15;

/// The states after all steps, and how many cycles have closed on the way.
pub(super) fn sweep<W: Word, N: Number>(
    course: &Course,
    watch: &mut Watch,
) -> Result<(Shards<W, N>, N), Halt> {
    let mut mates: Mates = [PASSED; MOST_SLOTS + 1];
    let first = match course.has_given {
        false => pack(&mates, &[]),
        true => {
            (mates[0], mates[1]) = (1, 0);
            pack(&mates, &[0, 1])
        }
    };
    let mut states = Shards::of(first, N::ONE);
    let mut total = N::ZERO;
    for step in &course.steps {
        let before = states.len();
        let (next, closed) = advance(step, states, watch)?;
        total = total.plus(closed)?;
        watch.done(before, next.len());
        states = next;
    }
    Ok((states, total))
}

/// Takes all states through a step.
fn advance<W: Word, N: Number>(
    step: &Step,
    states: Shards<W, N>,
    watch: &mut Watch,
) -> Result<(Shards<W, N>, N), Halt> {
    let threads = (states.len() / STATES_A_THREAD).clamp(1, watch.limits.threads.max(1));
    let next = Shards::default();
    let round = Round {
        step,
        states: Mutex::new(states.into_iter().collect()),
        next: &next,
    };
    let closed = share(threads, watch, || next.len(), |look| round.work(look))?;
    let mut total = N::ZERO;
    for closed in closed {
        total = total.plus(closed)?;
    }
    Ok((next, total))
}

/// The work of one step.
struct Round<'r, W, N> {
    step: &'r Step,
    /// What nobody has begun with.
    states: Mutex<Vec<Shard<W, N>>>,
    next: &'r Shards<W, N>,
}

impl<W: Word, N: Number> Round<'_, W, N> {
    /// Takes shards and expands their states, until there are none.
    fn work(&self, look: Look) -> Result<N, Halt> {
        let mut buffers = Buffers::new(self.next);
        let mut expansion = Expansion::new(self.step, |word, count| buffers.add(word, count));
        while let Some(shard) = self.take() {
            for (number, (word, count)) in shard.into_iter().enumerate() {
                if number % STATES_A_LOOK == 0 {
                    look()?;
                }
                expansion.expand(word, count)?;
            }
        }
        let closed = expansion.closed;
        buffers.flush()?;
        Ok(closed)
    }

    fn take(&self) -> Option<Shard<W, N>> {
        self.states.lock().ok()?.pop()
    }
}
