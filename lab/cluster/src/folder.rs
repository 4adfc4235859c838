//! The folder of a split problem.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `split.json` | what is split, how, and into how many parts |
//! | `cubes.txt` | literals that make a part of the whole, a part a line |
//! | `parts/K/` | part K once it is done: `result.json`, and its proof |
//! | `states/` | the states of a sweep, once its parts have begun |
//! | `drafts/` | results that are being made |
//!
//! Only the files of the last three lines change after the folder has been written. Results appear
//! atomically.
//!
//! ```
//! use knightsat_cluster::folder::{Folder, Manifest, Task};
//!
//! let task = Task::Count {
//!     comments: vec![r#"knightsat board = "5x5""#.into()],
//! };
//! let home = tempfile::tempdir()?;
//! Folder::create(home.path(), Manifest::new(task, 8))?;
//! let folder = Folder::open(home.path())?;
//! assert_eq!(folder.manifest.parts, 8);
//! assert_eq!(folder.spec()?.place.to_string(), "5x5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{PartsError, Result, ensure, read_json, write_json};
use crate::base::text::Checksum;
use crate::prelude::*;

/// The name of the manifest: the task, and the number of parts.
pub const MANIFEST: &str = "split.json";
/// The folder of finished parts.
pub const PARTS: &str = "parts";
/// The folder of results in progress. It is separate, so that it stays small.
pub const DRAFTS: &str = "drafts";

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
}

impl Task {
    /// Returns the problem, and the style of a formula.
    pub(super) fn comments(&self) -> &[String] {
        match self {
            Task::Formula { search, .. } | Task::Lazy(search) => &search.comments,
            Task::Count { comments } | Task::Sweep { comments, .. } => comments,
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
        for folder in [PARTS, DRAFTS] {
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
