//! The states on disk and the journal of a run: after every step it can be killed and resumed.
//!
//! A run is a count in one [ring](super::number::Ring). Its journal is a text file in the folder;
//! the states after a step are files in the same folder. They are removed once the states after the
//! next step are complete.

use super::evidence::StepEvidence;
use super::number::{Halt, Ring};
use super::store::{BUCKETS, Room, Store};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder for states that do not fit into memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scratch {
    /// The folder, which must exist.
    pub folder: PathBuf,
    /// The most bytes to write there, for the states before and after a step together.
    pub limit: u64,
}

/// The progress of a run.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    ring: Ring,
    /// A checksum of the problem and the orders: a run of another problem is not resumed.
    problem: u64,
    /// The course and the evidence of every finished step.
    steps: Vec<(usize, StepEvidence)>,
    /// For every course the bytes in each bucket after its last step, and the number of closed
    /// cycles.
    states: Vec<(Vec<u64>, u64)>,
    /// The number of cycles, once it is known.
    total: Option<u128>,
}

impl Journal {
    /// Reads the journal of a run, or begins one.
    pub fn open(folder: &Path, problem: u64, ring: Ring) -> Result<Journal, Halt> {
        let mut journal = Journal {
            folder: folder.to_path_buf(),
            ring,
            problem,
            steps: Vec::new(),
            states: Vec::new(),
            total: None,
        };
        match fs::read_to_string(journal.path()) {
            Ok(text) => text.lines().try_for_each(|line| journal.read(line))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(_) => return Err(Halt::Folder),
        }
        Ok(journal)
    }

    fn path(&self) -> PathBuf {
        self.folder.join(format!("run-{}", self.ring.modulus()))
    }

    /// Returns the path of the states after a step of a course.
    pub fn files(&self, course: usize, step: usize) -> PathBuf {
        let name = format!("states-{}-{course}-{step}.0", self.ring.modulus());
        self.folder.join(name)
    }

    /// Reads a line of the journal.
    fn read(&mut self, line: &str) -> Result<(), Halt> {
        let mut words = line.split(' ');
        let word = words.next();
        let numbers: Option<Vec<u64>> = words.map(|word| word.parse().ok()).collect();
        let numbers = numbers.ok_or(Halt::Folder)?;
        match (word, &numbers[..]) {
            (Some("problem"), &[problem]) if problem == self.problem => {}
            (Some("step"), &[course, states, classes, bytes, checksum]) => {
                let evidence = StepEvidence {
                    states,
                    classes,
                    bytes,
                    checksum,
                };
                self.steps.push((course as usize, evidence));
            }
            (Some("states"), [closed, sizes @ ..]) if sizes.len() == BUCKETS => {
                self.states.push((sizes.to_vec(), *closed));
            }
            (Some("total"), &[high, low]) => {
                self.total = Some(u128::from(high) << 64 | u128::from(low));
            }
            _ => return Err(Halt::Folder),
        }
        Ok(())
    }

    /// Writes the whole journal.
    fn save(&self) -> Result<(), Halt> {
        let mut text = format!("problem {}\n", self.problem);
        let mut write = || {
            for (
                course,
                StepEvidence {
                    states,
                    classes,
                    bytes,
                    checksum,
                },
            ) in &self.steps
            {
                writeln!(text, "step {course} {states} {classes} {bytes} {checksum}")?;
            }
            for (sizes, closed) in &self.states {
                let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
                writeln!(text, "states {closed} {}", sizes.join(" "))?;
            }
            match self.total {
                Some(total) => writeln!(text, "total {} {}", (total >> 64) as u64, total as u64),
                None => Ok(()),
            }
        };
        write().map_err(|_| Halt::Folder)?;
        let draft = self.path().with_extension("draft");
        let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, self.path()));
        written.map_err(|_| Halt::Folder)
    }

    /// Returns the evidence of all finished steps.
    pub fn steps(&self) -> impl Iterator<Item = StepEvidence> {
        self.steps.iter().map(|step| step.1)
    }

    /// Returns the evidence of the finished steps of a course.
    pub fn steps_of(&self, course: usize) -> impl Iterator<Item = StepEvidence> {
        let of_course = self.steps.iter().filter(move |step| step.0 == course);
        of_course.map(|step| step.1)
    }

    /// Returns the states after the last finished step of a course, and the number of closed
    /// cycles. `None` if the course has not begun.
    pub fn states(&self, course: usize, room: &Room) -> Result<Option<(Store, u64)>, Halt> {
        let Some((sizes, closed)) = self.states.get(course) else {
            return Ok(None);
        };
        let files = self.files(course, self.steps_of(course).count());
        Ok(Some((Store::open(room, files, sizes)?, *closed)))
    }

    /// Records a finished step of a course.
    pub fn done(
        &mut self,
        course: usize,
        evidence: StepEvidence,
        (store, closed): (&Store, u64),
    ) -> Result<(), Halt> {
        store.sync()?;
        self.steps.push((course, evidence));
        self.states.truncate(course);
        self.states.push((store.sizes(), closed));
        self.save()
    }

    /// Returns the number of cycles if the run is complete.
    pub fn total(&self) -> Option<u128> {
        self.total
    }

    /// Records that the run is complete.
    pub fn finish(&mut self, total: u128) -> Result<(), Halt> {
        self.states.clear();
        self.total = Some(total);
        self.save()
    }
}
