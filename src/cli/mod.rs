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
mod help;
mod lint;
#[cfg(feature = "manual")]
mod manual;
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
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches, Parser};
#[cfg(feature = "manual")]
use clap_complete::Shell;
use itertools::Itertools;
use knightsat_tour::table;
use std::ffi::OsString;
use std::io;
#[cfg(feature = "manual")]
use std::path::PathBuf;

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
    /// Print completions for bash, zsh, fish, …
    #[cfg(feature = "manual")]
    #[arg(long = "completions", value_parser = manual::shell, exclusive = true)]
    shell: Option<Shell>,
    /// Write manual pages to this folder
    #[cfg(feature = "manual")]
    #[arg(long, value_name = "DIR", exclusive = true)]
    man: Option<PathBuf>,
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
/// the same name replaces it.
///
/// The command may end this process itself, by a signal that it has received or after a deadline.
/// Call this function once.
pub fn run(more: Vec<Command>, start: Vec<OsString>, arguments: Vec<OsString>) -> u8 {
    let invocation = match process::prepare(start, arguments) {
        Ok(invocation) => invocation,
        Err(error) => return code(Err(error)),
    };
    let commands = commands(more, invocation.arguments.get(1));
    let mut parser = documented(&commands);
    match parser.try_get_matches_from_mut(&invocation.arguments) {
        Ok(matches) => code(dispatch(&commands, &matches)),
        Err(error) => usage(&error, &parser, &commands, invocation),
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
fn documented(commands: &[Command]) -> clap::Command {
    // A negative number is a wrong value, and no unknown option.
    let number = |arg: Arg| {
        if arg.get_action().takes_values() {
            arg.allow_negative_numbers(true)
        } else {
            arg
        }
    };
    let add = |parser: clap::Command, command: &Command| {
        let one = (command.parser)(clap::Command::new(command.name));
        parser.subcommand(one.mut_args(number))
    };
    commands.iter().fold(Cli::command(), add)
}

/// Runs the command that the arguments name.
fn dispatch(commands: &[Command], matches: &ArgMatches) -> Result<Exit> {
    let cli = Cli::from_arg_matches(matches)?;
    if cli.crosses {
        return print(&table::markdown()).map(|()| Exit::Good);
    }
    #[cfg(feature = "manual")]
    {
        if let Some(shell) = cli.shell {
            return manual::completions(help::add(documented(commands), commands), shell);
        }
        if let Some(folder) = &cli.man {
            let documented = documented(commands);
            let parser = help::add(documented.clone(), commands);
            return manual::manual(parser, folder, &documented);
        }
    }
    let (name, matches) = matches.subcommand().context("name a command")?;
    let command = commands.iter().find(|command| command.name == name);
    (command.context("name a command")?.run)(matches)
}

/// Returns the exit code, and reports an error.
fn code(result: Result<Exit>) -> u8 {
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
        let cause = cause.downcast_ref::<io::Error>();
        cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Prints help and version to stdout, and every mistake in one line.
fn usage(
    error: &clap::Error,
    parser: &clap::Command,
    commands: &[Command],
    invocation: &Invocation,
) -> u8 {
    let asks_for_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if !asks_for_help {
        let of_lab = of_lab(parser, &invocation.arguments);
        note!("{}", of_lab.unwrap_or_else(|| mistake::line(error, parser)));
        return Exit::Error as u8;
    }
    let parser = help::add(documented(commands), commands);
    let error = parser.try_get_matches_from(&invocation.arguments);
    let error = error.expect_err("the same arguments ask for help");
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return Exit::Error as u8;
    }
    let printed = match error.get(ContextKind::Custom) {
        // The text of an option: the list of solvers.
        Some(ContextValue::String(text)) => print(text),
        _ => print("").and_then(|()| delivered(error.print())),
    };
    code(printed.and_then(|()| print("")).map(|()| Exit::Good))
}

/// The first arguments that only the lab's program accepts.
const LAB: [&str; 7] = [
    "compare",
    "split",
    "work",
    "join",
    "opb",
    "--completions",
    "--man",
];

/// The options that a command has in the lab's program only.
const LAB_OPTIONS: [(&str, &str); 3] = [
    ("count", "--split"),
    ("prove", "--proof-format"),
    ("prove", "--textbook"),
];

/// Returns the remedy if the arguments, which `parser` refuses, ask for a part of the lab that this
/// program does not have.
fn of_lab(parser: &clap::Command, arguments: &[OsString]) -> Option<String> {
    let words = arguments.iter().skip(1).map(|word| word.to_string_lossy());
    let words = words.collect_vec();
    let option = |word: &str| word.split('=').next().unwrap_or_default().to_string();
    let has = |command: &clap::Command, option: &str| {
        let mut longs = command.get_arguments().filter_map(Arg::get_long);
        longs.any(|long| option.strip_prefix("--") == Some(long))
    };
    let first = option(words.first()?);
    let mut pairs = words.iter().tuple_windows();
    let is_opb = words.iter().any(|word| word == "--format=opb")
        || pairs.any(|(option, value)| option == "--format" && value == "opb");
    let (subject, command) = match parser.find_subcommand(&first) {
        Some(_) if first == "encode" && is_opb => ("encode --format opb".into(), "opb"),
        Some(command) => {
            let lacks = |option: &str| !has(command, option);
            let is_given = |given: &str| words.iter().any(|word| option(word) == given);
            let mut options = LAB_OPTIONS.into_iter().filter(|(of, _)| *of == first);
            let (_, option) = options.find(|(_, option)| is_given(option) && lacks(option))?;
            (format!("{first} {option}"), &*first)
        }
        None if LAB.contains(&&*first) && !has(parser, &first) => (first.clone(), &*first),
        None => return None,
    };
    Some(format!(
        "{subject} is part of the lab: in a clone, run cargo run --release -p knightsat-lab -- {command} …"
    ))
}
