//! The states on disk, and how far a run is: after every step it can be killed and goes on from there.
//!
//! A run is a count in one [ring](super::number::Ring). Its journal is a text file in the folder; the states after a
//! step are files beside it, which go when the states after the next step are complete.

use super::evidence::StepEvidence;
use super::number::{Halt, Ring};
use super::store::{BUCKETS, Room, Store};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder for states that do not fit into memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scratch {
    /// The folder, which exists.
    pub folder: PathBuf,
    /// How many bytes may be written there, those before and after a step together.
    pub limit: u64,
}

/// How far a run is.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    ring: Ring,
    /// What is counted, and in which order: a run of another problem is not continued.
    problem: u64,
    /// For every step that is done its course and what it came to.
    steps: Vec<(usize, StepEvidence)>,
    /// For every course how many bytes are in each bucket after its last step, and how many cycles have closed.
    states: Vec<(Vec<u64>, u64)>,
    /// The number of cycles, once it is known.
    total: Option<u128>,
}

impl Journal {
    /// The journal of a run, read or new.
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

    /// Where the states after a step of a course are.
    pub fn files(&self, course: usize, step: usize) -> PathBuf {
        let name = format!("states-{}-{course}-{step}.0", self.ring.modulus());
        self.folder.join(name)
    }

    /// Takes a line in.
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

    /// Writes all of it.
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

    /// What the steps came to that are done.
    pub fn steps(&self) -> impl Iterator<Item = StepEvidence> {
        self.steps.iter().map(|step| step.1)
    }

    /// The same for one course.
    pub fn steps_of(&self, course: usize) -> impl Iterator<Item = StepEvidence> {
        let of_course = self.steps.iter().filter(move |step| step.0 == course);
        of_course.map(|step| step.1)
    }

    /// The states after the last step of a course that is done, and how many cycles have closed; `None` if it has not begun.
    pub fn states(&self, course: usize, room: &Room) -> Result<Option<(Store, u64)>, Halt> {
        let Some((sizes, closed)) = self.states.get(course) else {
            return Ok(None);
        };
        let files = self.files(course, self.steps_of(course).count());
        Ok(Some((Store::open(room, files, sizes)?, *closed)))
    }

    /// A step of a course is done.
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

    /// The number of cycles, if the run is complete.
    pub fn total(&self) -> Option<u128> {
        self.total
    }

    /// The run is complete.
    pub fn finish(&mut self, total: u128) -> Result<(), Halt> {
        self.states.clear();
        self.total = Some(total);
        self.save()
    }
}
