//! Text for people: quotations of foreign text, counted nouns, aligned columns, markup, checksums,
//! names of options; and types that files contain as text.
//!
//! ```
//! use knightsat_base::text::{Checksum, align, counted, csv_field, escape, is_or_are, quote};
//! use knightsat_base::text::quote_bytes;
//!
//! assert_eq!(quote("a\ttab"), "a\\ttab");
//! assert_eq!(quote_bytes(b"p cnf"), "p cnf");
//! assert_eq!([counted(1, "vertex"), counted(2, "vertex")], ["1 vertex", "2 vertices"]);
//! assert_eq!(is_or_are(0_u32), "are");
//! let lines = [["board", "clauses"], ["8x8", "46112"]].map(|line| line.map(String::from));
//! assert_eq!(align(&lines, 1..2), "board  clauses\n8x8      46112\n");
//! assert_eq!(escape("a<b & \"c\">"), "a&lt;b &amp; &quot;c&quot;&gt;");
//! assert_eq!(csv_field("1,5"), "\"1,5\"");
//! let mut sum = Checksum::default();
//! sum.add(b"a");
//! assert_eq!(sum.to_string(), "af63dc4c8601ec8c");
//! ```

use itertools::{Either, Itertools};
use std::borrow::Cow;
use std::fmt::{self, Display};
use std::iter::once;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

#[doc(hidden)]
pub use serde;

/// The most characters of a quotation.
pub const LONGEST: usize = 80;

/// Returns the text as one harmless line. Control characters are escaped. A text of more than
/// [`LONGEST`] characters is truncated and ends in `…`.
pub fn quote(text: &str) -> String {
    // Quotation marks are harmless, and easier to read unescaped.
    let escaped = |character: char| match character {
        '"' | '\'' => Either::Left(once(character)),
        other => Either::Right(other.escape_debug()),
    };
    // Escaping never shortens a character, so a limited number of them suffices.
    let start = text.chars().take(LONGEST + 1).flat_map(escaped);
    let mut shown: Vec<char> = start.take(LONGEST + 1).collect();
    if shown.len() > LONGEST {
        shown.truncate(LONGEST - 1);
        shown.push('…');
    }
    shown.into_iter().collect()
}

/// Returns the text with its control characters escaped, and with those that turn the direction of
/// text.
pub fn harmless(text: &str) -> Cow<'_, str> {
    without(text, is_harmful)
}

/// Returns the text without the colour codes of terminals, as in `ESC[31m`.
pub fn without_colours(text: &str) -> Cow<'_, str> {
    if !text.contains("\u{1b}[") {
        return text.into();
    }
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit() && c != ';');
        match end.filter(|&end| part[end..].starts_with(['m', 'K'])) {
            Some(end) => plain.push_str(&part[end + 1..]),
            None => plain.extend(["\u{1b}[", part]),
        }
    }
    plain.into()
}

fn is_harmful(character: char) -> bool {
    let turns = matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    character.is_control() || turns
}

/// Returns the text with these characters escaped.
fn without(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return text.into();
    }
    let shown = |character: char| {
        if is_escaped(character) {
            Either::Left(character.escape_debug())
        } else {
            Either::Right(once(character))
        }
    };
    text.chars().flat_map(shown).collect()
}

/// Returns a [quotation](quote) of bytes that may be no text.
pub fn quote_bytes(bytes: &[u8]) -> String {
    // A character takes up to four bytes.
    let start = &bytes[..bytes.len().min(4 * (LONGEST + 1))];
    quote(&String::from_utf8_lossy(start))
}

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

/// Returns the lines with their cells padded to the width of their column, two blanks between. The
/// columns in `right` are aligned to the right. All lines have an equal number of cells, whose
/// control characters are [shown](harmless).
pub fn align<L: AsRef<[String]>>(lines: &[L], right: Range<usize>) -> String {
    let lines = lines.iter().map(|line| {
        let cells = line.as_ref().iter().map(|cell| harmless(cell));
        cells.collect_vec()
    });
    let lines = lines.collect_vec();
    let columns = lines.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let cells = lines.iter().map(|line| line[column].chars());
        cells.map(Iterator::count).max().unwrap_or(0)
    };
    let widths = (0..columns).map(width).collect_vec();
    let row = |line: &Vec<Cow<str>>| {
        let padded = |(column, (cell, &width)): (usize, (&Cow<str>, &usize))| {
            if right.contains(&column) {
                format!("{cell:>width$}")
            } else {
                format!("{cell:<width$}")
            }
        };
        let mut cells = line.iter().zip(&widths).enumerate().map(padded);
        cells.join("  ").trim_end().to_string() + "\n"
    };
    lines.iter().map(row).collect()
}

/// Returns the text with the special characters of XML and HTML escaped. Other control characters
/// than blanks and line ends are [shown](harmless), since XML cannot contain them in any form.
pub fn escape(text: &str) -> String {
    let is_blank = |character| matches!(character, '\t' | '\n' | '\r');
    let text = without(text, |character| {
        is_harmful(character) && !is_blank(character)
    });
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns the text as a field of comma-separated values (RFC 4180).
pub fn csv_field(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\"")).into()
    } else {
        text.into()
    }
}

/// A stable checksum for telling data apart, not for security: FNV-1a with 64 bits (Fowler, Noll
/// and Vo), written as sixteen hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    /// Adds these bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |sum, &byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    }
}

impl Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Returns a [`Checksum`] of words, each with a zero after it.
pub fn of_words<'w>(words: impl IntoIterator<Item = &'w [u8]>) -> String {
    let mut sum = Checksum::default();
    for word in words {
        sum.add(word);
        sum.add(&[0]);
    }
    sum.to_string()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_short_is_shown_whole() {
        assert_eq!(quote(&"x".repeat(LONGEST)), "x".repeat(LONGEST));
        assert_eq!(quote("\u{1b}[2J"), "\\u{1b}[2J");
        assert_eq!(quote("it's \"x\""), "it's \"x\"");
    }

    #[test]
    fn control_characters_are_shown() {
        let raw = "a\u{1b}[31m\u{202e}b\n\u{9b}c\u{7f}ä→";
        let shown = r"a\u{1b}[31m\u{202e}b\n\u{9b}c\u{7f}ä→";
        assert_eq!(harmless(raw), shown);
        let cells = [["a\u{1b}".to_string(), "b\nc".to_string()]];
        assert_eq!(align(&cells, 0..0), "a\\u{1b}  b\\nc\n");
        assert!(matches!(harmless("it's \"plain\" →"), Cow::Borrowed(_)));
        assert_eq!(escape("<\u{1b}\t\n\0>"), "&lt;\\u{1b}\t\n\\0&gt;");
    }

    #[test]
    fn colours_are_no_text() {
        let coloured = "\u{1b}[1;31ms SATISFIABLE\u{1b}[0m\u{1b}[K\nv 1\u{1b}[m 0";
        assert_eq!(without_colours(coloured), "s SATISFIABLE\nv 1 0");
        assert!(matches!(without_colours("a [31m"), Cow::Borrowed(_)));
        assert_eq!(without_colours("\u{1b}[2J"), "\u{1b}[2J");
    }

    #[test]
    fn what_is_long_is_cut_off_after_it_is_escaped() {
        for text in [
            "x".repeat(LONGEST + 1),
            "\0".repeat(LONGEST),
            "ä".repeat(1 << 20),
        ] {
            let shown = quote(&text);
            assert_eq!(shown.chars().count(), LONGEST);
            assert!(shown.ends_with('…') && !shown.contains('\0'));
        }
        assert_eq!(quote_bytes(&[b'x'; 1 << 20]), quote(&"x".repeat(1 << 20)));
    }
}
