mod told;

use crate::cli::help::{ERROR, Help};
use crate::cli::prove::with_names;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::note::note;
use crate::cli::shared::problem::problem_within;
use crate::cli::shared::report::Format;
use crate::cli::shared::{document, interrupt, output, time};
use crate::cli::{compare, count};
use anyhow::{Result, ensure};
use knightsat::base::plural::counted;
use knightsat::cluster::comparison::Comparison;
use knightsat::cluster::counts;
use knightsat::cluster::folder::{CountMethod, Folder, Task};
use knightsat::cluster::join::{Joined, join};
use knightsat::cluster::mallob;
use knightsat::cluster::work::Worker;
use knightsat::stop::{Stop, Stopped};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// Examples and exit codes.
pub const HELP: Help = Help {
    examples: &[
        (
            "knightsat split 3x4 --parts 4 -o p; knightsat work p; knightsat join p",
            "split, do and join",
        ),
        ("knightsat join p --wait", "wait for the answer"),
    ],
    exits: &[
        (0, "a part has a tour; counted; compared"),
        (
            1,
            "there is no tour; not the published number; an answer is wrong",
        ),
        ERROR,
        (3, "parts are left to do, or there was no time"),
    ],
};

/// Between two looks at the folder.
const LOOK: Duration = Duration::from_millis(500);

/// Join the parts of a split problem to one answer
///
/// Says how far the parts are, or prints a tour as soon as a part has one. When all are refuted, it checks that
/// the parts cover the problem and that nothing is missing, wrong or of another folder; where there are proofs, it puts them
/// together to one in DIR/joined, which verify --certificate and other checkers can check.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder that split has written
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Wait until there is an answer
    #[arg(long, help_heading = "Parts")]
    wait: bool,
    /// Take results of Mallob from this folder first
    ///
    /// Tours are verified; a refutation is Mallob's word.
    #[arg(long, value_name = "OUT", help_heading = "Parts")]
    mallob: Option<PathBuf>,
    /// Give up after this many seconds (exit code 3)
    #[arg(
        long,
        value_name = "SECONDS",
        allow_negative_numbers = true,
        requires = "wait",
        help_heading = "Parts"
    )]
    timeout: Option<f64>,
    /// How to print the tour
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let stop = time::stop(self.timeout)?;
        let folder = Folder::open(&self.folder)?;
        let _hold = interrupt::hold()?;
        let task = &folder.manifest().task;
        ensure!(
            self.mallob.is_none() || matches!(task, Task::Formula { .. }),
            "--mallob: {} has no formula",
            self.folder.display()
        );
        ensure!(
            self.format != Format::Moves
                || matches!(task, Task::Formula { .. } | Task::Lazy { .. }),
            "--format moves: {} makes no tour: leave it out, or use --format json",
            self.folder.display()
        );
        match task {
            Task::Formula { .. } | Task::Lazy { .. } => self.join(&folder, &stop),
            Task::Count { method, .. } => self.add(&folder, *method, &stop),
            Task::Compare { comparison } => self.collect(&folder, comparison, &stop),
        }
    }

    /// Adds the parts of a count up.
    fn add(&self, folder: &Folder, method: CountMethod, stop: &Stop) -> Result<Exit> {
        let spec = folder.spec()?;
        let edges = match problem_within(&spec, stop) {
            Err(error) if error.is::<Stopped>() => return self.late(stop),
            problem => problem?.graph().edges().count(),
        };
        loop {
            let total = counts::join(folder, edges)?;
            if total.is_complete() || !self.wait || stop.is_over() {
                if !total.is_complete() {
                    note(told::progress(&total.state));
                }
                return count::parts::told(&spec, method, &total, self.document());
            }
            thread::sleep(LOOK);
        }
    }

    /// Collects the rows of a comparison.
    fn collect(&self, folder: &Folder, comparison: &Comparison, stop: &Stop) -> Result<Exit> {
        while self.wait && !stop.is_over() && !folder.parts().all(|part| part.is_done()) {
            thread::sleep(LOOK);
        }
        compare::parts::join(
            folder,
            comparison,
            self.document() == document::Format::Json,
        )
    }

    /// The format of what is no tour.
    fn document(&self) -> document::Format {
        match self.format {
            Format::Json => document::Format::Json,
            Format::Board | Format::Moves => document::Format::Text,
        }
    }

    fn join(&self, folder: &Folder, stop: &Stop) -> Result<Exit> {
        let worker = match Worker::unasked(folder, stop) {
            Err(error) if error.is_stopped() => return self.late(stop),
            worker => worker?,
        };
        if let Some(out) = &self.mallob {
            let taken = mallob::take(&worker, folder, out, stop)?;
            note(format_args!("{} of Mallob", counted(taken, "new result")));
        }
        let spec = worker.spec();
        let claim = format!("no {}", spec.describe());
        let look = || {
            with_names(&spec.place, |names| {
                join(folder, &worker, &claim, names, stop)
            })
        };
        loop {
            let joined = match look() {
                Err(error) if error.is_stopped() => return self.late(stop),
                joined => joined?,
            };
            let is_over = !matches!(joined, Joined::Unfinished(_)) || !self.wait || stop.is_over();
            if is_over {
                return told::told(spec, &joined, self.format, stop);
            }
            thread::sleep(LOOK);
        }
    }

    fn late(&self, stop: &Stop) -> Result<Exit> {
        let (folder, stopped) = (self.folder.display(), stop.stopped());
        output::print(&format!("unknown: {folder} was not joined: {stopped}\n"))?;
        Ok(Exit::Unknown)
    }
}
