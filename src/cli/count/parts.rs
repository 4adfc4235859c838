//! A count over many machines: the folder with its parts, and their sum.

use super::method::Method;
use super::published::what;
use super::tally::{Tally, report};
use crate::cli::shared::document::Format;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::output;
use crate::cli::shared::parts::NewFolder;
use crate::cli::shared::progress::Line;
use anyhow::{Result, bail, ensure};
use knightsat::cluster::counts::{self, Total};
use knightsat::cluster::folder::CountMethod;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::stop::Stop;
use std::path::Path;

/// Makes a folder with about so many parts.
pub fn split(
    path: &Path,
    spec: &FormulaSpec,
    method: Method,
    parts: u32,
    stop: &Stop,
) -> Result<Exit> {
    let method = match method {
        Method::Frontier => CountMethod::Frontier,
        Method::Search => CountMethod::Search,
        Method::Enumerate => bail!("--split counts by --method frontier or search"),
    };
    ensure!(
        method == CountMethod::Search || !is_beyond_frontier(spec),
        "the frontier method cannot count such tours: use --method search"
    );
    let line = Line::new("choosing what to split on");
    let new = NewFolder::open(path)?;
    let number = counts::split(new.draft(), spec, method, parts as usize, stop);
    drop(line);
    match number {
        Err(error) if error.is_stopped() => {
            let (stopped, subject) = (stop.stopped(), spec.describe());
            output::print(&format!("unknown: not split: {stopped} ({subject})\n"))?;
            Ok(Exit::Unknown)
        }
        number => {
            new.finish(number?, &format!(" ({})", what(spec)))?;
            Ok(Exit::Good)
        }
    }
}

/// Whether there are symmetries or steps, which a frontier does not know.
fn is_beyond_frontier(spec: &FormulaSpec) -> bool {
    spec.tour.symmetric.is_some() || spec.tour.knows_steps(spec.place.len())
}

/// Prints the sum as `count` prints a count.
pub fn told(
    spec: &FormulaSpec,
    method: CountMethod,
    total: &Total,
    format: Format,
) -> Result<Exit> {
    let method = match method {
        CountMethod::Frontier => Method::Frontier,
        CountMethod::Search => Method::Search,
    };
    let tally = Tally {
        count: total.tours,
        is_complete: total.is_complete(),
        unfinished: (!total.is_complete()).then(|| "parts are left to do".into()),
        word: None,
    };
    let (text, exit) = report(spec, method, &tally, format)?;
    output::print(&text)?;
    Ok(exit)
}
