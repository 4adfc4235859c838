//! Who solves: options of every command that asks a solver.

mod list;

use crate::cli::shared::memory::MemoryArgs;
use crate::cli::shared::note::note;
use anyhow::Result;
use clap::builder::{StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use knightsat::solver::SolverError;
use knightsat::solver::portfolio::{IN_PROCESS, Solver};
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// The solver that is asked, and for how long.
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
    /// Give up after this many seconds (exit code 3)
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub timeout: Option<f64>,
    #[command(flatten)]
    memory: MemoryArgs,
}

/// One solver, or several at once.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Solver")]
pub struct PortfolioArgs {
    #[command(flatten)]
    pub one: SolverArgs,
    /// Ask several solvers at once, separated by commas
    ///
    /// The first answer that can be checked wins, and the others are stopped.
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        conflicts_with_all = ["solver", "solver_path"]
    )]
    pub portfolio: Vec<String>,
}

impl SolverArgs {
    /// From here on we and our solver keep to the limit of memory.
    pub fn keep_memory(&self) -> Result<()> {
        self.memory.keep(1)
    }

    /// Whether a solver in process is asked, by its name: nothing is looked for.
    pub fn is_in_process(&self) -> bool {
        let name = self.solver.as_deref();
        name.is_none_or(|name| IN_PROCESS.contains(&name))
    }

    /// The solver.
    pub fn choose(&self) -> Result<Solver> {
        let name = self.solver.as_deref();
        let name = name.unwrap_or(Solver::Varisat.name());
        Ok(Solver::new(name, self.solver_path.as_deref())?)
    }
}

impl PortfolioArgs {
    /// From here on we and our solvers keep to the limit of memory.
    pub fn keep_memory(&self) -> Result<()> {
        self.one.memory.keep(self.portfolio.len())
    }

    /// Whether one solver in process is asked, by its name: nothing is looked for.
    pub fn is_in_process(&self) -> bool {
        match &self.portfolio[..] {
            [] => self.one.is_in_process(),
            [name] => IN_PROCESS.contains(&name.as_str()),
            _ => false,
        }
    }

    /// The solvers, at least one.
    pub fn choose(&self) -> Result<Vec<Solver>> {
        if self.portfolio.is_empty() {
            return Ok(vec![self.one.choose()?]);
        }
        let solvers = self.portfolio.iter().map(|name| Solver::new(name, None));
        Ok(solvers.collect::<Result<_, _>>()?)
    }
}

/// Tells of a solver that has lost a race by its own fault.
pub fn report(error: SolverError) {
    note(error);
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
            let listed = if wants_json(env::args_os()) {
                list::json()
            } else {
                Ok(list::text())
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
