//! Words and marks of a text: the tokens of graphs, boards and tours.
//!
//! ```
//! use knightsat_place::scan;
//!
//! let text = "\"New York\" -- b1,c2\n";
//! let tokens: Vec<&str> = scan::tokens(text).collect();
//! assert_eq!(tokens, ["\"New York\"", "--", "b1", ",", "c2"]);
//! // Each token is a part of the text, which has the place of a fault.
//! assert_eq!(scan::error(text, tokens[2], "no vertex").to_string(), "1:15: no vertex");
//! ```

use knightsat_base::text::TextError;

/// Returns the words and marks of a text. A word ends at a blank or a mark, or is in quotation
/// marks, which it keeps. A mark is a comma, a semicolon, a colon, a bar, a bracket, `--` or an
/// arrow.
pub fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let quoted = rest[first.len_utf8()..].find(first);
        let is_end =
            |&(at, letter): &(usize, char)| letter.is_whitespace() || mark(&rest[at..]) > 0;
        let end = || rest.char_indices().find(is_end).map(|end| end.0);
        let len = match mark(rest) {
            0 => match quoted.filter(|_| matches!(first, '"' | '\'')) {
                Some(len) => len + 2,
                None => end().unwrap_or(rest.len()),
            },
            len => len,
        };
        let (token, after) = rest.split_at(len);
        rest = after;
        Some(token)
    })
}

/// Returns the length of the mark at the beginning of a text, 0 for a word.
fn mark(text: &str) -> usize {
    match text.chars().next() {
        Some('-') if text.starts_with("--") || text.starts_with("->") => 2,
        Some(mark) if ",;:|[](){}│┃║→".contains(mark) => mark.len_utf8(),
        _ => 0,
    }
}

/// Returns the error of a part of a text, with its line and column.
pub fn error(text: &str, part: &str, message: impl Into<String>) -> TextError {
    let before = &text[..offset(text, part)];
    let line = before.rsplit('\n').next().unwrap_or_default();
    TextError {
        line: 1 + before.matches('\n').count() as u64,
        column: 1 + line.chars().count(),
        message: message.into(),
    }
}

/// Returns the number of bytes before a part of a text.
pub fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}
