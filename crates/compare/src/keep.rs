//! Formulas that are kept, under names that say what they are.
//!
//! ```
//! use knightsat_compare::keep::Keep;
//!
//! let folder = std::env::temp_dir().join(format!("knightsat-keep-{}", std::process::id()));
//! Keep::open(&folder)?;
//! assert!(folder.is_dir());
//! std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::row::Run;
use std::collections::HashSet;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A folder for formulas.
#[derive(Debug)]
pub struct Keep {
    folder: PathBuf,
    /// Names of what has been kept.
    done: Mutex<HashSet<String>>,
}

impl Keep {
    /// Makes the folder if it is not there.
    pub fn open(folder: &Path) -> io::Result<Keep> {
        fs::create_dir_all(folder)?;
        Ok(Keep {
            folder: folder.to_path_buf(),
            done: Mutex::default(),
        })
    }

    /// Whether the formula of this run is still to be kept.
    pub fn wants(&self, run: &Run) -> bool {
        let done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        !done.contains(&name(run))
    }

    /// Keeps the formula in `file`, whole or not at all.
    pub fn keep(&self, run: &Run, file: &Path) -> io::Result<()> {
        let name = name(run);
        let mut kept = tempfile::Builder::new()
            .prefix(".knightsat-")
            .permissions(Permissions::from_mode(0o666))
            .tempfile_in(&self.folder)?;
        io::copy(&mut File::open(file)?, kept.as_file_mut())?;
        kept.persist(self.folder.join(&name))?;
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        done.insert(name);
        Ok(())
    }
}

/// What the formula of a run is called: what is asked for, the encoding and the shuffle. A board that is
/// drawn in a file, and a graph, have their checksums too, since files change.
fn name(run: &Run) -> String {
    let mut words = vec![run.board.clone()];
    let is_size = |byte: u8| byte.is_ascii_digit() || byte == b'x';
    if !run.board.bytes().all(is_size) {
        words.push(run.place.clone());
    }
    words.extend([run.asked.to_string(), run.encoding.clone()]);
    words.extend((run.amo != super::method::NO_AMO).then(|| run.amo.clone()));
    words.extend(run.formula.clone());
    words.push(format!("shuffle{}", run.shuffle));
    let plain = |c: char| match c {
        c if c.is_ascii_alphanumeric() || ".,+".contains(c) => c,
        _ => '-',
    };
    let name: String = words.join("-").chars().map(plain).collect();
    format!("{}.cnf", name.trim_start_matches(['-', '.']))
}
