//! A part of a folder: its claim and its result.
//!
//! A result is made in a draft, a folder of its own, which becomes the part's folder atomically. If
//! the part already has a result, the draft is removed. So a worker can be killed at any instant,
//! and of two workers on one part only one loses its work. A claim is a file that a worker creates
//! atomically, and removes at its end.
//!
//! ```
//! use knightsat_cluster::folder::{Folder, Manifest, PartName, Task};
//! use std::collections::BTreeMap;
//!
//! let task = Task::Count { comments: Vec::new() };
//! let home = tempfile::tempdir()?;
//! let folder = Folder::create(home.path(), Manifest::new(task, 8))?;
//! let part = folder.part(PartName::new(3))?;
//! let ours = part.claim()?.expect("no other process has claimed it");
//! assert_eq!(part.claimant().map(|who| who.process), Some(std::process::id()));
//! let result = BTreeMap::from([("tours".to_string(), 12)]);
//! assert!(part.draft()?.finish(&result)?);
//! assert!(!part.draft()?.finish(&result)?);
//! assert_eq!(part.result()?, Some(result));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::folder::{CLAIMS, DRAFTS, Folder, PARTS, PartName};
use super::{PartsError, Result, draft_in, ensure, read_json, write_file};
use crate::prelude::*;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::fs::{self, Permissions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::time::{SystemTime, UNIX_EPOCH};
use tempfile::TempDir;

/// The result in a part's folder.
pub const RESULT: &str = "result.json";
/// The most bytes of a result, which may contain a tour of a large board.
const LARGEST: u64 = 1 << 30;
/// The most bytes of a claim.
const LARGEST_CLAIM: u64 = 1 << 16;

/// A part of a folder.
#[derive(Clone, Debug)]
pub struct Part<'f> {
    pub(super) folder: &'f Folder,
    /// Its name.
    pub name: PartName,
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
    /// Returns a part by its name, whether or not that part of a part exists.
    pub fn part(&self, name: PartName) -> Result<Part<'_>> {
        let parts = self.manifest.parts;
        let message = || format!("there is no part {name}: the parts are 1 to {parts}");
        if name.first() <= parts {
            Ok(Part { folder: self, name })
        } else {
            Err(PartsError::Wrong(message()))
        }
    }

    /// Returns the path of the result of a part.
    pub(super) fn path_of(&self, name: &PartName) -> PathBuf {
        self.path.join(PARTS).join(name.to_string())
    }

    /// Returns the original parts, in order.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        (1..=self.manifest.parts).map(|number| Part {
            folder: self,
            name: PartName::new(number),
        })
    }
}

impl<'f> Part<'f> {
    /// Returns the path of its result, which need not exist yet.
    pub fn path(&self) -> PathBuf {
        self.folder.path_of(&self.name)
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
        let message = |of: &str| format!("part {} is the result of {of}", self.name);
        let is_here = record.folder == self.folder.manifest.id;
        ensure(is_here, &file, message("another folder"))?;
        let is_ours = record.part == self.name.to_string();
        ensure(is_ours, &file, message(&format!("part {}", record.part)))?;
        Ok(Some(record.result))
    }

    /// Returns an error about its result.
    pub(super) fn wrong(&self, message: impl Display) -> PartsError {
        PartsError::wrong(&self.path(), format!("part {} {message}", self.name))
    }

    /// Fails with this message about its result unless the condition holds.
    pub(super) fn ensure(&self, is_right: bool, message: impl Display) -> Result<()> {
        let message = format!("part {} {message}", self.name);
        ensure(is_right, &self.path(), message)
    }

    fn claim_path(&self) -> PathBuf {
        self.folder.path.join(CLAIMS).join(self.name.to_string())
    }

    /// Returns the worker on this part, unless its process is known to have ended.
    pub fn claimant(&self) -> Option<Claimant> {
        let limit = (LARGEST_CLAIM, "any claim");
        let claimant: Claimant = read_json(&self.claim_path(), limit, "a claim").ok()?;
        claimant.may_be_alive().then_some(claimant)
    }

    /// Claims the part for this process; returns the claimant if another worker has claimed it.
    pub fn claim(&self) -> Result<Result<Claim, Claimant>> {
        let path = self.claim_path();
        let io = || PartsError::io(&path);
        let (drafts, us) = (self.folder.path.join(DRAFTS), Claimant::us());
        let prefix = self.draft_prefix(&us);
        let text = serde_json::to_string(&us).expect("it is JSON");
        loop {
            // It appears with its text: others remove an empty one, as that of a killed worker.
            let mut draft = tempfile::Builder::new();
            let draft = draft
                .prefix(&prefix)
                .permissions(Permissions::from_mode(0o666));
            let mut file = draft.tempfile_in(&drafts).map_err(io())?;
            file.write_all(format!("{text}\n").as_bytes())
                .map_err(io())?;
            match file.persist_noclobber(&path) {
                Ok(_) => return Ok(Ok(Claim(path))),
                Err(error) if error.error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(io()(error.error)),
            }
            if let Some(claimant) = self.claimant() {
                return Ok(Err(claimant));
            }
            match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(io()(error)),
                _ => {}
            }
        }
    }

    /// Makes a temporary folder for its result. Removes the drafts of killed workers.
    pub fn draft(&self) -> Result<Draft<'f>> {
        let drafts = self.folder.path.join(DRAFTS);
        let begin = format!("{}@", self.name);
        let us = Claimant::us();
        for entry in fs::read_dir(&drafts).map_err(PartsError::io(&drafts))? {
            let entry = entry.map_err(PartsError::io(&drafts))?;
            let name = entry.file_name();
            let left = name.to_str().and_then(|name| name.strip_prefix(&begin));
            let theirs = left.and_then(Claimant::of_draft);
            if theirs.is_some_and(|theirs| !theirs.may_be_alive()) {
                // Another worker may have removed it already.
                let path = entry.path();
                let _ = fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path));
            }
        }
        Ok(Draft {
            part: self.clone(),
            folder: draft_in(&drafts, &self.draft_prefix(&us))?,
        })
    }

    /// Returns the beginning of the names of a worker's drafts.
    fn draft_prefix(&self, worker: &Claimant) -> String {
        format!("{}@{}@{}@", self.name, worker.host, worker.process)
    }
}

/// The result of a part in progress.
#[derive(Debug)]
pub struct Draft<'f> {
    part: Part<'f>,
    folder: TempDir,
}

impl Draft<'_> {
    /// Returns the path for the files of the result.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Makes this the result of the part, unless it has one. Returns true if it is now the result.
    pub fn finish<T: Serialize>(self, result: &T) -> Result<bool> {
        let record = Record {
            folder: self.part.folder.manifest.id.clone(),
            part: self.part.name.to_string(),
            result,
        };
        write_file(&self.folder.path().join(RESULT), |out| {
            serde_json::to_writer(&mut *out, &record)?;
            writeln!(out)?;
            out.flush()?;
            out.get_ref().sync_all()
        })?;
        let target = self.part.path();
        let mut renamed = fs::rename(self.folder.path(), &target);
        if renamed.is_err() && !self.part.is_done() {
            // The existing folder has lost its result: it is removed with this draft.
            let aside = self.part.draft()?;
            let _ = fs::rename(&target, aside.path().join("lost"));
            renamed = fs::rename(self.folder.path(), &target);
        }
        match renamed {
            Ok(()) => {
                // A renamed folder must not be removed.
                let _ = self.folder.keep();
                Ok(true)
            }
            Err(_) if self.part.is_done() => Ok(false),
            Err(error) => Err(PartsError::io(&target)(error)),
        }
    }
}

/// The worker that has claimed a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claimant {
    /// The name of its machine.
    pub host: String,
    /// Its process there.
    pub process: u32,
    /// The time of the claim, in seconds of Unix time.
    pub since: u64,
}

impl Claimant {
    /// Describes this process.
    pub fn us() -> Claimant {
        let host = rustix::system::uname();
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Claimant {
            host: host.nodename().to_string_lossy().replace(['@', '/'], "-"),
            process: std::process::id(),
            since: since.map_or(0, |since| since.as_secs()),
        }
    }

    /// Returns the worker of a draft, from the part of its name after the part's name.
    pub fn of_draft(left: &str) -> Option<Claimant> {
        let (host, left) = left.split_once('@')?;
        let (process, _) = left.split_once('@')?;
        Some(Claimant {
            host: host.to_string(),
            process: process.parse().ok()?,
            since: 0,
        })
    }

    /// Returns false if its process is known to have ended. A process on another machine may be
    /// alive.
    pub fn may_be_alive(&self) -> bool {
        use rustix::process::{Pid, test_kill_process};
        if self.host != Claimant::us().host {
            return true;
        }
        let process = i32::try_from(self.process).ok().and_then(Pid::from_raw);
        let is_gone = |process| test_kill_process(process) == Err(rustix::io::Errno::SRCH);
        !process.is_none_or(is_gone)
    }
}

/// A claim of this process, which ends with this value.
#[derive(Debug)]
pub struct Claim(PathBuf);

impl Drop for Claim {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests;
