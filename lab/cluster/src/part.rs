//! A part of a folder: its lock and its result.
//!
//! A result is made in a draft, a folder of its own, which becomes the part's folder atomically. So
//! a worker can be killed at any instant. A draft locks its part; the system removes the lock of a
//! killed worker.
//!
//! ```
//! use knightsat_cluster::folder::{Folder, Task};
//! use std::collections::BTreeMap;
//!
//! let home = tempfile::tempdir()?;
//! Folder::create(home.path(), Vec::new(), Task::Sweep { primes: Vec::new() }, 8, &[])?;
//! let folder = Folder::open(home.path())?;
//! let part = folder.part(3)?;
//! let result = BTreeMap::from([("tours".to_string(), 12)]);
//! let draft = part.draft()?;
//! assert!(part.draft().is_err());
//! draft.finish(&result)?;
//! assert_eq!(part.result()?, Some(result));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::cubes::Cube;
use super::folder::{DRAFTS, Folder, PARTS};
use super::{PartsError, Result, ensure, read_json, write_json};
use crate::prelude::*;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;

/// The result in a part's folder.
pub const RESULT: &str = "result.json";

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
        let message = || {
            let parts = self.manifest.parts;
            format!("there is no part {number}: the parts are 1 to {parts}")
        };
        let part = self.parts().find(|part| part.number == number);
        part.ok_or_else(|| PartsError::Wrong(message()))
    }

    /// Returns the parts, in order.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        (1..=self.manifest.parts).map(|number| Part {
            folder: self,
            number,
        })
    }

    /// Returns the results of the finished parts, by their numbers.
    pub fn results<T: DeserializeOwned>(&self) -> Result<BTreeMap<u32, T>> {
        let result =
            |part: Part| Some(part.result().transpose()?.map(|found| (part.number, found)));
        self.parts().filter_map(result).collect()
    }
}

impl<'f> Part<'f> {
    /// Returns the path of its result, which need not exist yet.
    pub fn path(&self) -> PathBuf {
        self.folder.path.join(PARTS).join(self.number.to_string())
    }

    /// Returns the literals that are true in it.
    pub fn cube(&self) -> &'f Cube {
        &self.folder.cubes[self.number as usize - 1]
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
        let record: Record<T> = read_json(&file, "the result of a part")?;
        let message = |of: &str| format!("part {} is the result of {of}", self.number);
        ensure(
            record.folder == self.folder.manifest.id,
            &file,
            message("another folder"),
        )?;
        let is_ours = record.part == self.number.to_string();
        ensure(is_ours, &file, message(&format!("part {}", record.part)))?;
        Ok(Some(record.result))
    }

    /// Fails with this message about its result unless the condition holds.
    pub(super) fn ensure(&self, is_right: bool, message: impl Display) -> Result<()> {
        let message = format!("part {} {message}", self.number);
        ensure(is_right, &self.path(), message)
    }

    /// Locks the part, and makes a temporary folder for its result. Fails if another worker has
    /// locked the part.
    pub fn draft(&self) -> Result<Draft<'f>> {
        let path = self.folder.path.join(DRAFTS).join(self.number.to_string());
        let lock = path.with_extension("lock");
        let file = File::create(&lock).map_err(PartsError::io(&lock))?;
        match file.try_lock() {
            Err(TryLockError::Error(error)) => return Err(PartsError::io(&lock)(error)),
            locked => {
                let message = "is in work by another worker: wait for it, or stop it";
                self.ensure(locked.is_ok(), message)?;
            }
        }
        let removed = fs::remove_dir_all(&path).or_else(|error| match error.kind() {
            ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        });
        removed
            .and_then(|()| fs::create_dir(&path))
            .map_err(PartsError::io(&path))?;
        Ok(Draft {
            part: *self,
            path,
            _lock: file,
        })
    }
}

/// The result of a part in progress. Its folder is removed with it, or by the next worker.
#[derive(Debug)]
pub struct Draft<'f> {
    part: Part<'f>,
    /// The path for the files of the result.
    pub path: PathBuf,
    _lock: File,
}

impl Draft<'_> {
    /// Makes this the result of the part, unless it has one.
    pub fn finish<T: Serialize>(self, result: &T) -> Result<()> {
        let record = Record {
            folder: self.part.folder.manifest.id.clone(),
            part: self.part.number.to_string(),
            result,
        };
        write_json(&self.path.join(RESULT), &record)?;
        if self.part.is_done() {
            return Ok(());
        }
        let target = self.part.path();
        if target.exists() {
            // It has lost its result.
            fs::remove_dir_all(&target).map_err(PartsError::io(&target))?;
        }
        fs::rename(&self.path, &target).map_err(PartsError::io(&target))
    }
}

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        // A finished draft has another name, and a failure leaves it to the next worker.
        let _ = fs::remove_dir_all(&self.path);
    }
}

#[cfg(test)]
mod tests;
