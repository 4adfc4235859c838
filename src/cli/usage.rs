//! Help, and mistakes on the command line.

use super::shared::exit::Exit;
use super::shared::note::note;
use clap::error::ErrorKind;
use std::io::{self, Write};
use std::process::ExitCode;

/// Help and version go to stdout; every mistake is told in one line.
pub fn usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let text = error.render().to_string();
            let printed = match text.strip_prefix("error: ") {
                // What an option has to say: the list of solvers.
                Some(text) => io::stdout().write_all(text.as_bytes()),
                None => error.print(),
            };
            return match printed.and_then(|()| io::stdout().flush()) {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                    note(format_args!("standard output: {error}"));
                    Exit::Error.into()
                }
                _ => Exit::Good.into(),
            };
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            return Exit::Error.into();
        }
        _ => {}
    }
    let text = error.render().to_string();
    let message = text.split("\n\nUsage:").next().unwrap_or(&text);
    let message = message.split("\n\nFor more").next().unwrap_or(message);
    let message = message.replace("\n\n  tip:", ";");
    let words: Vec<&str> = message.split_whitespace().collect();
    let message = words.join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    note(format_args!("{message} (see --help)"));
    Exit::Error.into()
}
