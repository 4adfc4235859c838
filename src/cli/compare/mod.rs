mod foreign;
mod format;
mod grid;
mod kept;
pub mod parts;
mod race;
mod run_one;
mod runs;
mod solver_entries;

use crate::cli::help::{ERROR, Help};
use crate::cli::shared::choices::{self, BoardChoice};
use crate::cli::shared::exit::Exit;
use crate::cli::shared::note::note;
use crate::cli::shared::{interrupt, output, path};
use anyhow::{Context, Result};
use foreign::ForeignArgs;
use format::CompareFormat;
use grid::job_list;
use kept::Kept;
use knightsat::compare::field::Field;
use knightsat::compare::journal::Keep;
use knightsat::compare::machine::Machine;
use knightsat::compare::table;
use knightsat::tour::spec::TourSpec;
use run_one::run_one;
use runs::RunArgs;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Examples and exit codes.
pub const HELP: Help = Help {
    examples: &[(
        "knightsat compare 5x5 6x6 --encoding position,order --timeout 10",
        "which is faster",
    )],
    exits: &[
        (0, "compared"),
        (1, "an answer is wrong"),
        ERROR,
        (3, "stopped"),
    ],
};

/// Compare encodings and solvers: run each on each board, and say how fast each is
///
/// Every run is a process of its own, within limits; every tour is verified. With -o, rows are written
/// as they come, and the same command resumes where it was stopped. Formulas are compared without short
/// cuts, as --no-shortcuts writes them. See docs/compare.md.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(required_unless_present_any = ["graph", "run_one", "cnf"], value_parser = choices::named_board_parser(), help = choices::BOARD, long_help = choices::BOARD_IN_FULL)]
    boards: Vec<(String, BoardChoice)>,
    /// Hamiltonian paths or cycles of this graph too, see encode
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    #[command(flatten)]
    tour: TourSpec,
    /// Encodings, with commas, or all [default: position]
    ///
    /// Those of encode but auto: position, textbook, lazy, …; with --cnf none by default
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        help_heading = "Formula"
    )]
    encoding: Vec<String>,
    /// At-most-one encodings, or all
    ///
    /// Separated by commas, for encodings that have a choice, see encode; two joined by a plus for steps and squares,
    /// such as product+pairwise; or auto.
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "auto",
        help_heading = "Formula"
    )]
    amo: Vec<String>,
    #[command(flatten)]
    foreign: ForeignArgs,
    #[command(flatten)]
    runs: RunArgs,
    /// A folder for rows and plots; existing rows are kept
    ///
    /// It gets rows.csv, rows.jsonl, cactus.svg and scaling.svg.
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Write a folder of the runs for many machines
    ///
    /// It is DIR of -o; work makes a run of it, and join the rows. See docs/clusters.md.
    #[arg(long, requires = "output", conflicts_with_all = ["jobs", "keep_formulas", "format"], help_heading = "Output")]
    split: bool,
    /// A folder for the formulas
    ///
    /// Their names say what they are.
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    keep_formulas: Option<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: CompareFormat,
    /// One run, as this file says; how comparisons start their processes
    #[arg(long, value_name = "FILE", hide = true, exclusive = true)]
    run_one: Option<PathBuf>,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        if let Some(path) = &self.run_one {
            return run_one(path);
        }
        let grid = self.grid()?;
        let job_list = job_list(&grid)?;
        if self.split {
            return self.split(&grid, &job_list);
        }
        let stop = interrupt::flag()?;
        let hold = interrupt::hold()?;
        let field = self.field(&stop)?;
        let mut kept = Kept::open(self.output.as_deref(), &field.limits)?;
        kept.tell_of_others(&field.machine, &grid.solver_entries);
        let todo = kept.missing(&job_list);
        let done = race::race(&field, &todo, self.runs.jobs.into(), &mut kept)?;
        let has_wrong = kept.finish()?;
        drop(hold);
        output::print(&self.format.text(&kept.rows)?)?;
        for line in table::complaints(&kept.rows) {
            note(line);
        }
        if stop.load(Ordering::Relaxed) {
            let there = job_list.len() - todo.len() + done;
            note(race::stopped(there, job_list.len(), self.output.as_deref()));
            return Ok(Exit::Unknown);
        }
        Ok(if has_wrong { Exit::No } else { Exit::Good })
    }

    /// Where the runs are made, and by what limits.
    fn field<'s>(&self, stop: &'s Arc<AtomicBool>) -> Result<Field<'s>> {
        let keep = |folder| Keep::open(folder).map_err(|error| path::told(folder, error));
        Ok(Field {
            limits: self.runs.limits()?,
            program: one_run()?,
            stop,
            machine: Machine::here(),
            keep: self.keep_formulas.as_deref().map(keep).transpose()?,
        })
    }
}

/// The program and the arguments after which the file goes that says which run to make.
fn one_run() -> Result<(PathBuf, Vec<OsString>)> {
    let program = std::env::current_exe().context("this program cannot be found")?;
    Ok((program, ["compare", "--run-one"].map(Into::into).to_vec()))
}
