//! A new folder of parts, and what is said of it.

use crate::cli::shared::note::note;
use crate::cli::shared::output::Folder as Draft;
use anyhow::Result;
use knightsat::parts::PartsError;
use knightsat::parts::folder::{Folder, Manifest};
use knightsat::parts::jobs::{self, JOBS, SBATCH, Worker};
use std::path::Path;

/// Makes the folder with all that runs its parts; `add` puts what else there is into it, under the name
/// that it has for now. It appears whole or not at all.
pub fn lay_out(
    path: &Path,
    manifest: Manifest,
    add: impl FnOnce(&Path) -> Result<(), PartsError>,
) -> Result<()> {
    let draft = Draft::open(path)?;
    let worker = Worker::new(&jobs::called(), path)?;
    let parts = manifest.parts;
    Folder::create(draft.path(), manifest)?;
    add(draft.path())?;
    jobs::write(draft.path(), &worker, parts)?;
    draft.finish()?;
    let folder = path.display();
    note(format_args!(
        "{parts} parts in {folder}: run {folder}/{JOBS} or {folder}/{SBATCH}, then knightsat join {folder}"
    ));
    Ok(())
}
