//! The command line: one file or folder a command, each a clap type and a few lines that call the
//! library, and in `shared` what several of them need.

mod check;
mod compare;
mod count;
mod decode;
mod encode;
mod generate;
mod help;
mod join;
mod lint;
mod prove;
mod puzzle;
mod render;
mod sat;
mod shared;
mod sizes;
mod solve;
mod split;
mod usage;
mod verify;
mod work;

use anyhow::{Context, Result};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use help::Help;
use shared::exit::Exit;
use shared::note::{note, reason};
use shared::{interrupt, keep, memory, time};
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

pub use shared::memory::Watched;

/// The SAT workbench for knight's tours: encode, solve, prove, check and count
#[derive(Debug, Parser)]
#[command(
    name = "knightsat",
    version,
    max_term_width = 100,
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Print completions for bash, zsh, fish, …
    #[arg(
        long,
        value_name = "SHELL",
        hide_possible_values = true,
        exclusive = true
    )]
    completions: Option<Shell>,
    /// Write manual pages to this folder
    #[arg(long, value_name = "DIR", exclusive = true)]
    man: Option<PathBuf>,
}

/// Makes from a table what is parsed, what is run, and the help: commands grouped by purpose, each with
/// its variant and the module that has its `Args` and its `HELP`.
macro_rules! commands {
    ($($group:literal: $($variant:ident $module:ident),*;)*) => {
        #[derive(Debug, Subcommand)]
        enum Command {
            $($($variant(Box<$module::Args>),)*)*
        }

        impl Command {
            fn run(self) -> Result<Exit> {
                match self {
                    $($(Command::$variant(args) => args.run(),)*)*
                }
            }
        }

        /// The names of commands with their help, grouped.
        const COMMANDS: &[(&str, &[(&str, Help)])] =
            &[$(($group, &[$((stringify!($module), $module::HELP)),*])),*];
    };
}

commands! {
    "Make a formula": Encode encode, Sizes sizes;
    "Solve": Solve solve, Sat sat, Prove prove, Puzzle puzzle;
    "Share among machines": Split split, Work work, Join join;
    "Read what was found": Decode decode, Verify verify, Render render, Lint lint;
    "Check": Count count, Check check, Compare compare;
}

impl Cli {
    fn run(self, parser: clap::Command) -> Result<Exit> {
        if let Some(shell) = self.completions {
            return generate::completions(parser, shell);
        }
        if let Some(folder) = &self.man {
            return generate::manual(parser, folder);
        }
        self.command.context("name a command")?.run()
    }
}

/// Runs the command that the arguments ask for.
pub fn run() -> ExitCode {
    if keep::is_asked() {
        return keep::run().unwrap_or_else(|error| {
            note(reason(&error));
            Exit::Error.into()
        });
    }
    memory::watch();
    keep::start();
    interrupt::survive_file_limit();
    let parser = help::add(Cli::command());
    let matches = parser.clone().try_get_matches();
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return usage::usage(&error),
    };
    let result = cli.run(parser);
    match result {
        Ok(exit) => exit.into(),
        Err(error) if is_broken_pipe(&error) => Exit::Good.into(),
        Err(error) if time::stopped(&error).is_some() => {
            note(format_args!("unknown: {error:#}"));
            Exit::Unknown.into()
        }
        Err(error) => {
            note(reason(&error));
            Exit::Error.into()
        }
    }
}

/// Returns true if the reader of an output has gone.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
