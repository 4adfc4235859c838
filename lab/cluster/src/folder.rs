//! The folder of a split problem.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `split.json` | the problem, the task, and the literals that make each part |
//! | `parts/K/` | part K once it is done: `result.json`, and its proof |
//! | `states/` | the states of a sweep, once its parts have begun |
//! | `drafts/` | results that are being made, and their locks |
//!
//! Only the files of the last three lines change after the folder has been written. Results appear
//! atomically.
//!
//! ```
//! use knightsat_cluster::folder::{Folder, Task};
//!
//! let comments = vec![r#"knightsat board = "5x5""#.into()];
//! let home = tempfile::tempdir()?;
//! Folder::create(home.path(), comments, Task::Sweep { primes: Vec::new() }, 8, &[])?;
//! let folder = Folder::open(home.path())?;
//! assert_eq!(folder.parts().count(), 8);
//! assert_eq!(folder.spec()?.place.to_string(), "5x5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::cubes::{Cube, numbers};
use super::{PartsError, Result, ensure, read_json, write_json};
use crate::base::text::of_words;
use crate::prelude::*;

/// The name of the manifest: the task, and its parts.
pub const MANIFEST: &str = "split.json";
/// The folder of finished parts.
pub const PARTS: &str = "parts";
/// The folder of results in progress. It is separate, so that it stays small.
pub const DRAFTS: &str = "drafts";

/// The version of the layout.
const VERSION: u32 = 2;

/// The task of a folder, and the way in which each part is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Task {
    /// A tour, or refutations of all parts.
    Search {
        /// The solver; with the lazy engine, that for refutations with proofs.
        solver: String,
        /// True if refutations need proofs.
        proof: bool,
        /// The checksum of the clauses of a formula; `None` for the lazy engine, whose formula
        /// grows with its cuts.
        clauses: Option<String>,
    },
    /// The number of tours, by depth-first search.
    Count,
    /// The number of tours, by the frontier method: a part is a side of the sweep in one ring.
    Sweep {
        /// The moduli; without any the count is exact.
        primes: Vec<u64>,
    },
}

/// The contents of [`MANIFEST`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the layout.
    version: u32,
    /// The program that wrote it.
    pub program: String,
    /// Checksum of the task and its parts, which results repeat.
    pub id: String,
    /// The problem, and the style of a formula, see [`FormulaSpec::comments`].
    comments: Vec<String>,
    /// The task.
    pub task: Task,
    /// The number of parts.
    pub parts: u32,
    /// The literals that are true in each part; none in a sweep.
    cubes: Vec<Vec<i32>>,
}

impl Manifest {
    /// Returns a checksum of the task and its parts.
    fn sum(&self) -> String {
        let content = (&self.comments, &self.task, self.parts, &self.cubes);
        let text = serde_json::to_vec(&content).expect("numbers and text");
        of_words([&text[..]])
    }
}

/// A folder with parts.
#[derive(Debug)]
pub struct Folder {
    /// Its path.
    pub path: PathBuf,
    /// The task and its parts.
    pub manifest: Manifest,
    /// The literals that are true in each part; none in a sweep.
    pub cubes: Vec<Cube>,
}

impl Folder {
    /// Makes the folder of a task in an empty one, with this number of parts.
    pub fn create(
        path: &Path,
        comments: Vec<String>,
        task: Task,
        parts: u32,
        cubes: &[Cube],
    ) -> Result<()> {
        for folder in [PARTS, DRAFTS] {
            let folder = path.join(folder);
            fs::create_dir(&folder).map_err(PartsError::io(&folder))?;
        }
        let mut manifest = Manifest {
            version: VERSION,
            program: format!("knightsat {}", env!("CARGO_PKG_VERSION")),
            id: String::new(),
            comments,
            task,
            parts,
            cubes: cubes.iter().map(|cube| numbers(cube)).collect(),
        };
        manifest.id = manifest.sum();
        write_json(&path.join(MANIFEST), &manifest)
    }

    /// Opens a folder.
    pub fn open(path: &Path) -> Result<Folder> {
        let file = path.join(MANIFEST);
        let message = format!("has no {MANIFEST}: name a folder that split has written");
        ensure(file.exists(), path, message)?;
        let manifest: Manifest = read_json(&file, "that of a split problem")?;
        let message = format!("is of version {}, expected {VERSION}", manifest.version);
        ensure(manifest.version == VERSION, &file, message)?;
        let changed = "has been changed since it was written";
        ensure(manifest.id == manifest.sum(), &file, changed)?;
        let cube = |cube: &Vec<i32>| cube.iter().map(|&lit| Lit::from_dimacs(lit)).collect();
        let cubes: Option<_> = manifest.cubes.iter().map(cube).collect();
        Ok(Folder {
            path: path.to_path_buf(),
            cubes: cubes.ok_or_else(|| PartsError::wrong(&file, changed))?,
            manifest,
        })
    }

    /// Returns the problem and the style of the folder.
    pub fn spec(&self) -> Result<FormulaSpec> {
        let file = self.path.join(MANIFEST);
        let spec = FormulaSpec::from_texts(&self.manifest.comments);
        let spec = spec.map_err(|error| PartsError::wrong(&file, format!("comment {error}")))?;
        spec.ok_or_else(|| PartsError::wrong(&file, "does not describe the problem"))
    }
}
