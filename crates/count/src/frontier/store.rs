//! The states after a step, in buckets: in memory, or one file for each bucket.
//!
//! A bucket contains all classes that the next step expands together. So that step reads the
//! buckets one by one. Files are written at their ends and read from their beginnings. A count
//! remembers a digest of each file, so it notices if another process has changed one.

use super::class::{Class, Degrees, classes, digest, mix};
use super::number::Halt;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::mem::take;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// The number of buckets.
pub(super) const BUCKETS: usize = 256;
/// The most bytes collected for a bucket before it is locked.
const BLOCK: u64 = 1 << 15;
/// The blocks of a thread take at most this part of the limit.
const SHARE: u64 = 256;

/// The bytes of all stores together, and their limit.
#[derive(Clone, Debug)]
pub(super) struct Room {
    held: Arc<AtomicU64>,
    limit: u64,
}

impl Room {
    /// Creates room for so many bytes.
    pub fn new(limit: u64) -> Room {
        let held = Arc::default();
        Room { held, limit }
    }

    fn take(&self, bytes: usize) -> Result<(), Halt> {
        let held = self.held.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
        if held > self.limit {
            Err(Halt::Memory)
        } else {
            Ok(())
        }
    }

    fn give_back(&self, bytes: usize) {
        self.held.fetch_sub(bytes as u64, Ordering::Relaxed);
    }
}

/// States by bucket.
#[derive(Debug)]
pub(super) struct Store {
    buckets: Vec<Mutex<Bucket>>,
    room: Room,
    /// The path of the files, without the number of the bucket.
    files: Option<PathBuf>,
}

/// One bucket.
#[derive(Debug, Default)]
struct Bucket {
    /// The blocks in memory.
    blocks: Vec<Box<[u8]>>,
    /// The file on disk.
    file: Option<File>,
    bytes: usize,
    /// The digest of the file.
    digest: u64,
}

/// Returns the reason for a halt if a file cannot be read or written.
pub(super) fn failed(error: io::Error) -> Halt {
    Halt::Folder(error.kind())
}

impl Store {
    /// Creates an empty store, in memory or in files.
    pub fn new(room: &Room, files: Option<PathBuf>) -> Store {
        let buckets = (0..BUCKETS).map(|_| Mutex::default()).collect();
        Store {
            buckets,
            room: room.clone(),
            files,
        }
    }

    /// Opens the files of a finished step, with so many bytes in each, and these digests.
    pub fn open(room: &Room, files: PathBuf, buckets: &[(u64, u64)]) -> Result<Store, Halt> {
        let store = Store::new(room, Some(files));
        if buckets.len() != BUCKETS {
            return Err(Halt::Damaged);
        }
        for (number, &(bytes, digest)) in buckets.iter().enumerate() {
            let len = store.path(number).map(fs::metadata).and_then(Result::ok);
            if bytes > 0 && len.is_none_or(|file| file.len() != bytes) {
                return Err(Halt::Damaged);
            }
            store.room.take(bytes as usize)?;
            let mut bucket = store.bucket(number)?;
            (bucket.bytes, bucket.digest) = (bytes as usize, digest);
        }
        Ok(store)
    }

    fn bucket(&self, number: usize) -> Result<MutexGuard<'_, Bucket>, Halt> {
        self.buckets[number].lock().map_err(|_| Halt::Late)
    }

    fn path(&self, number: usize) -> Option<PathBuf> {
        let files = self.files.as_ref()?;
        Some(files.with_extension(format!("{number}")))
    }

    /// Returns the bytes of every bucket, and the digest of its file.
    pub fn sizes(&self) -> Vec<(u64, u64)> {
        let sizes = |bucket: &Mutex<Bucket>| {
            let sizes = bucket.lock().map(|held| (held.bytes as u64, held.digest));
            sizes.unwrap_or_default()
        };
        self.buckets.iter().map(sizes).collect()
    }

    /// Adds whole classes to a bucket.
    fn append(&self, number: usize, block: &mut Vec<u8>) -> Result<(), Halt> {
        self.room.take(block.len())?;
        let mut bucket = self.bucket(number)?;
        bucket.bytes += block.len();
        match self.path(number) {
            None => bucket.blocks.push(block.as_slice().into()),
            Some(path) => {
                let file = match &mut bucket.file {
                    Some(file) => file,
                    none => none.insert(File::create(path).map_err(failed)?),
                };
                file.write_all(block).map_err(failed)?;
                bucket.digest = bucket.digest.wrapping_add(digest(block));
            }
        }
        block.clear();
        Ok(())
    }

    /// Returns the blocks of a bucket. Those in memory leave the store.
    pub fn take(&self, number: usize) -> Result<Held<'_>, Halt> {
        let mut bucket = self.bucket(number)?;
        let (blocks, bytes) = match self.path(number) {
            None => (take(&mut bucket.blocks), take(&mut bucket.bytes)),
            Some(_) if bucket.bytes == 0 => (Vec::new(), 0),
            Some(path) => {
                let block = fs::read(path).map_err(|error| match error.kind() {
                    ErrorKind::NotFound => Halt::Damaged,
                    kind => Halt::Folder(kind),
                })?;
                if block.len() != bucket.bytes || digest(&block) != bucket.digest {
                    return Err(Halt::Damaged);
                }
                (vec![block.into()], 0)
            }
        };
        Ok(Held {
            blocks,
            bytes,
            room: &self.room,
        })
    }

    /// Syncs the files, so that they survive a loss of power.
    pub fn sync(&self) -> Result<(), Halt> {
        for number in 0..BUCKETS {
            if let Some(file) = self.bucket(number)?.file.take() {
                file.sync_all().map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Removes the files.
    pub fn remove(self) {
        for (number, (bytes, _)) in self.sizes().into_iter().enumerate() {
            if let Some(path) = self.path(number).filter(|_| bytes > 0) {
                // A remaining file does no harm.
                let _ = fs::remove_file(path);
                self.room.give_back(bytes as usize);
            }
        }
    }
}

/// The blocks of a bucket. Dropping them releases their room.
#[derive(Debug)]
pub(super) struct Held<'s> {
    blocks: Vec<Box<[u8]>>,
    bytes: usize,
    room: &'s Room,
}

impl Held<'_> {
    /// Returns the classes, each with a key, in order of the keys.
    pub fn sorted<K: Ord + Copy>(&self, key: impl Fn(Degrees) -> K) -> Vec<(K, Class<'_>)> {
        let classes = self.blocks.iter().flat_map(|block| classes(block));
        let mut all: Vec<_> = classes.map(|class| (key(class.degrees), class)).collect();
        all.sort_unstable_by_key(|&(key, class)| (key, class.degrees));
        all
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.room.give_back(self.bytes);
    }
}

/// A buffer for classes of one thread on the way to their buckets.
pub(super) struct RunWriter<'s> {
    store: &'s Store,
    /// The bytes of a full block.
    full: usize,
    blocks: Vec<Vec<u8>>,
}

impl<'s> RunWriter<'s> {
    /// Creates an empty buffer.
    pub fn new(store: &'s Store) -> Self {
        RunWriter {
            store,
            full: BLOCK.min(store.room.limit / (BUCKETS as u64 * SHARE)) as usize,
            blocks: vec![Vec::new(); BUCKETS],
        }
    }

    /// Returns the block to whose end the next class with this key is written.
    pub fn block(&mut self, key: Degrees) -> Result<&mut Vec<u8>, Halt> {
        let number = (mix(key) >> 50) as usize % BUCKETS;
        let block = &mut self.blocks[number];
        if block.len() > self.full {
            self.store.append(number, block)?;
        }
        Ok(block)
    }

    /// Writes the remaining blocks to their buckets.
    pub fn flush(mut self) -> Result<(), Halt> {
        for (number, block) in self.blocks.iter_mut().enumerate() {
            if !block.is_empty() {
                self.store.append(number, block)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::class::{ClassWriter, only};
    use super::*;

    /// Writes classes of one state to a store, each with a count.
    fn write(store: &Store, counts: &[(u8, u64)]) {
        let mut out = RunWriter::new(store);
        for &(slot, count) in counts {
            let degrees = only(slot, 2);
            let mut class = ClassWriter::new(out.block(0).unwrap(), degrees);
            class.state(0, count);
            class.finish();
        }
        out.flush().unwrap();
    }

    fn read(store: &Store) -> Result<Vec<(Degrees, u64)>, Halt> {
        let mut found = Vec::new();
        for number in 0..BUCKETS {
            for (_, class) in store.take(number)?.sorted(|degrees| degrees) {
                let mut states = Vec::new();
                class.read(&mut states);
                found.extend(states.iter().map(|state| (class.degrees, state.1)));
            }
        }
        Ok(found)
    }

    #[test]
    fn two_counts_that_write_the_same_files_never_read_a_mixture() {
        let dir = tempfile::tempdir().unwrap();
        let room = Room::new(1 << 20);
        let store = || Store::new(&room, Some(dir.path().join("states-0-0-1.0")));
        // One count alone reads what it has written, in two blocks.
        let one = store();
        write(&one, &[(0, 5), (1, 6)]);
        write(&one, &[(2, 7)]);
        let expected = [(0, 5), (1, 6), (2, 7)].map(|(slot, count)| (only(slot, 2), count));
        assert_eq!(read(&one), Ok(expected.to_vec()));
        // The other writes as many bytes between its blocks, or after them.
        type Writes<'w> = &'w [(bool, &'w [(u8, u64)])];
        let interleavings: [Writes; 4] = [
            &[(true, &[(0, 5)]), (false, &[(0, 6)]), (true, &[(1, 7)])],
            &[(true, &[(0, 5), (1, 7)]), (false, &[(0, 5), (1, 8)])],
            &[(true, &[(0, 5), (1, 7)]), (false, &[(0, 5)])],
            &[
                (false, &[(0, 5), (1, 7)]),
                (true, &[(3, 5)]),
                (false, &[(2, 7)]),
            ],
        ];
        for writes in interleavings {
            let (one, other) = (store(), store());
            let mut expected = Vec::new();
            for &(is_one, counts) in writes {
                write(if is_one { &one } else { &other }, counts);
                if is_one {
                    expected.extend(counts.iter().map(|&(slot, count)| (only(slot, 2), count)));
                }
            }
            assert_eq!(read(&one), Err(Halt::Damaged), "{writes:?} {expected:?}");
        }
        // The same classes in another order are the same states.
        let (one, other) = (store(), store());
        write(&one, &[(0, 5), (1, 6)]);
        write(&other, &[(1, 6), (0, 5)]);
        assert_eq!(read(&one).map(|found| found.len()), Ok(2));
    }
}
