//! Collecting in files.

use super::Fixer;
use std::io;
use std::path::Path;

impl Fixer {
    /// Collects them in temporary files without names, in `folder`.
    pub fn new(folder: &Path) -> io::Result<Fixer> {
        let file = || tempfile::tempfile_in(folder);
        Ok(Fixer::of(file()?, file()?))
    }
}
