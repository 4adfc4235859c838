//! Text for people: quotations of foreign text, counted nouns, aligned columns, markup, checksums,
//! names of options; and types that files contain as text.
//!
//! ```
//! use knightsat_base::text::{Checksum, align, counted, csv_field, escape, is_or_are, listed};
//! use knightsat_base::text::{quote, quote_bytes};
//!
//! assert_eq!(quote("a\ttab"), "a\\ttab");
//! assert_eq!(quote_bytes(b"p cnf"), "p cnf");
//! assert_eq!([counted(1, "vertex"), counted(2, "vertex")], ["1 vertex", "2 vertices"]);
//! assert_eq!(is_or_are(0_u32), "are");
//! let names = ["a1", "b1", "c1"].map(String::from);
//! assert_eq!([listed(&names, 2), listed(&names, 1)], ["a1, b1 and c1", "a1 and 2 more"]);
//! let lines = [["board", "clauses"], ["8x8", "46112"]].map(|line| line.map(String::from));
//! assert_eq!(align(&lines, 1..2), "board  clauses\n8x8      46112\n");
//! assert_eq!(escape("a<b & \"c\">"), "a&lt;b &amp; &quot;c&quot;&gt;");
//! assert_eq!(csv_field("1,5"), "\"1,5\"");
//! let mut sum = Checksum::default();
//! sum.add(b"a");
//! assert_eq!(sum.to_string(), "af63dc4c8601ec8c");
//! ```

mod checksum;
mod quote;
mod table;

pub use checksum::{Checksum, of_words};
pub use quote::{LONGEST, escape, harmless, quote, quote_bytes, without_colours};
pub use table::{align, csv_field};

use std::fmt::{self, Display};
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

#[doc(hidden)]
pub use serde;

/// The fault of a text that is not a value of a type, and what to write.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct ParseError(pub String);

impl ParseError {
    /// Returns the error for a text, which is quoted before the rest of the sentence.
    pub fn of(text: &str, rest: impl Display) -> ParseError {
        ParseError(format!("'{}' {rest}", quote(text)))
    }
}

/// Returns the value of a kind, such as "an encoding", that has a text as its name.
pub fn one_of<T: Display>(
    all: impl IntoIterator<Item = T>,
    kind: &str,
    text: &str,
) -> Result<T, ParseError> {
    let mut names = Vec::new();
    for value in all {
        let name = value.to_string();
        if name == text {
            return Ok(value);
        }
        names.push(name);
    }
    let names = names.join(", ");
    Err(ParseError::of(
        text,
        format_args!("is not {kind}: write one of {names}"),
    ))
}

/// A fault of a text, and its place; line and column count from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{line}:{column}: {message}")]
pub struct TextError {
    /// The line.
    pub line: u64,
    /// The column, in characters.
    pub column: usize,
    /// The fault, and the expected text.
    pub message: String,
}

impl TextError {
    /// Returns a function that makes errors of the faults of a line, each with its column.
    pub fn at(line: u64) -> impl Fn((usize, String)) -> TextError {
        move |(column, message)| TextError {
            line,
            column,
            message,
        }
    }
}

/// Returns true if the text has no characters but digits.
pub fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the number and the noun, `2 steps` of `step`.
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let plural = [("ex", "ices"), ("ry", "ries")];
    let irregular = plural
        .iter()
        .find_map(|(end, all)| Some((noun.strip_suffix(end)?, all)));
    match irregular {
        _ if number == N::from(1) => format!("{number} {noun}"),
        Some((stem, all)) => format!("{number} {stem}{all}"),
        None => format!("{number} {noun}s"),
    }
}

/// Returns the verb for a number of things.
pub fn is_or_are<N: PartialEq + From<u8>>(number: N) -> &'static str {
    if number == N::from(1) { "is" } else { "are" }
}

/// Joins names with commas and a last "and". If more than one is left out, `most` names and the
/// number of the others are shown.
pub fn listed(names: &[String], most: usize) -> String {
    match names {
        _ if names.len() > most + 1 => {
            let more = names.len() - most;
            format!("{} and {more} more", names[..most].join(", "))
        }
        [begin @ .., last] if !begin.is_empty() => format!("{} and {last}", begin.join(", ")),
        _ => names.concat(),
    }
}

static ARE_FLAGS: AtomicBool = AtomicBool::new(false);

/// The name of an option in messages, by that of its field: the library names the field, the
/// command line the flag.
///
/// ```
/// use knightsat_base::text::{OptionName, write_flags};
///
/// let name = OptionName("not_at");
/// assert_eq!(name.to_string(), "`not_at`");
/// write_flags();
/// assert_eq!(name.to_string(), "--not-at");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionName(pub &'static str);

/// Writes all names as flags from now on: for the main function of a command.
pub fn write_flags() {
    ARE_FLAGS.store(true, Ordering::Relaxed);
}

impl fmt::Display for OptionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if ARE_FLAGS.load(Ordering::Relaxed) {
            write!(f, "--{}", self.0.replace('_', "-"))
        } else {
            write!(f, "`{}`", self.0)
        }
    }
}

/// Implements `Serialize` by `Display`, and `Deserialize` by `FromStr`, for each of these types.
/// Files and documents then contain them as text.
///
/// ```
/// #[derive(Debug, PartialEq)]
/// struct Side(u32);
///
/// impl std::fmt::Display for Side {
///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
///         write!(f, "side {}", self.0)
///     }
/// }
///
/// impl std::str::FromStr for Side {
///     type Err = std::num::ParseIntError;
///
///     fn from_str(text: &str) -> Result<Side, Self::Err> {
///         text.trim_start_matches("side ").parse().map(Side)
///     }
/// }
///
/// knightsat_base::by_text!(Side);
/// assert_eq!(serde_json::to_string(&Side(3))?, "\"side 3\"");
/// assert_eq!(serde_json::from_str::<Side>("\"side 3\"")?, Side(3));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! by_text {
    ($($type:ty),*) => {$(
        impl $crate::text::serde::Serialize for $type {
            fn serialize<S: $crate::text::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> $crate::text::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::text::serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = <String as $crate::text::serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err($crate::text::serde::de::Error::custom)
            }
        }
    )*};
}
