//! The folder of a split problem.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `split.json` | what is split, how, and into how many parts |
//! | `cubes.txt` | literals that make a part of the whole, a part a line |
//! | `formula.cnf`, `cubes.icnf` | the same for others, where there is a formula |
//! | `foreign.cnf` | a formula of others that is compared |
//! | `jobs.txt`, `job.sbatch` | what runs the parts |
//! | `parts/K/` | part K once it is done: `result.json`, and its proof |
//! | `states/` | the states of a sweep, once its parts have begun |
//! | `claims/K` | who is at part K |
//! | `drafts/` | results that are being made |
//! | `again/K.txt` | the parts of part K, which was split again, as in `cubes.txt` |
//!
//! Only the files of the last five lines change after the folder has been written, and each but the
//! states appears atomically.
//!
//! ```
//! use knightsat_cluster::folder::{Folder, Manifest, PartName, Task};
//!
//! let task = Task::Count {
//!     comments: vec!["knightsat board = '5x5'".into()],
//! };
//! let home = tempfile::tempdir()?;
//! Folder::create(home.path(), Manifest::new(task, 8))?;
//! let folder = Folder::open(home.path())?;
//! assert_eq!(folder.manifest.parts, 8);
//! assert_eq!(folder.spec()?.place.to_string(), "5x5");
//!
//! let part: PartName = "7.2".parse()?;
//! assert_eq!(part, PartName::new(7).child(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::comparison::Comparison;
use super::{PartsError, Result, ensure, read_json, write_json};
use crate::base::text::Checksum;
use crate::prelude::*;
use std::fmt;
use std::str::FromStr;

/// The name of the manifest: the task, and the number of parts.
pub const MANIFEST: &str = "split.json";
/// The folder of finished parts.
pub const PARTS: &str = "parts";
/// The folder of claims.
pub const CLAIMS: &str = "claims";
/// The folder of results in progress. It is separate, so that it stays small.
pub const DRAFTS: &str = "drafts";
/// The folder of parts of parts.
pub const AGAIN: &str = "again";

/// The version of the layout.
const VERSION: u32 = 1;
/// The most bytes of a manifest, which may contain graphs.
const LARGEST: u64 = 1 << 28;

/// The search for a tour, or the refutation, in each part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Refuting {
    /// The problem and the style, see [`FormulaSpec::comments`].
    pub comments: Vec<String>,
    /// The solver; with the lazy engine, that for refutations with proofs.
    pub solver: String,
    /// True if refutations need proofs.
    pub proof: bool,
}

/// The task of a folder, and the way in which each part is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Task {
    /// One formula, whose models are tours.
    Formula {
        /// The problem, the style and the solver.
        #[serde(flatten)]
        search: Refuting,
        /// Checksum of the clauses.
        clauses: String,
    },
    /// The lazy engine, whose formula grows with its cuts.
    Lazy(Refuting),
    /// The number of tours, by depth-first search.
    Count {
        /// The problem.
        comments: Vec<String>,
    },
    /// The number of tours, by the frontier method: a part is a side of the sweep in one ring.
    Sweep {
        /// The problem.
        comments: Vec<String>,
        /// The moduli; without any the count is exact.
        primes: Vec<u64>,
    },
    /// The runs of a comparison.
    Compare {
        /// The comparison.
        comparison: Box<Comparison>,
    },
}

impl Task {
    /// Returns the problem, and the style of a formula; empty for a comparison.
    pub(super) fn comments(&self) -> &[String] {
        match self {
            Task::Formula { search, .. } | Task::Lazy(search) => &search.comments,
            Task::Count { comments } | Task::Sweep { comments, .. } => comments,
            Task::Compare { .. } => &[],
        }
    }

    /// Returns the solver by name, and whether its refutations need proofs.
    pub(super) fn solver(&self) -> (&str, bool) {
        match self {
            Task::Formula { search, .. } | Task::Lazy(search) => (&search.solver, search.proof),
            _ => ("varisat", false),
        }
    }
}

/// The contents of [`MANIFEST`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the layout.
    version: u32,
    /// The program that wrote it.
    pub program: String,
    /// Checksum of the task, which results repeat.
    pub id: String,
    /// The number of parts.
    pub parts: u32,
    /// The task.
    pub task: Task,
}

impl Manifest {
    /// Describes a task with this number of parts.
    pub fn new(task: Task, parts: u32) -> Manifest {
        Manifest {
            version: VERSION,
            program: format!("knightsat {}", env!("CARGO_PKG_VERSION")),
            id: id(&task),
            parts,
            task,
        }
    }
}

/// Returns a checksum of the serialized task.
fn id(task: &Task) -> String {
    let mut sum = Checksum::default();
    let text = serde_json::to_string(task).expect("strings are JSON");
    sum.add(text.as_bytes());
    sum.to_string()
}

/// A folder with parts.
#[derive(Debug)]
pub struct Folder {
    /// Its path.
    pub path: PathBuf,
    /// The task and the number of parts.
    pub manifest: Manifest,
}

impl Folder {
    /// Makes the folder in an empty one.
    pub fn create(path: &Path, manifest: Manifest) -> Result<Folder> {
        for folder in [PARTS, CLAIMS, DRAFTS, AGAIN] {
            let folder = path.join(folder);
            fs::create_dir(&folder).map_err(PartsError::io(&folder))?;
        }
        write_json(&path.join(MANIFEST), &manifest)?;
        let path = path.to_path_buf();
        Ok(Folder { path, manifest })
    }

    /// Opens a folder.
    pub fn open(path: &Path) -> Result<Folder> {
        let file = path.join(MANIFEST);
        if !path.exists() {
            let message = format!("{}: no such folder", path.display());
            return Err(PartsError::Wrong(message));
        }
        let message = format!("has no {MANIFEST}: name a folder that split has written");
        ensure(file.exists(), path, message)?;
        let limit = (LARGEST, "any split.json");
        let manifest: Manifest = read_json(&file, limit, "that of a split problem")?;
        let message = format!("is of version {}, expected {VERSION}", manifest.version);
        ensure(manifest.version == VERSION, &file, message)?;
        let is_unchanged = manifest.id == id(&manifest.task);
        ensure(is_unchanged, &file, "has been changed since it was written")?;
        let path = path.to_path_buf();
        Ok(Folder { path, manifest })
    }
}

/// The name of a part: `7`, or `7.2` for the second part of the seventh part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartName(Vec<u32>);

impl PartName {
    /// Returns the part with this number, from 1.
    pub fn new(number: u32) -> PartName {
        PartName(vec![number])
    }

    /// Returns the part of this part with this number, from 1.
    pub fn child(&self, number: u32) -> PartName {
        let numbers = self.0.iter().copied().chain([number]);
        PartName(numbers.collect())
    }

    /// Returns true if it is this part, or a part of it.
    pub fn is_within(&self, part: &PartName) -> bool {
        self.0.starts_with(&part.0)
    }

    /// Returns the number of the top-level part that contains it.
    pub fn first(&self) -> u32 {
        self.0[0]
    }
}

impl fmt::Display for PartName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(u32::to_string).collect();
        f.write_str(&numbers.join("."))
    }
}

impl FromStr for PartName {
    type Err = PartsError;

    fn from_str(text: &str) -> Result<PartName> {
        let number = |word: &str| {
            let number: u32 = word.parse().ok()?;
            (number > 0 && number.to_string() == word).then_some(number)
        };
        let numbers: Option<Vec<u32>> = text.split('.').map(number).collect();
        let numbers = numbers.ok_or_else(|| {
            let advice = "write a number, such as 7, or 7.2 for a part of it";
            PartsError::Wrong(format!("'{text}' is not the name of a part: {advice}"))
        });
        numbers.map(PartName)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_in_one_way() {
        let name: PartName = "7.12".parse().unwrap();
        assert_eq!((name.to_string(), name.first()), ("7.12".to_string(), 7));
        assert_eq!(PartName::new(7).child(12), name);
        for wrong in ["", "0", "07", "+7", "7.", ".7", "7.0", "a", "../7"] {
            assert!(wrong.parse::<PartName>().is_err(), "{wrong}");
        }
    }
}
