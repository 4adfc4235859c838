//! The parts of help besides options: commands grouped by purpose, examples, exit codes.

use crate::cli::{self, GROUPS};
use clap::builder::{Resettable, StyledStr};
use clap::{Arg, Command};
use itertools::Itertools;
use knightsat_base::text::is_digits;

/// Adds the help to the command.
pub fn add(mut command: Command, commands: &[cli::Command]) -> Command {
    let template = format!(
        "{{about}}\n\nUsage: knightsat COMMAND [ARGUMENTS]\n\n{}\nOptions:\n{{options}}\n\n{}\n\
         Options, examples and exit codes of a command: knightsat COMMAND --help",
        groups(&command, commands),
        list(&paragraphs(&command), "")
    );
    for one in commands {
        command = command.mut_subcommand(one.name, with_sections);
    }
    with_sections(command).help_template(template)
}

/// The documentation of a command, whose last paragraphs are examples, such as `$ knightsat sizes
/// 8x8 # their purpose`, and exit codes, such as `0: printed`.
pub fn paragraphs(command: &Command) -> Vec<String> {
    let about = command.get_long_about().map(ToString::to_string);
    let text = about.unwrap_or_default();
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
    let command = command.long_about(Resettable::from(long)).mut_args(literal);
    if codes.is_empty() {
        command
    } else {
        command.after_long_help(format!("{examples}\nExit codes:\n{codes}"))
    }
}

/// Keeps `{n}` in the help of an option, where clap would break the line: it receives an escape
/// sequence without effect.
fn literal(arg: Arg) -> Arg {
    let kept = |text: &StyledStr| text.ansi().to_string().replace("{n}", "{\x1b[mn}");
    let [help, long] = [arg.get_help(), arg.get_long_help()].map(|text| text.map(kept));
    arg.help(Resettable::from(help.map(StyledStr::from)))
        .long_help(Resettable::from(long.map(StyledStr::from)))
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
    fn braces_of_an_option_are_no_line_break() {
        let arg = Arg::new("run")
            .long("run")
            .long_help("A line, such as './gen {m} {n}'");
        let mut command = with_sections(Command::new("try").arg(arg));
        let help = command.render_long_help().to_string();
        assert!(help.contains("'./gen {m} {n}'"), "{help}");
    }

    #[test]
    fn every_command_has_examples_and_exit_codes() {
        for command in cli::documented(&cli::core(), &[]).get_subcommands() {
            let (name, help) = (command.get_name(), paragraphs(command));
            assert!(examples(&help).next().is_some(), "{name}");
            assert!(exits(&help).any(|(code, _)| code == "2"), "{name}");
        }
    }
}
