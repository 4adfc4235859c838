//! The command `compare`: times of encodings and solvers on the same formulas, in tables.

pub(crate) mod grid;

use anyhow::{Result, anyhow, bail, ensure};
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use itertools::Itertools;
use knightsat::cli::shared::number::within;
use knightsat::cli::shared::problem::{self, BoardChoice, GraphArgs};
use knightsat::cli::shared::report::{Exit, TableFormat, json_lines, note, print};
use knightsat::cli::shared::{output, process};
use knightsat::prelude::{Stop, TourSpec};
use knightsat_base::json;
use knightsat_base::text::{counted, is_or_are};
use knightsat_compare::field::{Field, RunLimits};
use knightsat_compare::grid::{Job, SolverEntry};
use knightsat_compare::journal::{Journal, Keep, write_atomically};
use knightsat_compare::machine::Machine;
use knightsat_compare::row::{self, Row, RunVerdict};
use knightsat_compare::table::{self, Score};
use knightsat_compare::task::Task;
use knightsat_compare::{CompareError, one, plot};
use knightsat_solver::process::follow;
use serde::Serialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::{fmt, fs};

/// Compare encodings and solvers: run each on each board, and measure the time
///
/// Every run is a separate process with limits; every tour is verified. With -o, rows are written
/// at once, and the same command resumes an interrupted comparison. Formulas are compared without
/// short cuts, as with --no-shortcuts. See lab/docs/compare.md.
///
/// $ knightsat compare 5x5 6x6 --encoding position,order --timeout 10 # which is faster
///
/// 0: compared
///
/// 1: an answer is wrong
///
/// 2: usage, input or output, or a solver at fault: a run has failed
///
/// 3: stopped
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(required_unless_present_any = ["graph", "run_one", "cnf"], value_parser = problem::board_parser(), help = problem::BOARD, long_help = problem::BOARD_IN_FULL)]
    boards: Vec<BoardChoice>,
    #[command(flatten)]
    graph: GraphArgs,
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
    /// Separate them by commas, for encodings that have a choice, see encode. Join two by a plus
    /// for steps and squares, such as product+pairwise; or write auto.
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "auto",
        help_heading = "Formula"
    )]
    amo: Vec<String>,
    /// Run the solvers on this formula in DIMACS too
    ///
    /// Every tour is verified by the map. Name the one BOARD or --graph of the formula; a file of
    /// encode needs neither.
    #[arg(long, value_name = "FILE", help_heading = "Your formula")]
    cnf: Option<PathBuf>,
    /// Meaning of the variables of --cnf, see check
    #[arg(
        long,
        value_name = "MAP",
        requires = "cnf",
        allow_hyphen_values = true,
        help_heading = "Your formula"
    )]
    map: Option<OsString>,
    /// Solvers, with commas, see solve
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
    #[arg(long, value_name = "K", default_value_t = 1, help_heading = "Runs", value_parser = |text: &str| within(text, 1_u64..=10_000))]
    shuffles: u64,
    /// CPU seconds for a solver
    ///
    /// Its limit of wall-clock time is four times as long.
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
    #[arg(long, value_name = "MB", help_heading = "Runs", value_parser = |text: &str| within(text, 128_u64..=1 << 30))]
    memory: Option<u64>,
    /// Number of runs at a time
    ///
    /// More runs than cores slow each other down.
    #[arg(long, value_name = "J", default_value_t = 1, help_heading = "Runs", value_parser = |text: &str| within(text, 1_u16..=1024))]
    jobs: u16,
    /// A folder for rows and plots; existing rows are kept
    ///
    /// It gets rows.csv, rows.jsonl, cactus.svg and scaling.svg.
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Write a folder of the runs for many machines
    ///
    /// It is DIR of -o; work makes a run of it, and join the rows. See lab/docs/clusters.md.
    #[arg(long, requires = "output", conflicts_with_all = ["jobs", "keep_formulas", "format"], help_heading = "Output")]
    split: bool,
    /// A folder for the formulas
    ///
    /// Their names describe them.
    #[arg(
        long,
        value_name = "DIR",
        help_heading = "Output",
        hide_short_help = true
    )]
    keep_formulas: Option<PathBuf>,
    /// Format of the output
    ///
    /// A table of solved runs, medians and penalised averages; JSON with all rows and scores; or
    /// the rows as CSV
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: TableFormat,
    /// One run, described by this file; comparisons start their processes with it
    #[arg(long, value_name = "FILE", hide = true, exclusive = true)]
    run_one: Option<PathBuf>,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        if let Some(path) = &self.run_one {
            return run_one(path);
        }
        let grid = self.grid()?;
        let job_list = grid::job_list(&grid)?;
        if self.split {
            return self.split(&grid, &job_list);
        }
        let stop = process::flag()?;
        let hold = process::hold()?;
        let keep = |folder: &Path| {
            Keep::open(folder).map_err(|error| output::path_error("file", folder, error))
        };
        let keep = self.keep_formulas.as_deref().map(keep).transpose()?;
        let field = grid::field(self.limits()?, &stop, keep)?;
        let mut store = RowStore::open(self.output.as_deref(), &field.limits)?;
        store.note_others(&field.machine, &grid.solver_entries);
        let todo = grid::missing(&job_list, &store.rows);
        self.race(&field, &todo, &mut store)?;
        let there = store.rows.len();
        let exit = store.finish(self.format)?;
        drop(hold);
        if !stop.load(Ordering::Relaxed) {
            return Ok(exit);
        }
        match &self.output {
            Some(folder) => note!(
                "stopped by a signal: {there} of {} {} in {}; the same command resumes from there",
                counted(job_list.len(), "row"),
                is_or_are(there),
                folder.display()
            ),
            None => note!(
                "stopped by a signal after {there} of {}; with -o DIR they would be kept",
                counted(job_list.len(), "run")
            ),
        }
        Ok(Exit::Unknown)
    }

    /// Makes the runs, and shows the progress.
    fn race(&self, field: &Field, todo: &[Job], store: &mut RowStore) -> Result<()> {
        let template = "{elapsed_precise} {bar:20} {pos}/{len}{left}{wide_msg}";
        let left = |state: &ProgressState, out: &mut dyn fmt::Write| {
            // Nothing can be predicted before the first run has ended.
            if state.pos() > 0 {
                let _ = write!(out, ", {} left", HumanDuration(state.eta()));
            }
        };
        let style = ProgressStyle::with_template(template)?.with_key("left", left);
        let bar = ProgressBar::new(todo.len() as u64).with_style(style);
        bar.enable_steady_tick(Duration::from_millis(300));
        let raced = field.race(todo, self.jobs.into(), |row| {
            bar.inc(1);
            bar.set_message(format!(": {} {}", row.run, row.verdict));
            store.add(row)
        });
        bar.finish_and_clear();
        Ok(raced?)
    }

    /// The limits of each run.
    fn limits(&self) -> Result<RunLimits> {
        const LONGEST: f64 = 1e8;
        let timeout = self.timeout;
        ensure!(
            timeout > 0.0 && timeout <= LONGEST,
            "{}: write a number of seconds above 0, at most 1e8",
            process::timeout_option(timeout)
        );
        Ok(RunLimits {
            timeout,
            memory_mb: self.memory,
        })
    }
}

/// Does one run and prints its reply. Ends if the process that started it is gone.
fn run_one(path: &Path) -> Result<Exit> {
    // A task contains all edges of a graph.
    let text = output::text(path, 1 << 30, "any task", &Stop::default())?;
    let task: Task =
        json::read(text.as_bytes()).map_err(|fault| anyhow!("{}: {fault}", path.display()))?;
    let stop = process::flag()?;
    let is_orphan = follow(task.parent, &stop)?;
    let hold = process::hold()?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let reply = one::run(&task, folder, &stop);
    drop(hold);
    if is_orphan() {
        let name = folder.file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| name.starts_with("knightsat-")) {
            // The process that would have removed it is gone.
            let _ = fs::remove_dir_all(folder);
        }
        bail!("the comparison that started this run has ended");
    }
    print(&serde_json::to_string(&reply)?)?;
    Ok(Exit::Good)
}

/// The body of the JSON document.
#[derive(Serialize)]
struct Document<'r> {
    rows: &'r [Row],
    scores: &'r [Score],
}

/// The rows so far, and their folder, if any.
#[derive(Default)]
struct RowStore {
    rows: Vec<Row>,
    folder: Option<(PathBuf, Journal)>,
}

impl RowStore {
    fn open(folder: Option<&Path>, limits: &RunLimits) -> Result<RowStore, CompareError> {
        let Some(folder) = folder else {
            return Ok(RowStore::default());
        };
        let (journal, found) = Journal::open(folder, limits)?;
        if found.was_torn {
            let name = folder.display();
            note!("{name}: the last row was cut off, so its run is repeated");
        }
        Ok(RowStore {
            rows: found.rows,
            folder: Some((folder.to_path_buf(), journal)),
        })
    }

    /// Reports rows from other machines or other versions of the solvers: their times are not
    /// comparable with new ones.
    fn note_others(&self, machine: &Machine, solver_entries: &[SolverEntry]) {
        let Some((folder, _)) = &self.folder else {
            return;
        };
        let folder = folder.display();
        let machines = self.rows.iter().map(|row| &row.machine);
        for other in machines.filter(|other| *other != machine).unique() {
            note!(
                "{folder}: it has rows made on {other}, and this is {machine}: their times are not comparable"
            );
        }
        let others = self.rows.iter().filter_map(|row| {
            let mut entries = solver_entries.iter();
            let entry = entries.find(|entry| entry.name == row.run.solver)?;
            let changed = row.solver_version != entry.version;
            changed.then_some((entry, row.solver_version.as_deref()?))
        });
        for (SolverEntry { name, version, .. }, earlier) in others.unique() {
            let version = version.as_deref().unwrap_or("an unknown version");
            note!("{folder}: it has rows made by {name} {earlier}, and this is {version}");
        }
    }

    fn add(&mut self, row: Row) -> Result<(), CompareError> {
        if let Some((_, journal)) = &mut self.folder {
            journal.add(&row)?;
        }
        self.rows.push(row);
        Ok(())
    }

    /// Compares the rows, draws and prints them; returns the exit code, which depends on wrong
    /// answers.
    fn finish(&mut self, format: TableFormat) -> Result<Exit> {
        if row::contradict(&mut self.rows) {
            self.rewrite()?;
        }
        let rows = &self.rows[..];
        if let Some((folder, _)) = &self.folder {
            write_atomically(&folder.join("cactus.svg"), &plot::cactus(rows))?;
            write_atomically(&folder.join("scaling.svg"), &plot::scaling(rows))?;
        }
        print(&match format {
            TableFormat::Table => table::table(rows),
            TableFormat::Csv => row::csv(rows),
            TableFormat::Json => {
                let scores = &table::scores(rows);
                json_lines("compare", Document { rows, scores })?
            }
        })?;
        for line in table::complaints(rows) {
            note!("{line}");
        }
        let has = |verdict| rows.iter().any(|row| row.verdict == verdict);
        Ok(if has(RunVerdict::Wrong) {
            Exit::No
        } else if has(RunVerdict::Failed) {
            Exit::Error
        } else {
            Exit::Good
        })
    }

    /// Writes all rows anew.
    fn rewrite(&mut self) -> Result<(), CompareError> {
        match &mut self.folder {
            Some((_, journal)) => journal.replace(&self.rows),
            None => Ok(()),
        }
    }
}
