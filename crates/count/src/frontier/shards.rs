//! States with their counts: in shards that several threads fill at once, and sorted into a table, those with the same
//! degrees together.

use super::number::{Halt, Number};
use super::state::Word;
use super::watch::{Look, Watch, share};
use rustc_hash::FxBuildHasher;
use std::collections::HashMap;
use std::hash::BuildHasher;
use std::ops::Range;
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

/// In so many pieces the states are sorted.
const PIECES: usize = 256;
/// Fewer states are not worth a thread.
const SORTED_A_THREAD: usize = 1 << 17;

/// States, those with the same degrees together.
pub(super) struct Table<W, N> {
    /// By a hash of the degrees.
    pieces: Vec<Vec<(W, N)>>,
    /// Degrees in the order of the slots, and the states that have them.
    pub groups: Vec<(W, Group)>,
}

/// States of a table that have the same degrees.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Group {
    piece: usize,
    begin: usize,
    end: usize,
}

impl Group {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.end - self.begin
    }

    fn rows(&self) -> Range<usize> {
        self.begin..self.end
    }
}

impl<W: Word, N: Number> Table<W, N> {
    /// Of states on so many slots.
    pub fn new(states: Shards<W, N>, slots: usize, watch: &mut Watch) -> Result<Self, Halt> {
        let threads = (states.len() / SORTED_A_THREAD).clamp(1, watch.limits.threads.max(1));
        let mut pieces: Vec<Vec<(W, N)>> = vec![Vec::new(); PIECES];
        for shard in states.into_iter() {
            watch.limits.check(0)?;
            for (word, ways) in shard {
                let hash = FxBuildHasher.hash_one(word.degrees(slots));
                pieces[(hash >> 50) as usize % PIECES].push((word, ways));
            }
        }
        let degrees = |&(word, _): &(W, N)| word.degrees(slots);
        let unsorted = Mutex::new(pieces.iter_mut().collect::<Vec<_>>());
        let take = || unsorted.lock().ok()?.pop();
        let sort = |look: Look| {
            while let Some(piece) = take() {
                look()?;
                piece.shrink_to_fit();
                piece.sort_unstable_by_key(degrees);
            }
            Ok(())
        };
        share(threads, watch, || 0, sort)?;
        let mut groups = Vec::new();
        for (piece, rows) in pieces.iter().enumerate() {
            let mut begin = 0;
            for group in rows.chunk_by(|a, b| degrees(a) == degrees(b)) {
                let end = begin + group.len();
                groups.push((degrees(&group[0]), Group { piece, begin, end }));
                begin = end;
            }
        }
        Ok(Table { pieces, groups })
    }

    /// The states of a group.
    pub fn rows(&self, group: &Group) -> &[(W, N)] {
        &self.pieces[group.piece][group.rows()]
    }
}
