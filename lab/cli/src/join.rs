//! The command `join`: the result of all parts of a folder.

use crate::count;
use crate::work::is_late;
use anyhow::{Result, ensure};
use itertools::Itertools;
use knightsat::cli::count::Method;
use knightsat::cli::count::tally::describe;
use knightsat::cli::shared::problem;
use knightsat::cli::shared::process;
use knightsat::cli::shared::report::{Exit, Format, Line, TourFormat, note, print};
use knightsat::prelude::{Evidence, Solver, Stop, Unknown};
use knightsat::search::Verdict;
use knightsat_base::text::counted;
use knightsat_cluster::counts;
use knightsat_cluster::folder::{Folder, Task};
use knightsat_cluster::join::{Joined, Refuted, join};
use knightsat_cluster::work::Worker;
use std::io;
use std::path::PathBuf;

/// Join the parts of a split problem to one answer
///
/// Prints the progress of the parts, or a tour as soon as a part has one. When all are refuted, it
/// checks that the parts cover the problem, and that each result is complete, correct and from this
/// folder. If the parts have proofs, it composes one proof in DIR/joined, which verify
/// --certificate and other checkers accept.
///
/// $ knightsat split 3x4 --parts 1 -o p; knightsat work p 1; knightsat join p # split, do and join
///
/// 0: tour found, or count complete
///
/// 1: no tour; count not as published
///
/// 2: usage, input or output, or a solver at fault
///
/// 3: unfinished parts, or stopped
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder written by split
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Format of the tour
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: TourFormat,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let stop = process::stop(None)?;
        let folder = Folder::open(&self.folder)?;
        let _hold = process::hold()?;
        let task = &folder.manifest.task;
        ensure!(
            self.format != TourFormat::Moves || matches!(task, Task::Search { .. }),
            "--format moves: {} makes no tour: leave it out, or use --format json",
            self.folder.display()
        );
        let joined = match task {
            Task::Search { .. } => self.join(&folder, &stop),
            Task::Count => self.add(&folder, None, &stop),
            Task::Sweep { primes } => self.add(&folder, Some(primes), &stop),
        };
        joined.or_else(|error| {
            ensure!(is_late(&error), error);
            let (folder, stopped) = (self.folder.display(), stop.stopped());
            print(&format!("unknown: {folder} was not joined: {stopped}\n"))?;
            Ok(Exit::Unknown)
        })
    }

    /// Adds up the parts of a count, or pairs the states of a sweep.
    fn add(&self, folder: &Folder, primes: Option<&[u64]>, stop: &Stop) -> Result<Exit> {
        let spec = folder.spec()?;
        let problem = problem::problem(&spec, stop)?;
        let total = match primes {
            None => counts::join(folder)?,
            Some(primes) => {
                let line = Line::new("");
                let mut report = |progress| line.set(describe(&progress));
                counts::pair(folder, &problem, primes, stop, &mut report)?
            }
        };
        note_progress(folder, total.left);
        let format = [Format::Text, Format::Json][usize::from(self.format == TourFormat::Json)];
        let method = primes.map_or(Method::Search, |_| Method::Frontier);
        let (text, exit) = count::tally(&total).report(&spec, method, format)?;
        print(&text)?;
        Ok(exit)
    }

    /// Joins the answers of the parts.
    fn join(&self, folder: &Folder, stop: &Stop) -> Result<Exit> {
        let worker = Worker::new(folder, Solver::default(), stop)?;
        let verdict = match join(&worker)? {
            Joined::Tour(part, tour) => {
                note!("part {part} has a tour");
                Verdict::Tour(tour)
            }
            Joined::None(refuted) => Verdict::None(Evidence::Refutation(explain(&refuted))),
            Joined::Unfinished(left) => {
                note_progress(folder, left);
                Verdict::Unknown(Unknown::Unfinished)
            }
        };
        self.format
            .verdict(&worker.spec, &verdict, &mut io::stdout())
    }
}

fn explain(refuted: &Refuted) -> String {
    let parts = counted(refuted.parts, "part");
    match &refuted.certificate {
        Some((verified, folder)) => {
            let folder = folder.display();
            format!("{parts}, joined to one proof and checked: {verified}; see {folder}")
        }
        None if refuted.by.is_empty() => format!("{parts}, found by preprocessing"),
        None => {
            let by = refuted.by.iter().format(", ");
            format!("{parts}, unverified answers of {by}")
        }
    }
}

/// Notes the progress of the parts, if some are left.
fn note_progress(folder: &Folder, left: usize) {
    if left > 0 {
        let parts = folder.manifest.parts;
        let (done, parts) = (parts as usize - left, counted(parts, "part"));
        note!("{done} of {parts} done, {left} left");
    }
}
