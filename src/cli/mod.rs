//! The command line: one file a subcommand, each a clap type and a few lines that call the library.

mod args;
mod check;
mod choices;
mod compare;
mod count;
mod decode;
mod document;
mod encode;
mod exit;
mod foreign;
mod formula;
mod interrupt;
mod lint;
mod method;
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

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use exit::Exit;
use say::say;
use std::io::{self, Write};
use std::process::ExitCode;

/// The SAT workbench for knight's tours: encode, solve, prove, check and count
#[derive(Debug, Parser)]
#[command(name = "knightsat", version, after_help = EXAMPLES, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
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

const EXAMPLES: &str = "\
Examples:
  knightsat solve 8x8 --closed
  knightsat encode 8x8 -o t.cnf && minisat t.cnf t.out; knightsat decode t.cnf t.out
  knightsat encode 8x8 -o t.cnf && kissat t.cnf | knightsat decode t.cnf -

Exit codes:
  encode, sizes        0 written; with --solve as solve
  solve, prove, decode 0 tour found, 1 none exists, 2 usage or I/O error, 3 unknown (timeout)
  sat                  10 satisfiable, 20 unsatisfiable, 0 unknown, 2 usage or I/O error
  verify               0 accepted, 1 not, 2 usage or I/O error
  render               0 drawn, 2 usage or I/O error
  lint                 0 clean or made so, 1 findings, 2 usage or I/O error
  check                0 right, 1 wrong, 2 usage or I/O error, 3 unknown (timeout)
  count                0 counted, or up to the limit, 1 the published number disagrees,
                       2 usage or I/O error, 3 unknown (timeout)
  compare              0 compared, 1 some answer is wrong, 2 usage or I/O error, 3 stopped";

/// Runs the command that the arguments ask for.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let result = match cli.command {
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
        Command::Compare(args) => args.run(),
        Command::Lint(args) => args.run(),
    };
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
