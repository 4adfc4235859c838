//! A new folder of parts, and what is said of it.

use crate::cli::shared::output::{self, Folder as Draft};
use anyhow::Result;
use knightsat::base::plural::counted;
use knightsat::cluster::jobs::{self, JOBS, SBATCH, Worker};
use std::path::Path;

/// A folder that is written under another name than that which it is going to have.
pub struct NewFolder<'p> {
    draft: Draft,
    worker: Worker,
    path: &'p Path,
}

impl<'p> NewFolder<'p> {
    /// Opens one that is to be at `path`, where nothing may be but an empty folder.
    pub fn open(path: &'p Path) -> Result<NewFolder<'p>> {
        Ok(NewFolder {
            draft: Draft::open(path)?,
            worker: Worker::new(&jobs::called(), path)?,
            path,
        })
    }

    /// Where to write for now.
    pub fn draft(&self) -> &Path {
        self.draft.path()
    }

    /// Writes what runs so many parts, gives the folder its name, and says what there is to do.
    pub fn finish(self, parts: u32, what: &str) -> Result<()> {
        jobs::write(self.draft.path(), &self.worker, parts)?;
        self.draft.finish()?;
        let folder = self.path.display();
        let parts = counted(parts, "part");
        output::print(&format!(
            "{parts} to do{what}; run {folder}/{JOBS} or {folder}/{SBATCH}, then knightsat join {folder}\n"
        ))
    }
}
