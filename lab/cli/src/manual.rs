//! Completions and manual pages, which come from the help of all commands.

use anyhow::{Context, Result};
use clap::{Arg, Command, value_parser};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use knightsat::cli::Flag;
use knightsat::cli::help::{examples, exits, paragraphs};
use knightsat::cli::shared::output::{Output, Outputs};
use knightsat::cli::shared::report::{Exit, print};
use knightsat::prelude::Stop;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Returns the options that print completions and write manual pages.
pub fn flags() -> [Flag; 2] {
    let shell = Arg::new("completions")
        .long("completions")
        .value_name("SHELL");
    let folder = Arg::new("man").long("man").value_name("DIR");
    [
        Flag {
            arg: shell
                .value_parser(value_parser!(Shell))
                .hide_possible_values(true)
                .help("Print completions for bash, zsh, fish, …"),
            run: |matches, parser, _| {
                let shell = matches.get_one("completions").copied();
                completions(parser, shell.context("name a shell")?)
            },
        },
        Flag {
            arg: folder
                .value_parser(value_parser!(PathBuf))
                .help("Write manual pages to this folder"),
            run: |matches, parser, documented| {
                let folder: Option<&PathBuf> = matches.get_one("man");
                manual(parser, folder.context("name a folder")?, documented)
            },
        },
    ]
}

/// Prints the completion script of a shell.
fn completions(mut command: Command, shell: Shell) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "knightsat", &mut script);
    print(&String::from_utf8(script)?)?;
    Ok(Exit::Good)
}

/// Writes the manual pages to a folder, which may contain others.
fn manual(command: Command, folder: &Path, documented: &Command) -> Result<Exit> {
    let is_new = !folder.exists();
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    // The first page mentions the command that prints help.
    let command = command.disable_help_subcommand(true);
    let mut command = command.mut_subcommands(|one| one.mut_args(in_full));
    command.build();
    let shown = command.get_subcommands().filter(|one| !one.is_hide_set());
    let pages = shown.chain([&command]).map(|one| {
        let name = one.get_display_name().unwrap_or(one.get_name());
        let path = folder.join(format!("{name}.1"));
        let found = documented.find_subcommand(one.get_name());
        let help = paragraphs(found.unwrap_or(documented));
        Ok((path, page(one, &help)?))
    });
    let pages: Vec<_> = pages.collect::<Result<_>>()?;
    let write = || {
        let mut outputs = Outputs::default();
        for (path, page) in &pages {
            outputs.write(Output::open(path, &Stop::default())?, page, path)?;
        }
        outputs.finish()
    };
    let written = write();
    if written.is_err() && is_new {
        // It is empty. The first error is the one to report.
        let _ = fs::remove_dir(folder);
    }
    written.map(|()| Exit::Good)
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
