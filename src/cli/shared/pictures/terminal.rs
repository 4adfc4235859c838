//! What standard output is.

use super::PictureArgs;
use clap::ValueEnum;
use knightsat::render::Terminal;
use rustix::termios::tcgetwinsize;
use std::env;
use std::io::{self, IsTerminal};

impl PictureArgs {
    /// What standard output is.
    pub fn terminal(&self) -> Terminal {
        let is_terminal = io::stdout().is_terminal();
        let given = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        let dumb = given("TERM").is_some_and(|term| term == "dumb");
        let wanted = is_terminal && given("NO_COLOR").is_none() && !dumb;
        let columns = given("COLUMNS").and_then(|columns| columns.parse().ok());
        let columns = columns.or_else(|| {
            let size = tcgetwinsize(io::stdout()).ok()?;
            Some(usize::from(size.ws_col))
        });
        Terminal {
            colour: match self.color {
                ColorChoice::Auto => wanted,
                ColorChoice::Always => true,
                ColorChoice::Never => false,
            },
            columns: columns.filter(|&columns| is_terminal && columns > 0),
        }
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
