//! Mistakes in the arguments, each in one line: what is wrong, and what to write.

use crate::cli::shared::process::Invocation;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use itertools::Itertools;
use std::error::Error;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

/// Returns the line for a mistake.
pub fn line(error: &clap::Error, parser: &clap::Command) -> String {
    let text = |kind| strings(error, kind).join(" ");
    let (argument, value) = (
        text(ContextKind::InvalidArg),
        text(ContextKind::InvalidValue),
    );
    let message = match error.kind() {
        ErrorKind::UnknownArgument => match hyphen(&argument, parser) {
            Some(message) => return message,
            None => format!("unexpected argument '{argument}' found{}", similar(error)),
        },
        ErrorKind::InvalidSubcommand => {
            let name = text(ContextKind::InvalidSubcommand);
            format!("unrecognized subcommand '{name}'{}", similar(error))
        }
        ErrorKind::MissingRequiredArgument => format!("missing: {argument}"),
        ErrorKind::ArgumentConflict => {
            let others = strings(error, ContextKind::PriorArg);
            if others == [argument.as_str()] {
                format!("the argument '{argument}' cannot be used multiple times")
            } else {
                let others = others.iter().map(|other| format!("'{other}'")).join(", ");
                format!("the argument '{argument}' cannot be used with {others}")
            }
        }
        ErrorKind::TooManyValues => {
            format!("unexpected value '{value}' for '{argument}' found; no more were expected")
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            let known = strings(error, ContextKind::ValidValue).join(", ");
            let message = format!("a value is required for '{argument}' but none was supplied");
            if known.is_empty() {
                message
            } else {
                format!("{message} [possible values: {known}]")
            }
        }
        ErrorKind::InvalidValue => {
            let known = strings(error, ContextKind::ValidValue).join(", ");
            format!("{} {value}: write one of {known}", name(&argument))
        }
        ErrorKind::ValueValidation if !argument.is_empty() => {
            let reason = error.source().map(reason).unwrap_or_default();
            let name = name(&argument);
            if reason.contains(&format!("'{value}'")) {
                format!("{name}: {reason}")
            } else if value.is_empty() {
                format!("{name} '': {reason}")
            } else {
                format!("{name} {value}: {reason}")
            }
        }
        // Our own sentence, or what no argument of ours can cause.
        kind => match text(ContextKind::Custom) {
            own if !own.is_empty() => own,
            _ => kind
                .as_str()
                .unwrap_or("the arguments are invalid")
                .to_string(),
        },
    };
    format!("{message} (see --help)")
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

/// Returns the names that the parser proposes instead.
fn similar(error: &clap::Error) -> String {
    let arguments = strings(error, ContextKind::SuggestedArg);
    let commands = strings(error, ContextKind::SuggestedSubcommand);
    let what = if arguments.is_empty() {
        "subcommand"
    } else {
        "argument"
    };
    let names = arguments.iter().chain(&commands).collect_vec();
    match names[..] {
        [] => String::new(),
        [name] => format!("; a similar {what} exists: '{name}'"),
        _ => {
            let names = names.iter().map(|name| format!("'{name}'")).join(", ");
            format!("; some similar {what}s exist: {names}")
        }
    }
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

/// Returns the message for an argument that begins with a hyphen and is no option: the value of an
/// option, or the name of a file.
fn hyphen(start: &str, parser: &clap::Command) -> Option<String> {
    let is_meant =
        |arg: &str| arg.starts_with(start) && arg.starts_with('-') && !arg.starts_with("--");
    if !is_meant(start) {
        return None;
    }
    let args = Invocation::get().arguments.iter();
    let args = args.map(|arg| arg.to_string_lossy()).collect_vec();
    let place = args.iter().position(|arg| is_meant(arg))?;
    let (before, value) = (&args[place - 1], &args[place]);
    let command = args.get(1).and_then(|name| parser.find_subcommand(&**name));
    let mut options = command.unwrap_or(parser).get_arguments();
    let takes_value = options.any(|option| {
        let long = option.get_long().map(|long| format!("--{long}"));
        let short = option.get_short().map(|short| format!("-{short}"));
        option.get_action().takes_values() && [long, short].contains(&Some(before.to_string()))
    });
    Some(if takes_value {
        format!(
            "{before} {value}: join a value that begins with a hyphen by '=', as in {before}={value}"
        )
    } else {
        format!(
            "unexpected argument '{value}' (see --help); for a file of this name, write ./{value}"
        )
    })
}
