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

/// The fewest bytes of a step that must survive a loss of power. Smaller ones are soon made again.
const DURABLE: u64 = 16 << 20;

/// The journal of a run.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    ring: Ring,
    courses: Vec<Record>,
}

/// The progress of a course. Each has its own file, since courses can be run at the same time.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Record {
    /// A checksum of the problem and the orders: a run of another problem is not resumed.
    problem: u64,
    /// The evidence of every finished step.
    steps: Vec<StepEvidence>,
    /// The bytes in each bucket after the last step.
    sizes: Vec<u64>,
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
                Ok(text) => serde_json::from_slice(&text).map_err(|_| Halt::Folder)?,
                Err(error) if error.kind() == io::ErrorKind::NotFound => Record {
                    problem,
                    ..Record::default()
                },
                Err(_) => return Err(Halt::Folder),
            };
            journal.courses.push(record);
        }
        match journal
            .courses
            .iter()
            .all(|record| record.problem == problem)
        {
            true => Ok(journal),
            false => Err(Halt::Folder),
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
        let text = serde_json::to_vec(&self.courses[course]).map_err(|_| Halt::Folder)?;
        let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, path));
        written.map_err(|_| Halt::Folder)
    }

    /// Returns the finished part of a course; `None` if the course has not begun.
    pub fn states(&self, course: usize, room: &Room) -> Result<Option<Finished<'_>>, Halt> {
        let record = &self.courses[course];
        if record.steps.is_empty() {
            return Ok(None);
        }
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
        if evidence.bytes >= DURABLE {
            store.sync()?;
        }
        let record = &mut self.courses[course];
        record.steps.push(evidence);
        (record.sizes, record.closed) = (store.sizes(), closed);
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
