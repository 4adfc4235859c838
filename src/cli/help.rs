//! The parts of help besides options: commands grouped by purpose, examples, exit codes.

use crate::cli::COMMANDS;
use crate::cli::shared::*;
use clap::{Arg, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use knightsat::cnf::gadget::amo::Amo;
use knightsat_solver::certify::certifiers;
use std::fs;
use std::io;

/// Examples of the main help.
const EXAMPLES: &[&str] = &[
    "knightsat solve 8x8 --closed # a tour that returns to its start",
    "knightsat encode 6x6 -o t.cnf; knightsat sat t.cnf | knightsat decode t.cnf - \
     # the same in three steps; any solver can do the second",
    "knightsat prove 4x4 -o no-tour && knightsat verify 4x4 --certificate no-tour \
     # there is no tour, and here is why",
];

/// Returns the help of the command of this name.
fn find(command: &str) -> Option<&'static Help> {
    let mut commands = COMMANDS.iter().flat_map(|(_, commands)| *commands);
    let found = commands.find(|(name, _)| *name == command);
    found.map(|(_, help)| help)
}

/// Adds the help to the command.
pub fn add(mut command: Command) -> Command {
    let template = format!(
        "{{about}}\n\nUsage: knightsat COMMAND [ARGUMENTS]\n\n{}\nOptions:\n{{options}}\n\n{}\n\
         Options, examples and exit codes of a command: knightsat COMMAND --help",
        groups(&command),
        examples(EXAMPLES, "")
    );
    for (name, amo) in SEVERAL {
        command = command.mut_subcommand(name, |command| several(command, amo));
    }
    command = command.mut_subcommand("prove", certifying);
    // The parser would refuse it, with a hint.
    command = command.mut_subcommand("split", |split| {
        split.mut_arg("solver_path", |arg| arg.hide(true))
    });
    for (name, help) in COMMANDS.iter().flat_map(|(_, commands)| *commands) {
        let exits = help.exits.iter();
        let exits = exits.map(|(code, what)| format!("  {code:>2}  {what}"));
        let text = format!(
            "{}\nExit codes:\n{}",
            examples(help.examples, "      "),
            exits.format("\n")
        );
        command = command.mut_subcommand(name, |one| one.after_long_help(text));
    }
    command.help_template(template)
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
fn examples(examples: &[&str], indent: &str) -> String {
    let mut text = "Examples:\n".to_string();
    for (example, what) in split(examples) {
        text += &format!("  {example}\n");
        if !indent.is_empty() {
            text += &format!("{indent}{what}\n");
        }
    }
    text
}

/// Splits examples into command lines and purposes.
fn split<'a>(examples: &'a [&str]) -> impl Iterator<Item = (&'a str, &'a str)> {
    let examples = examples.iter();
    examples.filter_map(|example| example.split_once(" # "))
}

/// Lists the commands, each with its description up to a colon.
fn groups(command: &Command) -> String {
    let mut text = String::new();
    for (title, commands) in COMMANDS {
        text += &format!("{title}:\n");
        let commands = commands.iter();
        for one in commands.filter_map(|(name, _)| command.find_subcommand(name)) {
            let about = one.get_about().map(ToString::to_string).unwrap_or_default();
            let about = about.split(':').next().unwrap_or_default();
            text += &format!("  {:8} {about}\n", one.get_name());
        }
    }
    text
}

/// Prints the completion script of a shell.
pub fn completions(mut command: Command, shell: Shell) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "knightsat", &mut script);
    print(&String::from_utf8(script)?)?;
    Ok(Exit::Good)
}

/// Writes the manual pages to a folder, which may contain others.
pub fn manual(command: Command, folder: &Path) -> Result<Exit> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    // The first page mentions the command that prints help.
    let command = command.disable_help_subcommand(true);
    let mut command = command.mut_subcommands(|one| one.mut_args(in_full));
    command.build();
    let commands = command.get_subcommands().filter(|one| !one.is_hide_set());
    let pages = commands.chain([&command]).map(|one| {
        let name = one.get_display_name().unwrap_or(one.get_name());
        let path = folder.join(format!("{name}.1"));
        Ok((path, page(one, find(one.get_name()))?))
    });
    let pages: Vec<_> = pages.collect::<Result<_>>()?;
    for (path, page) in pages {
        Output::open(&path)?.finish_with(&page, &path)?;
    }
    Ok(Exit::Good)
}

/// Adds its description to an option, even if the short help omits it.
fn in_full(option: Arg) -> Arg {
    match (option.get_long_help(), option.get_help().cloned()) {
        (None, Some(help)) => option.long_help(help),
        _ => option,
    }
}

/// Writes the page of one command. It is independent of the date.
fn page(command: &Command, help: Option<&Help>) -> io::Result<Vec<u8>> {
    let source = concat!("knightsat ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).source(source).manual("knightsat");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let mut roff = Roff::new();
    roff.control("SH", ["EXAMPLES"]);
    for (example, what) in split(help.map_or(EXAMPLES, |help| help.examples)) {
        roff.control("TP", []);
        roff.text([bold(example)]);
        roff.text([roman(what)]);
    }
    if let Some(help) = help {
        roff.control("SH", ["EXIT STATUS"]);
        for (code, meaning) in help.exits {
            roff.control("TP", []);
            roff.text([bold(code.to_string())]);
            roff.text([roman(*meaning)]);
        }
    }
    roff.to_writer(&mut page)?;
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_examples_and_exit_codes() {
        for (name, help) in COMMANDS.iter().flat_map(|(_, commands)| *commands) {
            assert!(!help.examples.is_empty(), "{name}");
            assert!(!help.exits.is_empty(), "{name}");
        }
    }
}
