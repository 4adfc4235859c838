//! The parts of help besides options: commands grouped by purpose, examples, exit codes.

use crate::cli::shared::*;
use crate::cli::{COMMANDS, Cli};
use clap::builder::Resettable;
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use knightsat::cnf::gadget::amo::Amo;
use knightsat_base::text::is_digits;
use knightsat_solver::certify::certifiers;

/// Adds the help to the command.
pub fn add(mut command: Command) -> Command {
    let template = format!(
        "{{about}}\n\nUsage: knightsat COMMAND [ARGUMENTS]\n\n{}\nOptions:\n{{options}}\n\n{}\n\
         Options, examples and exit codes of a command: knightsat COMMAND --help",
        groups(&command),
        list(&paragraphs(&command), "")
    );
    for (name, amo) in SEVERAL {
        command = command.mut_subcommand(name, |command| several(command, amo));
    }
    command = command.mut_subcommand("prove", certifying);
    // The parser would refuse it, with a hint.
    command = command.mut_subcommand("split", |split| {
        split.mut_arg("solver_path", |arg| arg.hide(true))
    });
    for name in COMMANDS.iter().flat_map(|(_, names)| *names) {
        command = command.mut_subcommand(name, |command| {
            // A negative number is a wrong value, and no unknown option.
            let number = |arg: Arg| match arg.get_action().takes_values() {
                true => arg.allow_negative_numbers(true),
                false => arg,
            };
            with_sections(command.mut_args(number))
        });
    }
    with_sections(command).help_template(template)
}

/// The documentation of a command, whose last paragraphs are examples, such as `$ knightsat sizes
/// 8x8 # their purpose`, and exit codes, such as `0: printed`.
fn paragraphs(command: &Command) -> Vec<String> {
    let text = command.get_long_about().map(ToString::to_string);
    let text = text.unwrap_or_default();
    text.split("\n\n").map(String::from).collect()
}

/// Returns command lines and their purposes.
fn examples(paragraphs: &[String]) -> impl Iterator<Item = (&str, &str)> {
    let lines = paragraphs.iter();
    lines.filter_map(|line| line.strip_prefix("$ ")?.split_once(" # "))
}

/// Returns exit codes and their meanings.
fn exits(paragraphs: &[String]) -> impl Iterator<Item = (&str, &str)> {
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
    match codes.is_empty() {
        true => command,
        false => command.after_long_help(format!("{examples}\nExit codes:\n{codes}")),
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
fn groups(command: &Command) -> String {
    let mut text = String::new();
    for (title, commands) in COMMANDS {
        text += &format!("{title}:\n");
        let commands = commands.iter();
        for one in commands.filter_map(|name| command.find_subcommand(name)) {
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
    let documented = Cli::command();
    let shown = command.get_subcommands().filter(|one| !one.is_hide_set());
    let pages = shown.chain([&command]).map(|one| {
        let name = one.get_display_name().unwrap_or(one.get_name());
        let path = folder.join(format!("{name}.1"));
        let found = documented.find_subcommand(one.get_name());
        let help = paragraphs(found.unwrap_or(&documented));
        Ok((path, page(one, &help)?))
    });
    let pages: Vec<_> = pages.collect::<Result<_>>()?;
    for (path, page) in pages {
        Output::open(&path, &Stop::default())?.finish_with(&page, &path)?;
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
fn page(command: &Command, help: &[String]) -> io::Result<Vec<u8>> {
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
    let entry = |roff: &mut Roff, head: &str, text: &str| {
        roff.control("TP", []);
        roff.text([bold(head)]);
        roff.text([roman(text)]);
    };
    examples(help).for_each(|(example, what)| entry(&mut roff, example, what));
    if exits(help).next().is_some() {
        roff.control("SH", ["EXIT STATUS"]);
        exits(help).for_each(|(code, meaning)| entry(&mut roff, code, meaning));
    }
    roff.to_writer(&mut page)?;
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_examples_and_exit_codes() {
        for command in Cli::command().get_subcommands() {
            let (name, help) = (command.get_name(), paragraphs(command));
            assert!(examples(&help).next().is_some(), "{name}");
            assert!(exits(&help).any(|(code, _)| code == "2"), "{name}");
        }
    }
}
