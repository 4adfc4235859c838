//! Options of the frontier method.

use crate::cli::shared::memory;
use anyhow::{Result, ensure};
use knightsat::count::frontier::{Limits, Scratch, is_modulus};
use knightsat::prelude::Stop;
use std::fs;
use std::path::PathBuf;

/// Bytes of one MB.
const MB: u64 = 1 << 20;

/// Options of the frontier method.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Count")]
pub struct FrontierArgs {
    /// Count modulo these primes, separated by commas
    ///
    /// Primes below 2^63. If they cover a bound on the number of tours, the number is printed,
    /// otherwise its residues. Without this option the count is exact.
    #[arg(
        long,
        value_name = "PRIMES",
        value_delimiter = ',',
        hide_short_help = true
    )]
    primes: Vec<u64>,
    /// Keep the states in files of this folder instead of memory
    ///
    /// After an interruption, the same command continues from the last finished step.
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    scratch: Option<PathBuf>,
    /// Write at most this many MB to the folder
    #[arg(long, value_name = "MB", requires = "scratch", default_value_t = 40 << 10, hide_short_help = true)]
    scratch_limit: u64,
}

impl FrontierArgs {
    /// Returns true if an option is set.
    pub fn any(&self) -> bool {
        !self.primes.is_empty() || self.scratch.is_some()
    }

    /// Returns the limits of a count: memory is that of --memory or of the machine.
    pub fn limits(&self, stop: &Stop) -> Result<Limits> {
        for (place, prime) in self.primes.iter().enumerate() {
            ensure!(
                is_modulus(*prime),
                "--primes: {prime} is not a prime below 2^63"
            );
            ensure!(
                !self.primes[..place].contains(prime),
                "--primes: {prime} is there twice"
            );
        }
        let machine = Limits::default();
        let scratch = self.scratch.as_ref().map(|folder| {
            fs::create_dir_all(folder)?;
            Ok::<_, std::io::Error>(Scratch {
                folder: folder.clone(),
                limit: self.scratch_limit * MB,
            })
        });
        Ok(Limits {
            stop: stop.clone(),
            memory: memory::left().map_or(machine.memory, |left| left / 8 * 7),
            scratch: scratch.transpose()?,
            primes: self.primes.clone(),
            ..machine
        })
    }
}
