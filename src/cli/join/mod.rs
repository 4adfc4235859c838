mod told;

use crate::cli::help::{ERROR, Help};
use crate::cli::prove::with_names;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::report::Format;
use crate::cli::shared::{interrupt, time};
use anyhow::{Result, bail};
use knightsat::parts::folder::{Folder, Task};
use knightsat::parts::join::{Joined, join};
use knightsat::parts::work::Worker;
use knightsat::stop::Stop;
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
        (0, "a part has a tour"),
        (1, "there is no tour: all parts are refuted"),
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
    /// Give up after this many seconds (exit code 3)
    #[arg(
        long,
        value_name = "SECONDS",
        allow_negative_numbers = true,
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
        match folder.manifest().task {
            Task::Formula { .. } | Task::Lazy { .. } => self.join(&folder, &stop),
            Task::Count { .. } | Task::Compare { .. } => {
                bail!("{}: nothing here joins such parts", self.folder.display())
            }
        }
    }

    fn join(&self, folder: &Folder, stop: &Stop) -> Result<Exit> {
        let worker = match Worker::unasked(folder, stop) {
            Err(error) if error.is_stopped() => return self.late(),
            worker => worker?,
        };
        let spec = worker.spec();
        let claim = format!("no {}", spec.describe());
        let look = || {
            with_names(&spec.place, |names| {
                join(folder, &worker, &claim, names, stop)
            })
        };
        loop {
            let joined = match look() {
                Err(error) if error.is_stopped() => return self.late(),
                joined => joined?,
            };
            let is_over = !matches!(joined, Joined::Unfinished(_)) || !self.wait || stop.is_over();
            if is_over {
                return told::told(spec, &joined, self.format);
            }
            thread::sleep(LOOK);
        }
    }

    fn late(&self) -> Result<Exit> {
        let folder = self.folder.display();
        crate::cli::shared::output::print(&format!("unknown: {folder} was not joined in time\n"))?;
        Ok(Exit::Unknown)
    }
}
