//! Foreign text, shown as harmless text of one line.

use itertools::Either;
use std::borrow::Cow;
use std::iter::once;

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

/// Returns the text with the special characters of XML and HTML escaped. Other control characters
/// than blanks and line ends are [shown](harmless), since XML cannot contain them in any form.
pub fn escape(text: &str) -> String {
    let is_blank = |character| matches!(character, '\t' | '\n' | '\r');
    let is_escaped = |character| is_harmful(character) && !is_blank(character);
    without(text, is_escaped)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::align;

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
