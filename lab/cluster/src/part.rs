//! A part of a folder: its lock and its result.
//!
//! A result is made in a draft, a folder of its own, which becomes the part's folder atomically. So
//! a worker can be killed at any instant. A draft locks its part, on file systems that have locks:
//! the system removes the lock of a killed worker.
//!
//! ```
//! use knightsat_cluster::folder::{Folder, Manifest, Task};
//! use std::collections::BTreeMap;
//!
//! let task = Task::Count { comments: Vec::new() };
//! let home = tempfile::tempdir()?;
//! let folder = Folder::create(home.path(), Manifest::new(task, 8))?;
//! let part = folder.part(3)?;
//! let result = BTreeMap::from([("tours".to_string(), 12)]);
//! let draft = part.draft()?;
//! assert!(part.draft().is_err());
//! draft.finish(&result)?;
//! assert_eq!(part.result()?, Some(result));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::folder::{DRAFTS, Folder, PARTS};
use super::{PartsError, Result, draft_in, ensure, read_json, write_file};
use crate::prelude::*;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::fs::{File, TryLockError};
use std::io::Write;
use tempfile::TempDir;

/// The result in a part's folder.
pub const RESULT: &str = "result.json";
/// The most bytes of a result, which may contain a tour of a large board.
const LARGEST: u64 = 1 << 30;

/// A part of a folder.
#[derive(Clone, Copy, Debug)]
pub struct Part<'f> {
    /// Its folder.
    pub folder: &'f Folder,
    /// Its number, from 1.
    pub number: u32,
}

/// A result with its identification.
#[derive(Serialize, Deserialize)]
struct Record<T> {
    folder: String,
    part: String,
    #[serde(flatten)]
    result: T,
}

impl Folder {
    /// Returns a part by its number, from 1.
    pub fn part(&self, number: u32) -> Result<Part<'_>> {
        let parts = self.manifest.parts;
        if (1..=parts).contains(&number) {
            return Ok(Part {
                folder: self,
                number,
            });
        }
        let message = format!("there is no part {number}: the parts are 1 to {parts}");
        Err(PartsError::Wrong(message))
    }

    /// Returns the path of the result of a part.
    pub(super) fn path_of(&self, part: u32) -> PathBuf {
        self.path.join(PARTS).join(part.to_string())
    }

    /// Returns the parts, in order.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        (1..=self.manifest.parts).map(|number| Part {
            folder: self,
            number,
        })
    }
}

impl<'f> Part<'f> {
    /// Returns the path of its result, which need not exist yet.
    pub fn path(&self) -> PathBuf {
        self.folder.path_of(self.number)
    }

    /// Returns true if it is done.
    pub fn is_done(&self) -> bool {
        self.path().join(RESULT).exists()
    }

    /// Returns its result, if it is done. Fails if the result belongs to another part.
    pub fn result<T: DeserializeOwned>(&self) -> Result<Option<T>> {
        let file = self.path().join(RESULT);
        if !file.exists() {
            return Ok(None);
        }
        let record: Record<T> = read_json(&file, (LARGEST, "any result"), "the result of a part")?;
        let message = |of: &str| format!("part {} is the result of {of}", self.number);
        let is_here = record.folder == self.folder.manifest.id;
        ensure(is_here, &file, message("another folder"))?;
        let is_ours = record.part == self.number.to_string();
        ensure(is_ours, &file, message(&format!("part {}", record.part)))?;
        Ok(Some(record.result))
    }

    /// Returns an error about its result.
    pub(super) fn wrong(&self, message: impl Display) -> PartsError {
        PartsError::wrong(&self.path(), format!("part {} {message}", self.number))
    }

    /// Fails with this message about its result unless the condition holds.
    pub(super) fn ensure(&self, is_right: bool, message: impl Display) -> Result<()> {
        let message = format!("part {} {message}", self.number);
        ensure(is_right, &self.path(), message)
    }

    /// Makes a temporary folder for its result, and locks the part. Removes the drafts of killed
    /// workers. Fails if another worker has locked the part.
    pub fn draft(&self) -> Result<Draft<'f>> {
        let drafts = self.folder.path.join(DRAFTS);
        let path = drafts.join(self.number.to_string());
        let lock = File::create(&path).map_err(PartsError::io(&path))?;
        let is_locked = match lock.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => {
                return Err(self.wrong("is in work by another worker: wait for it, or stop it"));
            }
            // The file system has no locks.
            Err(TryLockError::Error(_)) => false,
        };
        let prefix = format!("{}-", self.number);
        for entry in fs::read_dir(&drafts).map_err(PartsError::io(&drafts))? {
            let entry = entry.map_err(PartsError::io(&drafts))?;
            let name = entry.file_name();
            if is_locked && name.to_string_lossy().starts_with(&prefix) {
                fs::remove_dir_all(entry.path()).map_err(PartsError::io(&entry.path()))?;
            }
        }
        Ok(Draft {
            part: *self,
            folder: draft_in(&drafts, &prefix)?,
            _lock: lock,
        })
    }
}

/// The result of a part in progress.
#[derive(Debug)]
pub struct Draft<'f> {
    part: Part<'f>,
    folder: TempDir,
    _lock: File,
}

impl Draft<'_> {
    /// Returns the path for the files of the result.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Makes this the result of the part, unless it has one.
    pub fn finish<T: Serialize>(self, result: &T) -> Result<()> {
        let record = Record {
            folder: self.part.folder.manifest.id.clone(),
            part: self.part.number.to_string(),
            result,
        };
        write_file(&self.folder.path().join(RESULT), |out| {
            serde_json::to_writer(&mut *out, &record)?;
            writeln!(out)?;
            out.flush()?;
            out.get_ref().sync_all()
        })?;
        if self.part.is_done() {
            return Ok(());
        }
        let target = self.part.path();
        if target.exists() {
            // It has lost its result: it is removed with this draft.
            let lost = self.folder.path().join("lost");
            fs::rename(&target, &lost).map_err(PartsError::io(&target))?;
            fs::remove_dir_all(&lost).map_err(PartsError::io(&lost))?;
        }
        fs::rename(self.folder.path(), &target).map_err(PartsError::io(&target))?;
        // A renamed folder must not be removed.
        let _ = self.folder.keep();
        Ok(())
    }
}

#[cfg(test)]
mod tests;
