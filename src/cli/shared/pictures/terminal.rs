//! What standard output is.

use anyhow::{Result, ensure};
use clap::ValueEnum;
use knightsat::render::Terminal;
use rustix::termios::tcgetwinsize;
use std::env;
use std::io::{self, IsTerminal};

/// The colours of a printed board.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Pictures")]
pub struct ColorArgs {
    /// Whether to print the board in colour; auto does on a terminal, unless NO_COLOR is set
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        hide_short_help = true
    )]
    color: ColorChoice,
}

impl ColorArgs {
    /// What standard output is. Refuses colours unless a board is printed.
    pub fn terminal(&self, prints_board: bool) -> Result<Terminal> {
        ensure!(
            prints_board || self.color == ColorChoice::Auto,
            "--color is for a printed board, and none is printed: leave it out"
        );
        let is_terminal = io::stdout().is_terminal();
        let given = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        let dumb = given("TERM").is_some_and(|term| term == "dumb");
        let wanted = is_terminal && given("NO_COLOR").is_none() && !dumb;
        let columns = given("COLUMNS").and_then(|columns| columns.parse().ok());
        let columns = columns.or_else(|| {
            let size = tcgetwinsize(io::stdout()).ok()?;
            Some(usize::from(size.ws_col))
        });
        Ok(Terminal {
            colour: match self.color {
                ColorChoice::Auto => wanted,
                ColorChoice::Always => true,
                ColorChoice::Never => false,
            },
            columns: columns.filter(|&columns| is_terminal && columns > 0),
        })
    }
}

/// Whether a printed board is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    #[default]
    Auto,
    Always,
    Never,
}
