//! The command line: a file or folder for each command, with a clap type and a few calls of the
//! library. `shared` has the common parts.

// The documentation of options is their help, which is not Markdown.
#![allow(rustdoc::broken_intra_doc_links)]

mod check;
mod compare;
mod count;
mod decode;
mod encode;
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
mod verify;
mod work;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use shared::*;

pub use shared::memory::Watched;

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
    #[command(subcommand)]
    command: Option<Command>,
    /// Print completions for bash, zsh, fish, …
    #[arg(long = "completions", value_parser = shell, exclusive = true)]
    shell: Option<Shell>,
    /// Write manual pages to this folder
    #[arg(long, value_name = "DIR", exclusive = true)]
    man: Option<PathBuf>,
}

/// Makes the parser, the dispatch and the help from a table. Commands are grouped by purpose, each
/// with its variant and the module of its `Args`.
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

        /// The names of commands, grouped.
        const COMMANDS: &[(&str, &[&str])] = &[$(($group, &[$(stringify!($module)),*])),*];
    };
}

commands! {
    "Make a formula": Encode encode, Sizes sizes;
    "Solve": Solve solve, Sat sat, Prove prove, Puzzle puzzle;
    "Share among machines": Split split, Work work, Join join;
    "Read results": Decode decode, Verify verify, Render render, Lint lint;
    "Check": Count count, Check check, Compare compare;
}

impl Cli {
    fn run(self, parser: clap::Command) -> Result<Exit> {
        if let Some(shell) = self.shell {
            return help::completions(parser, shell);
        }
        if let Some(folder) = &self.man {
            return help::manual(parser, folder);
        }
        self.command.context("name a command")?.run()
    }
}

/// Runs a command, and returns its exit code. The command starts processes of its own by `start`:
/// this program, and its first arguments. `arguments` are the name of the program, as the user
/// called it, and the arguments of the user.
///
/// The command may end this process itself, by a signal that it has received or after a deadline.
/// Call this function once, from a program with [`Watched`] as its allocator.
pub fn run(start: Vec<OsString>, arguments: Vec<OsString>) -> u8 {
    let invocation = Invocation::set(start, arguments);
    if solvers::keep_is_asked() {
        return solvers::keep_run().unwrap_or_else(|error| {
            note!("{}", reason(&error));
            Exit::Error.into()
        });
    }
    memory::watch();
    solvers::keep_start();
    interrupt::survive_file_limit();
    let parser = help::add(Cli::command());
    let matches = parser.clone().try_get_matches_from(&invocation.arguments);
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return usage(&error, &parser),
    };
    match cli.run(parser) {
        Ok(exit) => exit.into(),
        Err(error) if is_broken_pipe(&error) => interrupt::end_by_pipe(),
        Err(error) if time::stopped(&error).is_some() => {
            note!("unknown: {error:#}");
            Exit::Unknown.into()
        }
        Err(error) => {
            note!("{}", reason(&error));
            Exit::Error.into()
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
fn usage(error: &clap::Error, parser: &clap::Command) -> u8 {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let text = error.render().to_string();
            let printed = match text.strip_prefix("error: ") {
                // The text of an option: the list of solvers.
                Some(text) => print(text),
                None => print("").and_then(|()| delivered(error.print())),
            };
            return match printed.and_then(|()| print("")) {
                Err(error) => {
                    note!("{}", reason(&error));
                    Exit::Error.into()
                }
                Ok(()) => Exit::Good.into(),
            };
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            return Exit::Error.into();
        }
        _ => {}
    }
    if let Some(message) = hyphen(error, parser) {
        note!("{message}");
        return Exit::Error.into();
    }
    let text = error.render().to_string();
    let message = text.split("\n\nUsage:").next().unwrap_or(&text);
    let message = message.split("\n\nFor more").next().unwrap_or(message);
    let message = message.replace("\n\n  tip:", ";");
    let message = message.split_whitespace().join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let message = message.replace(
        "the following required arguments were not provided",
        "missing",
    );
    let message = &message[..];
    let message = argument_first(message).unwrap_or_else(|| message.to_string());
    note!("{} (see --help)", explain(&message));
    Exit::Error.into()
}

/// Parses the name of a shell.
fn shell(name: &str) -> Result<Shell, String> {
    Shell::from_str(name, true).map_err(|_| {
        let known = Shell::value_variants().iter().join(", ");
        format!("no such shell: write one of {known}")
    })
}

/// Returns the message for an argument that begins with a hyphen and is no option: the value of an
/// option, or the name of a file.
fn hyphen(error: &clap::Error, parser: &clap::Command) -> Option<String> {
    let ContextValue::String(start) = error.get(ContextKind::InvalidArg)? else {
        return None;
    };
    let is_meant =
        |arg: &str| arg.starts_with(start) && arg.starts_with('-') && !arg.starts_with("--");
    if error.kind() != ErrorKind::UnknownArgument || !is_meant(start) {
        return None;
    }
    let args = Invocation::get().arguments.iter();
    let args = args.map(|arg| arg.to_string_lossy()).collect_vec();
    let place = args.iter().position(|arg| is_meant(arg))?;
    let (before, value) = (&args[place - 1], &args[place]);
    let command = args.get(1).and_then(|name| parser.find_subcommand(&**name));
    let mut options = command.unwrap_or(parser).get_arguments();
    let takes_value = options.any(|option| {
        let long = option.get_long().map(|long| format!("--{long}"));
        let short = option.get_short().map(|short| format!("-{short}"));
        option.get_action().takes_values() && [long, short].contains(&Some(before.to_string()))
    });
    Some(match takes_value {
        true => format!(
            "{before} {value}: join a value that begins with a hyphen by '=', as in {before}={value}"
        ),
        false => format!(
            "unexpected argument '{value}' (see --help); for a file of this name, write ./{value}"
        ),
    })
}

/// Begins a message about a wrong value with its argument: `--seed x: write a whole number`.
fn argument_first(message: &str) -> Option<String> {
    let (value, rest) = message
        .strip_prefix("invalid value '")?
        .split_once("' for '")?;
    let (argument, reason) = rest.split_once('\'')?;
    let argument = argument.split(' ').next()?;
    let argument = argument.trim_matches(['[', ']', '<', '>', '.']);
    let names = reason.strip_prefix(" [possible values: ");
    if let Some(names) = names.and_then(|names| names.strip_suffix(']')) {
        return Some(format!("{argument} {value}: write one of {names}"));
    }
    Some(match reason.strip_prefix(": ") {
        Some(reason) if reason.contains(&format!("'{value}'")) => format!("{argument}: {reason}"),
        _ if reason.is_empty() => format!("{argument} {value}: no such value"),
        _ => format!("{argument} {value}{reason}"),
    })
}

/// Replaces the reasons of number parsers by the expected input.
fn explain(message: &str) -> String {
    let (start, reason) = message.rsplit_once(": ").unwrap_or(("", message));
    let wanted = match reason {
        "invalid float literal" | "cannot parse float from empty string" => "write a number",
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "write a whole number"
        }
        "number too large to fit in target type" => "write a smaller number",
        "number too small to fit in target type" => "write a larger number",
        _ => match expected_range(reason) {
            Some(range) => return format!("{start}: write a number from {range}"),
            None => return message.to_string(),
        },
    };
    format!("{start}: {wanted}")
}

/// Returns the range of a number that is not in it.
fn expected_range(reason: &str) -> Option<String> {
    let (least, most) = reason.split_once(" is not in ")?.1.split_once("..")?;
    // Without an end clap shows the largest number of the type.
    let most = most.trim_start_matches('=').parse::<u32>();
    let most = most.ok().filter(|&most| most < u32::MAX);
    Some(most.map_or(least.to_string(), |most| format!("{least} to {most}")))
}
