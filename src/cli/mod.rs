//! The command line: one file a subcommand, each a clap type and a few lines that call the library.

mod args;
mod check;
mod choices;
mod compare;
mod count;
mod counting;
mod decode;
mod destination;
mod document;
mod encode;
mod exit;
mod findings;
mod foreign;
mod formula;
mod generate;
mod help;
mod interrupt;
mod keep;
mod lint;
mod memory;
mod method;
mod missing;
mod output;
mod pictures;
mod place;
mod progress;
mod proof_file;
mod prove;
mod render;
mod report;
mod run_one;
mod sat;
mod say;
mod sizes;
mod solve;
mod solvers;
mod tally;
mod verify;

use anyhow::{Context, Result};
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use exit::Exit;
pub use memory::Watched;
use say::say;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

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

#[derive(Debug, Subcommand)]
enum Command {
    Encode(encode::Args),
    Sizes(sizes::Args),
    Solve(solve::Args),
    Sat(sat::Args),
    Prove(prove::Args),
    Decode(decode::Args),
    Verify(verify::Args),
    Render(render::Args),
    Check(Box<check::Args>),
    Count(count::Args),
    Compare(compare::Args),
    Lint(lint::Args),
}

impl Cli {
    fn run(self, parser: clap::Command) -> Result<Exit> {
        if let Some(shell) = self.completions {
            return generate::completions(parser, shell);
        }
        if let Some(folder) = &self.man {
            return generate::manual(parser, folder);
        }
        match self.command.context("name a command")? {
            Command::Encode(args) => args.run(),
            Command::Sizes(args) => args.run(),
            Command::Solve(args) => args.run(),
            Command::Sat(args) => args.run(),
            Command::Prove(args) => args.run(),
            Command::Decode(args) => args.run(),
            Command::Verify(args) => args.run(),
            Command::Render(args) => args.run(),
            Command::Check(args) => args.run(),
            Command::Count(args) => args.run(),
            Command::Lint(args) => args.run(),
            Command::Compare(args) => args.run(),
        }
    }
}

/// Runs the command that the arguments ask for.
pub fn run() -> ExitCode {
    if keep::is_asked() {
        return keep::run().unwrap_or_else(|error| {
            say(format_args!("{error:#}"));
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
        Err(error) => return usage(&error),
    };
    let result = cli.run(parser);
    match result {
        Ok(exit) => exit.into(),
        Err(error) if is_broken_pipe(&error) => Exit::Good.into(),
        Err(error) => {
            say(format_args!("{error:#}"));
            Exit::Error.into()
        }
    }
}

/// Help and version go to stdout; every mistake is told in one line.
fn usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let text = error.render().to_string();
            let printed = match text.strip_prefix("error: ") {
                // What an option has to say: the list of solvers.
                Some(text) => io::stdout().write_all(text.as_bytes()),
                None => error.print(),
            };
            return match printed.and_then(|()| io::stdout().flush()) {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                    say(format_args!("standard output: {error}"));
                    Exit::Error.into()
                }
                _ => Exit::Good.into(),
            };
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            return Exit::Error.into();
        }
        _ => {}
    }
    let text = error.render().to_string();
    let message = text.split("\n\nUsage:").next().unwrap_or(&text);
    let message = message.split("\n\nFor more").next().unwrap_or(message);
    let message = message.replace("\n\n  tip:", ";");
    let words: Vec<&str> = message.split_whitespace().collect();
    let message = words.join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    say(format_args!("{message} (see --help)"));
    Exit::Error.into()
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
