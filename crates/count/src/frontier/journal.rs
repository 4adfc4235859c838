//! The states on disk and the journal of a run: after every step it can be killed and resumed.
//!
//! A run is a count in one [ring](super::number::Ring). Its journal is a JSON file in the folder;
//! the states after a step are files in the same folder. They are removed once the states after the
//! next step are complete.

use super::number::{Halt, Ring};
use super::store::{Room, Store};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A folder for states that do not fit into memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scratch {
    /// The folder, which must exist.
    pub folder: PathBuf,
    /// The most bytes to write there, for the states before and after a step together.
    pub limit: u64,
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

/// The journal of a run.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    ring: Ring,
    record: Record,
}

/// The progress of a run.
#[derive(Debug, Serialize, Deserialize)]
struct Record {
    /// A checksum of the problem and the orders: a run of another problem is not resumed.
    problem: u64,
    courses: Vec<CourseRecord>,
    /// The number of cycles, once it is known.
    total: Option<u128>,
}

/// The progress of a course.
#[derive(Debug, Default, Serialize, Deserialize)]
struct CourseRecord {
    /// The evidence of every finished step.
    steps: Vec<StepEvidence>,
    /// The bytes in each bucket after the last step.
    sizes: Vec<u64>,
    /// The number of closed cycles.
    closed: u64,
}

/// The states after the last finished step, the number of closed cycles, and the evidence of all
/// steps.
type Finished<'j> = (Store, u64, &'j [StepEvidence]);

impl Journal {
    /// Reads the journal of a run, or begins one.
    pub fn open(folder: &Path, problem: u64, ring: Ring) -> Result<Journal, Halt> {
        let mut journal = Journal {
            folder: folder.to_path_buf(),
            ring,
            record: Record {
                problem,
                courses: Vec::new(),
                total: None,
            },
        };
        match fs::read(journal.path()) {
            Ok(text) => journal.record = serde_json::from_slice(&text).map_err(|_| Halt::Folder)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(_) => return Err(Halt::Folder),
        }
        match journal.record.problem == problem {
            true => Ok(journal),
            false => Err(Halt::Folder),
        }
    }

    fn path(&self) -> PathBuf {
        self.folder.join(format!("run-{}", self.ring.modulus))
    }

    /// Returns the path of the states after a step of a course.
    pub fn files(&self, course: usize, step: usize) -> PathBuf {
        let name = format!("states-{}-{course}-{step}.0", self.ring.modulus);
        self.folder.join(name)
    }

    /// Writes the whole journal.
    fn save(&self) -> Result<(), Halt> {
        let draft = self.path().with_extension("draft");
        let text = serde_json::to_vec(&self.record).map_err(|_| Halt::Folder)?;
        let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, self.path()));
        written.map_err(|_| Halt::Folder)
    }

    /// Returns the finished part of a course; `None` if the course has not begun.
    pub fn states(&self, course: usize, room: &Room) -> Result<Option<Finished<'_>>, Halt> {
        let Some(record) = self.record.courses.get(course) else {
            return Ok(None);
        };
        let files = self.files(course, record.steps.len());
        let store = Store::open(room, files, &record.sizes)?;
        Ok(Some((store, record.closed, &record.steps)))
    }

    /// Records a finished step of a course.
    pub fn done(
        &mut self,
        course: usize,
        evidence: StepEvidence,
        (store, closed): (&Store, u64),
    ) -> Result<(), Halt> {
        store.sync()?;
        if self.record.courses.len() == course {
            self.record.courses.push(CourseRecord::default());
        }
        let record = &mut self.record.courses[course];
        record.steps.push(evidence);
        (record.sizes, record.closed) = (store.sizes(), closed);
        self.save()
    }

    /// Returns the number of cycles and the evidence of all steps, if the run is complete.
    pub fn total(&self) -> Option<(u128, Vec<StepEvidence>)> {
        let steps = self.record.courses.iter().flat_map(|course| &course.steps);
        Some((self.record.total?, steps.copied().collect()))
    }

    /// Records that the run is complete.
    pub fn finish(&mut self, total: u128) -> Result<(), Halt> {
        self.record.total = Some(total);
        self.save()
    }
}
