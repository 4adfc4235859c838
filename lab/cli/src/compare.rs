//! The command `compare`: times of encodings and solvers on the same formulas, in tables.

mod grid;

use anyhow::{Result, anyhow, bail, ensure};
use clap::{ArgGroup, ValueEnum};
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use itertools::Itertools;
use knightsat::cli::shared::number::within;
use knightsat::cli::shared::output;
use knightsat::cli::shared::problem::{self, BoardChoice, GraphArgs};
use knightsat::cli::shared::process::{self, Invocation};
use knightsat::cli::shared::report::{Exit, json_line, note, print};
use knightsat::prelude::{Stop, TourSpec};
use knightsat_base::json;
use knightsat_base::text::{counted, is_or_are};
use knightsat_compare::field::{Field, RunLimits};
use knightsat_compare::grid::{Job, SolverEntry};
use knightsat_compare::journal::{Journal, write_atomically};
use knightsat_compare::machine::Machine;
use knightsat_compare::paired::{Contender, Pairs};
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
#[command(group = ArgGroup::new("own").args(["cnf", "submission"]).multiple(true))]
pub struct Args {
    #[arg(required_unless_present_any = ["graph", "run_one", "cnf"], value_parser = problem::board_parser(), help = problem::BOARD, long_help = problem::BOARD_IN_FULL)]
    boards: Vec<BoardChoice>,
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    tour: TourSpec,
    /// Encodings, with commas, or all [default: position]
    ///
    /// Those of encode but auto: position, textbook, lazy, …; with your formula none by default
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
    /// Run this command for each board, and the solvers on its output: './gen {m} {n}'
    ///
    /// {m} and {n} are the ranks and files. The command runs without a shell, within the seconds of
    /// --timeout and 256 MB of output. It is one encoding over all boards.
    #[arg(
        long,
        value_name = "COMMAND",
        conflicts_with = "cnf",
        hide_short_help = true,
        help_heading = "Your formula"
    )]
    submission: Option<String>,
    /// Meaning of its variables, see check
    #[arg(
        long,
        value_name = "MAP",
        requires = "own",
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
    /// It gets rows.csv, rows.jsonl, and cactus and scaling plots.
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Compare the others with this encoding or solver, run by run [default: the best]
    ///
    /// Name as many words as it takes, such as "crt minisat": its encoding, at-most-one encoding,
    /// and solver.
    #[arg(
        long,
        value_name = "NAME",
        help_heading = "Output",
        hide_short_help = true
    )]
    baseline: Option<String>,
    /// Format of the output
    ///
    /// Tables have solved runs, medians, quartiles and penalised averages.
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: ResultFormat,
    /// One run, described by this file; comparisons start their processes with it
    #[arg(long, value_name = "FILE", hide = true, exclusive = true)]
    run_one: Option<PathBuf>,
}

/// Format of the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ResultFormat {
    /// Aligned columns
    #[default]
    Table,
    /// A JSON document with all rows and scores
    Json,
    /// The rows as comma-separated values
    Csv,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        if let Some(path) = &self.run_one {
            return run_one(path);
        }
        let scratch = tempfile::tempdir()?;
        let grid = self.grid(scratch.path())?;
        let job_list = grid::job_list(&grid)?;
        let contenders = job_list.iter().map(|job| Contender::of(&job.run)).unique();
        let contenders = contenders.collect_vec();
        let baseline = self.baseline.as_deref();
        let baseline = baseline.map(|name| Contender::choose(&contenders, name));
        let baseline = baseline.transpose()?;
        let stop = process::flag()?;
        let hold = process::hold()?;
        let field = Field {
            limits: self.limits()?,
            // This program makes each of the runs.
            program: Invocation::get().again(&["compare", "--run-one"])?,
            stop: &stop,
            machine: Machine::here(),
        };
        let mut store = RowStore::open(self.output.as_deref(), &field.limits)?;
        store.note_others(&field.machine, &grid.solver_entries);
        let todo = grid::missing(&job_list, &store.rows);
        if todo.len() > 1 {
            note!("{}", estimate(todo.len(), self.jobs.into(), self.timeout));
        }
        self.race(&field, &todo, &mut store)?;
        let (there, all) = (store.rows.len(), job_list.len());
        let exit = store.finish(baseline.as_ref(), self.format)?;
        drop(hold);
        if !stop.load(Ordering::Relaxed) {
            return Ok(exit);
        }
        match &self.output {
            Some(folder) => note!(
                "stopped by a signal: {there} of {} {} in {}; the same command resumes from there",
                counted(all, "row"),
                is_or_are(there),
                folder.display()
            ),
            None => note!(
                "stopped by a signal after {there} of {}; with -o DIR they would be kept",
                counted(all, "run")
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
            "--timeout {timeout}: write a number of seconds above 0, at most 1e8"
        );
        Ok(RunLimits {
            timeout,
            memory_mb: self.memory,
        })
    }
}

/// Returns the number of runs, and the longest time that their solvers may take.
fn estimate(runs: usize, jobs: usize, timeout: f64) -> String {
    let jobs = jobs.min(runs);
    let most = Duration::from_secs_f64(timeout * runs.div_ceil(jobs) as f64);
    let most = HumanDuration(most);
    let at_a_time = match jobs {
        1 => String::new(),
        jobs => format!(", {jobs} at a time"),
    };
    format!("{runs} runs{at_a_time}: at most {most} of solving")
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
    pairs: &'r [Pairs],
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
    fn finish(&mut self, baseline: Option<&Contender>, format: ResultFormat) -> Result<Exit> {
        if row::contradict(&mut self.rows)
            && let Some((_, journal)) = &mut self.folder
        {
            journal.replace(&self.rows)?;
        }
        let rows = &self.rows[..];
        if let Some((folder, _)) = &self.folder {
            for (name, text) in [("rows.csv", row::csv(rows))]
                .into_iter()
                .chain(plot::plots(rows))
            {
                write_atomically(&folder.join(name), text.as_bytes())?;
            }
        }
        print(&match format {
            ResultFormat::Table => table::table(rows, baseline),
            ResultFormat::Csv => row::csv(rows),
            ResultFormat::Json => {
                let scores = &table::scores(rows);
                let pairs = &table::paired(rows, &table::totals(scores), baseline);
                json_line(
                    "compare",
                    Document {
                        rows,
                        scores,
                        pairs,
                    },
                )?
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
}
