//! Who solves: options of every command that asks a solver.

use crate::cli::shared::document::{self, Rows};
use crate::cli::shared::memory::MemoryArgs;
use crate::cli::shared::say::say;
use anyhow::Result;
use clap::builder::{StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use knightsat::solver::SolverError;
use knightsat::solver::installed::installed;
use knightsat::solver::portfolio::Solver;
use serde::Serialize;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// The solvers that are asked, and for how long.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Solver")]
pub struct SolverArgs {
    /// Solver to ask; list shows all [default: varisat]
    ///
    /// varisat (built in), cadical-lib (if built in), minisat, kissat, cadical, cryptominisat, picosat,
    /// glucose, z3, clasp; or a command with {cnf} in place of the formula's file, and {result} if it
    /// writes the answer to a file.
    #[arg(long, value_name = "NAME", value_parser = NameParser)]
    pub solver: Option<String>,
    /// Path of the solver, if it is not on PATH
    #[arg(long, value_name = "PATH", requires = "solver", hide_short_help = true)]
    pub solver_path: Option<PathBuf>,
    /// Ask several solvers at once, separated by commas
    ///
    /// The first answer that can be checked wins, and the others are stopped.
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        conflicts_with = "solver"
    )]
    pub portfolio: Vec<String>,
    /// Give up after this many seconds (exit code 3)
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub timeout: Option<f64>,
    #[command(flatten)]
    memory: MemoryArgs,
}

impl SolverArgs {
    /// From here on we and our solvers keep to the limit of memory.
    pub fn keep_memory(&self) -> Result<()> {
        self.memory.keep(self.portfolio.len())
    }

    /// Whether one solver in process is asked, by its name: nothing is looked for.
    pub fn is_in_process(&self) -> bool {
        let mut names = self.solver.iter().chain(&self.portfolio);
        let first = names.next().map(String::as_str);
        matches!(first, None | Some("varisat" | "cadical-lib")) && names.next().is_none()
    }

    /// The solvers, at least one.
    pub fn choose(&self) -> Result<Vec<Solver>> {
        let one = self.solver.iter();
        let solvers = one
            .chain(&self.portfolio)
            .map(|name| Solver::new(name, self.solver_path.as_deref()));
        let solvers: Vec<Solver> = solvers.collect::<Result<_, _>>()?;
        Ok(match solvers.is_empty() {
            true => vec![Solver::Varisat],
            false => solvers,
        })
    }
}

/// Tells of a solver that has lost a race by its own fault.
pub fn report(error: SolverError) {
    say(error);
}

/// A solver's name; `list` answers at once, as `--version` does.
#[derive(Clone)]
struct NameParser;

impl TypedValueParser for NameParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let name = StringValueParser::new().parse_ref(command, argument, value)?;
        if name == "list" {
            let listed = match wants_json(env::args_os()) {
                true => json(),
                false => Ok(text()),
            };
            let listed = listed.map_err(|error| clap::Error::raw(ErrorKind::Io, error))?;
            return Err(clap::Error::raw(ErrorKind::DisplayVersion, listed));
        }
        Ok(name)
    }
}

/// Whether --format json is among the arguments, which are not parsed any further.
fn wants_json(args: impl Iterator<Item = OsString>) -> bool {
    let args: Vec<OsString> = args.collect();
    let is_pair = |pair: &[OsString]| pair[0] == "--format" && pair[1] == "json";
    args.windows(2).any(is_pair) || args.iter().any(|arg| arg == "--format=json")
}

/// A solver that may be asked for.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    version: Option<String>,
    available: bool,
    in_process: bool,
    path: Option<String>,
}

/// Every known solver.
fn list() -> Vec<Row> {
    let in_process = |name, version, available| Row {
        name,
        version,
        available,
        in_process: true,
        path: None,
    };
    let cadical = cadical_lib();
    let has_cadical = cadical.is_some();
    let mut rows = vec![
        in_process("varisat", None, true),
        in_process("cadical-lib", cadical, has_cadical),
    ];
    rows.extend(installed().into_iter().map(|solver| Row {
        name: solver.name,
        version: solver.version,
        available: solver.path.is_some(),
        in_process: false,
        path: solver.path.map(|path| path.display().to_string()),
    }));
    rows
}

/// A line for each: its name, version, and where it is.
fn text() -> String {
    let line = |row: &Row| {
        let place = match (row.in_process, row.available, &row.path) {
            (true, true, _) => "in process",
            (true, false, _) => "not built in: cargo build --features cadical",
            (false, _, Some(path)) => path,
            (false, _, None) => "not found",
        };
        let version = row.version.as_deref().unwrap_or_default();
        format!("{:13} {version:9} {place}\n", row.name)
    };
    list().iter().map(line).collect()
}

fn json() -> Result<String> {
    document::lines("solvers", Rows { rows: &list() })
}

/// The version of CaDiCaL in process, if it is built in.
#[cfg(feature = "cadical")]
fn cadical_lib() -> Option<String> {
    Some(knightsat::solver::cadical::Cadical::version())
}

#[cfg(not(feature = "cadical"))]
fn cadical_lib() -> Option<String> {
    None
}
