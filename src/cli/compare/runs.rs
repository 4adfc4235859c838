//! By whom, how often and within which limits.

use crate::cli::shared::time;
use anyhow::{Result, ensure};
use knightsat::compare::field::RunLimits;

/// The runs.
#[derive(Debug, clap::Args)]
pub struct RunArgs {
    /// Solvers, with commas, see solve
    ///
    /// A command with {cnf} takes a --solver option of its own.
    #[arg(
        long,
        value_name = "NAMES",
        default_value = "varisat",
        help_heading = "Runs"
    )]
    pub solver: Vec<String>,
    /// Runs of each, all but the first shuffled
    ///
    /// Each with a different seed.
    #[arg(long, value_name = "K", default_value_t = 1, help_heading = "Runs", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub shuffles: u64,
    /// CPU seconds for a solver
    ///
    /// By the clock it may take four times as long.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 60.0,
        help_heading = "Runs",
        allow_negative_numbers = true
    )]
    timeout: f64,
    /// Address space of a run in MB of 1024² bytes
    ///
    /// At least 128.
    #[arg(long, value_name = "MB", help_heading = "Runs", value_parser = clap::value_parser!(u64).range(128..=1 << 30))]
    memory: Option<u64>,
    /// How many runs at a time
    ///
    /// More than there are cores would slow each other down.
    #[arg(long, value_name = "J", default_value_t = 1, help_heading = "Runs", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
}

impl RunArgs {
    /// The limits of each run.
    pub fn limits(&self) -> Result<RunLimits> {
        const LONGEST: f64 = 1e8;
        let timeout = self.timeout;
        ensure!(
            timeout > 0.0 && timeout <= LONGEST,
            "{}: write a number of seconds above 0, at most 1e8",
            time::option(timeout)
        );
        Ok(RunLimits {
            timeout,
            memory_mb: self.memory,
        })
    }
}
