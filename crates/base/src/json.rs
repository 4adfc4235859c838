//! Faults of JSON documents in this program's own words.
//!
//! ```
//! use knightsat_base::json;
//!
//! let error = serde_json::from_str::<Vec<u32>>("[1, 2").unwrap_err();
//! assert_eq!(json::message(&error), "the document ends early");
//! assert_eq!(json::place(&error), (1, 5));
//! ```

use super::text::quote;
use serde_json::Error;
use serde_json::error::Category;

/// Returns the reason, without the place.
pub fn message(error: &Error) -> String {
    match error.classify() {
        Category::Io => "the document cannot be read".to_string(),
        Category::Eof => "the document ends early".to_string(),
        Category::Syntax => "the document is not JSON".to_string(),
        Category::Data => {
            let text = error.to_string();
            let end = text.rfind(" at line ").unwrap_or(text.len());
            reason(&text[..end])
        }
    }
}

/// Returns the line and the column, both from 1.
pub fn place(error: &Error) -> (usize, usize) {
    (error.line().max(1), error.column().max(1))
}

/// Returns the place and the reason.
pub fn located(error: &Error) -> String {
    let (line, column) = place(error);
    format!("line {line}, column {column}: {}", message(error))
}

/// Returns serde's sentence about a value in our words; sentences of our own types stay.
pub fn reason(text: &str) -> String {
    data(text).unwrap_or_else(|| text.to_string())
}

/// Returns serde's sentence about a value in our words; `None` for sentences of our own types.
fn data(text: &str) -> Option<String> {
    let (what, rest) = text.split_once([' ', ':'])?;
    let name = || quote(rest.split('`').nth(1).unwrap_or_default());
    let parts = rest.rsplit_once(", expected ");
    let expected = parts.map(|(_, expected)| expected);
    match (what, rest.split_ascii_whitespace().next()?) {
        ("missing", "field") => Some(format!("the field '{}' is missing", name())),
        ("duplicate", "field") => Some(format!("the field '{}' occurs twice", name())),
        ("unknown", "field") => Some(format!("the field '{}' is unknown", name())),
        ("unknown", "variant") => {
            let known = expected?.trim_start_matches("one of ").replace('`', "'");
            Some(format!("'{}' is not one of {known}", name()))
        }
        ("invalid", "type:" | "value:" | "length") => Some(format!("expected {}", kind(expected?))),
        _ => None,
    }
}

/// Returns a type of serde's in plain words.
fn kind(expected: &str) -> String {
    let is_sized = expected.ends_with("size") || expected.ends_with(char::is_numeric);
    let is_number = expected.starts_with(['u', 'i', 'f']) && is_sized;
    match expected {
        "a sequence" => "a list".to_string(),
        "a string" => "a text".to_string(),
        "a boolean" => "true or false".to_string(),
        "a map" => "an object".to_string(),
        _ if is_number => "a number".to_string(),
        _ if expected.starts_with("struct ") => "an object".to_string(),
        other => quote(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Colour {
        Red,
        Blue,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Fields {
        _number: u32,
        _list: Option<Vec<String>>,
        _colour: Option<Colour>,
    }

    #[test]
    fn no_sentence_of_serde_is_left() {
        for (text, expected) in [
            ("{", "the document ends early"),
            ("{]", "the document is not JSON"),
            ("{} x", "the field '_number' is missing"),
            ("3", "expected an object"),
            ("{\"_number\": \"x\"}", "expected a number"),
            ("{\"_number\": -1}", "expected a number"),
            ("{\"_number\": 1, \"_list\": 3}", "expected a list"),
            ("{\"_number\": 1, \"_list\": [3]}", "expected a text"),
            (
                "{\"_number\": 1, \"_number\": 1}",
                "the field '_number' occurs twice",
            ),
            ("{\"x\": 1}", "the field 'x' is unknown"),
            (
                "{\"_colour\": \"green\"}",
                "'green' is not one of 'red' or 'blue'",
            ),
        ] {
            let error = serde_json::from_str::<Fields>(text).unwrap_err();
            assert_eq!(message(&error), expected, "{text}: {error}");
        }
        let error = serde_json::from_str::<Fields>("{\n\"x\": 1}").unwrap_err();
        assert_eq!(
            located(&error),
            "line 2, column 3: the field 'x' is unknown"
        );
    }
}
