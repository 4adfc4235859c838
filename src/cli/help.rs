//! The parts of help besides options: commands grouped by purpose, examples, exit codes.

use crate::cli::shared::*;
use crate::cli::{self, GROUPS};
use clap::builder::Resettable;
use clap::{Arg, Command};
use knightsat::cnf::gadget::amo::Amo;
use knightsat_base::text::is_digits;
use knightsat_solver::certify::certifiers;

/// Adds the help to the command.
pub fn add(mut command: Command, commands: &[cli::Command]) -> Command {
    let template = format!(
        "{{about}}\n\nUsage: knightsat COMMAND [ARGUMENTS]\n\n{}\nOptions:\n{{options}}\n\n{}\n\
         Options, examples and exit codes of a command: knightsat COMMAND --help",
        groups(&command, commands),
        list(&paragraphs(&command), "")
    );
    for (name, amo) in SEVERAL {
        command = command.mut_subcommand(name, |command| several(command, amo));
    }
    command = command.mut_subcommand("prove", certifying);
    for one in commands {
        command = command.mut_subcommand(one.name, |command| {
            // A negative number is a wrong value, and no unknown option.
            let number = |arg: Arg| {
                if arg.get_action().takes_values() {
                    arg.allow_negative_numbers(true)
                } else {
                    arg
                }
            };
            with_sections(command.mut_args(number))
        });
    }
    with_sections(command).help_template(template)
}

/// The documentation of a command, whose last paragraphs are examples, such as `$ knightsat sizes
/// 8x8 # their purpose`, and exit codes, such as `0: printed`.
pub fn paragraphs(command: &Command) -> Vec<String> {
    let text = command.get_long_about().map(ToString::to_string);
    let text = text.unwrap_or_default();
    text.split("\n\n").map(String::from).collect()
}

/// Returns command lines and their purposes.
pub fn examples(paragraphs: &[String]) -> impl Iterator<Item = (&str, &str)> {
    let lines = paragraphs.iter();
    lines.filter_map(|line| line.strip_prefix("$ ")?.split_once(" # "))
}

/// Returns exit codes and their meanings.
pub fn exits(paragraphs: &[String]) -> impl Iterator<Item = (&str, &str)> {
    let pairs = paragraphs.iter().filter_map(|line| line.split_once(": "));
    pairs.filter(|(code, _)| is_digits(code))
}

/// Moves examples and exit codes to the end of the help.
fn with_sections(command: Command) -> Command {
    let all = paragraphs(&command);
    let mut codes = exits(&all).map(|(code, what)| format!("  {code:>2}  {what}"));
    let (examples, codes) = (list(&all, "      "), codes.join("\n"));
    let is_section = |line: &String| line.starts_with(|c: char| c == '$' || c.is_ascii_digit());
    let about = all.iter().filter(|line| !is_section(line)).collect_vec();
    let long = (about.len() > 1).then(|| about.iter().join("\n\n").into());
    let command = command.long_about(Resettable::from(long));
    if codes.is_empty() {
        command
    } else {
        command.after_long_help(format!("{examples}\nExit codes:\n{codes}"))
    }
}

/// Commands that compare several formulas, and the at-most-one encodings that they take by default.
const SEVERAL: [(&str, &str); 2] = [("sizes", "auto"), ("check", "all")];

/// Marks these options as lists.
fn several(command: Command, default_amo: &str) -> Command {
    let long = |names: &str| {
        format!("{names}: one, several separated by commas, or all. See docs/encodings.md")
    };
    let encodings = long(&format!("{} or auto", Name::ALL.iter().join(", ")));
    command
        .mut_arg("encoding", |arg| {
            let arg = arg.value_name("NAMES");
            arg.help("Which formulas: position, order, lazy, …, or all")
                .long_help(format!("Which formulas\n\n{encodings}"))
        })
        .mut_arg("amo", |arg| {
            let help = format!("At-most-one encoding, or all [default: {default_amo}]");
            let all = Amo::ALL.iter().join(", ");
            let more = format!(
                "{all}, auto or all. Or two separated by a comma: for squares per step, and for steps per square"
            );
            arg.help(&help).long_help(format!("{help}\n\n{more}"))
        })
}

/// Names the solvers whose refutations come with proofs.
fn certifying(command: Command) -> Command {
    let help = "Solver that refutes the formula; list shows all [default: varisat]";
    let names = certifiers().format(", ");
    command.mut_arg("solver", |arg| {
        arg.help(help)
            .long_help(format!("{help}\n\nOne that writes proofs: {names}."))
    })
}

/// Lists examples, and with an indent also their purposes.
fn list(paragraphs: &[String], indent: &str) -> String {
    let mut text = "Examples:\n".to_string();
    for (example, what) in examples(paragraphs) {
        text += &format!("  {example}\n");
        if !indent.is_empty() {
            text += &format!("{indent}{what}\n");
        }
    }
    text
}

/// Lists the commands, each with its description up to a colon.
fn groups(command: &Command, commands: &[cli::Command]) -> String {
    let mut text = String::new();
    for title in GROUPS {
        let group = commands.iter().filter(|one| one.group == title);
        let mut group = group
            .filter_map(|one| command.find_subcommand(one.name))
            .peekable();
        if group.peek().is_some() {
            text += &format!("{title}:\n");
        }
        for one in group {
            let about = one.get_about().map(ToString::to_string).unwrap_or_default();
            let about = about.split(':').next().unwrap_or_default();
            text += &format!("  {:8} {about}\n", one.get_name());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_examples_and_exit_codes() {
        for command in cli::documented(&cli::core()).get_subcommands() {
            let (name, help) = (command.get_name(), paragraphs(command));
            assert!(examples(&help).next().is_some(), "{name}");
            assert!(exits(&help).any(|(code, _)| code == "2"), "{name}");
        }
    }
}
