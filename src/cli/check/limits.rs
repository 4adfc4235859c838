//! Which formulas are too large to be checked.

use super::Args;
use crate::cli::shared::problem::TooLarge;
use anyhow::{Context, Result, bail};
use knightsat::check;
use knightsat::cnf::limits;
use knightsat::cnf::sink::Size;

impl Args {
    /// Refuses a formula that is too large to be looked at from all sides in the memory that there is; returns
    /// the share of that memory that the check takes.
    pub fn held(&self, what: &str, size: Size) -> Result<f64> {
        const GB: u64 = 1_000_000_000;
        const MOST: u64 = 4 * GB;
        limits::accepts("varisat", size).with_context(|| TooLarge(what.to_string()))?;
        let (bytes, clauses) = (check::bytes(size), size.clauses);
        let (most, advice) = match self.memory.bytes() {
            Some(most) => (most, "that --memory allows"),
            None => (MOST, "that are tried without --memory"),
        };
        if bytes <= most {
            return Ok(bytes as f64 / most as f64);
        }
        let (needed, most) = (bytes as f64 / GB as f64, most as f64 / GB as f64);
        bail!(TooLarge(format!(
            "{what}: the formula has {clauses} clauses, and its check would take about {needed:.1} GB \
             of memory, more than the {most:.1} GB {advice}: check a smaller board"
        )))
    }
}
