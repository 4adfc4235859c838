//! Claims of parts: a file that a worker creates atomically, and removes at its end.
//!
//! ```
//! use knightsat_cluster::claim::{claim, claimant};
//!
//! let home = tempfile::tempdir()?;
//! let path = home.path().join("7");
//! let ours = claim(&path)?.expect("nobody else is there");
//! assert_eq!(claimant(&path).map(|who| who.process), Some(std::process::id()));
//! drop(ours);
//! assert!(claimant(&path).is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{PartsError, Result, read_json};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The most bytes of a claim.
const LARGEST: u64 = 1 << 16;

/// The worker that has claimed a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claimant {
    /// The name of its machine.
    pub host: String,
    /// Its process there.
    pub process: u32,
    /// The time of the claim, in seconds of Unix time.
    pub since: u64,
}

/// Returns the worker that has claimed this, unless its process is known to have ended.
pub fn claimant(path: &Path) -> Option<Claimant> {
    // A claim that is still being written is incomplete, and does not count yet.
    let claimant: Claimant = read_json(path, (LARGEST, "any claim"), "a claim").ok()?;
    claimant.may_be_alive().then_some(claimant)
}

/// Claims this; returns the claimant if another worker has claimed it.
pub fn claim(path: &Path) -> Result<Result<Claim, Claimant>> {
    let io = || PartsError::io(path);
    loop {
        match File::create_new(path) {
            Ok(mut file) => {
                let claim = Claim(path.to_path_buf());
                let text = serde_json::to_string(&Claimant::us()).expect("it is JSON");
                file.write_all((text + "\n").as_bytes()).map_err(io())?;
                return Ok(Ok(claim));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(io()(error)),
        }
        if let Some(claimant) = claimant(path) {
            return Ok(Err(claimant));
        }
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(io()(error)),
            _ => {}
        }
    }
}

impl Claimant {
    /// Describes this process.
    pub fn us() -> Claimant {
        let host = rustix::system::uname();
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Claimant {
            host: host.nodename().to_string_lossy().replace(['@', '/'], "-"),
            process: std::process::id(),
            since: since.map_or(0, |since| since.as_secs()),
        }
    }

    /// Returns the worker of a draft, from the part of its name after the part's name.
    pub fn of_draft(left: &str) -> Option<Claimant> {
        let (host, left) = left.split_once('@')?;
        let (process, _) = left.split_once('@')?;
        Some(Claimant {
            host: host.to_string(),
            process: process.parse().ok()?,
            since: 0,
        })
    }

    /// Returns false if its process is known to have ended. A process on another machine may be
    /// alive.
    pub fn may_be_alive(&self) -> bool {
        use rustix::process::{Pid, test_kill_process};
        if self.host != Claimant::us().host {
            return true;
        }
        let process = i32::try_from(self.process).ok().and_then(Pid::from_raw);
        let is_gone = |process| test_kill_process(process) == Err(rustix::io::Errno::SRCH);
        !process.is_none_or(is_gone)
    }
}

/// A claim of this process, which ends with this value.
#[derive(Debug)]
pub struct Claim(PathBuf);

impl Drop for Claim {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
