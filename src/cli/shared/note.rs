//! What is told on standard error. Where nobody listens there is nobody to be told so.

use knightsat::base::system;
use std::fmt::Display;
use std::io::{self, Write};

/// Writes a line.
pub fn note(message: impl Display) {
    raw(format_args!("knightsat: {message}\n"));
}

/// Returns an error with its causes, without texts of the operating system.
pub fn reason(error: &anyhow::Error) -> String {
    let of_cause = |cause: &(dyn std::error::Error + 'static)| match cause.downcast_ref() {
        Some(error) => system::message(error),
        None => system::in_words(cause.to_string()),
    };
    let causes: Vec<String> = error.chain().map(of_cause).collect();
    causes.join(": ")
}

/// Writes text as it is.
pub fn raw(text: impl Display) {
    let _ = write!(io::stderr(), "{text}");
}
