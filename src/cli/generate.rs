//! What the program writes about itself: completions for shells, and manual pages.

use super::help::{self, Help};
use crate::cli::shared::exit::Exit;
use crate::cli::shared::output::{self, Output};
use anyhow::{Context, Result};
use clap::{Arg, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Prints what a shell needs to complete commands and options.
pub fn completions(mut command: Command, shell: Shell) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "knightsat", &mut script);
    output::print(&String::from_utf8(script)?)?;
    Ok(Exit::Good)
}

/// Writes the manual pages to a folder, which may have others in it; none is replaced before all are
/// written.
pub fn manual(command: Command, folder: &Path) -> Result<Exit> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    // The command that prints help is told of on the first page.
    let command = command.disable_help_subcommand(true);
    let mut command = command.mut_subcommands(|one| one.mut_args(in_full));
    command.build();
    let commands = command.get_subcommands().filter(|one| !one.is_hide_set());
    let mut written = Vec::new();
    for one in commands.chain([&command]) {
        let name = one.get_display_name().unwrap_or(one.get_name());
        let path = folder.join(format!("{name}.1"));
        let mut output = Output::open(Some(&path))?;
        let text = page(one, help::of(one.get_name()))?;
        output
            .write_all(&text)
            .with_context(|| path.display().to_string())?;
        written.push((output, path));
    }
    for (output, path) in written {
        output
            .finish()
            .with_context(|| path.display().to_string())?;
    }
    Ok(Exit::Good)
}

/// An option with what it is for, even if that is left out where there is little space.
fn in_full(option: Arg) -> Arg {
    match (option.get_long_help(), option.get_help().cloned()) {
        (None, Some(help)) => option.long_help(help),
        _ => option,
    }
}

/// The page of one command. Nothing in it depends on the day.
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
    for (example, what) in help.map_or(help::EXAMPLES, |help| help.examples) {
        roff.control("TP", []);
        roff.text([bold(*example)]);
        roff.text([roman(*what)]);
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
