//! The states of one side, those with the same degrees together.

use super::forecast::Watch;
use super::halt::Halt;
use super::number::Number;
use super::shards::Shards;
use super::state::Word;
use super::threads::{Look, share};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::Mutex;

/// In so many pieces the states are sorted.
const PIECES: usize = 256;
/// Fewer states are not worth a thread.
const STATES_A_THREAD: usize = 1 << 17;

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
        let threads = (states.len() / STATES_A_THREAD).clamp(1, watch.limits.threads.max(1));
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
