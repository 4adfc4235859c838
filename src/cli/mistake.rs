//! Mistakes in the arguments, each in one line: what is wrong, and what to write.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use itertools::Itertools;
use std::error::Error;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

/// The commands and options that only the lab's program has.
const LAB: &str = "compare split work join opb mark --completions --man --split --proof-format \
                   --textbook";

/// Returns the line for a mistake.
pub fn line(error: &clap::Error) -> String {
    let text = |kind| strings(error, kind).join(" ");
    let argument = text(ContextKind::InvalidArg);
    let unknown = match error.kind() {
        ErrorKind::InvalidSubcommand => text(ContextKind::InvalidSubcommand),
        ErrorKind::UnknownArgument => argument.clone(),
        _ => String::new(),
    };
    if LAB.split(' ').any(|name| name == unknown) {
        let way = "in a clone, run cargo run --release -p knightsat-lab --";
        return format!("{unknown} is part of the lab: {way} with the same arguments");
    }
    let value = text(ContextKind::InvalidValue);
    let name = name(&argument);
    let message = match error.kind() {
        ErrorKind::UnknownArgument if is_short(&argument) => format!(
            "unexpected argument '{argument}' found; join a value that begins with a hyphen to its \
             option, as in --start={argument}, and write a file as ./{argument}"
        ),
        ErrorKind::MissingRequiredArgument => format!("missing: {argument}"),
        ErrorKind::InvalidValue if !value.is_empty() => {
            let known = strings(error, ContextKind::ValidValue).join(", ");
            format!("{name} {value}: write one of {known}")
        }
        ErrorKind::ValueValidation if !argument.is_empty() => {
            let reason = error.source().map(reason).unwrap_or_default();
            match &value[..] {
                value if reason.contains(&format!("'{value}'")) => format!("{name}: {reason}"),
                "" => format!("{name} '': {reason}"),
                value => format!("{name} {value}: {reason}"),
            }
        }
        _ => match text(ContextKind::Custom) {
            own if !own.is_empty() => own,
            _ => rendered(error),
        },
    };
    format!("{message} (see --help)")
}

/// Returns true for an argument such as `-y`.
fn is_short(argument: &str) -> bool {
    argument.starts_with('-') && !argument.starts_with("--")
}

/// Returns the message of the parser and its proposals, without the usage.
fn rendered(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let is_usage = |line: &&str| line.starts_with("Usage:") || line.starts_with("For more");
    let lines = text.lines().take_while(|line| !is_usage(line));
    let mut lines = lines.map(str::trim).filter(|line| !line.is_empty());
    let text = lines.join(" ").replace(" tip: ", "; ");
    text.trim_start_matches("error: ").to_string()
}

/// Returns what the parser notes about an error.
fn strings(error: &clap::Error, kind: ContextKind) -> Vec<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text],
        Some(ContextValue::Strings(texts)) => texts.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Returns the name of an argument without its values: `--seed` for `--seed <N>`, and `BOARD` for
/// `[BOARD]`.
fn name(argument: &str) -> &str {
    let name = argument.split(' ').next().unwrap_or(argument);
    name.trim_matches(['[', ']', '<', '>', '.'])
}

/// Returns what to write instead of a value that its parser refuses.
fn reason(source: &(dyn Error + 'static)) -> String {
    if let Some(error) = source.downcast_ref::<ParseIntError>() {
        let wanted = match error.kind() {
            IntErrorKind::PosOverflow => "write a smaller number",
            IntErrorKind::NegOverflow => "write a larger number",
            _ => "write a whole number",
        };
        wanted.to_string()
    } else if source.is::<ParseFloatError>() {
        "write a number".to_string()
    } else {
        source.to_string()
    }
}
