//! Help, and mistakes on the command line.

use super::shared::exit::Exit;
use super::shared::note::note;
use super::shared::path::STDOUT;
use clap::error::ErrorKind;
use knightsat::base::system;
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
                    note(format_args!("{STDOUT}: {}", system::message(&error)));
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
    note(format_args!("{} (see --help)", in_words(message)));
    Exit::Error.into()
}

/// Replaces the reasons that parsers of numbers give by what is to be written.
fn in_words(message: &str) -> String {
    const REASONS: [(&str, &str); 6] = [
        ("invalid float literal", "write a number"),
        ("cannot parse float from empty string", "write a number"),
        ("invalid digit found in string", "write a whole number"),
        (
            "cannot parse integer from empty string",
            "write a whole number",
        ),
        (
            "number too large to fit in target type",
            "write a smaller number",
        ),
        (
            "number too small to fit in target type",
            "write a larger number",
        ),
    ];
    if let Some((start, range)) = message.rsplit_once(" is not in ")
        && let (Some((start, _)), Some((least, most))) =
            (start.rsplit_once(": "), range.split_once(".."))
    {
        // Without an end clap shows the largest number of the type.
        let most = most.trim_start_matches('=');
        let to = match most.parse::<u32>() {
            Ok(most) if most < u32::MAX => format!(" to {most}"),
            _ => String::new(),
        };
        return format!("{start}: write a number from {least}{to}");
    }
    let known = REASONS.iter().find_map(|(theirs, ours)| {
        let start = message.strip_suffix(theirs)?;
        Some(format!("{start}{ours}"))
    });
    known.unwrap_or_else(|| message.to_string())
}
