//! What others have written, as messages quote it: one harmless line, and a short one.
//!
//! ```
//! use knightsat_base::quote::{quote, quote_bytes};
//!
//! assert_eq!(quote("a\ttab"), "a\\ttab");
//! assert_eq!(quote_bytes(b"p cnf"), "p cnf");
//! ```

use itertools::Either;
use std::iter::once;

/// Characters that a quotation has at most.
pub const LONGEST: usize = 80;

/// The text with control characters and the like escaped, cut off after [`LONGEST`] characters, the
/// last of which is `…` then.
///
/// ```
/// use knightsat_base::quote::{LONGEST, quote};
///
/// assert_eq!(quote("a1\n"), "a1\\n");
/// assert_eq!(quote(&"x".repeat(1 << 20)).chars().count(), LONGEST);
/// ```
pub fn quote(text: &str) -> String {
    // An escaped character is never shorter than a plain one: no more of them is looked at.
    let start = text.chars().take(LONGEST + 1).flat_map(escaped);
    let mut shown: Vec<char> = start.take(LONGEST + 1).collect();
    if shown.len() > LONGEST {
        shown.truncate(LONGEST - 1);
        shown.push('…');
    }
    shown.into_iter().collect()
}

/// Quotation marks harm nobody, and are easier to read as they are.
fn escaped(character: char) -> impl Iterator<Item = char> {
    match character {
        '"' | '\'' => Either::Left(once(character)),
        other => Either::Right(other.escape_debug()),
    }
}

/// The same of bytes that may be no text.
pub fn quote_bytes(bytes: &[u8]) -> String {
    // A character takes up to four bytes.
    quote(&String::from_utf8_lossy(
        &bytes[..bytes.len().min(4 * (LONGEST + 1))],
    ))
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
