//! From the states before a step to those after it, on several threads.

use super::number::{Halt, Number};
use super::shards::{Buffers, Shard, Shards};
use super::state::{MOST_SLOTS, Mates, PASSED, Word, pack, unpack};
use super::sweep::{Choice, Course, Step, VertexChoice};
use super::watch::{Look, Watch, share};
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
        let mut expansion = Expansion {
            step: self.step,
            next: Buffers::new(self.next),
            closed: N::ZERO,
        };
        while let Some(shard) = self.take() {
            for (number, (word, count)) in shard.into_iter().enumerate() {
                if number % STATES_A_LOOK == 0 {
                    look()?;
                }
                expansion.expand(word, count)?;
            }
        }
        expansion.next.flush()?;
        Ok(expansion.closed)
    }

    fn take(&self) -> Option<Shard<W, N>> {
        self.states.lock().ok()?.pop()
    }
}

/// Takes states through a step.
struct Expansion<'s, W, N> {
    step: &'s Step,
    next: Buffers<'s, W, N>,
    /// Cycles that have closed.
    closed: N,
}

impl<W: Word, N: Number> Expansion<'_, W, N> {
    /// Chooses in every way.
    fn expand(&mut self, word: W, count: N) -> Result<(), Halt> {
        let step = self.step;
        let mut mates: Mates = [PASSED; MOST_SLOTS + 1];
        unpack(word, step.before as usize, &mut mates);
        for slot in step.before..step.during {
            mates[slot as usize] = slot;
        }
        match &step.choice {
            Choice::Vertex(choice) => self.process(choice, &mates, count),
            &Choice::Edge { ends, is_required } => {
                let [a, b] = ends;
                if !is_required {
                    self.keep(&mates, count)?;
                }
                let is_free = |slot: u8| mates[slot as usize] != PASSED;
                if is_free(a) && is_free(b) && mates[a as usize] != b {
                    join(&mut mates, a, b);
                    self.keep(&mates, count)?;
                }
                Ok(())
            }
        }
    }

    /// Chooses as many edges from the step's vertex onwards as it needs, in every way.
    fn process(&mut self, choice: &VertexChoice, mates: &Mates, count: N) -> Result<(), Halt> {
        let vertex = choice.vertex;
        if mates[vertex as usize] == PASSED {
            return match choice.requires_none_but(&[]) {
                true => self.keep(mates, count),
                false => Ok(()),
            };
        }
        let needs_two = mates[vertex as usize] == vertex;
        for (place, &first) in choice.ahead.iter().enumerate() {
            if mates[first as usize] == PASSED {
                continue;
            }
            if !needs_two {
                if choice.requires_none_but(&[first]) {
                    self.last_edge(choice, *mates, first, count)?;
                }
                continue;
            }
            let mut with_first = *mates;
            join(&mut with_first, vertex, first);
            for &second in &choice.ahead[place + 1..] {
                if mates[second as usize] != PASSED && choice.requires_none_but(&[first, second]) {
                    self.last_edge(choice, with_first, second, count)?;
                }
            }
        }
        Ok(())
    }

    /// Takes the last edge from the step's vertex. One to its own mate closes a cycle.
    fn last_edge(
        &mut self,
        choice: &VertexChoice,
        mut mates: Mates,
        to: u8,
        count: N,
    ) -> Result<(), Halt> {
        let vertex = choice.vertex;
        if mates[vertex as usize] == to {
            let mut others = self.step.stay.iter().filter(|&&slot| slot != to);
            if choice.may_close && others.all(|&slot| mates[slot as usize] == PASSED) {
                self.closed = self.closed.plus(count)?;
            }
            return Ok(());
        }
        join(&mut mates, vertex, to);
        self.keep(&mates, count)
    }

    /// Keeps a state, unless a vertex has too few neighbours left in it or more edges than it may have.
    fn keep(&mut self, mates: &Mates, count: N) -> Result<(), Halt> {
        let is_open = |&&slot: &&u8| mates[slot as usize] != PASSED;
        let is_stranded = self.step.tight.iter().any(|tight| {
            let mate = mates[tight.slot as usize];
            let taken = match mate {
                PASSED => 2,
                _ if mate == tight.slot => 0,
                _ => 1,
            };
            let left = usize::from(tight.outside) + tight.inside.iter().filter(is_open).count();
            taken + left < usize::from(tight.edges)
        });
        if is_stranded || !self.step.once.iter().all(|slot| is_open(&slot)) {
            return Ok(());
        }
        self.next.add(pack(mates, &self.step.stay), count)
    }
}

/// Joins two slots by an edge: their other ends become each other's mates.
#[inline]
fn join(mates: &mut Mates, a: u8, b: u8) {
    let (end, other_end) = (mates[a as usize], mates[b as usize]);
    mates[a as usize] = PASSED;
    mates[b as usize] = PASSED;
    mates[end as usize] = other_end;
    mates[other_end as usize] = end;
}
