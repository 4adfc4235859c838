//! A part of a folder: who is at it, and its result.
//!
//! A result is made in a draft, a folder of its own, which takes the part's place in one step. Where that is
//! taken, the draft is thrown away: so a worker may be killed at any instant, and of two at the same part one
//! has worked in vain, no more.
//!
//! ```
//! use knightsat_cluster::folder::{CountMethod, Folder, Manifest, Task};
//! use knightsat_cluster::name::PartName;
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
use super::error::{PartsError, read_text};
use super::folder::{CLAIMS, DRAFTS, Folder, PARTS};
use super::name::PartName;
use knightsat_base::json;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The result in a part's folder.
pub const RESULT: &str = "result.json";
/// Bytes of a result: a tour of a large board is in it.
const LARGEST: u64 = 1 << 30;

/// A part of a folder.
#[derive(Clone, Debug)]
pub struct Part<'f> {
    folder: &'f Folder,
    name: PartName,
}

/// A result with what it belongs to.
#[derive(Serialize, Deserialize)]
struct Record<T> {
    folder: String,
    part: PartName,
    #[serde(flatten)]
    result: T,
}

impl Folder {
    /// A part by its name, whether or not there is such a part of a part.
    pub fn part(&self, name: PartName) -> Result<Part<'_>, PartsError> {
        let parts = self.manifest().parts;
        match name.first() <= parts {
            true => Ok(Part::new(self, name)),
            false => Err(PartsError::NoPart { name, parts }),
        }
    }

    /// The parts that were made at first, in order.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let numbers = 1..=self.manifest().parts;
        numbers.map(|number| Part::new(self, PartName::new(number)))
    }
}

impl<'f> Part<'f> {
    fn new(folder: &'f Folder, name: PartName) -> Part<'f> {
        Part { folder, name }
    }

    /// Its name.
    pub fn name(&self) -> &PartName {
        &self.name
    }

    /// Where its result is, or will be.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join(PARTS).join(self.name.to_string())
    }

    /// Whether it is done.
    pub fn is_done(&self) -> bool {
        self.path().join(RESULT).exists()
    }

    /// Its result, if it is done. Fails if that is not one of this part.
    pub fn result<T: DeserializeOwned>(&self) -> Result<Option<T>, PartsError> {
        let file = self.path().join(RESULT);
        if !file.exists() {
            return Ok(None);
        }
        let text = read_text(&file, LARGEST, "any result")?;
        let wrong = |message: String| PartsError::wrong(&file, message);
        let record: Record<T> = serde_json::from_str(&text).map_err(|error| {
            wrong(format!(
                "is not the result of a part: {}",
                json::located(&error)
            ))
        })?;
        if record.folder != self.folder.manifest().id {
            return Err(wrong(format!(
                "part {} is the result of another folder",
                self.name
            )));
        }
        if record.part != self.name {
            let other = record.part;
            return Err(wrong(format!(
                "part {} is the result of part {other}",
                self.name
            )));
        }
        Ok(Some(record.result))
    }

    fn claim_path(&self) -> PathBuf {
        self.folder.path().join(CLAIMS).join(self.name.to_string())
    }

    /// Who is at it, unless that process is known to have ended.
    pub fn claimant(&self) -> Option<Claimant> {
        claim::claimant(&self.claim_path())
    }

    /// Says that we are at it, unless somebody else is: then it says who.
    pub fn claim(&self) -> Result<Result<Claim, Claimant>, PartsError> {
        claim::claim(&self.claim_path())
    }

    /// A folder for its result, until that is finished. Removes what killed workers have left of theirs.
    pub fn draft(&self) -> Result<Draft<'f>, PartsError> {
        let drafts = self.folder.path().join(DRAFTS);
        let begin = format!("{}@", self.name);
        let us = Claimant::us();
        for entry in fs::read_dir(&drafts).map_err(PartsError::io(&drafts))? {
            let entry = entry.map_err(PartsError::io(&drafts))?;
            let name = entry.file_name();
            let left = name.to_str().and_then(|name| name.strip_prefix(&begin));
            let theirs = left.and_then(Claimant::of_draft);
            if theirs.is_some_and(|theirs| !theirs.may_be_alive()) {
                // It may be gone by now.
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        let folder = tempfile::Builder::new()
            .prefix(&format!("{begin}{}@{}@", us.host, us.process))
            .permissions(Permissions::from_mode(0o777))
            .tempdir_in(&drafts);
        Ok(Draft {
            part: self.clone(),
            folder: folder.map_err(PartsError::io(&drafts))?,
        })
    }
}

/// The result of a part while it is made.
#[derive(Debug)]
pub struct Draft<'f> {
    part: Part<'f>,
    folder: TempDir,
}

impl Draft<'_> {
    /// Where to write what goes with the result.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Makes this the result of the part, unless it has one already: whether it is ours.
    pub fn finish<T: Serialize>(self, result: &T) -> Result<bool, PartsError> {
        let record = Record {
            folder: self.part.folder.manifest().id.clone(),
            part: self.part.name.clone(),
            result,
        };
        let text = serde_json::to_string(&record).expect("results are JSON") + "\n";
        let path = self.folder.path().join(RESULT);
        let written = File::create(&path).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        written.map_err(PartsError::io(&path))?;
        let target = self.part.path();
        let mut renamed = fs::rename(self.folder.path(), &target);
        if renamed.is_err() && !self.part.is_done() {
            // What is there has lost its result: it is removed with this draft.
            let aside = self.part.draft()?;
            let _ = fs::rename(&target, aside.path().join("lost"));
            renamed = fs::rename(self.folder.path(), &target);
        }
        match renamed {
            Ok(()) => {
                // What has been renamed is not to be removed.
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
