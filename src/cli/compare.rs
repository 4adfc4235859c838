use super::choices;
use super::exit::Exit;
use super::interrupt;
use super::output;
use super::place;
use super::run_one::run_one;
use super::say::say;
use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use knightsat::board::Board;
use knightsat::compare::field::{Field, Rules};
use knightsat::compare::grid::{Cell, Entrant, Grid, Spot};
use knightsat::compare::journal::{Journal, write_whole};
use knightsat::compare::row::{self, Row, Verdict};
use knightsat::compare::{CompareError, judge, method, plot, score, table};
use knightsat::problem::Kind;
use knightsat::solver::installed::installed;
use knightsat::solver::portfolio::Solver;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Compare encodings and solvers: run every combination, and say which is how fast
///
/// Each run is a process of its own, within limits, and every tour is verified. With -o, rows are written as
/// they come, and the same command resumes where it was stopped. See docs/compare.md.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(required_unless_present_any = ["graph", "run_one"], value_parser = named, help = choices::BOARD, long_help = choices::BOARD_IN_FULL)]
    boards: Vec<(String, Board)>,
    /// Closed tours
    #[arg(long)]
    closed: bool,
    /// Include Hamiltonian paths or cycles of this graph, see encode
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    /// Encodings, several with commas in between, see encode: position, textbook, lazy, …, or all
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "position"
    )]
    encoding: Vec<String>,
    /// At-most-one encodings, several with commas in between, for the encodings that have a choice: see encode.
    /// Join two with a plus for steps and squares, such as product+pairwise; or auto, or all
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "auto"
    )]
    amo: Vec<String>,
    /// Solvers, several with commas in between, see solve; a command with {cnf} needs an option of its own
    #[arg(long, value_name = "NAMES", default_value = "varisat")]
    solver: Vec<String>,
    /// Runs of each combination; all but the first shuffle the formula
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    shuffles: u64,
    /// CPU seconds for the solver; after four times as long by the clock it is stopped too
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 60.0,
        allow_negative_numbers = true
    )]
    timeout: f64,
    /// Address space for each run, in MB of 1024² bytes
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(128..=1 << 30))]
    memory: Option<u64>,
    /// Parallel runs; more than the machine has cores would disturb each other
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// A folder for rows.csv, rows.jsonl, cactus.svg and scaling.svg, existing rows are kept
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value_t)]
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
        let rules = self.rules()?;
        let grid = self.grid()?;
        let cells = grid.cells();
        ensure!(
            !cells.is_empty(),
            "nothing to run: the lazy engine needs a solver in process, as --solver varisat"
        );
        for solver in grid.left_out() {
            say(format_args!(
                "lazy goes with solvers in process only, not with {solver}: left out"
            ));
        }
        let stop = interrupt::flag()?;
        let hold = interrupt::hold()?;
        let mut kept = Kept::open(self.output.as_deref(), &rules)?;
        let is_there: HashSet<_> = kept.rows.iter().map(|row| row.run.clone()).collect();
        let is_new = |cell: &&Cell| !is_there.contains(&cell.run);
        let todo: Vec<Cell> = cells.iter().filter(is_new).cloned().collect();
        if todo.len() < cells.len() {
            let there = cells.len() - todo.len();
            say(format_args!(
                "{there} of {} rows exist already",
                cells.len()
            ));
        }
        let field = Field {
            rules,
            program: (
                std::env::current_exe().context("this program cannot be found")?,
                ["compare", "--run-one"].map(Into::into).to_vec(),
            ),
            stop: &stop,
        };
        let done = race(&field, &todo, self.jobs.into(), &mut kept)?;
        let has_wrong = kept.finish()?;
        drop(hold);
        self.print(&kept.rows)?;
        for line in table::complaints(&kept.rows) {
            say(line);
        }
        if stop.load(Ordering::Relaxed) {
            let there = cells.len() - todo.len() + done;
            say(stopped(there, cells.len(), self.output.as_deref()));
            return Ok(Exit::Unknown);
        }
        Ok(if has_wrong { Exit::No } else { Exit::Good })
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

    fn grid(&self) -> Result<Grid> {
        let kind = match self.closed {
            true => Kind::Closed,
            false => Kind::Open,
        };
        let boards = self.boards.iter().map(|(name, board)| Spot {
            name: name.clone(),
            place: board.clone().into(),
        });
        let mut spots: Vec<Spot> = boards.collect();
        if let Some(path) = &self.graph {
            let place = place::either(None, Some(path))?.context("a graph")?;
            let name = output::name(path);
            spots.push(Spot { name, place });
        }
        let methods = method::methods(&self.encoding, &self.amo, kind);
        Ok(Grid {
            spots,
            kind,
            methods: methods.map_err(anyhow::Error::msg)?,
            entrants: self.entrants()?,
            shuffles: self.shuffles,
        })
    }

    /// The solvers, each of which is there.
    fn entrants(&self) -> Result<Vec<Entrant>> {
        let names = self
            .solver
            .iter()
            .flat_map(|names| match names.contains("{cnf}") {
                true => vec![names.as_str()],
                false => names.split(',').collect(),
            });
        let mut entrants = Vec::new();
        let mut known = None;
        for name in names {
            let solver = Solver::new(name, None)?;
            let version = match &solver {
                Solver::External(_) => {
                    let known = known.get_or_insert_with(installed);
                    let found = known.iter().find(|installed| installed.name == name);
                    found.and_then(|installed| installed.version.clone())
                }
                #[cfg(feature = "cadical")]
                Solver::Cadical => Some(knightsat::solver::cadical::Cadical::version()),
                Solver::Varisat => None,
            };
            entrants.push(Entrant {
                name: name.to_string(),
                version,
                is_in_process: solver.in_process().is_some(),
            });
        }
        Ok(entrants)
    }

    fn print(&self, rows: &[Row]) -> Result<()> {
        let text = match self.format {
            CompareFormat::Table => table::table(rows),
            CompareFormat::Csv => row::csv(rows),
            CompareFormat::Json => {
                let all = serde_json::json!({
                    "version": row::VERSION,
                    "kind": "compare",
                    "rows": rows,
                    "scores": score::scores(rows),
                });
                serde_json::to_string_pretty(&all)? + "\n"
            }
        };
        output::print(&text)
    }
}

/// The rows so far, and the folder where they are kept, if there is one.
struct Kept {
    rows: Vec<Row>,
    folder: Option<(PathBuf, Journal)>,
}

impl Kept {
    fn open(folder: Option<&Path>, rules: &Rules) -> Result<Kept, CompareError> {
        let Some(folder) = folder else {
            return Ok(Kept {
                rows: Vec::new(),
                folder: None,
            });
        };
        let (journal, found) = Journal::open(folder, rules)?;
        if found.was_torn {
            let folder = folder.display();
            say(format_args!(
                "{folder}: the last row was cut off, so its run is repeated"
            ));
        }
        Ok(Kept {
            rows: found.rows,
            folder: Some((folder.to_path_buf(), journal)),
        })
    }

    fn add(&mut self, row: Row) -> Result<(), CompareError> {
        if let Some((_, journal)) = &mut self.folder {
            journal.add(&row)?;
        }
        self.rows.push(row);
        Ok(())
    }

    /// Compares the rows, and draws them; says whether one of them is wrong.
    fn finish(&mut self) -> Result<bool, CompareError> {
        let is_changed = judge::contradict(&mut self.rows);
        if let Some((folder, journal)) = &mut self.folder {
            if is_changed {
                journal.replace(&self.rows)?;
            }
            write_whole(&folder.join("cactus.svg"), &plot::cactus(&self.rows))?;
            write_whole(&folder.join("scaling.svg"), &plot::scaling(&self.rows))?;
        }
        Ok(self.rows.iter().any(|row| row.verdict == Verdict::Wrong))
    }
}

/// Makes the runs, and shows how far that is; returns how many there are.
fn race(field: &Field, todo: &[Cell], jobs: usize, kept: &mut Kept) -> Result<usize> {
    let style =
        ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos}/{len}, {eta} left: {msg}")?;
    let bar = ProgressBar::new(todo.len() as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(300));
    let before = kept.rows.len();
    let raced = field.race(todo, jobs, |row| {
        bar.inc(1);
        bar.set_message(format!("{} {}", row.run, row.verdict));
        kept.add(row)
    });
    bar.finish_and_clear();
    raced?;
    Ok(kept.rows.len() - before)
}

fn stopped(there: usize, all: usize, folder: Option<&Path>) -> String {
    match folder {
        Some(folder) => format!(
            "stopped by a signal: {there} of {all} rows are in {}; the same command resumes from there",
            folder.display()
        ),
        None => format!(
            "stopped by a signal after {there} of {all} runs; with -o DIR they would be kept"
        ),
    }
}

/// A board under the name that was given.
fn named(text: &str) -> Result<(String, Board), String> {
    Ok((text.to_string(), choices::board(text)?))
}
