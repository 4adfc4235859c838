//! The states on disk and the journal of a run: after every step it can be killed and resumed.
//!
//! A run is a count in one [ring](super::number::Ring). Its journal is a JSON file in the folder;
//! the states after a step are files in the same folder. They are removed once the states after the
//! next step are complete.
//!
//! A count locks its folder, and parts of a count their side of it. Digests in the journal bind the
//! files to the count, also where a file system has no locks.

use super::number::{Halt, Ring};
use super::store::{Room, Store, failed};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The file that a count locks, and parts share.
const LOCK: &str = "lock";

/// Locks a folder for a count, which no other process may share, until the file is dropped.
pub(super) fn lock_count(folder: &Path) -> Result<File, Halt> {
    lock(&folder.join(LOCK), File::try_lock)
}

/// Locks a side of a count in a ring. Other sides and rings may be in work at the same time.
pub(super) fn lock_part(folder: &Path, ring: Ring, side: usize) -> Result<[File; 2], Halt> {
    let shared = lock(&folder.join(LOCK), File::try_lock_shared)?;
    let name = format!("{LOCK}-{}-{side}", ring.modulus);
    Ok([shared, lock(&folder.join(name), File::try_lock)?])
}

/// Opens and locks a file. Some file systems have no locks; the digests remain.
fn lock(path: &Path, by: fn(&File) -> Result<(), TryLockError>) -> Result<File, Halt> {
    let file = File::create(path).map_err(failed)?;
    match by(&file) {
        Err(TryLockError::WouldBlock) => Err(Halt::Busy),
        _ => Ok(file),
    }
}

/// The fewest bytes of a step that must survive a loss of power. Smaller ones are soon made again.
const DURABLE: u64 = 16 << 20;

/// The journal of a run.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    ring: Ring,
    courses: Vec<CourseProgress>,
}

/// The progress of a course. Each has its own file, since courses can be run at the same time.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct CourseProgress {
    /// A checksum of the problem and the orders: a run of another problem is not resumed.
    problem: u64,
    /// The number of finished steps.
    steps: usize,
    /// The number of states after the last step.
    states: u64,
    /// The bytes in each bucket after the last step, and the digest of its file.
    buckets: Vec<(u64, u64)>,
    /// The number of closed cycles.
    closed: u64,
    /// The number of cycles, once it is known; only in the first course.
    total: Option<u128>,
}

/// The finished steps of a course: the states after the last one, their number, the number of
/// closed cycles, and the number of steps.
pub(super) type Finished = (Store, u64, u64, usize);

impl Journal {
    /// Reads the journal of a run of so many courses, or begins one.
    pub fn open(folder: &Path, problem: u64, ring: Ring, courses: usize) -> Result<Journal, Halt> {
        let mut journal = Journal {
            folder: folder.to_path_buf(),
            ring,
            courses: Vec::new(),
        };
        for course in 0..courses {
            let record = match fs::read(journal.path(course)) {
                Ok(text) => serde_json::from_slice(&text).map_err(|_| Halt::Damaged)?,
                Err(error) if error.kind() == io::ErrorKind::NotFound => CourseProgress {
                    problem,
                    ..CourseProgress::default()
                },
                Err(error) => return Err(failed(error)),
            };
            journal.courses.push(record);
        }
        if journal
            .courses
            .iter()
            .all(|record| record.problem == problem)
        {
            Ok(journal)
        } else {
            Err(Halt::Other)
        }
    }

    fn path(&self, course: usize) -> PathBuf {
        self.folder
            .join(format!("run-{}-{course}", self.ring.modulus))
    }

    /// Returns the path of the states after a step of a course.
    pub fn files(&self, course: usize, step: usize) -> PathBuf {
        let name = format!("states-{}-{course}-{step}.0", self.ring.modulus);
        self.folder.join(name)
    }

    /// Writes the journal of a course.
    fn save(&self, course: usize) -> Result<(), Halt> {
        let path = self.path(course);
        let draft = path.with_extension("draft");
        let text = serde_json::to_vec(&self.courses[course]).expect("numbers are JSON");
        let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, path));
        written.map_err(failed)
    }

    /// Returns the finished part of a course; `None` if the course has not begun.
    pub fn states(&self, course: usize, room: &Room) -> Result<Option<Finished>, Halt> {
        let record = &self.courses[course];
        if record.steps == 0 {
            return Ok(None);
        }
        let files = self.files(course, record.steps);
        let store = Store::open(room, files, &record.buckets)?;
        Ok(Some((store, record.states, record.closed, record.steps)))
    }

    /// Records a finished step of a course.
    pub fn done(
        &mut self,
        course: usize,
        (store, states): (&Store, u64),
        closed: u64,
    ) -> Result<(), Halt> {
        let buckets = store.sizes();
        if buckets.iter().map(|(bytes, _)| bytes).sum::<u64>() >= DURABLE {
            store.sync()?;
        }
        let record = &mut self.courses[course];
        record.steps += 1;
        (record.states, record.buckets, record.closed) = (states, buckets, closed);
        self.save(course)
    }

    /// Returns the number of cycles, if the run is complete.
    pub fn total(&self) -> Option<u128> {
        self.courses[0].total
    }

    /// Records that the run is complete.
    pub fn finish(&mut self, total: u128) -> Result<(), Halt> {
        self.courses[0].total = Some(total);
        self.save(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_has_its_folder_alone_and_parts_have_their_sides() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path();
        let busy = Err(Halt::Busy);
        let count = || lock_count(folder).map(drop);
        let part = |ring, side| lock_part(folder, ring, side).map(drop);
        let seven = Ring::modulo(7);
        let held = lock_count(folder).unwrap();
        assert_eq!((count(), part(Ring::EXACT, 0)), (busy, busy));
        drop(held);
        let held = lock_part(folder, Ring::EXACT, 0).unwrap();
        assert_eq!((part(Ring::EXACT, 0), count()), (busy, busy));
        assert_eq!((part(Ring::EXACT, 1), part(seven, 0)), (Ok(()), Ok(())));
        drop(held);
        assert_eq!((count(), part(Ring::EXACT, 0)), (Ok(()), Ok(())));
    }
}
