//! The states on disk and the journal of a run: after every step it can be killed and resumed.
//!
//! A run is a count in one [ring](super::number::Ring). Its journal is a JSON file in the folder;
//! the states after a step are files in the same folder. They are removed once the states after the
//! next step are complete.
//!
//! A count locks its folder, and parts of a count their side of it. Digests in the journal bind the
//! files to the count, also where a file system has no locks.

use super::FrontierError;
use super::number::{Halt, Ring};
use super::store::{Room, Store, failed};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

/// A folder for states that do not fit into memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scratch {
    /// The folder, which must exist.
    pub folder: PathBuf,
    /// The most bytes to write there, for the states before and after a step together.
    pub limit: u64,
}

impl Scratch {
    /// Makes the folder of a block, with this number, in this folder.
    pub(super) fn of_block(&self, number: usize) -> Result<Scratch, FrontierError> {
        let scratch = Scratch {
            folder: self.folder.join(format!("block-{number}")),
            limit: self.limit,
        };
        match fs::create_dir_all(&scratch.folder) {
            Ok(()) => Ok(scratch),
            Err(error) => Err(FrontierError::Folder(scratch, error.kind())),
        }
    }
}

/// The lock of a folder, or of a part of a count in it, until it is dropped. Its file remains.
#[derive(Debug)]
pub(super) struct Lock {
    _files: Vec<File>,
}

/// The file that a count locks, and parts share.
const LOCK: &str = "lock";

impl Lock {
    /// Locks a folder for a count, which no other process may share.
    pub fn of_count(folder: &Path) -> Result<Lock, Halt> {
        let file = lock(&folder.join(LOCK), true)?;
        Ok(Lock { _files: vec![file] })
    }

    /// Locks a side of a count in a ring. Other sides and rings may be in work at the same time.
    pub fn of_part(folder: &Path, ring: Ring, side: usize) -> Result<Lock, Halt> {
        let name = format!("{LOCK}-{}-{side}", ring.modulus);
        let shared = lock(&folder.join(LOCK), false)?;
        let own = lock(&folder.join(name), true)?;
        let _files = vec![shared, own];
        Ok(Lock { _files })
    }
}

/// Opens and locks a file. An exclusive lock writes the number of this process into it.
fn lock(path: &Path, is_exclusive: bool) -> Result<File, Halt> {
    let mut options = File::options();
    let file = options.read(true).write(true).create(true).truncate(false);
    let mut file = file.open(path).map_err(failed)?;
    let locked = if is_exclusive {
        file.try_lock()
    } else {
        file.try_lock_shared()
    };
    if let Err(TryLockError::WouldBlock) = locked {
        let owner = fs::read_to_string(path).ok();
        let owner = owner.and_then(|text| text.trim().parse().ok());
        return Err(Halt::Busy(owner.unwrap_or(0)));
    }
    // Some file systems have no locks; the digests remain.
    let owner = is_exclusive.then(|| format!("{}\n", process::id()));
    let written = file.set_len(0);
    let written = written.and_then(|()| file.write_all(owner.unwrap_or_default().as_bytes()));
    written.map_err(failed)?;
    Ok(file)
}

/// The sizes and the checksum of a step, by which another run can confirm it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepEvidence {
    /// The number of states after it.
    pub states: u64,
    /// The number of classes: states with the same degrees are one.
    pub classes: u64,
    /// The number of bytes of these states.
    pub bytes: u64,
    /// The sum of the counts of all states, each times a hash of its degrees, modulo 2⁶⁴.
    pub checksum: u64,
}

impl StepEvidence {
    /// Adds the evidence of a part of the same step.
    pub(super) fn add(&mut self, part: &StepEvidence) {
        self.states += part.states;
        self.classes += part.classes;
        self.bytes += part.bytes;
        self.checksum = self.checksum.wrapping_add(part.checksum);
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
    /// The evidence of every finished step.
    steps: Vec<StepEvidence>,
    /// The bytes in each bucket after the last step, and the digest of its file.
    buckets: Vec<(u64, u64)>,
    /// The number of closed cycles.
    closed: u64,
    /// The number of cycles, once it is known; only in the first course.
    total: Option<u128>,
}

/// The states after the last finished step, the number of closed cycles, and the evidence of all
/// steps.
type Finished<'j> = (Store, u64, &'j [StepEvidence]);

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
    pub fn states(&self, course: usize, room: &Room) -> Result<Option<Finished<'_>>, Halt> {
        let record = &self.courses[course];
        if record.steps.is_empty() {
            return Ok(None);
        }
        let files = self.files(course, record.steps.len());
        let store = Store::open(room, files, &record.buckets)?;
        Ok(Some((store, record.closed, &record.steps)))
    }

    /// Records a finished step of a course.
    pub fn done(
        &mut self,
        course: usize,
        evidence: StepEvidence,
        (store, closed): (&Store, u64),
    ) -> Result<(), Halt> {
        if evidence.bytes >= DURABLE {
            store.sync()?;
        }
        let record = &mut self.courses[course];
        record.steps.push(evidence);
        (record.buckets, record.closed) = (store.sizes(), closed);
        self.save(course)
    }

    /// Returns the number of cycles and the evidence of all steps, if the run is complete.
    pub fn total(&self) -> Option<(u128, Vec<StepEvidence>)> {
        let steps = self.courses.iter().flat_map(|course| &course.steps);
        Some((self.courses[0].total?, steps.copied().collect()))
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
        let ours = Err(Halt::Busy(process::id()));
        let count = || Lock::of_count(folder).map(drop);
        let part = |ring, side| Lock::of_part(folder, ring, side).map(drop);
        let seven = Ring::modulo(7);
        let held = Lock::of_count(folder).unwrap();
        assert_eq!((count(), part(Ring::EXACT, 0)), (ours, ours));
        drop(held);
        let held = Lock::of_part(folder, Ring::EXACT, 0).unwrap();
        assert_eq!(part(Ring::EXACT, 0), ours);
        assert_eq!((part(Ring::EXACT, 1), part(seven, 0)), (Ok(()), Ok(())));
        // Several processes may share the folder, so the error names none.
        assert_eq!(count(), Err(Halt::Busy(0)));
        drop(held);
        assert_eq!((count(), part(Ring::EXACT, 0)), (Ok(()), Ok(())));
    }
}
