//! A folder that is written.

use super::temporary;
use crate::cli::shared::{destination, path};
use anyhow::{Context, Result, ensure};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder that appears whole or not at all: a temporary one beside the target until it is finished.
pub struct Folder {
    folder: TempDir,
    target: PathBuf,
}

impl Folder {
    /// Opens a folder that is to be at `path`, where nothing may be but an empty folder.
    pub fn open(path: &Path) -> Result<Folder> {
        let context = || path.display().to_string();
        ensure!(
            !path::is_stream(path),
            "-: a folder is written, and standard output is none: name a folder, or write ./-"
        );
        let target = destination::folder(path).map_err(|error| path::told(path, error))?;
        if target.exists() {
            let mut entries = fs::read_dir(&target).with_context(context)?;
            let is_empty = entries.next().is_none();
            ensure!(
                is_empty,
                "{}: the folder is not empty: name one that is not there yet",
                context()
            );
        }
        let folder = temporary(&target, |builder, parent| {
            builder
                .permissions(Permissions::from_mode(0o777))
                .tempdir_in(parent)
        });
        let folder = folder.map_err(|error| path::told(path, error))?;
        Ok(Folder { folder, target })
    }

    /// Where to write for now.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Gives the finished folder its name.
    pub fn finish(self) -> Result<()> {
        let context = || self.target.display().to_string();
        fs::rename(self.folder.path(), &self.target).with_context(context)?;
        // What has been renamed is not to be removed.
        let _ = self.folder.keep();
        Ok(())
    }
}
