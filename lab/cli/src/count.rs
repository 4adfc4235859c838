//! The command `count` of the lab: that of the core, and a folder of parts for many machines.

use crate::split::write_folder;
use anyhow::{Result, bail};
use knightsat::cli::count::report::Tally;
use knightsat::cli::count::{Args, Method};
use knightsat::cli::shared::number::within;
use knightsat::cli::shared::report::Exit;
use knightsat::prelude::{FormulaSpec, Stop};
use knightsat_cluster::counts::{self, Total};
use knightsat_tour::table::Backend;
use std::path::{Path, PathBuf};

// Help begins with that of the command of the core.
#[derive(Debug, clap::Args)]
pub struct CountArgs {
    #[command(flatten)]
    count: Args,
    /// Write a folder of this many parts for many machines
    ///
    /// Use work for the parts, and join for the number. Parts by --method search take about as long
    /// together as the whole. By --method frontier, a part is a side of the sweep for each of
    /// --primes, whatever N is. See lab/docs/clusters.md.
    #[arg(long, value_name = "N", requires = "output", conflicts_with_all = ["limit", "enumerate", "format", "scratch"], value_parser = |text: &str| within(text, 1_u32..=1_000_000), help_heading = "Count")]
    split: Option<u32>,
    /// The folder to write; it must be empty or not exist yet
    #[arg(
        short,
        long,
        value_name = "DIR",
        requires = "split",
        help_heading = "Count"
    )]
    output: Option<PathBuf>,
}

impl CountArgs {
    pub fn run(self) -> Result<Exit> {
        let (Some(parts), Some(output)) = (self.split, &self.output) else {
            return self.count.run();
        };
        let stop = self.count.stop()?;
        let (spec, method, primes) = self.count.request(&stop)?;
        split(output, &spec, (method, &primes), parts, &stop)
    }
}

/// Makes a folder with approximately this number of parts, or with those of a sweep.
fn split(
    path: &Path,
    spec: &FormulaSpec,
    (method, primes): (Method, &[u64]),
    parts: u32,
    stop: &Stop,
) -> Result<Exit> {
    if method == Method::Enumerate {
        bail!("--split counts by --method frontier or search");
    }
    if method != Method::Search {
        spec.tour.reductions(&spec.place, Backend::FrontierParts)?;
    }
    write_folder(path, spec, stop, |draft| match method {
        Method::Frontier => counts::split_sweep(draft, spec, primes, stop),
        _ => counts::split(draft, spec, parts, stop),
    })
}

/// Returns the sum of parts as a count.
pub fn tally(total: &Total) -> Tally {
    let unfinished = || "parts are left to do".into();
    match &total.count {
        Some(count) => count.clone().into(),
        None => Tally {
            count: total.tours.clone(),
            is_complete: total.left == 0,
            unfinished: (total.left > 0).then(unfinished),
            ..Tally::default()
        },
    }
}
