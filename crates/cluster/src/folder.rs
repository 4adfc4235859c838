//! The folder of a split problem.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `split.json` | what is split, how, and into how many parts |
//! | `cubes.txt` | literals that make a part of the whole, a part a line |
//! | `formula.cnf`, `cubes.icnf` | the same for others, where there is a formula |
//! | `foreign.cnf` | a formula of others that is compared |
//! | `jobs.txt`, `job.sbatch`, `mallob/` | what runs the parts |
//! | `parts/K/` | part K once it is done: `result.json`, and its proof |
//! | `claims/K` | who is at part K |
//! | `drafts/` | results that are being made |
//! | `again/K.txt` | the parts of part K, which was split again, as in `cubes.txt` |
//!
//! Nothing but those of the last four lines changes after the folder has been written, and each of them
//! appears in one step.
//!
//! ```
//! use knightsat_cluster::folder::{CountMethod, Folder, Manifest, Task};
//!
//! let task = Task::Count {
//!     comments: vec!["knightsat board = '5x5'".into()],
//!     method: CountMethod::Search,
//! };
//! let home = tempfile::tempdir()?;
//! Folder::create(home.path(), Manifest::new(task, 8))?;
//! let folder = Folder::open(home.path())?;
//! assert_eq!(folder.manifest().parts, 8);
//! assert_eq!(folder.spec()?.place.to_string(), "5x5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::comparison::Comparison;
use super::error::{PartsError, read_text};
use knightsat_base::checksum::Checksum;
use knightsat_base::json;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// What is split, and into how many parts.
pub const MANIFEST: &str = "split.json";
/// Parts that are done.
pub const PARTS: &str = "parts";
/// Who is at a part.
pub const CLAIMS: &str = "claims";
/// Results that are being made: a folder of their own, which stays small however many are done.
pub const DRAFTS: &str = "drafts";
/// Parts of parts.
pub const AGAIN: &str = "again";

/// The version of the layout.
const VERSION: u32 = 1;
/// Bytes of a manifest: graphs are written out in it.
const LARGEST: u64 = 1 << 28;

/// What is split, and how each part is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Task {
    /// One formula, whose models are tours.
    Formula {
        /// The problem and the style, see
        /// [`FormulaSpec::comments`](knightsat_encoding::formula_spec::FormulaSpec::comments).
        comments: Vec<String>,
        /// Who solves.
        solver: String,
        /// Whether refutations come with proofs.
        proof: bool,
        /// Checksum of the clauses.
        clauses: String,
    },
    /// The lazy engine, whose formula grows with its cuts.
    Lazy {
        /// The problem.
        comments: Vec<String>,
        /// Who refutes, where there is a proof.
        solver: String,
        /// Whether refutations come with proofs.
        proof: bool,
    },
    /// The number of tours.
    Count {
        /// The problem.
        comments: Vec<String>,
        /// How they are counted.
        method: CountMethod,
    },
    /// The runs of a comparison.
    Compare {
        /// Which.
        comparison: Box<Comparison>,
    },
}

/// How the tours of a part are counted: each without any encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CountMethod {
    /// By dynamic programming.
    Frontier,
    /// By depth-first search.
    Search,
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
    /// How many parts there are.
    pub parts: u32,
    /// What is split.
    pub task: Task,
}

impl Manifest {
    /// That this is split into so many parts.
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

/// A checksum of the task as it is written.
fn id(task: &Task) -> String {
    let mut sum = Checksum::default();
    let text = serde_json::to_string(task).expect("strings are JSON");
    sum.add(text.as_bytes());
    sum.to_string()
}

/// A folder with parts.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    manifest: Manifest,
}

impl Folder {
    /// Lays a folder out in an empty one.
    pub fn create(path: &Path, manifest: Manifest) -> Result<Folder, PartsError> {
        for folder in [PARTS, CLAIMS, DRAFTS, AGAIN] {
            let folder = path.join(folder);
            fs::create_dir(&folder).map_err(PartsError::io(&folder))?;
        }
        let text = serde_json::to_string_pretty(&manifest).expect("strings are JSON") + "\n";
        let file = path.join(MANIFEST);
        fs::write(&file, text).map_err(PartsError::io(&file))?;
        Ok(Folder {
            path: path.to_path_buf(),
            manifest,
        })
    }

    /// Opens a folder.
    pub fn open(path: &Path) -> Result<Folder, PartsError> {
        let file = path.join(MANIFEST);
        if !path.exists() {
            return Err(PartsError::NoFolder(path.to_path_buf()));
        }
        if !file.exists() {
            let message = format!("has no {MANIFEST}: name a folder that split has written");
            return Err(PartsError::wrong(path, message));
        }
        let text = read_text(&file, LARGEST, "any split.json")?;
        let wrong = |message: String| PartsError::wrong(&file, message);
        let manifest: Manifest = serde_json::from_str(&text).map_err(|error| {
            wrong(format!(
                "is not that of a split problem: {}",
                json::located(&error)
            ))
        })?;
        if manifest.version != VERSION {
            let found = manifest.version;
            return Err(wrong(format!("is of version {found}, expected {VERSION}")));
        }
        if manifest.id != id(&manifest.task) {
            return Err(wrong("has been changed since it was written".into()));
        }
        Ok(Folder {
            path: path.to_path_buf(),
            manifest,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is split.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }
}
