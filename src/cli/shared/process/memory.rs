//! The limit of --memory.
//!
//! The limit is the system's own (`RLIMIT_DATA`: all memory that a process writes to). So it
//! applies to libraries in C too, at no cost, and external solvers inherit it.

use crate::cli::shared::number::within;
use anyhow::{Context, Result};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::fs;

/// Bytes of an MB.
pub const MB: u64 = 1 << 20;

/// Limit of memory.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct MemoryArgs {
    /// Use at most this many MB of memory
    ///
    /// An MB is 1024² bytes; at least 64 are needed. If the memory does not suffice, the program
    /// is aborted (signal SIGABRT). Each external solver may use as much.
    #[arg(long, value_name = "MB", value_parser = |text: &str| within(text, 64_u64..=1 << 30), help_heading = "Solver", hide_short_help = true)]
    memory: Option<u64>,
}

impl MemoryArgs {
    /// Returns the limit in bytes.
    pub fn bytes(&self) -> Option<u64> {
        self.memory.map(|memory| memory * MB)
    }

    /// Returns the limit, or this many MB if none is given.
    pub fn or(&self, memory: u64) -> MemoryArgs {
        MemoryArgs {
            memory: self.memory.or(Some(memory)),
        }
    }

    /// Enforces the limit from now on.
    pub fn keep(&self) -> Result<()> {
        let Some(bytes) = self.bytes() else {
            return Ok(());
        };
        let limit = Rlimit {
            current: Some(bytes),
            ..getrlimit(Resource::Data)
        };
        setrlimit(Resource::Data, limit).context("--memory: the memory cannot be limited here")
    }
}

/// Returns the bytes that this process may still use; `None` without a limit.
pub fn left() -> Option<u64> {
    let limit = getrlimit(Resource::Data).current?;
    Some(limit.saturating_sub(data().unwrap_or(0)))
}

/// Returns the bytes of this process that are written to (Linux).
fn data() -> Option<u64> {
    let pages = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = pages.split(' ').nth(5)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}
