//! States with their counts, in shards that several threads fill at once.

use super::halt::Halt;
use super::number::Number;
use super::state::Word;
use rustc_hash::FxBuildHasher;
use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many ways lead to each of some states.
pub(super) type Shard<W, N> = HashMap<W, N, FxBuildHasher>;

/// How many shards there are.
const SHARDS: usize = 64;
/// So many states are collected for a shard before it is locked.
const BATCH: usize = 256;

/// How many ways lead to each state. The shard of a state follows from its hash.
pub(super) struct Shards<W, N> {
    shards: Vec<Mutex<Shard<W, N>>>,
    len: AtomicUsize,
}

impl<W: Word, N: Number> Default for Shards<W, N> {
    fn default() -> Self {
        Shards {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            len: AtomicUsize::new(0),
        }
    }
}

impl<W: Word, N: Number> Shards<W, N> {
    /// One state.
    pub fn of(word: W, count: N) -> Self {
        let states = Shards::default();
        if let Ok(mut shard) = states.shards[place(word)].lock() {
            shard.insert(word, count);
        }
        states.len.store(1, Ordering::Relaxed);
        states
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed)
    }

    /// Shard by shard.
    pub fn into_iter(self) -> impl Iterator<Item = Shard<W, N>> {
        let shards = self.shards.into_iter();
        shards.filter_map(|shard| shard.into_inner().ok())
    }

    /// Adds to a shard what is of it, and empties the batch.
    fn add(&self, place: usize, batch: &mut Vec<(W, N)>) -> Result<(), Halt> {
        let Ok(mut shard) = self.shards[place].lock() else {
            return Err(Halt::Late);
        };
        let before = shard.len();
        for (word, count) in batch.drain(..) {
            let ways = shard.entry(word).or_insert(N::ZERO);
            *ways = ways.plus(count)?;
        }
        self.len.fetch_add(shard.len() - before, Ordering::Relaxed);
        Ok(())
    }
}

/// The shard of a state: by bits of its hash that a hash map looks at last.
fn place<W: Word>(word: W) -> usize {
    (FxBuildHasher.hash_one(word) >> 50) as usize % SHARDS
}

/// States of one thread on the way to their shards.
pub(super) struct Buffers<'s, W, N> {
    states: &'s Shards<W, N>,
    batches: Vec<Vec<(W, N)>>,
}

impl<'s, W: Word, N: Number> Buffers<'s, W, N> {
    /// Nothing yet.
    pub fn new(states: &'s Shards<W, N>) -> Self {
        Buffers {
            states,
            batches: vec![Vec::new(); SHARDS],
        }
    }

    /// Adds a state.
    #[inline]
    pub fn add(&mut self, word: W, count: N) -> Result<(), Halt> {
        let place = place(word);
        let batch = &mut self.batches[place];
        batch.push((word, count));
        match batch.len() < BATCH {
            true => Ok(()),
            false => self.states.add(place, batch),
        }
    }

    /// Gives up what is left.
    pub fn flush(mut self) -> Result<(), Halt> {
        for (place, batch) in self.batches.iter_mut().enumerate() {
            self.states.add(place, batch)?;
        }
        Ok(())
    }
}
