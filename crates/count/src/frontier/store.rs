//! The states after a step, in buckets: in memory, or one file for each bucket.
//!
//! A bucket contains all classes that the next step expands together. So that step reads the
//! buckets one by one. Files are written at their ends and read from their beginnings.

use super::class::{Class, classes};
use super::class::{Degrees, mix};
use super::number::Halt;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
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
    /// The reason for a halt if the limit is exceeded.
    full: Halt,
}

impl Room {
    /// Creates room for so many bytes.
    pub fn new(limit: u64, full: Halt) -> Room {
        let held = Arc::default();
        Room { held, limit, full }
    }

    fn take(&self, bytes: usize) -> Result<(), Halt> {
        let held = self.held.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
        match held > self.limit {
            true => Err(self.full),
            false => Ok(()),
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

    /// Opens the files of a finished step, with so many bytes in each.
    pub fn open(room: &Room, files: PathBuf, bytes: &[u64]) -> Result<Store, Halt> {
        let store = Store::new(room, Some(files));
        if bytes.len() != BUCKETS {
            return Err(Halt::Folder);
        }
        for (number, &bytes) in bytes.iter().enumerate() {
            let len = store.path(number).map(fs::metadata).and_then(Result::ok);
            if bytes > 0 && len.is_none_or(|file| file.len() != bytes) {
                return Err(Halt::Folder);
            }
            store.room.take(bytes as usize)?;
            store.bucket(number)?.bytes = bytes as usize;
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

    /// Returns the bytes of every bucket.
    pub fn sizes(&self) -> Vec<u64> {
        let bytes = |bucket: &Mutex<Bucket>| bucket.lock().map_or(0, |bucket| bucket.bytes as u64);
        self.buckets.iter().map(bytes).collect()
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
                    none => none.insert(File::create(path).map_err(|_| Halt::Folder)?),
                };
                file.write_all(block).map_err(|error| match error.kind() {
                    ErrorKind::StorageFull => Halt::Disk,
                    _ => Halt::Folder,
                })?;
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
            Some(path) => (vec![fs::read(path).map_err(|_| Halt::Folder)?.into()], 0),
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
                file.sync_all().map_err(|_| Halt::Folder)?;
            }
        }
        Ok(())
    }

    /// Removes the files.
    pub fn remove(self) {
        for (number, bytes) in self.sizes().into_iter().enumerate() {
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
        let all = self.blocks.iter().flat_map(|block| classes(block));
        let mut all: Vec<_> = all.map(|class| (key(class.degrees), class)).collect();
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
pub(super) struct Writer<'s> {
    store: &'s Store,
    /// The bytes of a full block.
    full: usize,
    blocks: Vec<Vec<u8>>,
}

impl<'s> Writer<'s> {
    /// Creates an empty buffer.
    pub fn new(store: &'s Store) -> Self {
        Writer {
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
