//! A part of a folder: its claim and its result.
//!
//! A result is made in a draft, a folder of its own, which becomes the part's folder atomically. If
//! the part already has a result, the draft is removed. So a worker can be killed at any instant,
//! and of two workers on one part only one loses its work.
//!
//! ```
//! use knightsat_cluster::folder::{CountMethod, Folder, Manifest, PartName, Task};
//! use std::collections::BTreeMap;
//!
//! let task = Task::Count { comments: Vec::new(), method: CountMethod::Search };
//! let home = tempfile::tempdir()?;
//! let folder = Folder::create(home.path(), Manifest::new(task, 8))?;
//! let part = folder.part(PartName::new(3))?;
//! let result = BTreeMap::from([("tours".to_string(), 12)]);
//! assert!(part.draft()?.finish(&result)?);
//! assert!(!part.draft()?.finish(&result)?);
//! assert_eq!(part.result()?, Some(result));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::claim::{self, Claim, Claimant};
use super::folder::{CLAIMS, DRAFTS, Folder, PARTS, PartName};
use super::{PartsError, Result, draft_in, read_json, write_file};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The result in a part's folder.
pub const RESULT: &str = "result.json";
/// The most bytes of a result, which may contain a tour of a large board.
const LARGEST: u64 = 1 << 30;

/// A part of a folder.
#[derive(Clone, Debug)]
pub struct Part<'f> {
    folder: &'f Folder,
    name: PartName,
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
        let parts = self.manifest().parts;
        match name.first() <= parts {
            true => Ok(Part { folder: self, name }),
            false => Err(PartsError::Wrong(format!(
                "there is no part {name}: the parts are 1 to {parts}"
            ))),
        }
    }

    /// Returns the original parts, in order.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        (1..=self.manifest().parts).map(|number| Part {
            folder: self,
            name: PartName::new(number),
        })
    }
}

impl<'f> Part<'f> {
    /// Returns its name.
    pub fn name(&self) -> &PartName {
        &self.name
    }

    /// Returns the path of its result, which need not exist yet.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join(PARTS).join(self.name.to_string())
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
        let other = match (record.folder == self.folder.manifest().id, record.part) {
            (false, _) => "another folder".to_string(),
            (true, part) if part != self.name.to_string() => format!("part {part}"),
            _ => return Ok(Some(record.result)),
        };
        let message = format!("part {} is the result of {other}", self.name);
        Err(PartsError::wrong(&file, message))
    }

    /// Returns an error about its result.
    pub(super) fn wrong(&self, message: impl Display) -> PartsError {
        PartsError::wrong(&self.path(), format!("part {} {message}", self.name))
    }

    /// Fails with this message about its result unless the condition holds.
    pub(super) fn ensure(&self, is_right: bool, message: impl Display) -> Result<()> {
        match is_right {
            true => Ok(()),
            false => Err(self.wrong(message)),
        }
    }

    fn claim_path(&self) -> PathBuf {
        self.folder.path().join(CLAIMS).join(self.name.to_string())
    }

    /// Returns the worker on this part, unless its process is known to have ended.
    pub fn claimant(&self) -> Option<Claimant> {
        claim::claimant(&self.claim_path())
    }

    /// Claims the part for this process; returns the claimant if another worker has claimed it.
    pub fn claim(&self) -> Result<Result<Claim, Claimant>> {
        claim::claim(&self.claim_path())
    }

    /// Makes a temporary folder for its result. Removes the drafts of killed workers.
    pub fn draft(&self) -> Result<Draft<'f>> {
        let drafts = self.folder.path().join(DRAFTS);
        let begin = format!("{}@", self.name);
        let us = Claimant::us();
        for entry in fs::read_dir(&drafts).map_err(PartsError::io(&drafts))? {
            let entry = entry.map_err(PartsError::io(&drafts))?;
            let name = entry.file_name();
            let left = name.to_str().and_then(|name| name.strip_prefix(&begin));
            let theirs = left.and_then(Claimant::of_draft);
            if theirs.is_some_and(|theirs| !theirs.may_be_alive()) {
                // Another worker may have removed it already.
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        let prefix = format!("{begin}{}@{}@", us.host, us.process);
        Ok(Draft {
            part: self.clone(),
            folder: draft_in(&drafts, &prefix)?,
        })
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
            folder: self.part.folder.manifest().id.clone(),
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

#[cfg(test)]
mod tests {
    use super::super::folder::{CountMethod, Manifest, Task};
    use super::*;

    fn folder(path: &Path, name: &str) -> Folder {
        let task = Task::Count {
            comments: vec![name.to_string()],
            method: CountMethod::Search,
        };
        Folder::create(path, Manifest::new(task, 2)).unwrap()
    }

    #[test]
    fn the_first_result_stays() {
        let path = tempfile::tempdir().unwrap();
        let folder = folder(path.path(), "a");
        let part = folder.part(PartName::new(1)).unwrap();
        let (one, other) = (part.draft().unwrap(), part.draft().unwrap());
        fs::write(one.path().join("proof"), "one").unwrap();
        assert!(!part.is_done());
        let result = |value: u32| std::collections::BTreeMap::from([("value", value)]);
        assert!(one.finish(&result(1)).unwrap());
        assert!(!other.finish(&result(2)).unwrap());
        let found: std::collections::BTreeMap<String, u32> = part.result().unwrap().unwrap();
        assert_eq!(found["value"], 1);
        assert_eq!(
            fs::read_to_string(part.path().join("proof")).unwrap(),
            "one"
        );
        let entries = |name| fs::read_dir(path.path().join(name)).unwrap().count();
        assert_eq!((entries(PARTS), entries(DRAFTS)), (1, 0));
        assert!(folder.part(PartName::new(3)).is_err());
    }

    #[test]
    fn a_part_that_has_lost_its_result_is_done_again() {
        let path = tempfile::tempdir().unwrap();
        let folder = folder(path.path(), "a");
        let part = folder.part(PartName::new(1)).unwrap();
        let result = std::collections::BTreeMap::from([("value", 1)]);
        for proof in ["one", "two"] {
            let draft = part.draft().unwrap();
            fs::write(draft.path().join("proof"), proof).unwrap();
            assert!(draft.finish(&result).unwrap());
            let kept = fs::read_to_string(part.path().join("proof")).unwrap();
            assert_eq!(kept, proof);
            fs::remove_file(part.path().join(RESULT)).unwrap();
        }
        let drafts = fs::read_dir(path.path().join(DRAFTS)).unwrap();
        assert_eq!(drafts.count(), 0);
    }

    #[test]
    fn results_of_others_are_refused_by_name() {
        let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (folder, other) = (folder(here.path(), "a"), folder(there.path(), "b"));
        let empty = std::collections::BTreeMap::<String, u32>::new();
        for folder in [&folder, &other] {
            let part = folder.part(PartName::new(1)).unwrap();
            part.draft().unwrap().finish(&empty).unwrap();
        }
        let second = folder.part(PartName::new(2)).unwrap();
        let told = |part: &Part| {
            let error = part.result::<serde_json::Value>().unwrap_err();
            error.to_string()
        };
        let copy = |from: &Folder| {
            let from = from.part(PartName::new(1)).unwrap().path().join(RESULT);
            let _ = fs::create_dir(second.path());
            fs::copy(from, second.path().join(RESULT)).unwrap();
        };
        copy(&folder);
        assert!(told(&second).ends_with("part 2 is the result of part 1"));
        copy(&other);
        assert!(told(&second).ends_with("part 2 is the result of another folder"));
    }

    #[test]
    fn a_claim_of_the_dead_is_none() {
        let path = tempfile::tempdir().unwrap();
        let folder = folder(path.path(), "a");
        let part = folder.part(PartName::new(1)).unwrap();
        let claim = part.claim().unwrap().unwrap();
        assert_eq!(
            part.claim().unwrap().unwrap_err().process,
            std::process::id()
        );
        drop(claim);
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        let dead = Claimant {
            process: child.id(),
            ..Claimant::us()
        };
        fs::write(part.claim_path(), serde_json::to_string(&dead).unwrap()).unwrap();
        let draft = format!("1@{}@{}@x", dead.host, dead.process);
        fs::create_dir(path.path().join(DRAFTS).join(&draft)).unwrap();
        assert!(part.claimant().is_none());
        drop(part.claim().unwrap().unwrap());
        part.draft().unwrap();
        assert!(!path.path().join(DRAFTS).join(draft).exists());
    }
}
