//! Solvers: the options of every command that runs one.

use crate::cli::shared::formula_args::FormulaArgs;
use crate::cli::shared::process::memory::MemoryArgs;
use crate::cli::shared::process::{Invocation, TimeArgs};
use crate::cli::shared::report::{Exit, Rows, json_line, print};
use anyhow::{Result, ensure};
use knightsat::encoding::Name;
use knightsat::prelude::{FormulaSpec, InProcess, Problem, Solver, Stop};
use knightsat::tour::Request;
use knightsat_solver::IN_PROCESS;
use knightsat_solver::installed::installed;
use serde::Serialize;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::exit;

/// The solver, and its time limit.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Solver")]
pub struct SolverArgs {
    /// Solver to run; list shows all [default: varisat]
    ///
    /// varisat (built in), cadical-lib (if built in), minisat, kissat, cadical, cryptominisat,
    /// picosat, glucose, z3, clasp; or a command with {cnf} in place of the formula's file, and
    /// {result} if it writes the answer to a file.
    #[arg(long, value_name = "NAME", value_parser = solver_name)]
    pub solver: Option<String>,
    /// Path of the solver, if it is not on PATH
    #[arg(long, value_name = "PATH", requires = "solver", hide_short_help = true)]
    pub solver_path: Option<PathBuf>,
    #[command(flatten)]
    pub time: TimeArgs,
    #[command(flatten)]
    memory: MemoryArgs,
}

/// One solver, or several at once.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Solver")]
pub struct PortfolioArgs {
    #[command(flatten)]
    pub one: SolverArgs,
    /// Run several solvers at once, separated by commas
    ///
    /// The first verified answer wins, and the others are stopped.
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        conflicts_with_all = ["solver", "solver_path"],
        hide_short_help = true
    )]
    pub portfolio: Vec<String>,
}

impl SolverArgs {
    /// Enforces the limit of memory for this program and its solvers.
    pub fn keep_memory(&self) -> Result<()> {
        self.memory.keep()
    }

    /// Returns true if the name is that of a solver in process. Does not look for programs.
    pub fn is_in_process(&self) -> bool {
        let name = self.solver.as_deref();
        name.is_none_or(|name| IN_PROCESS.contains(&name))
    }

    /// Returns the solver.
    pub fn choose(&self) -> Result<Solver> {
        let name = self.solver.as_deref();
        let path = self.solver_path.as_deref();
        Ok(Solver::new(name.unwrap_or("varisat"), path)?)
    }
}

impl PortfolioArgs {
    /// Returns true if exactly one solver is named, in process. Does not look for programs.
    pub fn is_in_process(&self) -> bool {
        match &self.portfolio[..] {
            [] => self.one.is_in_process(),
            [name] => IN_PROCESS.contains(&name.as_str()),
            _ => false,
        }
    }

    /// Returns the first option of formulas or solvers, if any.
    pub fn first(&self, formula: &FormulaArgs) -> Option<String> {
        let named = [
            (formula.is_named(), "--encoding"),
            (self.one.solver.is_some(), "--solver"),
            (!self.portfolio.is_empty(), "--portfolio"),
        ];
        let named = named.iter().find(|(is_given, _)| *is_given);
        let named = named.map(|(_, option)| option.to_string());
        formula.first_given().or(named)
    }

    /// Returns the solvers, at least one.
    pub fn choose(&self) -> Result<Vec<Solver>> {
        if self.portfolio.is_empty() {
            return Ok(vec![self.one.choose()?]);
        }
        let names = self.portfolio.iter();
        names.map(|name| Ok(Solver::new(name, None)?)).collect()
    }
}

/// Parses a solver's name; `list` prints the list, and ends the program.
fn solver_name(name: &str) -> Result<String, String> {
    if name == "list" {
        let printed = list(wants_json()).and_then(|listed| print(&listed));
        exit(crate::cli::code(printed.map(|()| Exit::Good)).into());
    }
    Ok(name.to_string())
}

/// Returns true if --format json is among the unparsed arguments.
fn wants_json() -> bool {
    let args = &Invocation::get().arguments;
    let is_pair = |pair: &[OsString]| pair[0] == "--format" && pair[1] == "json";
    args.windows(2).any(is_pair) || args.iter().any(|arg| arg == "--format=json")
}

/// A known solver.
#[derive(Serialize)]
struct SolverRow {
    name: &'static str,
    version: Option<String>,
    available: bool,
    in_process: bool,
    path: Option<String>,
}

/// Lists every known solver as JSON, or in a line each: its name, version, and path.
fn list(is_json: bool) -> Result<String> {
    let all = InProcess::all();
    let built_in = IN_PROCESS.map(|name| {
        let solver = all.iter().find(|solver| solver.name() == name);
        let version = solver.and_then(|solver| Some(solver.version()?.to_string()));
        SolverRow {
            name,
            version,
            available: solver.is_some(),
            in_process: true,
            path: None,
        }
    });
    let programs = installed().into_iter().map(|solver| SolverRow {
        name: solver.name,
        version: solver.version,
        available: solver.path.is_some(),
        in_process: false,
        path: solver.path.map(|path| path.display().to_string()),
    });
    let rows: Vec<SolverRow> = built_in.into_iter().chain(programs).collect();
    if is_json {
        return json_line("solvers", Rows { rows: &rows });
    }
    let line = |row: &SolverRow| {
        let place = match (row.in_process, row.available, &row.path) {
            (true, true, _) => "in process",
            (true, false, _) => "not built in: cargo build --features cadical",
            (false, _, Some(path)) => path,
            (false, _, None) => "not found",
        };
        let version = row.version.as_deref().unwrap_or_default();
        format!("{:13} {version:9} {place}\n", row.name)
    };
    Ok(rows.iter().map(line).collect())
}

/// Returns true if the lazy engine is selected, if it may be; refuses options that it does not
/// have.
pub fn is_lazy(
    spec: &FormulaSpec,
    formula: &FormulaArgs,
    may_be: bool,
    seed: Option<u64>,
) -> Result<bool> {
    let name = formula.name()?;
    let is_lazy = may_be && matches!(name, None | Some(Name::Lazy)) && formula.first().is_none();
    if let Some(name) = name.filter(|_| !is_lazy) {
        spec.tour.reductions(&spec.place, name.backend())?;
    }
    ensure!(
        is_lazy || seed.is_none(),
        "--seed is for --encoding lazy in process: with a formula nothing is chosen at random"
    );
    Ok(is_lazy)
}

/// Returns the problem of a request for the lazy engine, unless its search would exceed the memory:
/// it takes less than 100 bytes a square (lab/docs/lazy.md). Returns `Stopped` if the deadline
/// passes first.
///
/// It is never freed: the end of the program frees all memory at once, and faster.
pub fn lazy_problem(request: &Request, stop: &Stop) -> Result<&'static Problem> {
    const LARGEST: u32 = 1 << 26;
    let squares = request.place.len();
    ensure!(
        squares <= LARGEST,
        "{} would take about {} GB of memory: the limit is {LARGEST} squares (8192x8192) or \
         vertices",
        request.place,
        squares / 10_000_000
    );
    Ok(Box::leak(Box::new(request.problem(stop)?)))
}
