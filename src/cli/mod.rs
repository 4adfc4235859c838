//! The command line: a file or folder for each command, with a clap type and a few calls of the
//! library. `shared` has the common parts.

// The documentation of options is their help, which is not Markdown.
#![allow(rustdoc::broken_intra_doc_links)]
// The lab uses its modules.
#![allow(missing_docs)]

pub mod check;
pub mod count;
mod decode;
mod encode;
pub mod help;
mod lint;
mod mistake;
pub mod prove;
mod puzzle;
mod render;
mod sat;
pub mod shared;
mod sizes;
mod solve;
mod stats;
mod verify;

use crate::cli::shared::process::{self, Invocation};
use crate::cli::shared::report::{Exit, delivered, note, print, reason};
use anyhow::{Context, Result};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches, Parser};
use knightsat_tour::table;
use std::ffi::OsString;
use std::io;

/// The SAT workbench for knight's tours: encode, solve, prove, check and count
///
/// $ knightsat solve 8x8 --closed # a tour that returns to its start
///
/// $ knightsat encode 6x6 -o t.cnf; knightsat sat t.cnf | knightsat decode t.cnf -
/// # the same in three steps; any solver can do the second
///
/// $ knightsat prove 4x4 -o no-tour && knightsat verify 4x4 --certificate no-tour
/// # there is no tour, and here is why
#[derive(Debug, Parser)]
#[command(
    name = "knightsat",
    version,
    max_term_width = 100,
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true
)]
struct Cli {
    /// Print what encodings, methods and formats support
    #[arg(long, exclusive = true)]
    crosses: bool,
}

/// An option instead of a command. Its function gets the parser with all help, and without the
/// examples and exit codes.
pub struct Flag {
    pub arg: Arg,
    pub run: fn(&ArgMatches, clap::Command, &clap::Command) -> Result<Exit>,
}

/// The function of a command on its parsed arguments.
type RunCommand = Box<dyn Fn(&ArgMatches) -> Result<Exit>>;

/// A command: its group in the help, its name, its arguments, and its function.
pub struct Command {
    group: &'static str,
    name: &'static str,
    parser: fn(clap::Command) -> clap::Command,
    run: RunCommand,
}

impl Command {
    /// Returns a command. Help, completions and manual pages come from the documentation of `A`.
    pub fn new<A: clap::Args + 'static>(
        group: &'static str,
        name: &'static str,
        run: fn(A) -> Result<Exit>,
    ) -> Command {
        Command {
            group,
            name,
            parser: A::augment_args,
            run: Box::new(move |matches| run(A::from_arg_matches(matches)?)),
        }
    }
}

/// The groups of commands, in the order of the help.
const GROUPS: [&str; 5] = [
    "Make a formula",
    "Solve",
    "Share among machines",
    "Read results",
    "Check",
];

/// Runs a command, and returns its exit code. The command starts processes of its own by `start`:
/// this program, and its first arguments. `arguments` are the name of the program, as the user
/// called it, and the arguments of the user. `more` are commands beside those of the core; one of
/// the same name replaces it. `flags` are options instead of a command.
///
/// The command may end this process itself, by a signal that it has received or after a deadline.
/// Call this function once.
pub fn run(
    more: Vec<Command>,
    flags: &[Flag],
    start: Vec<OsString>,
    arguments: Vec<OsString>,
) -> u8 {
    let invocation = match process::prepare(start, arguments) {
        Ok(invocation) => invocation,
        Err(error) => return code(Err(error)),
    };
    let commands = commands(more, invocation.arguments.get(1));
    let mut parser = documented(&commands, flags);
    match parser.try_get_matches_from_mut(&invocation.arguments) {
        Ok(matches) => code(dispatch(&commands, flags, &matches)),
        Err(error) => {
            let with_help = || help::add(documented(&commands, flags), &commands);
            usage(&error, with_help, invocation)
        }
    }
}

/// Returns the commands of the core and `more`, or only that which is `named`. One of `more`
/// replaces that of the same name.
fn commands(more: Vec<Command>, named: Option<&OsString>) -> Vec<Command> {
    let mut all = core();
    for command in more {
        match all.iter().position(|known| known.name == command.name) {
            Some(place) => all[place] = command,
            None => all.push(command),
        }
    }
    let is_named = |one: &Command| named.is_some_and(|named| named == one.name);
    match all.iter().position(is_named) {
        // The options of the others are not needed.
        Some(named) => vec![all.swap_remove(named)],
        None => all,
    }
}

/// Returns the commands of the core.
fn core() -> Vec<Command> {
    vec![
        Command::new("Make a formula", "encode", encode::Args::run),
        Command::new("Make a formula", "sizes", sizes::Args::run),
        Command::new("Solve", "solve", solve::Args::run),
        Command::new("Solve", "sat", sat::Args::run),
        Command::new("Solve", "prove", prove::Args::run),
        Command::new("Solve", "puzzle", puzzle::Args::run),
        Command::new("Read results", "decode", decode::Args::run),
        Command::new("Read results", "verify", verify::Args::run),
        Command::new("Read results", "stats", stats::Args::run),
        Command::new("Read results", "render", render::Args::run),
        Command::new("Read results", "lint", lint::Args::run),
        Command::new("Check", "count", count::Args::run),
        Command::new("Check", "check", check::Args::run),
    ]
}

/// Returns the parser of these commands, with their documentation as help.
fn documented(commands: &[Command], flags: &[Flag]) -> clap::Command {
    // A negative number is a wrong value, and no unknown option.
    let number = |arg: Arg| {
        let takes_values = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes_values)
    };
    let add = |parser: clap::Command, command: &Command| {
        let one = (command.parser)(clap::Command::new(command.name));
        parser.subcommand(one.mut_args(number))
    };
    let flags = flags.iter().map(|flag| flag.arg.clone().exclusive(true));
    commands.iter().fold(Cli::command().args(flags), add)
}

/// Runs the command that the arguments name.
fn dispatch(commands: &[Command], flags: &[Flag], matches: &ArgMatches) -> Result<Exit> {
    let cli = Cli::from_arg_matches(matches)?;
    if cli.crosses {
        return print(&table::markdown()).map(|()| Exit::Good);
    }
    let is_given = |flag: &&Flag| matches.contains_id(flag.arg.get_id().as_str());
    if let Some(flag) = flags.iter().find(is_given) {
        let documented = documented(commands, flags);
        let parser = help::add(documented.clone(), commands);
        return (flag.run)(matches, parser, &documented);
    }
    let (name, matches) = matches.subcommand().context("name a command")?;
    let command = commands.iter().find(|command| command.name == name);
    (command.context("name a command")?.run)(matches)
}

/// Returns the exit code, and reports an error.
pub(crate) fn code(result: Result<Exit>) -> u8 {
    match result {
        Ok(exit) => exit as u8,
        Err(error) if is_broken_pipe(&error) => process::end_by_pipe(),
        Err(error) if process::stopped(&error).is_some() => {
            note!("unknown: {error:#}");
            Exit::Unknown as u8
        }
        Err(error) => {
            note!("{}", reason(&error));
            Exit::Error as u8
        }
    }
}

/// Returns true if the reader of an output has closed it before the verdict.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let error = cause.downcast_ref::<io::Error>();
        error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Prints help and version to stdout, and every mistake in one line.
fn usage(
    error: &clap::Error,
    with_help: impl FnOnce() -> clap::Command,
    invocation: &Invocation,
) -> u8 {
    let is_bare = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if error.use_stderr() && !is_bare {
        note!("{}", mistake::line(error));
        return Exit::Error as u8;
    }
    let error = with_help().try_get_matches_from(&invocation.arguments);
    let error = error.expect_err("the same arguments ask for help");
    if is_bare {
        let _ = error.print();
        return Exit::Error as u8;
    }
    let printed = delivered(error.print()).and_then(|()| print(""));
    code(printed.map(|()| Exit::Good))
}
