//! What is told on standard error. Where nobody listens there is nobody to be told so.

use std::fmt::Display;
use std::io::{self, Write};

/// Writes a line.
pub fn note(message: impl Display) {
    raw(format_args!("knightsat: {message}\n"));
}

/// Writes text as it is.
pub fn raw(text: impl Display) {
    let _ = write!(io::stderr(), "{text}");
}
