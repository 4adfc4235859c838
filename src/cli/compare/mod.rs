mod entrants;
mod foreign;
mod grid;
mod kept;
mod race;
mod run_one;

use crate::cli::help::{ERROR, Help};
use crate::cli::shared::exit::Exit;
use crate::cli::shared::say::say;
use crate::cli::shared::{choices, document, interrupt, output, path};
use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use clap::builder::{OsStringValueParser, TypedValueParser};
use foreign::ForeignArgs;
use grid::cells;
use kept::Kept;
use knightsat::compare::field::{Field, Rules};
use knightsat::compare::keep::Keep;
use knightsat::compare::machine::Machine;
use knightsat::compare::row::{self, Row};
use knightsat::compare::score::{self, Score};
use knightsat::compare::table;
use knightsat::spec::board::Board;
use knightsat::spec::tour::TourSpec;
use run_one::run_one;
use serde::Serialize;

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
    #[arg(required_unless_present_any = ["graph", "run_one", "cnf"], value_parser = named(), help = choices::BOARD, long_help = choices::BOARD_IN_FULL)]
    boards: Vec<(String, Board)>,
    /// Hamiltonian paths or cycles of this graph too, see encode
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    #[command(flatten)]
    tour: TourSpec,
    /// Encodings separated by commas, or all [default: position]
    ///
    /// See encode: position, textbook, lazy, …; with --cnf none by default
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
    /// Solvers separated by commas, see solve
    ///
    /// A command with {cnf} takes a --solver option of its own.
    #[arg(
        long,
        value_name = "NAMES",
        default_value = "varisat",
        help_heading = "Runs"
    )]
    solver: Vec<String>,
    /// Runs of each, all but the first shuffled
    ///
    /// Each with a different seed.
    #[arg(long, value_name = "K", default_value_t = 1, help_heading = "Runs", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    shuffles: u64,
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
    #[arg(long, value_name = "MB", help_heading = "Runs", value_parser = clap::value_parser!(u64).range(128..=1 << 30))]
    memory: Option<u64>,
    /// How many runs at a time
    ///
    /// More than there are cores would slow each other down.
    #[arg(long, value_name = "J", default_value_t = 1, help_heading = "Runs", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// A folder for rows and plots; existing rows are kept
    ///
    /// It gets rows.csv, rows.jsonl, cactus.svg and scaling.svg.
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    output: Option<PathBuf>,
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

/// What is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum CompareFormat {
    /// Solved runs, medians and penalised averages, aligned
    #[default]
    Table,
    /// A JSON object with all rows and all figures
    Json,
    /// The rows as comma-separated values
    Csv,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        if let Some(path) = &self.run_one {
            return run_one(path);
        }
        let grid = self.grid()?;
        let cells = cells(&grid)?;
        let stop = interrupt::flag()?;
        let hold = interrupt::hold()?;
        let field = self.field(&stop)?;
        let mut kept = Kept::open(self.output.as_deref(), &field.rules)?;
        kept.tell_of_others(&field.machine, &grid.entrants);
        let todo = kept.missing(&cells);
        let done = race::race(&field, &todo, self.jobs.into(), &mut kept)?;
        let has_wrong = kept.finish()?;
        drop(hold);
        self.print(&kept.rows)?;
        for line in table::complaints(&kept.rows) {
            say(line);
        }
        if stop.load(Ordering::Relaxed) {
            let there = cells.len() - todo.len() + done;
            say(race::stopped(there, cells.len(), self.output.as_deref()));
            return Ok(Exit::Unknown);
        }
        Ok(if has_wrong { Exit::No } else { Exit::Good })
    }

    /// Where the runs are made, and by what rules.
    fn field<'s>(&self, stop: &'s Arc<AtomicBool>) -> Result<Field<'s>> {
        let program = std::env::current_exe().context("this program cannot be found")?;
        let keep = |folder| Keep::open(folder).map_err(|error| path::told(folder, error));
        Ok(Field {
            rules: self.rules()?,
            program: (program, ["compare", "--run-one"].map(Into::into).to_vec()),
            stop,
            machine: Machine::here(),
            keep: self.keep_formulas.as_deref().map(keep).transpose()?,
        })
    }

    fn rules(&self) -> Result<Rules> {
        const LONGEST: f64 = 1e8;
        let timeout = self.timeout;
        ensure!(
            timeout > 0.0 && timeout <= LONGEST,
            "--timeout {timeout}: write a number of seconds above 0"
        );
        Ok(Rules {
            timeout,
            memory_mb: self.memory,
        })
    }

    fn print(&self, rows: &[Row]) -> Result<()> {
        let text = match self.format {
            CompareFormat::Table => table::table(rows),
            CompareFormat::Csv => row::csv(rows),
            CompareFormat::Json => {
                let scores = &score::scores(rows);
                document::lines("compare", Document { rows, scores })?
            }
        };
        output::print(&text)
    }
}

/// The body of the JSON document.
#[derive(Serialize)]
struct Document<'r> {
    rows: &'r [Row],
    scores: &'r [Score],
}

/// A board under the name that was given.
fn named() -> impl TypedValueParser<Value = (String, Board)> {
    OsStringValueParser::new().try_map(|text| {
        let board = choices::board(&text)?;
        Ok::<_, String>((text.to_string_lossy().into_owned(), board))
    })
}
